"""What is left of a checked file when it is reported: findings with what reports show of them, without its text."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import category

from op_lint.across import settle
from op_lint.check import Report
from op_lint.finding import Edit, Finding, Fix, Related
from op_lint.read.expr import Range
from op_lint.report.excerpt import excerpt

Plain = list[Any]
"""Lists, texts, numbers and None: what JSON holds and other processes send."""

MAX_TEXT = 200
"""Characters of a finding's text that tell it from others."""


@dataclass(frozen=True, slots=True)
class Found:
    """One finding with the source that it is about."""

    finding: Finding
    text: str
    """The source in its range, white space joined: what it is known by when lines move."""
    shown: tuple[str, str] | None
    """The first line of its range and carets under it; None where that line is blank or the file has no text."""
    block: tuple[int, int] = (0, 0)
    """First and last line of what it belongs to: the head of an agentic function, else its own range."""


@dataclass(frozen=True, slots=True)
class Result:
    """One checked file."""

    file: str
    """Its absolute path, or ``<stdin>``."""
    path: str
    """The path that people are shown."""
    all_found: tuple[Found, ...]
    """Sorted by place and code; suppressed ones too."""
    hidden: frozenset[int] = field(default=frozenset())
    """Indices of those that something else than a comment keeps back: a baseline, or ``--since``."""

    @property
    def found(self) -> tuple[Found, ...]:
        """What is reported."""
        return tuple(
            each
            for index, each in enumerate(self.all_found)
            if not each.finding.suppressed and index not in self.hidden
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings that are reported."""
        return tuple(each.finding for each in self.found)

    @property
    def uri(self) -> str:
        """Its path from the top of its repository, with ``/``."""
        return inside_repository(self.file)

    def beside(self, path: str | None) -> str:
        """How a path that a finding mentions is shown: as short as this file's own; None is this file."""
        if path is None or path == self.file:
            return self.path
        inner = os.path.relpath(path) if not os.path.isabs(self.path) else path  # noqa: PTH117
        return path if inner.startswith("..") else inner

    def fingerprints(self) -> list[str]:
        """One for each of ``found``, no two alike: see ``fingerprint``."""
        seen: Counter[str] = Counter()
        prints = []
        for each in self.found:
            key = "\0".join((each.finding.code, self.uri, each.finding.symbol, each.text))
            prints.append(fingerprint(key, seen[key]))
            seen[key] += 1
        return prints


def fingerprint(key: str, number: int) -> str:
    """32 hexadecimal digits for the finding of a code, path, symbol and text; ``number`` counts equal ones."""
    from hashlib import blake2b

    return blake2b(f"{key}\0{number}".encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


@cache
def repository(folder: str) -> str | None:
    """Effect: looks for the folder of the repository that a folder is in."""
    here = Path(folder)
    return next((str(each) for each in (here, *here.parents) if os.path.exists(each / ".git")), None)  # noqa: PTH110


def inside_repository(file: str) -> str:
    """A path from the top of its repository, else from the working folder, else as it is; with ``/``."""
    top = repository(os.path.dirname(file)) or str(Path.cwd())  # noqa: PTH120
    inner = os.path.relpath(file, top) if os.path.isabs(file) else file  # noqa: PTH117
    return (file if inner.startswith("..") else inner).replace(os.sep, "/")


def found_in(report: Report) -> tuple[Found, ...]:
    """The findings of a report, with their source; what rests on other files is not settled yet."""
    shared = {each.code for each in report.shared}
    alone = [each for each in report.all_findings if each.code not in shared]
    heads = _heads(report)
    return tuple(_found(report, finding, heads) for finding in (*alone, *report.shared))


def settled(results: Iterable[Result]) -> list[Result]:
    """The results of all files of a run, with what holds of several files together."""
    results = list(results)
    given = {
        (result.file, each.finding.code, each.finding.range): each
        for result in results
        for each in result.all_found
        if each.finding.group
    }
    if not given:
        return results
    made: dict[str, list[Found]] = {}
    for path, finding in settle((file, each.finding) for (file, _, _), each in given.items()):
        made.setdefault(path, []).append(replace(given[path, finding.code, finding.range], finding=finding))
    return [replace(result, all_found=_in_order([*_alone(result), *made.get(result.file, ())])) for result in results]


def _alone(result: Result) -> list[Found]:
    return [each for each in result.all_found if not each.finding.group]


def _in_order(found: list[Found]) -> tuple[Found, ...]:
    return tuple(sorted(found, key=lambda each: (each.finding.range, each.finding.code, each.finding.message)))


def _found(report: Report, finding: Finding, heads: dict[int, tuple[int, int]]) -> Found:
    finding = replace(finding, message=_sayable(finding.message))
    block = _block(heads, finding.range)
    if report.source is None:
        return Found(finding, "", None, block)
    lines, where = report.source.lines, finding.range
    line = lines.line(where.start_line)
    text = " ".join((lines.slice(where) or line).split())[:MAX_TEXT]
    shown = excerpt(lines, where)[1:] if line.strip() else None
    return Found(finding, text, shown, block)


def _heads(report: Report) -> dict[int, tuple[int, int]]:
    """For each line of a head (decorators, signature, docstring) the lines of all heads that it is in."""
    heads: dict[int, tuple[int, int]] = {}
    for function in report.facts.functions:
        start = function.range.start_line
        end = function.docstring.range.end_line if function.docstring else function.body_start[0]
        for line in range(start, end + 1):
            first, last = heads.get(line, (start, end))
            heads[line] = min(start, first), max(end, last)
    return heads


def _block(heads: dict[int, tuple[int, int]], where: Range) -> tuple[int, int]:
    """The lines of the heads that a place is in, and its own."""
    first, last = heads.get(where.start_line, (where.start_line, where.end_line))
    return min(first, where.start_line), max(last, where.end_line)


def _sayable(text: str) -> str:
    """Text that terminals and strict readers of JSON take: control characters and lone surrogates as escapes."""
    if text.isprintable():
        return text
    return "".join(char if char == "\n" or category(char) not in ("Cc", "Cs") else ascii(char)[1:-1] for char in text)


def to_plain(found: Found) -> Plain:
    """The same as lists and texts."""
    finding = found.finding
    fix = finding.fix
    return [
        *(finding.code, finding.name, finding.severity, _range(finding.range), finding.message),
        None if fix is None else [fix.title, fix.safety, [[_range(edit.range), edit.text] for edit in fix.edits]],
        [[_range(each.range), each.message, each.path] for each in finding.related],
        *(finding.suppressed, finding.symbol, found.text, None if found.shown is None else list(found.shown)),
        *(list(found.block), finding.group),
    ]


def from_plain(plain: Plain) -> Found:
    """The opposite of ``to_plain``."""
    code, name, severity, where, message, fix, related, suppressed, symbol, text, shown, block, group = plain
    finding = Finding(
        code,
        name,
        severity,
        Range(*where),
        message,
        None if fix is None else Fix(fix[0], tuple(Edit(Range(*place), new) for place, new in fix[2]), fix[1]),
        tuple(Related(Range(*place), said, path) for place, said, path in related),
        suppressed,
        symbol,
        group,
    )
    return Found(finding, text, None if shown is None else (shown[0], shown[1]), (block[0], block[1]))


def _range(where: Range) -> list[int]:
    return [where.start_line, where.start_column, where.end_line, where.end_column]
