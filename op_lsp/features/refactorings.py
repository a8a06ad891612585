"""Refactorings: options into a variable, a legacy function's sections into ``input=``, descriptions to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types

from op_lint.facts import DecisionFacts, FunctionFacts
from op_lint.finding import Edit
from op_lint.fix import compatible
from op_lint.read.expr import Dict, Range, Sequence
from op_lsp import places
from op_lsp.edits import difference, workspace_edit
from op_lsp.nesting import nesting
from op_lsp.workspace import View

MIGRATION = ("OP103", "OP104", "OP203", "OP208")
"""The rules whose fixes move a legacy function's descriptions from its docstring into ``input=``."""

_BEFORE = re.compile(r"\s*(?:return\s+|[\w.]+(?:\s*:[^=]+)?\s*=\s*)?(?:await\s+)?")
"""What may stand on a line before a call that the line's statement is made of."""


def extract_options(view: View, where: types.Range) -> Iterator[types.CodeAction]:
    """A variable for the options that are written inside the call at a place."""
    point = view.positions.point(where.start)
    found = places.decision_at(view.facts, view.lines, point)
    if found is None:
        return
    decision, _ = found
    edits = _extracted(view, decision)
    if edits:
        yield types.CodeAction(
            "Extract options to a variable",
            kind=types.CodeActionKind.RefactorExtract,
            edit=workspace_edit(view, edits),
        )


def _extracted(view: View, decision: DecisionFacts) -> list[Edit]:
    options = decision.options
    if not isinstance(options, Dict | Sequence) or "\\\n" in view.lines.slice(options.range):
        return []
    line = _statement_line(view, decision)
    if line is None:
        return []
    text = view.lines.line(line)
    indent = text[: len(text) - len(text.lstrip())]
    name = _free_name(view)
    moved = _indented(view, options.range, indent)
    newline = view.snapshot.source.newline
    start = Range(line, len(indent), line, len(indent))
    return [Edit(start, f"{name} = {moved}{newline}{indent}"), Edit(options.range, name)]


def _indented(view: View, where: Range, indent: str) -> str:
    """A display that moves to a line with this indent: its other lines move as far as its first one does.

    They stay as they are where one of them stands further left than the first, or may be inside a string.
    """
    text = view.lines.slice(where)
    first = view.lines.line(where.start_line)
    before = first[: len(first) - len(first.lstrip())]
    head, *rest = text.splitlines(keepends=True)
    if any(quotes in text for quotes in ('"""', "'''")) or any(
        line.strip() and not line.startswith(before) for line in rest
    ):
        return text
    return head + "".join(indent + line[len(before) :] if line.strip() else line for line in rest)


def _statement_line(view: View, decision: DecisionFacts) -> int | None:
    """The line on which the statement around a call starts, None where the call does not stand at its start."""
    line, column = decision.range.start_line, decision.range.start_column
    if _BEFORE.fullmatch(view.lines.line(line)[:column]) is None:
        return None
    around = nesting(view.snapshot.text, view.lines.offset(line, column))
    return None if around.frames or around.text is not None else line


def _free_name(view: View) -> str:
    names = ("options", "choices", *(f"options_{number}" for number in range(2, 1000)))
    return next(name for name in names if re.search(rf"\b{name}\b", view.snapshot.text) is None)


def migrate(view: View, where: types.Range) -> Iterator[types.CodeAction]:
    """A legacy function's docstring sections moved to ``input=``."""
    function = places.enclosing(view.facts.functions, view.positions.point(where.start))
    if function is None or not any(
        finding.code in MIGRATION[:2] and _in(function, finding.range.start_line) for finding in view.findings
    ):
        return
    text = view.workspace.migrated(view.snapshot, MIGRATION, function.qualname)
    if text is not None and text != view.snapshot.text:
        yield types.CodeAction(
            f"Migrate {function.name}() to input=",
            kind=types.CodeActionKind.RefactorRewrite,
            edit=workspace_edit(view, difference(view.lines, text)),
        )


def describe(view: View, where: types.Range) -> Iterator[types.CodeAction]:
    """Entries to fill in for every parameter of a function that has no description."""
    function = places.enclosing(view.facts.functions, view.positions.point(where.start))
    if function is None:
        return
    fixes = [
        finding.fix
        for finding in view.findings
        if finding.code == "OP203"
        and finding.fix is not None
        and not finding.suppressed
        and _in(function, finding.range.start_line)
    ]
    edits = [edit for fix in compatible(fixes) for edit in fix.edits]
    if edits:
        yield types.CodeAction(
            "Add missing descriptions",
            kind=types.CodeActionKind.RefactorRewrite,
            edit=workspace_edit(view, edits),
        )


def _in(function: FunctionFacts, line: int) -> bool:
    return function.range.start_line <= line <= function.range.end_line
