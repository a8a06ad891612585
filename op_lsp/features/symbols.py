"""Symbols: the agentic functions and the decisions with their options, of a document and of the workspace."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types
from op_runtime.menu import MenuOption, Unknown

from op_lint.facts import DecisionFacts, FileFacts, FunctionFacts
from op_lint.files import Encoding
from op_lint.read.expr import Range
from op_lsp import places, uris
from op_lsp.language_server import Server
from op_lsp.locations import range_in
from op_lsp.markup import counted
from op_lsp.workspace import View, Workspace

LIMIT = 500
"""Symbols that one answer about the workspace holds at most."""


def document_symbols(view: View) -> list[types.DocumentSymbol] | list[types.SymbolInformation]:
    """The document's outline; a flat list for clients that know no tree."""
    tree = list(_tree(view))
    if view.client.symbol_tree:
        return tree
    return [flat for symbol in tree for flat in _flat(symbol, view.snapshot.uri, None)]


def _tree(view: View) -> Iterator[types.DocumentSymbol]:
    facts = view.known
    names = {function.qualname for function in facts.functions}
    inside: dict[str, list[DecisionFacts]] = {}
    outside = []
    for decision in filter(lambda each: view.here(each.range), facts.decisions):
        owner = decision.function.qualname if decision.function is not None else ""
        if owner in names:
            inside.setdefault(owner, []).append(decision)
        else:
            outside.append(decision)
    for function in filter(lambda each: view.here(each.range), facts.functions):
        symbol = _function(view, function)
        symbol.children = [_decision(view, decision) for decision in inside.get(function.qualname, ())] or None
        yield symbol
    for decision in outside:
        yield _decision(view, decision)


def _function(view: View, function: FunctionFacts) -> types.DocumentSymbol:
    known = places.described(view.known, function)
    summary = "" if known is None or isinstance(known, Unknown) else str(known.summary)
    return types.DocumentSymbol(
        function.qualname.replace(".<locals>", ""),
        types.SymbolKind.Method if function.is_method else types.SymbolKind.Function,
        view.positions.range(function.range),
        view.positions.range(function.name_range),
        detail=summary or None,
    )


def _decision(view: View, decision: DecisionFacts) -> types.DocumentSymbol:
    whole = decision.range
    menu = decision.result.menu
    children = []
    for index, option in enumerate(menu.options if menu is not None else ()):
        place = decision.result.sources.get((index,))
        here = place.range if place is not None and place.path == view.facts.path else whole
        where = here if _within(here, whole) else whole
        children.append(_option(view, option, where))
    count = "no menu" if menu is None else counted(menu)
    return types.DocumentSymbol(
        view.lines.slice(places.head(decision)),
        types.SymbolKind.Enum,
        view.positions.range(whole),
        view.positions.range(places.head(decision)),
        detail=count,
        children=children or None,
    )


def _option(view: View, option: MenuOption, where: Range) -> types.DocumentSymbol:
    place = view.positions.range(where)
    return types.DocumentSymbol(
        option.name or "?", types.SymbolKind.EnumMember, place, place, detail=str(option.description or "") or None
    )


def _within(inner: Range, outer: Range) -> bool:
    return outer.contains(inner.start_line, inner.start_column) and outer.contains(inner.end_line, inner.end_column)


def _flat(symbol: types.DocumentSymbol, uri: str, container: str | None) -> Iterator[types.SymbolInformation]:
    location = types.Location(uri, symbol.selection_range)
    yield types.SymbolInformation(location, symbol.name, symbol.kind, container_name=container)
    for child in symbol.children or ():
        yield from _flat(child, uri, symbol.name)


def workspace_symbols(workspace: Workspace, query: str, encoding: Encoding) -> list[types.SymbolInformation]:
    """Agentic functions and options of all projects whose name holds the query's characters in order."""
    found: list[types.SymbolInformation] = []
    for facts in workspace.files.survey(whole=True).facts.values():
        for name, kind, where, container in _names(facts):
            if _fits(query, name):
                location = range_in(workspace, facts.path, where, encoding)
                found.append(types.SymbolInformation(location, name, kind, container_name=container))
                if len(found) >= LIMIT:
                    return found
    return found


def _names(facts: FileFacts) -> Iterator[tuple[str, types.SymbolKind, Range, str]]:
    file = uris.from_path(facts.path).rpartition("/")[2]
    for function in facts.functions:
        yield function.name, types.SymbolKind.Function, function.name_range, file
    for decision in facts.decisions:
        owner = decision.function.name if decision.function is not None else file
        for option in places.options_of(decision, facts.path):
            if option.option.name:
                yield option.option.name, types.SymbolKind.EnumMember, option.range, owner


def _fits(query: str, name: str) -> bool:
    rest = iter(name.lower())
    return all(char in rest for char in query.lower())


def register(server: Server) -> None:
    """Effect: answers ``textDocument/documentSymbol`` and ``workspace/symbol``."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def of_document(
        ls: Server, params: types.DocumentSymbolParams
    ) -> list[types.DocumentSymbol] | list[types.SymbolInformation] | None:
        return await ls.session.ask(params.text_document.uri, document_symbols)

    @server.feature(types.WORKSPACE_SYMBOL)
    async def of_workspace(ls: Server, params: types.WorkspaceSymbolParams) -> list[types.SymbolInformation] | None:
        return await ls.session.ask_workspace(workspace_symbols, params.query, ls.session.encoding)
