"""Text that goes into a menu: folded to one line, and names that cannot break one."""

from __future__ import annotations

import re
import types
import unicodedata
from difflib import SequenceMatcher
from typing import Any, Final

MAX_SHOWN: Final = 80
MAX_SHOWN_LEVELS: Final = 3
"""Characters and levels of a value that an error message shows."""

NEAR: Final = 0.8
"""The similarity from which an unknown name counts as a misspelling (decision spec, section 5, rule 6)."""

MAX_UNKNOWN: Final = 50
"""Unknown fields in one call, above which it is refused instead of searched for misspellings."""

_SPACES: Final = re.compile(r"\s+")
_LINE_BREAKS: Final = frozenset("\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029")


def fold(text: str) -> str:
    """``text`` on one line: a run of white space that holds a line break becomes one space, the ends are trimmed."""
    if text.isprintable():
        return text.strip()  # no white space but single-line blanks

    def one_space(match: re.Match[str]) -> str:
        return " " if _LINE_BREAKS.intersection(match.group()) else match.group()

    return _SPACES.sub(one_space, text).strip()


def as_text(value: object) -> str:
    """The text of a str, also of one that says something else of itself, as a member of ``Enum`` does."""
    return str.__str__(value) if isinstance(value, str) else str(value)


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
    if not name.isprintable() and any(
        unicodedata.category(char) in ("Cc", "Cs") or char in _LINE_BREAKS for char in name
    ):
        raise TypeError(f"{where}: the {what} name {name!r} holds a line break or a control character; leave it out")
    return as_text(name)


def resembles(name: str, known: str) -> bool:
    """Whether an unknown field's name is probably ``known``, misspelt."""
    left, right = (text.casefold().replace("_", "").replace("-", "") for text in (name, known))
    if left == right:
        return True
    if len(name) > 2 * len(known) + 4:
        return False
    return SequenceMatcher(None, name, known).ratio() >= NEAR


def shown(value: object, depth: int = 0) -> str:
    """A value in an error message, cut to a readable length; types by name and stand-ins as the source writes them."""
    from op_runtime.menu.annotations import from_annotation
    from op_runtime.menu.schema import Schema
    from op_runtime.menu.unknown import OpaqueValue

    if isinstance(value, Schema):
        text = value.display()
    elif isinstance(value, OpaqueValue):
        text = value.text
    elif isinstance(value, type) and not isinstance(value, types.GenericAlias):
        text = value.__name__
    elif isinstance(value, types.GenericAlias | types.UnionType):
        text = from_annotation(value).display()
    elif type(value) in (dict, list, tuple):
        text = _container_shown(value, depth)
    else:
        described = hasattr(value, "parameters")
        name = getattr(value, "name", None) or "<lambda>" if described else getattr(value, "__name__", None)
        text = name if isinstance(name, str) and name else repr(value)
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 3]}..."


def _container_shown(value: Any, depth: int) -> str:
    if depth > MAX_SHOWN_LEVELS:
        return "..."
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key!r}: {shown(item, depth + 1)}" for key, item in value.items()) + "}"
    items = [shown(item, depth + 1) for item in value[:MAX_SHOWN]]
    if isinstance(value, list):
        return f"[{', '.join(items)}]"
    return f"({items[0]},)" if len(items) == 1 else f"({', '.join(items)})"
