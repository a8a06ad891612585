"""Classes of the standard library that are shown by another name than the one they are imported by, and makers of them."""

import contextlib
import types
import typing
from typing import AnyStr, DefaultDict, Deque, Type

from op_runtime import agentic_function


@agentic_function
def send(
    a: Type[int],
    b: Deque[str],
    c: DefaultDict[str, int],
    d: types.TracebackType,
    e: typing.ContextManager[int],
    f: contextlib.ExitStack,
    g: AnyStr,
):
    """Send it."""
