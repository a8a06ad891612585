"""``opLint/graph`` and ``opLint/outline``: all agentic functions and decisions, for a client's views."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from op_runtime.menu import Unknown

from op_lint.facts import DecisionFacts, FileFacts, FunctionFacts
from op_lint.files import Encoding
from op_lint.read.expr import Range
from op_lsp import places
from op_lsp.convert import Positions
from op_lsp.features import Json
from op_lsp.features.preview import jsonable
from op_lsp.graph import whole_graph
from op_lsp.language_server import Server
from op_lsp.locations import Document, document, in_snapshot
from op_lsp.methods import GRAPH, OUTLINE
from op_lsp.workspace import Workspace


def outline(workspace: Workspace, encoding: Encoding) -> dict[str, Json]:
    """``files``: those with agentic functions or decisions, by path; of an open notebook its cells.

    Each has ``uri``, ``functions`` and ``decisions``, those outside of any function. A function has ``name``,
    ``summary``, ``line`` and ``character`` of its name, ``firstLine`` (its decorator's), ``lastLine``, ``decisions``;
    a decision ``name``, ``line``, ``character``, ``options``: their names, or null where there is no menu.
    """
    files: list[Json] = []
    for path, facts in sorted(workspace.files.survey(whole=True).facts.items()):
        files.extend(_documents(workspace, facts, path, encoding))
    return {"files": files}


def _documents(workspace: Workspace, facts: FileFacts, path: str, encoding: Encoding) -> Iterator[Json]:
    """A file, or each cell of an open notebook, where it holds anything."""
    snapshot = workspace.open.get(path)
    if snapshot is None or not snapshot.cells:
        parts = [(facts.functions, facts.decisions, document(workspace, path, 0, encoding))]
    else:
        parts = [
            (
                tuple(each for each in facts.functions if cell.holds(each.range.start_line)),
                tuple(each for each in facts.decisions if cell.holds(each.range.start_line)),
                in_snapshot(snapshot, cell.first),
            )
            for cell in snapshot.cells
        ]
    for functions, decisions, found in parts:
        if functions or decisions:
            yield _file(facts, functions, decisions, found)


def _file(
    facts: FileFacts, functions: Sequence[FunctionFacts], decisions: Sequence[DecisionFacts], found: Document
) -> dict[str, Json]:
    positions = found.positions
    inside: dict[str, list[Json]] = {}
    outside: list[Json] = []
    names = {function.qualname for function in functions}
    for decision in decisions:
        owner = decision.function.qualname if decision.function is not None else ""
        where = inside.setdefault(owner, []) if owner in names else outside
        where.append(_decision(decision, positions))
    told = [_function(facts, each, positions, inside.get(each.qualname, [])) for each in functions]
    return {"uri": found.uri, "functions": told, "decisions": outside}


def _function(facts: FileFacts, function: FunctionFacts, positions: Positions, decisions: list[Json]) -> Json:
    known = places.described(facts, function)
    whole = positions.range(function.range)
    return {
        "name": function.qualname.replace(".<locals>", ""),
        "summary": "" if known is None or isinstance(known, Unknown) else str(known.summary),
        **_start(positions, function.name_range),
        "firstLine": whole.start.line,
        "lastLine": whole.end.line,
        "decisions": decisions,
    }


def _decision(decision: DecisionFacts, positions: Positions) -> Json:
    menu = decision.result.menu
    return {
        "name": decision.kind,
        **_start(positions, places.head(decision)),
        "options": [option.name for option in menu.options] if menu is not None else None,
    }


def _start(positions: Positions, where: Range) -> dict[str, int]:
    start = positions.range(where).start
    return {"line": start.line, "character": start.character}


def register(server: Server) -> None:
    """Effect: answers ``opLint/graph`` and ``opLint/outline``."""

    @server.feature(GRAPH)
    async def graph(ls: Server, params: Any) -> Json:
        return jsonable(await ls.session.ask_workspace(whole_graph, ls.session.encoding))

    @server.feature(OUTLINE)
    async def files(ls: Server, params: Any) -> Json:
        return await ls.session.ask_workspace(outline, ls.session.encoding)
