"""Text that goes into a menu: folded to one line, and names that cannot break one."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

_SPACES: Final = re.compile(r"\s+")
_LINE_BREAKS: Final = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")


def fold(text: str) -> str:
    """``text`` on one line: a run of white space that holds a line break becomes one space, the ends are trimmed."""

    if text.isprintable():
        return text.strip()  # no white space but single-line blanks

    def one_space(match: re.Match[str]) -> str:
        return " " if _LINE_BREAKS.intersection(match.group()) else match.group()

    return _SPACES.sub(one_space, text).strip()


def summary(doc: str | None) -> str:
    """The first paragraph of a docstring on one line; empty where there is none."""
    paragraph: list[str] = []
    # not through inspect.cleandoc: which white space it takes for indentation differs between versions of Python
    for line in (doc or "").expandtabs().split("\n"):
        if line.strip():
            paragraph.append(line)
        elif paragraph:
            break
    return fold("\n".join(paragraph))


def encodable(text: str) -> str:
    """``text`` with lone surrogates, which no file and no request can hold, as escapes."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def check_name(name: object, where: str, what: str) -> str:
    """``name``, when it can be shown in one line of a menu.

    Raises:
        TypeError: it is not text, is empty, or holds a line break or a control character.
    """
    if not isinstance(name, str):
        raise TypeError(f"{where}: the {what} name {shown(name)} is not text; write it as a str")
    if not name.strip():
        raise TypeError(f"{where}: the {what} name is empty")
    if any(unicodedata.category(char) in ("Cc", "Cs") or char in _LINE_BREAKS for char in name):
        raise TypeError(f"{where}: the {what} name {name!r} holds a line break or a control character; leave it out")
    return name


def shown(value: object) -> str:
    """A value in an error message, cut to a readable length; stand-ins as the source writes them."""
    from op_runtime.menu.schema import Schema
    from op_runtime.menu.unknown import OpaqueValue

    if isinstance(value, Schema):
        return value.display()
    if isinstance(value, OpaqueValue):
        return value.text
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, dict | list):
        return _cut(_container_shown(value))
    name = getattr(value, "name" if hasattr(value, "parameters") else "__name__", None)
    text = name if isinstance(name, str) and name else repr(value)
    return _cut(text)


def _container_shown(value: dict[object, object] | list[object]) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {shown(item)}" for key, item in value.items()) + "}"
    return "[" + ", ".join(shown(item) for item in value) + "]"


def _cut(text: str) -> str:
    return text if len(text) <= 80 else f"{text[:77]}..."
