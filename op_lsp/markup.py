"""Text for hovers and documentation: Markdown that no content can break, or plain text for clients that want it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lsprotocol import types
from op_runtime.menu import Menu, MenuOption, Unknown

_RUN = re.compile(r"`+")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>()#+\-.!|~$&])")


def fence(text: str, language: str = "text") -> str:
    """A fenced block that holds exactly ``text`` (and a line end where it has none): its fence outgrows any inside."""
    marks = "`" * max(3, 1 + max((len(run) for run in _RUN.findall(text)), default=0))
    return f"{marks}{language}\n{text if text.endswith(chr(10)) else text + chr(10)}{marks}"


def code(text: str) -> str:
    """An inline code span that shows exactly ``text``, folded onto one line."""
    shown = " ".join(text.split()) if "\n" in text or "\r" in text else text
    marks = "`" * (1 + max((len(run) for run in _RUN.findall(shown)), default=0))
    pad = " " if shown.startswith("`") or shown.endswith("`") or not shown.strip() else ""
    return f"{marks}{pad}{shown}{pad}{marks}"


def escape(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def prose(text: str) -> str:
    """The same for a sentence in which code stands between backticks."""
    pieces = " ".join(text.split()).split("`")
    if len(pieces) % 2 == 0:
        return escape(text)
    return "".join(
        code(piece) if number % 2 and piece else _SPECIAL.sub(r"\\\1", piece) for number, piece in enumerate(pieces)
    )


def link(label: str, uri: str, line: int) -> str:
    """A link to a line, from 0, of a document, which editors open there; of a notebook's cell to the cell."""
    there = uri if "#" in uri else f"{uri}#L{line + 1}"
    return f"[{escape(label)}](<{there}>)"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table; cells are Markdown already. A bar in one of them, in code as well, does not end it."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(map(_cell, line)) + " |" for line in lines)


def _cell(text: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\|", text.replace("\n", " "))


def content(markdown: Sequence[str], plain: Sequence[str], *, wants_markdown: bool) -> types.MarkupContent:
    """The sections in the form that the client wants, one empty line apart."""
    if wants_markdown:
        return types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(part for part in markdown if part))
    return types.MarkupContent(types.MarkupKind.PlainText, "\n\n".join(part.rstrip("\n") for part in plain if part))


def counted(menu: Menu) -> str:
    """How many options a menu has: at least so many where it holds what cannot be told from source (``**more``)."""
    count = sum(bool(option.name) for option in menu.options)
    text = f"{count} option{'s' if count != 1 else ''}"
    return text if count == len(menu.options) else f"at least {text}"


def unknown_parts(options: Iterable[MenuOption]) -> list[str]:
    """The reasons of all unknown parts, each once; why a whole option is unknown is said where it comes from."""
    reasons: dict[str, None] = {}
    for option in options:
        for part in (option.description, *(field.description for field in option.fields)):
            if isinstance(part, Unknown):
                reasons[part.reason] = None
        for field in option.fields:
            for value in (field.options, field.default):
                if isinstance(value, Unknown):
                    reasons[value.reason] = None
    return list(reasons)
