"""What was found out about a document, kept while it is typed in: most keystrokes touch nothing that it rests on.

Facts rest on the slices that were read, on the names that were looked for, and on other modules. A change within some
lines that holds none of these, adds no line, and leaves the tree around it as it was leaves the facts as they were.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from op_runtime.menu import INJECTED

from op_lint.index import Index
from op_lint.read.expr import Range
from op_lint.syntax import difference

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.calls import CallFacts, UnboundName
    from op_lint.facts import DecisionFacts, FileFacts, FunctionFacts
    from op_lint.resolve.project import Module

_Inside = TypeVar("_Inside", "DecisionFacts", "CallFacts", "UnboundName")

_WORD = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_CALL = re.compile(rb"[ \t\\]*\(")
_TELLING = frozenset(
    {"import", "from", "global", "nonlocal", "TYPE_CHECKING", "annotations", "choices", *INJECTED},
)
"""Words that may matter wherever they stand."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The facts of one text, and what they rest on."""

    facts: FileFacts
    spans: tuple[tuple[int, int], ...]
    """The bytes of the document that were read."""
    names: frozenset[str]
    """Names whose bindings were looked for in it."""
    used: frozenset[str]
    """Names whose every occurrence was looked for."""
    called: frozenset[str]
    """Names whose calls were looked for."""
    modules: Mapping[str, Module | None]
    """The other files that were consulted."""
    searched: Mapping[str, str | None]
    """Where modules were looked for."""
    epoch: int


@dataclass(frozen=True, slots=True)
class Window:
    """The lines in which two texts differ, as bytes: ``start`` to ``before`` of the old, to ``after`` of the new."""

    start: int
    before: int
    after: int

    @classmethod
    def between(cls, old: bytes, new: bytes) -> Window:
        """The whole lines around the one stretch in which two texts differ."""
        start, before, after = difference(old, new)
        line_end = old.find(b"\n", before)
        rest = (line_end if line_end >= 0 else len(old)) - before
        return cls(old.rfind(b"\n", 0, start) + 1, before + rest, after + rest)


def carried(kept: Kept, old: Module, made: Module) -> Kept | None:
    """Effect: uses the tree of ``old`` up for the tree of ``made``, a later text of the same file.

    Gives what is kept of it, None where the change may matter.
    """
    window = Window.between(old.data, made.data)
    before = old.data[window.start : window.before]
    after = made.data[window.start : window.after]
    quiet = (
        before.count(b"\n") == after.count(b"\n")
        and b"\r" not in before + after
        and b"@" not in before + after
        and not any(low < window.before and window.start < high for low, high in kept.spans)
        and not _speaks(old.index, kept, before, window.start)
    )
    made.indexed = old.index.edited(made.source.lines)
    if not quiet or old.index.tree.root_node.has_error or made.index.tree.root_node.has_error:
        return None
    if _speaks(made.index, kept, after, window.start):
        return None
    changed = old.index.tree.changed_ranges(made.index.tree)
    if any(each.start_byte < window.start or each.end_byte > window.after for each in changed):
        return None
    delta = window.after - window.before
    spans = tuple((low + delta, high + delta) if low >= window.before else (low, high) for low, high in kept.spans)
    return replace(kept, facts=_with_ends(kept.facts, made, window), spans=spans)


def _speaks(index: Index, kept: Kept, text: bytes, start: int) -> bool:
    """Whether some lines hold a name that was looked for, in a role that counts."""
    for match in _WORD.finditer(text):
        if not match[0].isascii():
            return True
        word = match[0].decode()
        if word in kept.used or word in _TELLING:
            return True
        if word in kept.called and _CALL.match(text, match.end()):
            return True
        if word in kept.names and index.binds(word, start + match.start(), start + match.end()):
            return True
    return False


def _with_ends(facts: FileFacts, module: Module, window: Window) -> FileFacts:
    """The same facts, with the new ends of functions that end in the lines that were changed."""
    lines = module.source.lines
    first, last = lines.position(lines.from_byte(window.start))[0], lines.position(lines.from_byte(window.after))[0]

    def ended(function: FunctionFacts) -> FunctionFacts:
        where = function.range
        if not first <= where.end_line <= last:
            return function
        node = _definition(
            module.index, lines.to_byte(lines.offset(function.name_range.start_line, function.name_range.start_column))
        )
        end = lines.position(lines.from_byte(node.end_byte))
        return replace(function, range=Range(where.start_line, where.start_column, *end))

    def inside(each: _Inside) -> _Inside:
        function = each.function and ended(each.function)
        return each if function is each.function else replace(each, function=function)

    return replace(
        facts,
        functions=tuple(map(ended, facts.functions)),
        decisions=tuple(map(inside, facts.decisions)),
        calls=tuple(map(inside, facts.calls)),
        unbound=tuple(map(inside, facts.unbound)),
    )


def _definition(index: Index, at: int) -> Node:
    """The ``function_definition`` whose name starts at a byte."""
    node = index.root.descendant_for_byte_range(at, at + 1)
    while node is not None and node.type != "function_definition":
        node = node.parent
    assert node is not None
    return node
