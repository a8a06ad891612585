"""Reviewdog's diagnostics. Its columns count bytes of UTF-8, so the lines are looked at again."""

from __future__ import annotations

import json
from collections.abc import Sequence

from op_lint.files import Lines, UnreadableError, client_column, read_source
from op_lint.read.expr import Range
from op_lint.result import Result
from op_lint.rules import url

_LEVELS = {"error": "ERROR", "warning": "WARNING", "info": "INFO"}


def render(results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """Effect: reads the files that have findings. Gives one JSON object in ASCII."""
    diagnostics = []
    for result in results:
        lines = _lines(result) if result.found else None
        for finding in result.findings:
            said: dict[str, object] = {
                "message": finding.message,
                "location": {"path": result.uri, "range": _range(finding.range, lines)},
                "severity": _LEVELS[finding.severity],
                "code": {"value": finding.code, "url": url(finding.code)},
            }
            # A suggestion is applied by itself: a fix that takes several edits would be torn apart.
            if finding.fix is not None and len(finding.fix.edits) == 1:
                (edit,) = finding.fix.edits
                said["suggestions"] = [{"range": _range(edit.range, lines), "text": edit.text}]
            diagnostics.append(said)
    source = {"name": "op-lint", "url": "https://op-lint.readthedocs.io/"}
    return json.dumps({"source": source, "diagnostics": diagnostics}, indent=2) + "\n"


def _lines(result: Result) -> Lines | None:
    try:
        return read_source(result.file).lines
    except UnreadableError:
        return None


def _range(where: Range, lines: Lines | None) -> dict[str, object]:
    return {
        "start": _position(where.start_line, where.start_column, lines),
        "end": _position(where.end_line, where.end_column, lines),
    }


def _position(line: int, column: int, lines: Lines | None) -> dict[str, int]:
    if lines is not None and line < lines.count:
        column = client_column(lines.line(line), column, "utf-8")
    return {"line": line + 1, "column": column + 1}
