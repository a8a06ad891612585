"""``--add-noqa``: comments that suppress what is found, put where they change nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from op_lint import syntax
from op_lint.check import Report
from op_lint.files import Lines, SourceFile
from op_lint.finding import Finding
from op_lint.suppress import speaking_lines

_CODES = re.compile(r"#\s*noqa\s*:\s*[A-Za-z]+[0-9]+(?:(?:\s*,\s*|\s+)[A-Za-z]+[0-9]+)*", re.IGNORECASE)

ABOUT_COMMENTS = ("OP003", "OP004")
"""Findings about suppressions: one more comment is no answer to them."""


@dataclass(frozen=True, slots=True)
class Added:
    """A file with its comments: the new report, how many findings they suppress, why it was left alone, if it was."""

    report: Report
    suppressed: int
    left: tuple[Finding, ...] = ()
    problem: str | None = None


def add_noqa(report: Report, check: Callable[[SourceFile], Report]) -> Added:
    """The file with a comment for each finding that nothing suppresses; ``check`` checks a new text of it.

    A comment stands at the end of a line on which it speaks for the finding and where that end is in no string. Should
    a string's value change nevertheless, the file is given back as it was, with the problem.
    """
    source = report.source
    if source is None or not report.findings:
        return Added(report, 0, report.findings)
    closed = _closed_lines(source.lines)
    wanted: dict[int, list[str]] = {}
    for finding in report.findings:
        if finding.code in ABOUT_COMMENTS:
            continue
        lines = speaking_lines(finding, report.facts)
        line = next((each for each in lines if each < source.lines.count and each in closed), None)
        if line is not None:
            wanted.setdefault(line, []).append(finding.code)
    text = _with_comments(source.lines, wanted)
    after = check(source.with_text(text))
    if _strings(source.text) != _strings(text):
        return Added(report, 0, report.findings, "a comment would change a string; nothing was written")
    return Added(after, len(report.findings) - len(after.findings), after.findings)


def _closed_lines(lines: Lines) -> set[int]:
    """The lines at whose end a comment is a comment: no string and no continuation goes on there."""
    open_ends: set[int] = set()
    for node in syntax.query("(string) @string", syntax.parse(lines.data).root_node).get("string", []):
        first, last = (lines.position(lines.from_byte(byte))[0] for byte in (node.start_byte, node.end_byte))
        open_ends.update(range(first, last))
    return {
        number for number in range(lines.count) if number not in open_ends and not lines.line(number).endswith("\\")
    }


def _with_comments(lines: Lines, wanted: dict[int, list[str]]) -> str:
    nodes = syntax.query("(comment) @comment", syntax.parse(lines.data).root_node).get("comment", [])
    comments = dict(lines.position(lines.from_byte(node.start_byte)) for node in nodes)
    pieces = []
    for number, start in enumerate(lines.starts):
        line = lines.line(number)
        end = lines.starts[number + 1] if number + 1 < lines.count else len(lines.text)
        rest = lines.text[start + len(line) : end]
        codes = list(dict.fromkeys(wanted.get(number, ())))
        pieces.append((_commented(line, codes, comments.get(number)) if codes else line) + rest)
    return "".join(pieces)


def _commented(line: str, codes: Iterable[str], comment: int | None) -> str:
    listed = ", ".join(codes)
    found = None if comment is None else _CODES.search(line, comment)
    if found is not None:
        return f"{line[: found.end()]}, {listed}{line[found.end() :]}"
    return f"{line.rstrip()}  # noqa: {listed}"


def _strings(text: str) -> list[object]:
    """The values of all strings, in order; their source where this Python cannot parse the text."""
    import ast

    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        root = syntax.parse(text.encode("utf-8", "replace")).root_node
        return [node.text for node in syntax.query("(string) @string", root).get("string", [])]
    return [
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)
    ]
