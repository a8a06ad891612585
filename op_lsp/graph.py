"""The functions and decisions of a project, or those that can be reached from one place, as nodes and edges."""

from __future__ import annotations

from dataclasses import dataclass, field

from op_lint.facts import DecisionFacts, FunctionFacts, Place
from op_lint.files import Encoding
from op_lsp.locations import Starts
from op_lsp.survey import Survey, handlers
from op_lsp.workspace import View, Workspace


@dataclass
class _Graph:
    starts: Starts
    nodes: dict[str, dict[str, object]] = field(default_factory=dict)
    edges: list[dict[str, str]] = field(default_factory=list)

    @property
    def result(self) -> dict[str, object]:
        return {"nodes": list(self.nodes.values()), "edges": self.edges}


def graph(view: View, start: DecisionFacts | FunctionFacts) -> dict[str, object]:
    """``nodes`` and ``edges`` (``from``, ``to``, ``option``).

    A node has ``id``, ``kind``, ``name``, and where it starts: ``uri``, ``line``, ``character``. A function leads to
    the decisions in it, a decision to the functions that it offers. A decision without a menu has ``problem``, the
    reason.
    """
    made = _Graph(Starts(view.workspace, view.snapshot.encoding, view.snapshot))
    survey = view.workspace.files.survey()
    if isinstance(start, DecisionFacts):
        _decision(view.workspace, survey, made, view.facts.path, start)
    else:
        _function(view.workspace, survey, made, view.facts.path, start)
    return made.result


def whole_graph(workspace: Workspace, encoding: Encoding) -> dict[str, object]:
    """The same for every agentic function and decision of the workspace."""
    made = _Graph(Starts(workspace, encoding))
    survey = workspace.files.survey(whole=True)
    for path, function in survey.functions():
        _function(workspace, survey, made, path, function)
    for path, decision in survey.decisions():
        _decision(workspace, survey, made, path, decision)
    return made.result


def _node(made: _Graph, kind: str, name: str, place: Place) -> tuple[str, bool]:
    where = place.range
    key = f"{place.path}:{where.start_line}:{where.start_column}"
    if key in made.nodes:
        return key, False
    made.nodes[key] = {"id": key, "kind": kind, "name": name, **made.starts.at(place)}
    return key, True


def _function(workspace: Workspace, survey: Survey, made: _Graph, path: str, function: FunctionFacts) -> str:
    key, fresh = _node(made, "function", function.name, Place(path, function.name_range))
    facts = survey.facts.get(path)
    if fresh and facts is not None:
        for decision in facts.decisions:
            if decision.function is not None and decision.function.name_range == function.name_range:
                made.edges.append({"from": key, "to": _decision(workspace, survey, made, path, decision), "option": ""})
    return key


def _decision(workspace: Workspace, survey: Survey, made: _Graph, path: str, decision: DecisionFacts) -> str:
    key, fresh = _node(made, "decision", decision.kind, Place(path, decision.range))
    menu = decision.result.menu
    if not fresh:
        return key
    if menu is None:
        unknown = decision.result.unknown
        made.nodes[key]["problem"] = unknown.reason if unknown is not None else str(decision.result.error)
        return key
    offered = dict(handlers(decision))
    for index, option in enumerate(menu.options):
        defined = workspace.files.locate(offered[index]) if index in offered else None
        function = workspace.files.function(defined) if defined is not None else None
        if defined is not None and function is not None:
            target = _function(workspace, survey, made, defined.path, function)
        else:
            place = decision.result.sources.get((index,)) or Place(path, decision.range)
            target, _ = _node(made, option.kind, option.name, place)
        made.edges.append({"from": key, "to": target, "option": option.name})
    return key
