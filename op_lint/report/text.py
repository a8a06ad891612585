"""The report for people: one finding after the other, each with its source."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import TextIO

from op_lint.report.excerpt import printable
from op_lint.result import Found, Result

Piece = tuple[str, str]
"""Text and its style, empty for plain."""

_STYLES = {"error": "bold red", "warning": "yellow", "info": "cyan"}


def render(results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """The findings of some files without colour."""
    return "".join(text for text, _ in pieces(results))


def pieces(results: Sequence[Result], *, source: bool = True) -> list[Piece]:
    """The findings of some files, as text with styles; without ``source`` one line for each."""
    return [piece for result in results for found in result.found for piece in _finding(result, found, source=source)]


def _finding(result: Result, found: Found, *, source: bool) -> Iterable[Piece]:
    finding = found.finding
    where = finding.range
    fixable = f" [{finding.fix.safety} fix]" if finding.fix else ""
    yield f"{printable(result.path)}:{where.start_line + 1}:{where.start_column + 1}:", "bold"
    yield " ", ""
    yield finding.severity, _STYLES[finding.severity]
    yield f" {finding.code} ", "bold"
    message = finding.message if source else " ".join(finding.message.split())
    yield f"{message} ({finding.name}){fixable}\n", ""
    if not source or found.shown is None:
        return
    line, carets = found.shown
    number = str(where.start_line + 1)
    gutter = " " * len(number)
    yield f"{gutter} |\n{number} | ", "dim"
    yield line + "\n", ""
    yield f"{gutter} | ", "dim"
    yield carets + "\n", _STYLES[finding.severity]
    for related in finding.related:
        path = printable(result.beside(related.path))
        yield f"{gutter} = {path}:{related.range.start_line + 1}: {related.message}\n", "dim"


def summary(results: Sequence[Result]) -> str:
    """One line that counts the findings and names what can be fixed; empty where there are none."""
    findings = [finding for result in results for finding in result.findings]
    if not findings:
        return ""
    safe = sum(finding.fix is not None and finding.fix.safety == "safe" for finding in findings)
    unsafe = sum(finding.fix is not None and finding.fix.safety == "unsafe" for finding in findings)
    text = f"{count(len(findings), 'finding')} in {count(sum(bool(each.found) for each in results), 'file')}"
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


def painted(pieces: Iterable[Piece], stream: TextIO) -> str:
    """The text for a stream: in colour where that is a terminal that wants it, or where ``FORCE_COLOR`` is set."""
    if not (stream.isatty() or os.environ.get("FORCE_COLOR")):
        return "".join(text for text, _ in pieces)
    import io

    from rich.console import Console
    from rich.text import Text

    console = Console(file=io.StringIO(), force_terminal=True, highlight=False, soft_wrap=True)
    with console.capture() as capture:
        console.print(Text.assemble(*pieces), end="")
    return capture.get()
