"""Comments that switch findings off, read line by line whatever the syntax tree looks like.

``# noqa: OP203`` and ``# op-lint: ignore[missing-description] reason`` speak for their own line; on the first or last
line of a decorator for the whole decorator; behind the closing quotes for the whole docstring.
``# op-lint: ignore-file[...]`` speaks for the file. Without codes each speaks for all of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Literal

from op_lint.facts import FileFacts
from op_lint.files import Lines
from op_lint.finding import Finding
from op_lint.index import Index
from op_lint.read.expr import Range
from op_lint.statements import Span
from op_lint.syntax import parse, query

_SIGN = re.compile(r"#[^\r\n]*?(?:noqa|op-lint\s*:)", re.IGNORECASE)
_NOQA = re.compile(r"#\s*noqa(?P<colon>\s*:\s*(?P<codes>[A-Z]+[0-9]+(?:(?:\s*,\s*|\s+)[A-Z]+[0-9]+)*))?", re.IGNORECASE)
_OWN = re.compile(r"#\s*op-lint\s*:\s*(?P<verb>ignore(?:-file)?)\b(?:\s*\[(?P<codes>[^\]\r\n]*)\])?", re.IGNORECASE)
_WORD = re.compile(r"[\w-]+")
_OURS = re.compile(r"OP\d+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Word:
    """One code or name in a suppression; ``key`` is how it is compared."""

    key: str
    range: Range


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment; ``words`` is empty where it speaks for all codes. Of a ``noqa`` only our own codes are kept."""

    kind: Literal["noqa", "ignore", "ignore-file"]
    words: tuple[Word, ...]
    range: Range
    """The comment's own part, from ``#`` to the last code or bracket."""
    bare: bool
    foreign: bool = False
    """Whether it names codes of other tools too."""

    def word(self, finding: Finding) -> Word | None:
        """The word that names the finding, or None."""
        return next((word for word in self.words if word.key in (finding.code, finding.name)), None)

    def names(self, finding: Finding) -> bool:
        """Whether it speaks for the finding, wherever that is."""
        return self.bare or self.word(finding) is not None


def suppressions(lines: Lines, index: Index | None = None) -> tuple[Suppression, ...]:
    """The suppressions of a text, in order; ``index`` is that of the text, where it is known."""
    if not _SIGN.search(lines.text):
        return ()
    found = []
    for start, end in _comments(lines, index or Index(lines)):
        comment = lines.text[start:end]
        for pattern in (_NOQA, _OWN):
            for match in pattern.finditer(comment):
                suppression = _read(lines, start, match, own=pattern is _OWN)
                if suppression is not None:
                    found.append(suppression)
    return tuple(sorted(found, key=lambda each: each.range))


def _comments(lines: Lines, index: Index) -> list[Span]:
    """The comments of the statements that have a sign in them, each told by its statement alone."""
    signs = [lines.to_byte(match.start()) for match in _SIGN.finditer(lines.text)]
    found = {
        (low + start, low + end)
        for low, high in {index.around(sign) for sign in signs}
        for start, end in _comments_in(index.data[low:high])
    }
    return [(lines.from_byte(start), lines.from_byte(end)) for start, end in sorted(found)]


@lru_cache(maxsize=32)
def _comments_in(data: bytes) -> list[Span]:
    """The comments of some statements; from one keystroke to the next most are the same."""
    nodes = query("(comment) @comment", parse(data).root_node).get("comment", [])
    return [(node.start_byte, node.end_byte) for node in nodes]


def _read(lines: Lines, start: int, match: re.Match[str], *, own: bool) -> Suppression | None:
    codes = match.group("codes")
    where = lines.range(start + match.start(), start + match.end())
    if codes is None:
        kind: Literal["noqa", "ignore", "ignore-file"] = _kind(match) if own else "noqa"
        return Suppression(kind, (), where, bare=True)
    base = start + match.start("codes")
    words = []
    foreign = False
    for word in _WORD.finditer(codes):
        text = word.group()
        is_code = _OURS.fullmatch(text) is not None or text.upper() in _codes()
        if is_code or own:
            key = text.upper() if is_code else text.lower().replace("_", "-")
            words.append(Word(key, lines.range(base + word.start(), base + word.end())))
        else:
            foreign = True
    if not words and not own:
        return None
    return Suppression(_kind(match) if own else "noqa", tuple(words), where, bare=False, foreign=foreign)


@cache
def _codes() -> frozenset[str]:
    """The codes of all rules, those of installed packages too."""
    from op_lint.rules import every

    return frozenset(rule.code for rule in every())


def _kind(match: re.Match[str]) -> Literal["ignore", "ignore-file"]:
    return "ignore-file" if match.group("verb").lower().endswith("file") else "ignore"


Used = set[tuple[Range, str]]
"""The suppressions that did something: their range, and the key of the word that did it (empty for a bare one)."""


def apply(findings: Iterable[Finding], found: tuple[Suppression, ...], facts: FileFacts) -> tuple[list[Finding], Used]:
    """The findings, suppressed ones marked, and which suppressions were of use."""
    used: Used = set()
    if not found:
        return list(findings), used
    by_line: dict[int, list[Suppression]] = {}
    for suppression in found:
        if suppression.kind != "ignore-file":
            by_line.setdefault(suppression.range.start_line, []).append(suppression)
    whole = [suppression for suppression in found if suppression.kind == "ignore-file"]
    spans = _spans(facts)
    result = []
    for finding in findings:
        matched = False
        here = [each for line in sorted(_lines(finding, spans)) for each in by_line.get(line, ())]
        for suppression in [*here, *whole]:
            if suppression.names(finding):
                word = suppression.word(finding)
                # A candidate (see across) counts, too: whether another file makes a finding of it is not known here.
                used.add((suppression.range, word.key if word else ""))
                matched = True
        result.append(finding.suppress() if matched else finding)
    return result, used


def speaking_lines(finding: Finding, facts: FileFacts) -> list[int]:
    """The lines on which a comment speaks for a finding, its own last line first."""
    where = finding.range
    own = [where.end_line, where.start_line]
    others = _lines(finding, _spans(facts)) - set(own)
    return [*own, *sorted(others, reverse=True)]


def _spans(facts: FileFacts) -> list[tuple[Range, set[int]]]:
    """Ranges, and the lines on which a comment speaks for everything in them."""
    spans = []
    for function in facts.functions:
        if function.decorator is not None:
            where = function.decorator.range
            spans.append((where, {where.start_line, where.end_line}))
        if function.docstring is not None:
            where = function.docstring.range
            spans.append((where, {where.end_line}))
    return spans


def _lines(finding: Finding, spans: list[tuple[Range, set[int]]]) -> set[int]:
    """The lines on which a comment speaks for the finding."""
    where = finding.range
    lines = {where.start_line, where.end_line}
    for span, speaking in spans:
        if span.contains(where.start_line, where.start_column) and span.contains(where.end_line, where.end_column):
            lines |= speaking
    return lines
