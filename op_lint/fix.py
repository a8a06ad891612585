"""Applies fixes: overlap-safe, to a fixed point, and to files without a byte of difference elsewhere."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from op_lint.files import Lines, SourceFile
from op_lint.files.notebook import SUFFIX
from op_lint.finding import Edit, Finding, Fix

if TYPE_CHECKING:
    from op_lint.check import Report

MAX_PASSES = 10
"""Rounds of fixing; more would mean that two fixes undo each other."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A file after fixing: its report, how many fixes were applied, and why it was left alone, if it was."""

    report: Report
    applied: int
    problem: str | None = None


def apply_edits(lines: Lines, edits: Iterable[Edit]) -> str:
    """The text after edits that do not overlap; insertions at one place stand in the order in which they are given."""
    pieces = []
    position = 0
    ordered = sorted(edits, key=lambda edit: (edit.range.start_line, edit.range.start_column))
    for edit in ordered:
        start = lines.offset(edit.range.start_line, edit.range.start_column)
        pieces.append(lines.text[position:start])
        pieces.append(edit.text)
        position = lines.offset(edit.range.end_line, edit.range.end_column)
    pieces.append(lines.text[position:])
    return "".join(pieces)


def compatible(fixes: Iterable[Fix]) -> list[Fix]:
    """The fixes that can be applied at once, in the order of the text; the rest has to wait for the next pass."""
    chosen: list[Fix] = []
    taken: list[Edit] = []
    for fix in sorted(fixes, key=lambda fix: fix.edits[0].range):
        if not any(_overlap(edit, other) for edit in fix.edits for other in taken):
            chosen.append(fix)
            taken.extend(fix.edits)
    return chosen


def _overlap(one: Edit, other: Edit) -> bool:
    """Whether two edits touch the same text; to touch at a point counts, since the order would matter."""
    first, second = one.range, other.range
    return (first.start_line, first.start_column) <= (second.end_line, second.end_column) and (
        second.start_line,
        second.start_column,
    ) <= (first.end_line, first.end_column)


def fixes_of(findings: Iterable[Finding], *, unsafe: bool) -> list[Fix]:
    """The fixes that may be applied: of findings that nothing suppresses, unsafe ones only when asked for."""
    return [
        finding.fix
        for finding in findings
        if finding.fix is not None and not finding.suppressed and (unsafe or finding.fix.safety == "safe")
    ]


def fix_report(report: Report, check: Callable[[SourceFile], Report], *, unsafe: bool = False) -> Fixed:
    """``report`` after its fixes, and the fixes of what is found then, until nothing is left to fix.

    ``check`` checks a new text of the same file. When the result would not parse, or the fixes do not come to an end,
    the report is given back as it was, with the reason.
    """
    if report.source is None:
        return Fixed(report, 0)
    current, applied = report, 0
    for _ in range(MAX_PASSES):
        source = current.source
        fixes = compatible(fixes_of(current.all_findings, unsafe=unsafe))
        if not fixes or source is None:
            return Fixed(current, applied)
        text = apply_edits(source.lines, [edit for fix in fixes for edit in fix.edits])
        current = check(source.with_text(text))
        applied += len(fixes)
        if _broken(current) > _broken(report):
            return Fixed(report, 0, "not fixed: the result would not parse; please report this")
        problem = _unwritable(current.source)
        if problem:
            return Fixed(report, 0, problem)
    if fixes_of(current.all_findings, unsafe=unsafe):
        return Fixed(report, 0, f"not fixed: after {MAX_PASSES} passes there is still more to fix; please report this")
    return Fixed(current, applied)


def _broken(report: Report) -> int:
    return sum(problem.kind == "syntax" for problem in report.facts.problems)


def _unwritable(source: SourceFile | None) -> str | None:
    try:
        if source is not None:
            source.encode()
    except UnicodeEncodeError:
        return "not fixed: the file's encoding lacks a character that a fix would write"
    return None


def write(path: str, source: SourceFile) -> None:
    """Effect: replaces a file in one step; links stay links, and the file keeps its mode.

    Raises OSError; for every notebook, too: a text of its code cells is not what its file holds.
    """
    if path.endswith(SUFFIX):
        raise OSError(errno.EPERM, "op-lint writes no notebooks")
    target = Path(path).resolve()
    data = source.encode()
    mode = target.stat().st_mode & 0o7777
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:100]}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def diff(path: str, before: SourceFile, after: SourceFile) -> str:
    """A unified diff of two texts of one file."""
    from difflib import unified_diff

    name = path.replace(os.sep, "/").lstrip("/")
    pieces = []
    for line in unified_diff(_kept(before.lines), _kept(after.lines), f"a/{name}", f"b/{name}"):
        text = line.rstrip("\r\n")
        pieces.append(text + "\n")
        if text == line:
            pieces.append("\\ No newline at end of file\n")
    return "".join(pieces)


def _kept(lines: Lines) -> Sequence[str]:
    ends = [*lines.starts[1:], len(lines.text)]
    return [lines.text[start:end] for start, end in zip(lines.starts, ends, strict=True) if start < end]
