"""Code actions: the fix of a finding, the fixes of a rule or of all rules in the file, and a comment that allows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from op_lint.finding import Edit, Finding, Fix
from op_lint.fix import compatible
from op_lint.noqa import Room, suppressing
from op_lint.read.expr import Range
from op_lsp.edits import difference, workspace_edit
from op_lsp.features import refactorings
from op_lsp.language_server import Server
from op_lsp.methods import FIX_ALL
from op_lsp.workspace import View

SYNTAX_ERROR = "OP001"
"""No comment makes such a line run, and one that is added while it is being typed outlives the error."""


def code_actions(view: View, params: types.CodeActionParams) -> list[types.CodeAction]:
    """What can be done about the findings in a range, those of the kinds that the client asks for."""
    only = params.context.only
    actions: list[types.CodeAction] = []
    if _wanted(types.CodeActionKind.QuickFix, only):
        where = view.positions.own_range(params.range)
        here = [each for each in view.findings if not each.suppressed and _touch(each.range, where)]
        if here:
            room = Room(view.lines, view.facts)
        for finding in here:
            actions.extend(_for_finding(view, finding, room, params.context.diagnostics))
    if _wanted(types.CodeActionKind.RefactorExtract, only):
        actions.extend(refactorings.extract_options(view, params.range))
    if _wanted(types.CodeActionKind.RefactorRewrite, only):
        actions.extend(refactorings.migrate(view, params.range))
        actions.extend(refactorings.describe(view, params.range))
    if only is not None and _wanted(FIX_ALL, only):
        actions.extend(_fix_all(view))
    return actions if view.client.versioned_edits else [each for each in actions if _is_small(each)]


def _is_small(action: types.CodeAction) -> bool:
    """Whether an action changes one place on one line: all that may reach a client that knows no versions.

    Such a client applies it to whatever the text is by then, and more than one place would tear that apart.
    """
    made = [edit for edits in ((action.edit and action.edit.changes) or {}).values() for edit in edits]
    return len(made) == 1 and made[0].range.start.line == made[0].range.end.line


def _wanted(kind: str, only: Iterable[str] | None) -> bool:
    """Whether a kind is asked for: itself, or one that it is a part of."""
    return only is None or any(kind == asked or kind.startswith(f"{asked}.") for asked in map(_text, only))


def _text(kind: str) -> str:
    return kind.value if isinstance(kind, types.CodeActionKind) else kind


def _touch(one: Range, other: Range) -> bool:
    return (one.start_line, one.start_column) <= (other.end_line, other.end_column) and (
        other.start_line,
        other.start_column,
    ) <= (one.end_line, one.end_column)


def _for_finding(
    view: View, finding: Finding, room: Room, diagnostics: Iterable[types.Diagnostic]
) -> Iterator[types.CodeAction]:
    where = view.positions.range(finding.range)
    about = [each for each in diagnostics if each.code == finding.code and each.range == where]
    if finding.fix is not None:
        safe = finding.fix.safety == "safe"
        title = finding.fix.title if safe else f"{finding.fix.title} (please check)"
        yield _quick_fix(view, title, finding.fix.edits, about, preferred=safe)
        same = [each.fix for each in view.findings if each.code == finding.code and each.fix and not each.suppressed]
        if len(same) > 1:
            title = f"Fix all {len(same)} {finding.code} ({finding.name}) in this file"
            yield _quick_fix(view, title, _together(same), [])
    edit = suppressing(room, finding) if finding.code != SYNTAX_ERROR else None
    if edit is not None:
        yield _quick_fix(view, f"Ignore {finding.code} ({finding.name}) on this line", [edit], about)


def _together(fixes: Iterable[Fix]) -> list[Edit]:
    return [edit for fix in compatible(fixes) for edit in fix.edits]


def _quick_fix(
    view: View, title: str, edits: Iterable[Edit], about: list[types.Diagnostic], *, preferred: bool = False
) -> types.CodeAction:
    return types.CodeAction(
        title,
        kind=types.CodeActionKind.QuickFix,
        diagnostics=about or None,
        is_preferred=True if preferred and view.client.preferred_actions else None,
        edit=workspace_edit(view, edits),
    )


def _fix_all(view: View) -> Iterator[types.CodeAction]:
    edits = _all_fixed(view)
    if edits:
        yield types.CodeAction("Apply all safe fixes of op-lint", kind=FIX_ALL, edit=workspace_edit(view, edits))


def _all_fixed(view: View) -> list[Edit]:
    """The edits of all safe fixes.

    In a notebook those that can be made at once: where lines of two cells change that follow each other, a new text
    does not tell which of its lines is whose.
    """
    if view.snapshot.cells:
        fixes = [each.fix for each in view.findings if each.fix is not None and not each.suppressed]
        return _together(fix for fix in fixes if fix.safety == "safe")
    fixed = view.workspace.fixed(view.snapshot, view.report)
    return difference(view.lines, fixed) if fixed is not None else []


def register(server: Server) -> None:
    """Effect: answers ``textDocument/codeAction``."""

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    async def answer(ls: Server, params: types.CodeActionParams) -> list[types.CodeAction] | None:
        if not ls.session.client.action_literals:
            return None
        return await ls.session.ask(params.text_document.uri, code_actions, params)
