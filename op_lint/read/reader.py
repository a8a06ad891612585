"""Reads slices of a document, each once: what is cached by text costs no parser and no import of one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from op_lint import syntax
from op_lint.files.positions import Lines
from op_lint.read.definition import Definition
from op_lint.read.expr import Expr, Range
from op_lint.read.shift import shift

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_BRACKETS = 100
"""Nested brackets that libcst gets to see: 2,000 of them end the process."""
MAX_DEPTH = 320
"""Levels of the syntax tree that libcst gets to see: from about 400 on it raises RecursionError, from 4,000 it dies."""
MAX_NODES = 40_000
"""Nodes of one slice: reading that many takes seconds."""
MAX_LENGTH = 500_000
"""Characters of one slice."""

MAX_KEPT = 250_000
"""Characters of slices that are kept, 40 to 100 bytes each."""

_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")

_DOCSTRING = re.compile(r"""[\s(\\]*[rRbBuUfFtT]{0,2}["']""")


class SkippedError(Exception):
    """A slice that is not given to libcst, or that it cannot read; ``range`` is the slice's."""

    def __init__(self, message: str, where: Range) -> None:
        super().__init__(message)
        self.message = message
        self.range = where


Cache: TypeAlias = dict[str, "Expr | Definition | str"]
"""What a slice says, by its text, ranges as if it stood at the start of a document; a str is why it says nothing."""


class Reader:
    """Effect: fills ``cache``, which any number of documents may share.

    ``kept`` gives what earlier processes read; it is asked once, when there is something to read.
    """

    def __init__(self, cache: Cache | None = None, kept: Callable[[], Cache] | None = None) -> None:
        self.cache: Cache = {} if cache is None else cache
        self.kept = kept
        self.fresh: Cache | None = None
        """What was read here, and by nobody before; None where nobody asks for it."""
        self.room = MAX_KEPT
        """Characters of slices that are kept; beyond that those are forgotten that were not asked for longest."""
        self._asked = dict.fromkeys(self.cache)
        """The slices that are kept, those asked for last at the end."""
        self._length = sum(map(len, self.cache))
        """Their characters."""
        self._moved: dict[str, tuple[tuple[int, int], Expr | Definition]] = {}
        """Each slice where it stood last: between two keystrokes most stand where they stood."""
        self.looked_at: list[tuple[Lines, int, int]] = []
        """The stretches of documents, in bytes, that were read since this was last emptied."""

    def look_at(self, lines: Lines, node: Node) -> None:
        """Effect: notes that what is found out rests on the text of a node."""
        self.looked_at.append((lines, node.start_byte, node.end_byte))

    def expression(self, lines: Lines, node: Node) -> Expr:
        """The expression at a node. Raises SkippedError."""
        self.look_at(lines, node)
        start = lines.from_byte(node.start_byte)
        text = lines.text[start : lines.from_byte(node.end_byte)]
        found = self._known(text)
        if found is None:
            found = self._keep(text, _read_expression(text))
        if isinstance(found, str | Definition):
            raise SkippedError(str(found), lines.byte_range(node.start_byte, node.end_byte))
        moved = self._shifted(text, found, lines.position(start))
        assert not isinstance(moved, Definition)
        return moved

    def annotation(self, text: str) -> Expr | None:
        """The expression that a text annotation holds, placed at the start of a document; None where it holds none."""
        key = "annotation:" + text
        found = self._known(key)
        if found is None:
            tree = syntax.parse(b"(" + text.encode("utf-8", "replace") + b")")
            found = "it is no expression" if tree.root_node.has_error else _read_expression(text)
            self._keep(key, found)
        return None if isinstance(found, str | Definition) else found

    def definition(self, lines: Lines, node: Node) -> Definition:
        """The ``def`` at a ``function_definition`` node, with its decorators. Raises SkippedError."""
        outer = node.parent if node.parent is not None and node.parent.type == "decorated_definition" else node
        first = lines.position(lines.from_byte(outer.start_byte))[0]
        begin = lines.starts[first]
        self.looked_at.append((lines, outer.start_byte, _head_end(node, lines)))
        text = lines.text[begin : lines.from_byte(_head_end(node, lines))] + _rest(node, lines)
        found = self._known(text)
        if found is None:
            found = self._keep(text, _read_definition(text))
        if not isinstance(found, Definition):
            raise SkippedError(str(found), lines.byte_range(outer.start_byte, outer.end_byte))
        moved = self._shifted(text, found, (first, 0))
        assert isinstance(moved, Definition)
        return moved

    def _known(self, text: str) -> Expr | Definition | str | None:
        if text not in self.cache and self.kept is not None:
            kept, self.kept = self.kept(), None
            self.cache.update((key, value) for key, value in kept.items() if key not in self.cache)
            self._asked = dict.fromkeys([*(key for key in kept if key not in self._asked), *self._asked])
            self._length = sum(map(len, self._asked))
        if text in self._asked:
            del self._asked[text]
            self._asked[text] = None
        return self.cache.get(text)

    def _keep(self, text: str, found: Expr | Definition | str) -> Expr | Definition | str:
        if text in self._asked:
            del self._asked[text]
        else:
            self._length += len(text)
        while self._length > self.room and self._asked:
            old = next(iter(self._asked))
            self._length -= len(old)
            del self._asked[old]
            self.cache.pop(old, None)
            self._moved.pop(old, None)
        if self.fresh is not None:
            self.fresh[text] = found
        self.cache[text] = found
        self._asked[text] = None
        return found

    def _shifted(self, text: str, found: Expr | Definition, place: tuple[int, int]) -> Expr | Definition:
        known = self._moved.get(text)
        if known is None or known[0] != place:
            known = self._moved[text] = (place, shift(found, *place))
        return known[1]


def first_statement(node: Node) -> Node | None:
    """The first statement of a ``def``'s body, comments left out."""
    body = node.child_by_field_name("body")
    if body is None:
        return None
    return next((child for child in body.named_children if child.type != "comment"), None)


def _docstring(node: Node, lines: Lines) -> Node | None:
    statement = first_statement(node)
    if statement is None or statement.type != "expression_statement" or statement.has_error:
        return None
    text = lines.byte_slice(statement.start_byte, min(statement.end_byte, statement.start_byte + 200))
    return statement if _DOCSTRING.match(text) else None


def _head_end(node: Node, lines: Lines) -> int:
    statement = _docstring(node, lines)
    if statement is not None:
        return statement.end_byte
    body = node.child_by_field_name("body")
    colons = [
        child.end_byte
        for child in node.children
        if child.type == ":" and (body is None or child.end_byte <= body.start_byte)
    ]
    return colons[-1] if colons else node.end_byte


def _rest(node: Node, lines: Lines) -> str:
    return "\n" if _docstring(node, lines) is not None else " ...\n"


def _read_expression(text: str) -> Expr | str:
    wrapped = "(\n" + text + "\n)\n"
    refused = _refuse(wrapped, own_brackets=1)
    if refused:
        return refused
    try:
        from op_lint.read.cst import read_expression

        return read_expression(wrapped, 1)
    except Exception as error:  # libcst raises TypeError, RecursionError, its own errors and more
        return _reason(error)


def _read_definition(text: str) -> Definition | str:
    wrapped = ("if 1:\n" if text[:1] in " \t\f" else "pass\n") + text
    refused = _refuse(wrapped)
    if refused:
        return refused
    try:
        from op_lint.read.cst import read_definition

        return read_definition(wrapped)
    except Exception as error:  # as above
        return _reason(error)


def _reason(error: Exception) -> str:
    text = str(error)
    hint = " (tabs and spaces are mixed)" if "ndent" in text or "tab" in text.lower() else ""
    if type(error).__name__ == "ParserSyntaxError":
        return f"op-lint cannot read this{hint}: it does not parse"
    return f"op-lint cannot read this{hint}: the parser says {type(error).__name__}"


def readable_by_libcst(text: str) -> bool:
    """Whether libcst, which knows newer syntax than the running Python may, can parse a statement."""
    if _refuse(text):
        return False
    try:
        import libcst

        libcst.parse_module(text)
    except Exception:  # as above
        return False
    return True


def _refuse(text: str, own_brackets: int = 0) -> str | None:
    root = syntax.parse(text.encode("utf-8", "replace")).root_node
    if root.descendant_count > MAX_NODES or len(text) > MAX_LENGTH:
        return "this is too long to check: split it"
    if root.descendant_count < MAX_BRACKETS:
        return None
    brackets, level = -own_brackets, 0
    cursor = root.walk()
    while True:
        kind = cursor.node.type if cursor.node is not None else ""
        brackets += (kind in _OPENING) - (kind in _CLOSING)
        if brackets > MAX_BRACKETS or level > MAX_DEPTH:
            return "this nests too deep to check: give parts of it names of their own"
        if cursor.goto_first_child():
            level += 1
            continue
        while not cursor.goto_next_sibling():
            if not cursor.goto_parent():
                return None
            level -= 1
