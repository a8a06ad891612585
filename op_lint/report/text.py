"""The report for people: one finding after the other, each with its source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TextIO

from op_lint.check import Report
from op_lint.finding import Finding
from op_lint.report.excerpt import excerpt

Piece = tuple[str, str]
"""Text and its style, empty for plain."""

_STYLES = {"error": "bold red", "warning": "yellow", "info": "cyan"}


def render(reports: Sequence[Report], *, quiet: bool = False) -> list[Piece]:
    """The findings of some files, as text with styles; with ``quiet`` without source."""
    pieces: list[Piece] = []
    for report in reports:
        for finding in report.findings:
            pieces += _finding(report, finding, quiet=quiet)
    return pieces


def _finding(report: Report, finding: Finding, *, quiet: bool) -> Iterable[Piece]:
    where = finding.range
    place = f"{report.path}:{where.start_line + 1}:{where.start_column + 1}:"
    fixable = f" [{finding.fix.safety} fix]" if finding.fix else ""
    yield place, "bold"
    yield " ", ""
    yield finding.severity, _STYLES[finding.severity]
    yield f" {finding.code} ", "bold"
    yield f"{finding.message} ({finding.name}){fixable}\n", ""
    if quiet or report.source is None or not report.source.lines.line(where.start_line).strip():
        return
    number, line, carets = excerpt(report.source.lines, where)
    gutter = " " * len(number)
    yield f"{gutter} |\n{number} | ", "dim"
    yield line + "\n", ""
    yield f"{gutter} | ", "dim"
    yield carets + "\n", _STYLES[finding.severity]
    for related in finding.related:
        path = related.path or report.path
        yield f"{gutter} = {path}:{related.range.start_line + 1}: {related.message}\n", "dim"


def summary(reports: Sequence[Report]) -> str:
    """One line that counts the findings and names what can be fixed; empty where there are none."""
    findings = [finding for report in reports for finding in report.findings]
    if not findings:
        return ""
    safe = sum(finding.fix is not None and finding.fix.safety == "safe" for finding in findings)
    unsafe = sum(finding.fix is not None and finding.fix.safety == "unsafe" for finding in findings)
    text = f"{count(len(findings), 'finding')} in {count(sum(bool(r.findings) for r in reports), 'file')}"
    if safe:
        text += f"; {safe} can be fixed with --fix"
    if unsafe:
        text += (
            f"; {unsafe} with --fix --unsafe-fixes" if safe else f"; {unsafe} can be fixed with --fix --unsafe-fixes"
        )
    return text


def count(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: ``1 file``, ``2 files``."""
    return f"{number} {noun}" if number == 1 else f"{number} {plural or noun + 's'}"


def write(pieces: Iterable[Piece], stream: TextIO) -> None:
    """Effect: writes to ``stream``, in colour only where that is a terminal that wants it."""
    if not stream.isatty():
        stream.write("".join(text for text, _ in pieces))
        return
    from rich.console import Console
    from rich.text import Text

    text = Text.assemble(*((text, style) for text, style in pieces))
    Console(file=stream, highlight=False, soft_wrap=True).print(text, end="")
