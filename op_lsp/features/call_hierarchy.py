"""Call hierarchy along decisions: which functions a function can lead to, and which decisions can lead to it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types

from op_lint.facts import DecisionFacts, FunctionFacts, Place
from op_lint.files import Encoding
from op_lint.read.expr import Range
from op_lsp import uris
from op_lsp.language_server import Server
from op_lsp.locations import document, range_in
from op_lsp.survey import handlers
from op_lsp.workspace import View, Workspace


def prepare(view: View, position: types.Position) -> list[types.CallHierarchyItem] | None:
    """The agentic function, or the one with a decision, that is defined or named at this position."""
    found = view.workspace.files.definition(view.snapshot.name, view.positions.point(position))
    function = view.workspace.files.function(found.place) if found is not None else None
    if found is not None and function is None:
        known = _functions(view.workspace, found.place.path)
        function = next((each for each in known if each.name_range == found.place.range), None)
    if found is None or function is None:
        return None
    return [_item(view.workspace, view.snapshot.encoding, found.place.path, function)]


def outgoing(
    workspace: Workspace, item: types.CallHierarchyItem, encoding: Encoding
) -> list[types.CallHierarchyOutgoingCall] | None:
    """The functions that the decisions of a function offer, and where."""
    path = _path(workspace, item)
    function = _function(workspace, path, item, encoding)
    if path is None or function is None:
        return None
    targets: dict[Place, list[Range]] = {}
    for decision in _decisions(workspace, path, function):
        for index, handler in handlers(decision):
            defined = workspace.files.locate(handler)
            if defined is not None:
                targets.setdefault(defined, []).append(_written(decision, index, path))
    calls = []
    for place, where in targets.items():
        target = workspace.files.function(place)
        if target is not None:
            ranges = _ranges(workspace, path, where, encoding)
            calls.append(types.CallHierarchyOutgoingCall(_item(workspace, encoding, place.path, target), ranges))
    return calls


def incoming(
    workspace: Workspace, item: types.CallHierarchyItem, encoding: Encoding
) -> list[types.CallHierarchyIncomingCall] | None:
    """The functions in which a decision offers this one, and where."""
    path = _path(workspace, item)
    function = _function(workspace, path, item, encoding)
    if path is None or function is None:
        return None
    survey = workspace.files.survey(whole=True)
    callers: dict[Place, tuple[FunctionFacts, list[Range]]] = {}
    for offer in survey.offers(Place(path, function.name_range), workspace.files.locate):
        around = offer.decision.function
        if around is not None:
            where = offer.place.range if offer.place.path == offer.path else offer.decision.range
            callers.setdefault(Place(offer.path, around.name_range), (around, []))[1].append(where)
    calls = []
    for place, (caller, written) in callers.items():
        ranges = _ranges(workspace, place.path, written, encoding)
        calls.append(types.CallHierarchyIncomingCall(_item(workspace, encoding, place.path, caller), ranges))
    return calls


def _ranges(workspace: Workspace, path: str, written: Iterable[Range], encoding: Encoding) -> list[types.Range]:
    return [range_in(workspace, path, each, encoding).range for each in written]


def _item(workspace: Workspace, encoding: Encoding, path: str, function: FunctionFacts) -> types.CallHierarchyItem:
    found = document(workspace, path, function.name_range.start_line, encoding)
    return types.CallHierarchyItem(
        function.name,
        types.SymbolKind.Function,
        found.uri,
        found.positions.range(function.range),
        found.positions.range(function.name_range),
        detail=uris.from_path(path).rpartition("/")[2],
    )


def _path(workspace: Workspace, item: types.CallHierarchyItem) -> str | None:
    for snapshot in workspace.open.values():
        if item.uri in (snapshot.uri, *(cell.uri for cell in snapshot.cells)):
            return snapshot.path
    return uris.to_path(item.uri)


def _function(
    workspace: Workspace, path: str | None, item: types.CallHierarchyItem, encoding: Encoding
) -> FunctionFacts | None:
    """The function of an item; the text may have changed since, so its name decides where the place no longer does."""
    if path is None:
        return None
    named = [each for each in _functions(workspace, path) if each.name == item.name]
    here = types.Location(item.uri, item.selection_range)
    return next(
        (each for each in named if range_in(workspace, path, each.name_range, encoding) == here),
        named[0] if named else None,
    )


def _functions(workspace: Workspace, path: str) -> list[FunctionFacts]:
    """The agentic functions of a file and those around its decisions, each once."""
    facts = workspace.files.survey().facts.get(path)
    if facts is None:
        return []
    around = (decision.function for decision in facts.decisions)
    found = {each.name_range: each for each in (*facts.functions, *around) if each is not None}
    return list(found.values())


def _decisions(workspace: Workspace, path: str, function: FunctionFacts) -> Iterator[DecisionFacts]:
    facts = workspace.files.survey().facts.get(path)
    for decision in facts.decisions if facts is not None else ():
        if decision.function is not None and decision.function.name_range == function.name_range:
            yield decision


def _written(decision: DecisionFacts, index: int, path: str) -> Range:
    place = decision.result.sources.get((index,))
    return place.range if place is not None and place.path == path else decision.range


def register(server: Server) -> None:
    """Effect: answers ``textDocument/prepareCallHierarchy`` and the two questions that follow it."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY)
    async def begin(ls: Server, params: types.CallHierarchyPrepareParams) -> list[types.CallHierarchyItem] | None:
        return await ls.session.ask(params.text_document.uri, prepare, params.position)

    @server.feature(types.CALL_HIERARCHY_OUTGOING_CALLS)
    async def leads(
        ls: Server, params: types.CallHierarchyOutgoingCallsParams
    ) -> list[types.CallHierarchyOutgoingCall] | None:
        return await ls.session.ask_workspace(outgoing, params.item, ls.session.encoding)

    @server.feature(types.CALL_HIERARCHY_INCOMING_CALLS)
    async def led(
        ls: Server, params: types.CallHierarchyIncomingCallsParams
    ) -> list[types.CallHierarchyIncomingCall] | None:
        return await ls.session.ask_workspace(incoming, params.item, ls.session.encoding)
