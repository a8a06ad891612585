"""The typing names of containers, through a module alias and by themselves."""

import typing as t
from collections.abc import Mapping, Sequence

from op_runtime import agentic_function

@agentic_function
def work(a: t.List[int], b: t.Dict[str, t.Any], c: t.Optional[t.Tuple[int, ...]], d: Sequence[str], e: Mapping[str, int], f: t.Iterable[str], g: t.Set[int], h: t.Any) -> str:
    """Do the work."""
    return "done"
