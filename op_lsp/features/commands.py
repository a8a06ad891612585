"""Commands that any client can run: the fixes of one function, the menu at a place, a check of the whole workspace."""

from __future__ import annotations

import asyncio
import uuid
from typing import Any

from lsprotocol import types

from op_lint.fix import compatible
from op_lsp import places
from op_lsp.edits import workspace_edit
from op_lsp.features import document_position
from op_lsp.features.diagnostics import diagnostics
from op_lsp.features.preview import find, menu_of
from op_lsp.features.workspace_diagnostics import Progress, checked
from op_lsp.language_server import Server
from op_lsp.methods import CHECK_WORKSPACE, FIX_FUNCTION, SHOW_MENU
from op_lsp.workspace import View


def fix_function(view: View, position: types.Position) -> types.WorkspaceEdit | None:
    """The edits of all fixes in the agentic function at a position, unsafe ones included: they are asked for."""
    function = places.enclosing(view.facts.functions, view.positions.point(position))
    if function is None:
        return None
    fixes = [
        finding.fix
        for finding in view.findings
        if finding.fix is not None
        and not finding.suppressed
        and function.range.start_line <= finding.range.start_line <= function.range.end_line
    ]
    edits = [edit for fix in compatible(fixes) for edit in fix.edits]
    return workspace_edit(view, edits) if edits else None


def show_menu(view: View, position: types.Position) -> str | None:
    """The menu at a position as text, or why there is none."""
    target = find(view, view.positions.point(position))
    if target is None:
        return None
    _, menu, problem = menu_of(view, target)
    return menu.render() if menu is not None else problem


async def check_workspace(ls: Server) -> int:
    """Effect: publishes the diagnostics of every file of the workspace; gives how many have any.

    Not those that a client asks for by itself, of open documents or of all files: it would show them twice. One that
    asked for all is told to ask again.
    Shows its progress where the client can; the client may cancel it there.
    """
    token = None
    if ls.session.client.progress:
        token = str(uuid.uuid4())
        await ls.work_done_progress.create_async(token)
    progress = Progress(ls, token)
    found = 0
    with progress.shown():
        async for view in checked(ls.session, progress):
            items = diagnostics(view)
            found += bool(items)
            is_open = ls.session.documents.get(view.snapshot.uri) is not None
            asked_for = ls.session.client.pull_diagnostics if is_open else ls.asked_for_all
            if not asked_for and (items or view.snapshot.uri in ls.published):
                ls.tell(types.PublishDiagnosticsParams(view.snapshot.uri, items, view.snapshot.version))
            await asyncio.sleep(0)
        progress.result = f"{found} file{'s' if found != 1 else ''} with findings"
    if ls.asked_for_all and ls.session.client.refresh_diagnostics:
        ls.workspace_diagnostic_refresh(None)
    return found


def _place(uri: Any, position: Any) -> tuple[str, types.Position]:
    return document_position({"textDocument": {"uri": uri}, "position": position})


def register(server: Server) -> None:
    """Effect: runs the commands."""

    @server.command(FIX_FUNCTION)
    async def fix(ls: Server, uri: Any, position: Any) -> None:
        where, point = _place(uri, position)
        edit = await ls.session.ask(where, fix_function, point)
        if edit is not None:
            await ls.workspace_apply_edit_async(types.ApplyWorkspaceEditParams(edit, label="Fix with op-lint"))

    @server.command(SHOW_MENU)
    async def show(ls: Server, uri: Any, position: Any) -> str | None:
        where, point = _place(uri, position)
        text = await ls.session.ask(where, show_menu, point)
        if text is not None:
            ls.window_show_message(types.ShowMessageParams(types.MessageType.Info, text))
        return text

    @server.command(CHECK_WORKSPACE)
    async def check(ls: Server) -> int:
        return await check_workspace(ls)
