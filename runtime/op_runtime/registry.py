"""The registered tools, by name."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Final

_lock: Final = threading.Lock()
_tools: dict[tuple[str, str], tuple[str, object]] = {}
"""From where a tool was defined (module, qualified name) to its name and itself: one place, one tool."""


def register(name: str, tool: object) -> None:
    """Effect: register `tool` under `name`.

    It takes the place of a tool that was defined at the same place (a module that is loaded again), not of another
    one that only has the same name.
    """
    with _lock:
        _tools.pop(_place(name, tool), None)
        _tools[_place(name, tool)] = (name, tool)


def _place(name: str, tool: object) -> tuple[str, str]:
    module = getattr(tool, "__module__", None)
    qualified = getattr(tool, "__qualname__", None)
    own = isinstance(module, str) and isinstance(qualified, str) and hasattr(tool, "__wrapped__")
    return (str(module), str(qualified)) if own else ("", name)


def get(name: str) -> object:
    """Give the tool that is registered as `name`.

    Raises LookupError where none is, which names near matches, and where several are, which says where they are.
    """
    with _lock:
        found = [(place, tool) for place, (known, tool) in _tools.items() if known == name]
        names = {known for known, _ in _tools.values()}
    if len(found) == 1:
        return found[0][1]
    if found:
        places = " and ".join(".".join(place) for place, _ in found)
        raise LookupError(f"{len(found)} tools are named {name!r}: {places}; give the function itself, or name= one")
    near = get_close_matches(name, names, n=3)
    hint = " Did you mean " + ", ".join(map(repr, near)) + "?" if near else ""
    raise LookupError(f"no tool is registered as {name!r}.{hint}")


def registered() -> list[tuple[str, object]]:
    """Give every registered tool with its name, in the order of registration."""
    with _lock:
        return list(_tools.values())


@contextmanager
def isolated() -> Iterator[None]:
    """Effect: begin with an empty registry inside the `with` block, and put back the one before it (for tests)."""
    with _lock:
        before = dict(_tools)
        _tools.clear()
    try:
        yield
    finally:
        with _lock:
            _tools.clear()
            _tools.update(before)
