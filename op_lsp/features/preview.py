"""``opLint/preview``: everything about the decision or agentic function at a position, as data for a client's panel."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from lsprotocol import types
from op_runtime.menu import Function, Menu, Unknown, build_menu, form_controls, render_option, strict, tool_spec

from op_lint import tokens
from op_lint.facts import DecisionFacts, FunctionFacts
from op_lsp import origins, places
from op_lsp.convert import Point
from op_lsp.drift import Drift
from op_lsp.features import Json, document_position, plain
from op_lsp.graph import graph
from op_lsp.language_server import Server
from op_lsp.locations import Starts
from op_lsp.methods import PREVIEW
from op_lsp.workspace import View


def preview(view: View, position: types.Position) -> dict[str, Json] | None:
    """The decision or function at a position, None where there is neither.

    ``kind`` is ``decision`` or ``function``; ``menu`` the text that the model reads (null where there is none,
    ``error`` then says why); ``schema`` the JSON Schema of a valid pick; ``options`` each option's kind, its part of
    the menu with its size, its form, of an agentic function its tool spec, and ``origins``, where each ``part`` of it
    comes from (see ``op_lsp.origins``) as ``uri``, ``line`` and ``character``; ``graph`` what can be reached from here.
    ``stale`` says that the code does not parse now, and all of this is of the last text that did; ``range`` is where
    that place is now.
    """
    source, target, drift = target_at(view, view.positions.point(position))
    if target is None:
        return None
    found, menu, error = menu_of(source, target)
    if isinstance(found, DecisionFacts):
        kind, name, where = "decision", source.lines.slice(places.head(found)), found.range
    else:
        kind, name, where = "function", found.qualname, found.name_range
    text = menu.render() if menu is not None else None
    starts = Starts(source.workspace, source.snapshot.encoding, source.snapshot)
    span = view.positions.range(where if drift is None else drift.forward(where))
    return {
        "kind": kind,
        "name": name,
        "uri": view.snapshot.uri,
        "version": view.snapshot.version,
        "range": {
            "start": {"line": span.start.line, "character": span.start.character},
            "end": {"line": span.end.line, "character": span.end.character},
        },
        "stale": drift is not None,
        "menu": text,
        "error": error,
        "tokens": tokens.size(text).tokens if text is not None else 0,
        "schema": menu.json_schema() if menu is not None else None,
        "options": [_option(source, starts, found, menu, index) for index in range(len(menu.options))] if menu else [],
        "graph": jsonable(graph(source, found)),
    }


def target_at(view: View, point: Point) -> tuple[View, DecisionFacts | FunctionFacts | None, Drift | None]:
    """What ``find`` finds, in the view that it is of: where code does not parse, in the last text that did."""
    target = find(view, point)
    before = view.before()
    if before is None or isinstance(target, DecisionFacts):
        return view, target, None
    old, drift = before
    was = find(old, drift.back(*point))
    if target is not None and not isinstance(was, DecisionFacts):
        return view, target, None
    return old, was, drift


def find(view: View, point: Point) -> DecisionFacts | FunctionFacts | None:
    """The decision or agentic function that a point stands on, else the innermost one it stands in."""
    function = places.function_at(view.facts, point)
    if function is not None:
        return function
    found = places.decision_at(view.facts, view.lines, point)
    if found is not None:
        return found[0]
    option = places.option_at(view.facts, point)
    if option is not None:
        return option.decision
    around = [decision for decision in view.facts.decisions if decision.range.contains(*point)]
    if around:
        return min(around, key=lambda decision: places.size(decision.range))
    return places.enclosing(view.facts.functions, point)


def menu_of(
    view: View, target: DecisionFacts | FunctionFacts
) -> tuple[DecisionFacts | FunctionFacts, Menu | None, str | None]:
    """The menu of a decision, or the one that offers a function alone; else why there is none."""
    if isinstance(target, DecisionFacts):
        result = target.result
        if result.unknown is not None:
            return target, None, f"what the options are cannot be told from source: {result.unknown.reason}"
        if result.menu is None:
            return target, None, f"{result.error_type or 'Error'}: {result.error}"
        return target, result.menu, None
    known = places.described(view.facts, target)
    if not isinstance(known, Function):
        reason = known.reason if isinstance(known, Unknown) else "its definition could not be read"
        return target, None, f"what a model sees of it cannot be told from source: {reason}"
    try:
        return target, build_menu([known]), None
    except (TypeError, ValueError) as error:
        return target, None, f"{type(error).__name__}: {error}"


def _option(
    view: View, starts: Starts, found: DecisionFacts | FunctionFacts, menu: Menu, index: int
) -> dict[str, Json]:
    option = menu.options[index]
    text = render_option(option)
    result: dict[str, Json] = {
        "name": option.name,
        "kind": option.kind,
        "text": text,
        "tokens": tokens.size(text).tokens,
        "description": str(option.description) if option.description else None,
        "unknown": option.unknown.reason if option.unknown is not None else None,
    }
    if option.function is not None:
        result["form"] = [jsonable(asdict(control)) for control in form_controls(option.function)]
    if option.function is not None and option.function.agentic:  # no other callable is a tool
        spec = tool_spec(option.function)
        strict_form, reason = strict(spec["parameters"])
        result["spec"] = jsonable(spec)
        result["strict"] = jsonable(strict_form)
        result["strictProblem"] = reason or None
    if isinstance(found, DecisionFacts):
        place = view.workspace.files.handler(found, index) or found.result.sources.get((index,))
        if place is not None:
            result.update(starts.at(place))
        result["origins"] = _origins(starts, origins.of_option(view, found, index, option))
    elif option.function is not None:
        result["origins"] = _origins(starts, origins.of_function(view, found, option.function))
    return result


def _origins(starts: Starts, found: list[origins.Origin]) -> list[Json]:
    made = []
    for origin in found:
        told = {"part": origin.part, "parameter": origin.parameter, "source": origin.source}
        made.append({**told, **starts.at(origin.place)})
    return made


def jsonable(value: Any) -> Json:
    """A value as JSON; what JSON does not have as text."""
    if isinstance(value, dict):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [jsonable(item) for item in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def register(server: Server) -> None:
    """Effect: answers ``opLint/preview``."""

    @server.feature(PREVIEW)
    async def answer(ls: Server, params: Any) -> dict[str, Json] | None:
        uri, position = document_position(plain(params))
        return await ls.session.ask(uri, preview, position)
