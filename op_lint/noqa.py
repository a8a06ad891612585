"""Comments that suppress what is found, put where they change nothing else: for ``--add-noqa`` and for editors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from tree_sitter import Node

from op_lint import syntax
from op_lint.check import Report
from op_lint.facts import FileFacts
from op_lint.files import Lines, SourceFile
from op_lint.finding import Edit, Finding
from op_lint.fix import apply_edits
from op_lint.read.expr import Range
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


class Room:
    """Where in a text comments that suppress can stand."""

    def __init__(self, lines: Lines, facts: FileFacts) -> None:
        self._lines = lines
        self._facts = facts
        root = syntax.parse(syntax.readable(lines.data)).root_node
        self._open = _open_lines(lines, root)
        comments = syntax.query("(comment) @comment", root).get("comment", [])
        self._comments = dict(lines.position(lines.from_byte(node.start_byte)) for node in comments)

    def line(self, finding: Finding) -> int | None:
        """The line (from 0) at whose end a comment speaks for a finding; None where each such end is in a string."""
        for line in speaking_lines(finding, self._facts):
            if line < self._lines.count and line not in self._open and not self._lines.line(line).endswith("\\"):
                return line
        return None

    def edit(self, line: int, codes: Iterable[str]) -> Edit:
        """The edit that adds codes to the comment of a line, or a comment to a line that has none for codes."""
        text = self._lines.line(line)
        listed = ", ".join(codes)
        comment = self._comments.get(line)
        found = None if comment is None else _CODES.search(text, comment)
        if found is not None:
            return Edit(Range(line, found.end(), line, found.end()), f", {listed}")
        return Edit(Range(line, len(text.rstrip()), line, len(text)), f"  # noqa: {listed}")


def suppressing(room: Room, finding: Finding) -> Edit | None:
    """The edit that suppresses one finding by a comment; None where there is no line for it, or it is about one."""
    line = None if finding.code in ABOUT_COMMENTS else room.line(finding)
    return None if line is None else room.edit(line, [finding.code])


def add_noqa(report: Report, check: Callable[[SourceFile], Report]) -> Added:
    """The file with a comment for each finding that nothing suppresses; ``check`` checks a new text of it.

    A comment stands at the end of a line on which it speaks for the finding and where that end is in no string. Should
    a string's value change nevertheless, the file is given back as it was, with the problem.
    """
    source = report.source
    if source is None or not report.findings:
        return Added(report, 0, report.findings)
    room = Room(source.lines, report.facts)
    wanted: dict[int, list[str]] = {}
    for finding in report.findings:
        line = None if finding.code in ABOUT_COMMENTS else room.line(finding)
        if line is not None and finding.code not in wanted.setdefault(line, []):
            wanted[line].append(finding.code)
    text = apply_edits(source.lines, [room.edit(line, codes) for line, codes in sorted(wanted.items())])
    after = check(source.with_text(text))
    if _strings(source.text) != _strings(text):
        return Added(report, 0, report.findings, "a comment would change a string; nothing was written")
    return Added(after, len(report.findings) - len(after.findings), after.findings)


def _open_lines(lines: Lines, root: Node) -> set[int]:
    """The lines whose end is in a string. One that nothing closes may go on to the end of the text."""
    found: set[int] = set()
    for node in syntax.query("(string_start) @start", root).get("start", []):
        first = lines.position(lines.from_byte(node.start_byte))[0]
        whole = node.parent
        if whole is not None and whole.type == "string":
            found.update(range(first, lines.position(lines.from_byte(whole.end_byte))[0]))
        else:
            found.update(range(first, lines.count if (node.text or b"").endswith((b'"""', b"'''")) else first + 1))
    return found


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
