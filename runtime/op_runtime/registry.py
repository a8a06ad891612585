"""The registered tools, by name."""

from __future__ import annotations

from difflib import get_close_matches

_tools: dict[str, object] = {}


def register(name: str, tool: object) -> None:
    """Effect: register `tool` under `name`, in place of one of the same name."""
    _tools[name] = tool


def get(name: str) -> object:
    """Give the tool that is registered as `name`; raises LookupError, which names near matches, for none."""
    try:
        return _tools[name]
    except KeyError:
        near = get_close_matches(name, _tools, n=3)
        hint = " Did you mean " + ", ".join(map(repr, near)) + "?" if near else ""
        raise LookupError(f"no tool is registered as {name!r}.{hint}") from None
