"""Where each part of a menu comes from: the function behind an option, and the text behind each description."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from op_runtime.menu import Function, MenuOption

from op_lint.facts import DecisionFacts, FunctionFacts, Place
from op_lint.read.expr import Constant, Range
from op_lsp import places
from op_lsp.workspace import View


@dataclass(frozen=True, slots=True)
class Origin:
    """One part of an option and where it is written.

    ``part`` is empty for the option itself (its function, its value, its schema), ``description``, or a parameter's
    name, ``parameter`` then true. ``source`` says what stands there: ``function``, ``value``, ``schema``, ``option``
    (the text beside it), ``docstring``, ``input=``, ``signature``.
    """

    part: str
    source: str
    place: Place
    parameter: bool = False
    reason: str = ""
    """Why the option is not known, where ``source`` is ``unknown``."""


def of_option(view: View, decision: DecisionFacts, index: int, option: MenuOption) -> list[Origin]:
    """The origins of one option of a decision, in the order of the menu's text."""
    sources = decision.result.sources
    written = sources.get((index,))
    handler = view.workspace.files.handler(decision, index)
    target = handler or sources.get((index, "handler")) or written
    if target is None:
        return []
    found = [Origin("", option.kind, target, reason=option.unknown.reason if option.unknown is not None else "")]
    described = sources.get((index, "description"))
    facts = _function(view, handler) if handler is not None else None
    if described is not None:
        found.append(Origin("description", "option", described))
    elif option.description and handler is not None:
        found.append(_summary(handler, facts))
    if facts is not None and handler is not None:
        return [*found, *_parameters(handler.path, facts, [field.name for field in option.fields])]
    for field in option.fields:
        place = sources.get((index, "schema", field.name)) or (target if option.function is not None else None)
        if place is not None:
            source = "schema" if option.kind == "schema" else "signature"
            found.append(Origin(field.name, source, place, parameter=True))
    return found


def of_function(view: View, facts: FunctionFacts, known: Function) -> list[Origin]:
    """The origins of an agentic function's own entry."""
    name = Place(view.facts.path, facts.name_range)
    found = [Origin("", "function", name)]
    if known.summary:
        found.append(_summary(name, facts))
    visible = [parameter.name for parameter in known.parameters if parameter.visible]
    return [*found, *_parameters(view.facts.path, facts, visible)]


def _function(view: View, name: Place) -> FunctionFacts | None:
    """The agentic function whose name stands at a place."""
    if name.path == view.facts.path:
        return next((each for each in view.facts.functions if each.name_range == name.range), None)
    return view.workspace.files.function(name)


def _summary(name: Place, facts: FunctionFacts | None) -> Origin:
    """The docstring; of a function that is not agentic only the name has a known place."""
    docstring = facts.docstring if facts is not None else None
    return Origin("description", "docstring", Place(name.path, docstring.range) if docstring is not None else name)


def _parameters(path: str, facts: FunctionFacts, names: list[str]) -> Iterator[Origin]:
    entries = dict(places.input_entries(facts))
    written = {param.name: param.range for param in facts.params}
    for name in names:
        entry = entries.get(name)
        if entry is not None:
            where = _described(entry.value) or (entry.key.range if entry.key is not None else entry.range)
            yield Origin(name, "input=", Place(path, where), parameter=True)
        elif name in written:
            yield Origin(name, "signature", Place(path, written[name]), parameter=True)


def _described(metadata: object) -> Range | None:
    """The description in one parameter's metadata."""
    known = dict(places.entries(metadata)).get("description")
    return known.value.range if known is not None and isinstance(known.value, Constant) else None
