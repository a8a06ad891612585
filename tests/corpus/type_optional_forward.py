"""Optional and Union of names that come later."""

from dataclasses import dataclass
from typing import Optional, Union

from op_runtime import agentic_function

@agentic_function
def work(a: Optional["Later"], b: "Union[Later, int]" = 1, c: "dict[str, Later]" = {}) -> str:
    """Do the work."""
    return "done"


@dataclass
class Later:
    name: str
