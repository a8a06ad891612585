"""Syntax that came with a version of Python, for projects that say how old a Python their files run on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from tree_sitter import Node

from op_lint import syntax

Version: TypeAlias = tuple[int, int]

_QUERY = """
(match_statement "match" @match)
(except_clause "*" @group)
(except_clause "except" @except)
(type_alias_statement "type" @alias)
(function_definition type_parameters: (_) @parameters)
(class_definition type_parameters: (_) @parameters)
(interpolation) @braces
(format_expression) @braces
"""


def newer(data: bytes, target: Version) -> Iterator[tuple[Node, str]]:
    """What UTF-8 text holds that ``target`` cannot parse, in order: where, and what needs which version of Python.

    Syntax since 3.10 is told; ``target`` is the number of a version, such as ``(3, 11)``.
    """
    found: dict[int, tuple[Node, str]] = {}
    for kind, nodes in syntax.query(_QUERY, syntax.parse(data).root_node).items():
        for node in nodes:
            for where, version, what in _needs(kind, node):
                if version > target:
                    said = f"{what} Python {version[0]}.{version[1]}; target-version is {target[0]}.{target[1]}"
                    found.setdefault(where.start_byte, (where, said))
    yield from (found[start] for start in sorted(found))


def version_of(text: str) -> Version:
    """The number of ``3.11`` or ``py311``."""
    digits = text.removeprefix("py").removeprefix("3").removeprefix(".")
    return 3, int(digits)


def _needs(kind: str, node: Node) -> Iterator[tuple[Node, Version, str]]:
    if kind == "match":
        yield node, (3, 10), "match needs"
    elif kind == "group":
        yield node, (3, 11), "except* needs"
    elif kind == "alias":
        yield node, (3, 12), "type statements need"
    elif kind == "parameters":
        yield node, (3, 12), "type parameters need"
        default = next((child for part in node.children for child in (part, *part.children) if child.type == "="), None)
        if default is not None:
            yield default, (3, 13), "defaults of type parameters need"
    elif kind == "except":
        clause = node.parent
        if clause is not None and any(child.type == "," for child in clause.children):
            yield node, (3, 14), "except without brackets around several exceptions needs"
    else:
        yield from _in_braces(node)


def _in_braces(node: Node) -> Iterator[tuple[Node, Version, str]]:
    """What stands in one pair of braces; in the part behind ``:`` other rules hold, and have always held."""
    text = node.parent
    while text is not None and text.type != "string":
        text = text.parent
    start = text.child(0) if text is not None else None
    if start is None:
        return
    begin = (start.text or b"").decode("ascii", "replace")
    quote = begin.lstrip("rRbBfFtTuU")
    if "t" in begin[: -len(quote)].lower():
        yield start, (3, 14), "t-strings need"
        return
    said = b"".join(child.text or b"" for child in node.children if child.type != "format_specifier")
    if quote.encode() in said:
        yield node, (3, 12), "the quotes of an f-string again inside its braces need"
    elif b"\\" in said:
        yield node, (3, 12), "a backslash inside the braces of an f-string needs"
    elif len(quote) == 1 and b"\n" in (node.text or b""):
        yield node, (3, 12), "a line break inside the braces of an f-string needs"
