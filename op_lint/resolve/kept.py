"""What was found out about a document, kept while it is typed in.

Each statement that holds something of ours is read and checked by itself, and what that rests on is noted. A change
takes back what rests on something that it touches; all else stays as it is, and what was found moves with its lines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeAlias

from op_lint.files.positions import Lines
from op_lint.finding import Edit, Finding, Fix, Related
from op_lint.imports import normal
from op_lint.index import Index
from op_lint.read.expr import Range
from op_lint.statements import Extent, Rests, Span
from op_lint.syntax import difference, moved

if TYPE_CHECKING:
    from op_lint.facts import FileFacts, Problem
    from op_lint.local import Local
    from op_lint.reading import Names

Role: TypeAlias = tuple[str, str, str] | None
"""What an occurrence of a name is (see ``Index.role``)."""

_Words: TypeAlias = dict[str, set[Span]]
"""Words, and where they stand."""

_WORD = re.compile(rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*")
_GAP = re.compile(rb"(?:\s|#[^\r\n]*)*")


@dataclass(slots=True)
class Statement:
    """One statement that holds something of ours. ``rests`` has its own bytes among its spans."""

    extent: Extent
    facts: FileFacts | None
    """What is in it; None where that was read for an earlier text and stands elsewhere now."""
    rests: Rests
    findings: tuple[Finding, ...] | None = None
    """What the rules say that look at one statement at a time; None where they were not asked."""


@dataclass(slots=True)
class Kept:
    """What is known of one text. ``facts`` are what all statements say together."""

    path: str
    epoch: int
    names: Names
    """The names by which the file may call what is ours."""
    root: Rests
    """What these rest on."""
    statements: list[Statement]
    syntax: tuple[Problem, ...]
    """Statements that do not parse."""
    hidden: frozenset[str]
    """The auto-injected names that these may bind."""
    facts: FileFacts
    known: Callable[[Statement], FileFacts]
    """Gives what is in a statement; reads it where that is not known for this text."""
    rules: object = None
    """The rules and the configuration that the findings are from."""
    whole: tuple[Finding, ...] | None = None
    """What the rules say that look at the whole file, but not at what does not parse."""
    whole_rests: Rests = field(default_factory=Rests)
    looked_for: frozenset[str] | None = None
    """The names on which the statements rest, once they were asked for."""

    def names_looked_for(self) -> Set[str]:
        """The names on which all of this rests."""
        if self.looked_for is None:
            rests = [self.root, *(each.rests for each in self.statements)]
            self.looked_for = frozenset().union(*(each.bound | each.used for each in rests))
        return self.looked_for | self.whole_rests.bound | self.whole_rests.used


@dataclass(frozen=True, slots=True)
class Window:
    """Where two texts differ, as bytes: ``start`` to ``before`` of the old, to ``after`` of the new.

    These are whole lines, with the blank lines and comments around them, up to what may be a part of the same thing.
    """

    start: int
    before: int
    after: int
    last: int
    """Where the last line of the old text that differs ends."""

    @classmethod
    def between(cls, old: bytes, new: bytes) -> Window:
        """The window around the one stretch in which two texts differ."""
        start, before, after = difference(old, new)
        line_end = old.find(b"\n", before)
        last = line_end if line_end >= 0 else len(old)
        gap = _GAP.match(old, last)
        end = gap.end() if gap is not None else last
        return cls(_before_gap(old, old.rfind(b"\n", 0, start) + 1), end, after + end - before, last)

    def touches(self, span: Span) -> bool:
        """Whether a stretch of the old text has something of the window or ends at it."""
        return span[0] <= self.before and self.start <= span[1]

    def moved(self, span: Span) -> Span:
        """Where a stretch of the old text is in the new one; of one around the window the end moves alone."""
        delta = self.after - self.before
        low, high = span
        return (low + delta if low >= self.before else low), (high + delta if high >= self.before else high)


class Change:
    """What lies between two texts of a document."""

    def __init__(self, old: Index, new: Index) -> None:
        self.old, self.new = old, new
        self.window = Window.between(old.data, new.data)
        self.below = old.lines.position(old.lines.from_byte(self.window.last))[0] + 1
        """The line of the old text from which on lines moved."""
        self.lines = new.lines.count - old.lines.count
        """By how many lines they moved."""
        self.before: list[Span] = [(self.window.start, self.window.before)]
        """What of the old text is not in the new one in the same way."""
        self.after: list[Span] = [(self.window.start, self.window.after)]
        """What of the new text is not in the old one in the same way."""
        local = new.local
        self._local = local if local is not None and local.before is old.parsed.data else None
        if self._local is not None:
            self._within(self._local)
        elif not self._clean():
            self._compare()

    def _within(self, local: Local) -> None:
        """Effect: notes what differs in the statements around the edit."""
        old, new = {self.window.moved(each) for each in self.old.broken}, {*self.new.broken}
        if self.old.broken or self.new.broken:
            before, after = local.differ
            self.before += [before, *(each for each in self.old.broken if self.window.moved(each) not in new)]
            self.after += [after, *sorted(new - old)]
        if not self._covers(local.changed):
            self.before.append(local.old)
            self.after.append(local.new)

    def _covers(self, changed: Iterable[Span]) -> bool:
        return all(any(low <= start and end <= high for low, high in self.after) for start, end in changed)

    def _clean(self) -> bool:
        """Whether the texts differ only where that is noted: the trees are the same around it.

        Effect: notes what does not parse in one of them, which is not in its tree.
        """
        old, new = self.old.parsed, self.new.parsed
        if old.tree.root_node.has_error or new.tree.root_node.has_error:
            return False
        if old.broken or new.broken:
            start, before, after = difference(old.data, new.data)
            self.before += [(start, before), *old.broken]
            self.after += [(start, after), *new.broken]
        changed = moved(old.tree, old.data, new.data).changed_ranges(new.tree)
        return self._covers((each.start_byte, each.end_byte) for each in changed)

    def _compare(self) -> None:
        """Effect: adds the statements that are only in one of the texts."""
        there = set(self.new.statements.all)
        for each in self.old.statements.all:
            place = self.place(each)
            if place in there and not any(map(self.window.touches, ((each.start, each.end), *each.heads))):
                there.discard(place)
            else:
                self.before.append((each.start, each.end))
        self.after += [(each.start, each.end) for each in there]
        self.before += self.old.broken
        self.after += self.new.broken

    def holds(self, telling: Callable[[bytes], bool]) -> bool:
        """Whether something is true of a stretch that differs."""
        return any(telling(self.old.data[low:high]) for low, high in self.before) or any(
            telling(self.new.data[low:high]) for low, high in self.after
        )

    def names(self, wanted: Set[str]) -> tuple[set[str], set[str]]:
        """Which names are bound otherwise than before, and which are used otherwise; ``wanted`` are looked at."""
        old, new, local = _words(self.old.data, self.before), _words(self.new.data, self.after), self._local
        before = self._roles(self.old, old, wanted, local.old if local is not None else None)
        after = self._roles(self.new, new, wanted, local.new if local is not None else None)
        changed = {key for key in before.keys() | after.keys() if before[key] != after[key]}
        near = _within(old, self.before[0]) | _within(new, self.after[0])
        bound = {name for name, role in changed if role is not None and role[0]}
        return bound, {name for name, _ in changed} | near

    @staticmethod
    def _roles(index: Index, words: _Words, wanted: Set[str], local: Span | None) -> Counter[tuple[str, Role]]:
        """What the wanted names are; ``local`` are the statements that hold all words but those of comments."""
        low, high = local if local is not None else (0, len(index.data))
        found: Counter[tuple[str, Role]] = Counter()
        inside: Index | None = index if local is None else None
        for word in wanted & words.keys():
            for start, end in words[word]:
                if inside is None:
                    inside = Index(Lines(index.parsed.data[low:high].decode("utf-8", "replace")))
                role = inside.role(word, start - low, end - low) if low <= start and end <= high else None
                found[word, role] += 1
        return found

    def takes_back(self, rests: Rests, bound: set[str], used: set[str]) -> bool:
        """Whether something that a result rests on is not as it was."""
        if not (rests.bound.isdisjoint(bound) and rests.used.isdisjoint(used)):
            return True
        if _meet(rests.spans, self.before):
            return True
        return bool(self.new.broken) and _meet(map(self.window.moved, rests.spans), self.new.broken)

    def place(self, extent: Extent) -> Extent:
        """Where a statement is in the new text, or what is left of it."""
        return Extent(*self.window.moved((extent.start, extent.end)), tuple(map(self.window.moved, extent.heads)))

    def moved(self, rests: Rests) -> Rests:
        """The same in the new text."""
        from_, by = self.window.before, self.window.after - self.window.before
        if not by or max((high for _, high in rests.spans), default=0) < from_:
            return rests
        spans = {(low + by if low >= from_ else low, high + by if high >= from_ else high) for low, high in rests.spans}
        return Rests(spans, rests.bound, rests.used, rests.modules, rests.searched)

    def moved_finding(self, finding: Finding, path: str) -> Finding:
        """A finding where it is in the new text."""
        if not self.lines:
            return finding
        fix = finding.fix
        return replace(
            finding,
            range=self._range(finding.range),
            fix=fix and Fix(fix.title, tuple(Edit(self._range(e.range), e.text) for e in fix.edits), fix.safety),
            related=tuple(
                Related(self._range(each.range), each.message, each.path) if each.path in (None, path) else each
                for each in finding.related
            ),
        )

    def _range(self, where: Range) -> Range:
        first, last = where.start_line, where.end_line
        return Range(
            first + self.lines if first >= self.below else first,
            where.start_column,
            last + self.lines if last >= self.below else last,
            where.end_column,
        )

    def carried(self, statement: Statement, path: str) -> Statement:
        """A statement that is as it was, in the new text; itself where all that it rests on stands above the change."""
        if statement.extent.end < self.window.start and self.moved(statement.rests) is statement.rests:
            return statement
        extent = self.place(statement.extent)
        above = not self.lines or all(high < self.window.start for _, high in statement.rests.spans)
        findings = statement.findings
        if findings is not None and self.lines:
            findings = tuple(self.moved_finding(each, path) for each in findings)
        return Statement(extent, statement.facts if above else None, self.moved(statement.rests), findings)


def _meet(spans: Iterable[Span], others: Sequence[Span]) -> bool:
    for low, high in spans:
        for start, end in others:
            if low <= end and start <= high:
                return True
    return False


def _before_gap(data: bytes, start: int) -> int:
    """Where the text ends that stands before a line, blank lines and comments between them left out."""
    while True:
        start = len(data[:start].rstrip())
        line = data.rfind(b"\n", 0, start) + 1
        if not data[line:start].lstrip().startswith(b"#"):
            return start
        start = line


def _words(data: bytes, spans: Sequence[Span]) -> _Words:
    found: _Words = {}
    for low, high in spans:
        for each in _WORD.finditer(data, low, high):
            found.setdefault(normal(each[0].decode("utf-8", "replace")), set()).add(each.span())
    return found


def _within(words: _Words, span: Span) -> set[str]:
    low, high = span
    return {word for word, places in words.items() if any(low <= start < high for start, _ in places)}
