"""Diagnostics of the whole workspace, file by file: whoever asks sees them come, and may stop at any time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import contextmanager
from pathlib import PurePath

from lsprotocol import types

from op_lsp import uris
from op_lsp.features.diagnostics import diagnostics, report
from op_lsp.language_server import Server
from op_lsp.session import Session
from op_lsp.workspace import CONFIG_FILES, View, Workspace

BATCH = 20
"""Documents in one part of an answer that is sent in parts."""

Report = types.WorkspaceFullDocumentDiagnosticReport | types.WorkspaceUnchangedDocumentDiagnosticReport


class Progress:
    """Tells the client how far the work is, under a token that it knows; without one it tells nothing."""

    def __init__(self, ls: Server, token: types.ProgressToken | None) -> None:
        self.result: str | None = None
        """What is said at the end."""
        self._ls = ls
        self._token = token

    @contextmanager
    def shown(self) -> Iterator[None]:
        """Effect: begins, and ends however the work ends."""
        progress = self._ls.work_done_progress
        if self._token is None:
            yield
            return
        progress.begin(self._token, types.WorkDoneProgressBegin("op-lint: checking the workspace", cancellable=True))
        try:
            yield
        finally:
            progress.end(self._token, types.WorkDoneProgressEnd(message=self.result))
            progress.tokens.pop(self._token, None)

    def at(self, number: int, total: int) -> None:
        """Effect: says that so many files are done."""
        if self._token is not None:
            done = types.WorkDoneProgressReport(message=f"{number} of {total} files", percentage=100 * number // total)
            self._ls.work_done_progress.report(self._token, done)

    @property
    def stopped(self) -> bool:
        """Whether the client does not want the rest."""
        tokens = self._ls.work_done_progress.tokens
        return self._token is not None and self._token in tokens and tokens[self._token].cancelled()


async def checked(session: Session, progress: Progress) -> AsyncIterator[View]:
    """Effect: reads what of the workspace was never read. Gives each document that names something of ours.

    In between whoever else asks is answered, and the work can be cancelled.
    """
    await session.read_workspace()
    paths = await session.ask_workspace(_files) or []
    for number, path in enumerate(paths, 1):
        for view in await session.ask_workspace(_views, path, session) or ():
            yield view
        progress.at(number, len(paths))
        if progress.stopped:
            return


async def look_again(ls: Server, changed: Iterable[str]) -> None:
    """Effect: tells the client what has become of what it was told of files that are not open, where they changed.

    Of all of them where a configuration did.
    """
    paths = [PurePath(path) for path in map(uris.to_path, changed) if path is not None]
    everything = any(path.name in CONFIG_FILES for path in paths)
    for uri, path in ls.told_of_closed().items():
        if everything or PurePath(path) in paths:
            items = await ls.session.ask_workspace(_found, path, ls.session)
            if ls.session.documents.get(uri) is None:
                ls.tell(types.PublishDiagnosticsParams(uri, items)) if items else ls.clear(uri)


def _files(workspace: Workspace) -> list[str]:
    return list(workspace.files.survey().facts)


def _views(workspace: Workspace, path: str, session: Session) -> list[View]:
    return workspace.views_of(path, session.client, session.encoding)


def _found(workspace: Workspace, path: str, session: Session) -> list[types.Diagnostic]:
    return [item for view in _views(workspace, path, session) for item in diagnostics(view)]


async def of_workspace(ls: Server, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
    """The report of every document, unchanged ones by their result id; sent in parts where the client gave a token.

    A document that had diagnostics and is gone, or names nothing of ours any more, has none now.
    """
    previous = {each.uri: each.value for each in params.previous_result_ids}
    told: list[Report] = []
    progress = Progress(ls, params.work_done_token)

    def tell(made: Report) -> None:
        told.append(made)
        if len(told) >= BATCH:
            send()

    def send() -> None:
        if params.partial_result_token is not None and told:
            part = types.WorkspaceDiagnosticReportPartialResult(list(told))
            ls.progress(types.ProgressParams(params.partial_result_token, part))
            told.clear()

    with progress.shown():
        async for view in checked(ls.session, progress):
            tell(_report(view, previous.pop(view.snapshot.uri, None)))
        for uri, known in previous.items():
            made = await ls.session.ask(uri, _report, known)
            tell(made or types.WorkspaceFullDocumentDiagnosticReport(uri, []))
        send()
    return types.WorkspaceDiagnosticReport(told)


def _report(view: View, previous: str | None) -> Report:
    uri, version = view.snapshot.uri, view.snapshot.version
    made = report(diagnostics(view), previous)
    if isinstance(made, types.RelatedUnchangedDocumentDiagnosticReport):
        return types.WorkspaceUnchangedDocumentDiagnosticReport(uri, made.result_id, version)
    return types.WorkspaceFullDocumentDiagnosticReport(uri, made.items, version, result_id=made.result_id)


def register(server: Server) -> None:
    """Effect: answers ``workspace/diagnostic``."""

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    async def answer(ls: Server, params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        ls.asked_for_all = True
        made = await of_workspace(ls, params)
        for uri in ls.told_of_closed():  # by a check that was run before: it would be shown twice
            ls.take_back(uri)
        return made
