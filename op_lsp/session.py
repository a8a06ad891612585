"""One client's session: its documents, and when and where they are analysed.

The event loop owns the documents. All analysis happens on one worker thread, in the order asked, always on the newest
text: so the analyzer needs no locks, and what a newer text has overtaken is dropped. Only where that thread is idle,
and the document took next to nothing the last time, the event loop does it itself.
"""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar

from lsprotocol import types
from pygls.exceptions import JsonRpcException

from op_lint.files import Encoding
from op_lsp import uris
from op_lsp.client import Client
from op_lsp.documents import Documents, Snapshot
from op_lsp.greeting import Json
from op_lsp.notebooks import Notebooks
from op_lsp.worker import Worker

if TYPE_CHECKING:
    from op_lint.check import Report
    from op_lsp.workspace import View, Workspace

logger = logging.getLogger(__name__)

Result = TypeVar("Result")
Arguments = ParamSpec("Arguments")

SETTLE = 0.3
"""Seconds without a change after which the other open documents, which may import the changed one, are looked at."""

QUICK = 0.01
"""Seconds that the event loop may spend on the analysis of a keystroke."""


class Session:
    """The state of one client.

    ``publish`` is told of each analysis, ``surveyed`` once all files of the workspace were read, ``complain`` of a
    configuration that cannot be used and of the first internal failure. All are called on the event loop.
    """

    def __init__(
        self, publish: Callable[[View], None], surveyed: Callable[[], None], complain: Callable[[str], None]
    ) -> None:
        self.client = Client()
        self.encoding: Encoding = "utf-16"
        self.documents = Documents()
        self.notebooks = Notebooks()
        self.ended = False
        """Whether the client asked for the shutdown."""
        self.failures = 0
        self._publish = publish
        self._surveyed = surveyed
        self._complain = complain
        self._loop: asyncio.AbstractEventLoop | None = None
        self._surveying: asyncio.Task[None] | None = None
        self._warming: asyncio.Task[None] | None = None
        self._worker = Worker()
        self._took: dict[str, tuple[Report, float]] = {}
        """What the last analysis of each document gave, and the seconds that it took."""
        self._waiting: set[str] = set()
        self._again: set[str] = set()
        self._settling: asyncio.TimerHandle | None = None

    @cached_property
    def workspace(self) -> Workspace:
        """The analyzer; for the worker alone, which imports it when it is first needed."""
        from op_lsp.workspace import Workspace

        return Workspace(self._complain_later)

    def start(self, params: types.InitializeParams, abilities: Json, encoding: str | None) -> None:
        """Effect: takes over what the client can do, the position encoding, and the folders of the workspace."""
        self._loop = asyncio.get_running_loop()
        self.client = Client.of(abilities, params.initialization_options)
        self.encoding = _encoding(encoding)
        folders = [folder.uri for folder in params.workspace_folders or ()]
        if not folders and params.root_uri:
            folders = [params.root_uri]
        elif not folders and params.root_path:
            folders = [uris.from_path(params.root_path)]
        paths = [path for path in map(uris.to_path, folders) if path is not None]
        self._worker.do(lambda: self.workspace.set_folders(paths, ()))

    def warm_up(self, loads: Iterable[Callable[[], object]]) -> None:
        """Effect: has the worker load what later questions would wait for, and read the workspace.

        A document that was opened meanwhile never waits for more than one of these.
        """
        loop = asyncio.get_running_loop()
        self._warming = loop.create_task(self._warm_up([*loads, lambda: self.workspace.warm_up()]))

    async def _warm_up(self, loads: list[Callable[[], object]]) -> None:
        for load in [lambda: self.workspace, *loads]:
            try:
                await self._worker.ask(load)
            except Exception:
                logger.exception("loading failed")
        self._survey()

    async def load(self, load: Callable[[], object]) -> None:
        """Effect: runs one of these at once."""
        await self._worker.ask(load)

    def close(self) -> None:
        """Effect: drops all waiting work; after a shutdown that was asked for, keeps what the next start can use."""
        if self._settling is not None:
            self._settling.cancel()
        if self.ended and "workspace" in vars(self):
            self._worker.do(self.workspace.keep_slices)
        self._worker.close(drop=not self.ended)

    # Documents

    def open(self, item: types.TextDocumentItem) -> None:
        """Effect: keeps a document and has it analysed."""
        snapshot = self.documents.open(item, self.encoding)
        if snapshot is not None:
            self._worker.do(lambda: self.workspace.opened(snapshot))
            self.refresh(snapshot.uri)
            self.settle()

    def change(self, uri: str, version: int | None, changes: Sequence[types.TextDocumentContentChangeEvent]) -> None:
        """Effect: takes a document's new text and has it analysed."""
        snapshot = self.documents.change(uri, version, changes)
        if snapshot is not None:
            self._worker.before_next(lambda: self.workspace.changed(snapshot))  # who asks comes at once
            if not self.client.pull_diagnostics and self._is_quick(snapshot.uri):
                self._analysed(snapshot, self._worker.now(lambda: self._found(snapshot)))
            elif not self.client.pull_diagnostics:
                self.refresh(snapshot.uri)
            self.settle()

    def shut(self, uri: str) -> bool:
        """Effect: forgets a document; whether it was one that is analysed."""
        snapshot = self.documents.close(uri)
        self._took.pop(uri, None)
        if snapshot is None:
            return False
        self._forget(snapshot)
        self.settle()
        return True

    def _forget(self, snapshot: Snapshot) -> None:
        self._worker.do(lambda: self.workspace.closed(snapshot))

    # Notebooks

    def notebook_opened(self, params: types.DidOpenNotebookDocumentParams) -> None:
        """Effect: keeps a notebook and has its cells analysed."""
        self._cells_changed(self.notebooks.open(params, self.encoding))

    def notebook_changed(self, params: types.DidChangeNotebookDocumentParams) -> list[str]:
        """Effect: takes a notebook's new cells and texts; gives the URIs of the cells that are gone."""
        before = set(self.notebooks.cells(params.notebook_document.uri))
        snapshots = self.notebooks.change(params, self.encoding)
        self._cells_changed(snapshots)
        gone = sorted(before - {snapshot.uri for snapshot in snapshots})
        for uri in gone:
            self.documents.close(uri)
        return gone

    def notebook_closed(self, uri: str) -> list[str]:
        """Effect: forgets a notebook; gives the URIs of its cells."""
        cells = self.notebooks.close(uri)
        for cell in cells:
            snapshot = self.documents.close(cell)
            if snapshot is not None:
                self._forget(snapshot)
        return cells

    def _cells_changed(self, snapshots: list[Snapshot]) -> None:
        for snapshot in snapshots:
            self.documents.put(snapshot)
        if snapshots:
            self._worker.do(lambda: self.workspace.changed(snapshots[0]))
        for snapshot in snapshots:
            self.refresh(snapshot.uri)

    # Files

    def folders(self, added: Iterable[str], removed: Iterable[str]) -> None:
        """Effect: changes the folders of the workspace and looks at every open document again."""
        paths = [path for path in map(uris.to_path, added) if path is not None]
        gone = [path for path in map(uris.to_path, removed) if path is not None]
        self._worker.do(lambda: self.workspace.set_folders(paths, gone))
        self._survey()
        self.refresh_all()

    def files_changed(self, changed: Iterable[str]) -> None:
        """Effect: has files read again that changed on disk, and looks at every open document again."""
        paths = [path for path in map(uris.to_path, changed) if path is not None]
        self._worker.do(lambda: self.workspace.files_changed(paths))
        self.refresh_all()

    # Analysis

    def refresh(self, uri: str) -> None:
        """Effect: has a document's newest text analysed and published, once however often this is called meanwhile."""
        snapshot = self.documents.get(uri)
        if uri in self._waiting:
            self._again.add(uri)
        elif snapshot is not None:
            self._waiting.add(uri)
            self._worker.do(lambda: self._on_loop(self._analysed, snapshot, self._found(snapshot)))

    def refresh_all(self) -> None:
        """Effect: the same for every open document."""
        for snapshot in self.documents:
            self.refresh(snapshot.uri)

    def settle(self) -> None:
        """Effect: looks at every open document again once the client has been quiet for a moment."""
        if self._settling is not None:
            self._settling.cancel()
        self._settling = asyncio.get_running_loop().call_later(SETTLE, self.refresh_all)

    def _found(self, snapshot: Snapshot) -> View | Exception:
        try:
            return self._view(snapshot)
        except Exception as error:
            return error

    def _analysed(self, snapshot: Snapshot, found: View | Exception) -> None:
        uri = snapshot.uri
        self._waiting.discard(uri)
        try:
            if isinstance(found, Exception):
                raise found
            if self.documents.get(uri) is snapshot:
                self._publish(found)
        except Exception:
            self.failed("diagnostics")
        if uri in self._again:
            self._again.discard(uri)
            self.refresh(uri)

    def _on_loop(self, tell: Callable[Arguments, object], *args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        """Effect: has the event loop do something, where there still is one."""
        with suppress(RuntimeError):  # it was closed meanwhile
            assert self._loop is not None
            self._loop.call_soon_threadsafe(lambda: tell(*args, **kwargs))

    def _survey(self) -> None:
        if self._surveying is None or self._surveying.done():
            self._surveying = asyncio.get_running_loop().create_task(self._read_all())

    async def _read_all(self) -> None:
        """Effect: reads the workspace, file by file: whoever asks something meanwhile never waits for more than one."""
        try:
            await self.read_workspace()
            self._surveyed()
            await self._worker.ask(lambda: self.workspace.keep_slices())
            await self._worker.ask(tidy)
        except Exception:
            self.failed("reading the workspace")

    async def read_workspace(self) -> None:
        """Effect: reads what of the workspace was never read."""
        while await self._worker.ask(lambda: self.workspace.files.survey_step()):
            pass

    def _view(self, snapshot: Snapshot) -> View:
        start = perf_counter()
        view = self.workspace.view(snapshot, self.client)
        known = self._took.get(snapshot.uri)
        if known is None or known[0] is not view.report:
            self._took[snapshot.uri] = view.report, perf_counter() - start
        return view

    def _is_quick(self, uri: str) -> bool:
        """Whether a document is analysed here and now: nothing else is, and the last time it took next to nothing."""
        known = self._took.get(uri)
        return self._worker.idle and known is not None and known[1] < QUICK

    async def ask_quickly(
        self,
        uri: str,
        compute: Callable[Concatenate[View, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result | None:
        """The same as ``ask``, for what takes no time once the document is analysed."""
        snapshot = self.documents.get(uri)
        if snapshot is None or not self._is_quick(uri):
            return await self.ask(uri, compute, *args, **kwargs)
        try:
            return self._worker.now(lambda: compute(self._view(snapshot), *args, **kwargs))
        except Exception:
            self.failed(getattr(compute, "__module__", "request"))
            return None

    async def ask(
        self,
        uri: str,
        compute: Callable[Concatenate[View, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result | None:
        """What ``compute`` makes of a document's text at the time of asking.

        None for a document that is not kept, and where the computation fails: that is logged, and said once. A
        refusal (JsonRpcException) is raised again: it is the answer.
        """
        snapshot = self.documents.get(uri)
        if snapshot is None:
            return None
        try:
            return await self._worker.ask(lambda: compute(self._view(snapshot), *args, **kwargs))
        except JsonRpcException:
            raise
        except Exception:
            self.failed(getattr(compute, "__module__", "request"))
            return None

    async def ask_workspace(
        self,
        compute: Callable[Concatenate[Workspace, Arguments], Result],
        *args: Arguments.args,
        **kwargs: Arguments.kwargs,
    ) -> Result | None:
        """What ``compute`` makes of the whole workspace; None where it fails."""
        try:
            return await self._worker.ask(lambda: compute(self.workspace, *args, **kwargs))
        except Exception:
            self.failed(getattr(compute, "__module__", "request"))
            return None

    def failed(self, what: str) -> None:
        """Effect: logs the exception being handled; the first one is also shown."""
        logger.exception("%s failed", what)
        self.failures += 1
        if self.failures == 1:
            self._complain(f"op-lint: an internal error in {what}; the server goes on, its log has the details")

    def _complain_later(self, message: str) -> None:
        self._on_loop(self._complain, message)


def tidy() -> None:
    """Effect: has the garbage collector pass over all that there is now, which stays as long as the server does.

    Otherwise it would look at these hundred thousand objects while somebody types, which takes longer than an answer.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def _encoding(name: str | None) -> Encoding:
    match name:
        case "utf-8" | "utf-32":
            return name
        case _:
            return "utf-16"
