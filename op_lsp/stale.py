"""The last good facts of code that does not parse at the moment, at the places where that code is now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from op_lint.facts import DecisionFacts, FileFacts, FunctionFacts, Place
from op_lint.read.expr import Range
from op_lint.read.shift import PARTS
from op_lsp.drift import Drift

Lines = tuple[int, int]
"""The first and the last line of a statement."""


def together(now: FileFacts, before: FileFacts, drift: Drift, broken: Sequence[Lines]) -> FileFacts:
    """What is known now, and of what ``broken`` statements hide what was known before.

    ``before`` are the facts of the last text that parsed, ``drift`` leads from that text to this one.
    """
    mover = _Mover(before.path, drift.forward)
    names = {function.qualname for function in now.functions}
    starts = {(each.range.start_line, each.range.start_column) for each in now.decisions}
    functions, decisions = list(now.functions), list(now.decisions)
    for function in before.functions:
        if function.qualname not in names and _hidden(drift.forward(function.range), broken):
            functions.append(mover.function(function))
    for decision in before.decisions:
        where = drift.forward(decision.range)
        if (where.start_line, where.start_column) not in starts and _hidden(where, broken):
            decisions.append(mover.decision(decision))
    kept = {each.qualname for each in functions} - names
    if not kept and len(decisions) == len(now.decisions):
        return now
    return FileFacts(
        now.path,
        tuple(sorted(functions, key=lambda each: each.range)),
        tuple(sorted(decisions, key=lambda each: each.range)),
        now.problems,
        True,
        {**{name: told for name, told in before.described.items() if name in kept}, **now.described},
        now.calls,
        now.unbound,
    )


def _hidden(where: Range, broken: Sequence[Lines]) -> bool:
    return any(first <= where.end_line and where.start_line <= last for first, last in broken)


class _Mover:
    def __init__(self, path: str, move: Callable[[Range], Range]) -> None:
        self._path = path
        self._move = move

    def function(self, function: FunctionFacts) -> FunctionFacts:
        moved: FunctionFacts = self._moved(function)
        return moved

    def decision(self, decision: DecisionFacts) -> DecisionFacts:
        result, container = decision.result, decision.container
        sources = {part: self._place(place) for part, place in result.sources.items()}
        moved: DecisionFacts = self._moved(replace(decision, part=None))
        here = decision.container_path == self._path
        return replace(moved, result=replace(result, sources=sources), container=moved.container if here else container)

    def _place(self, place: Place) -> Place:
        return Place(place.path, self._move(place.range)) if place.path == self._path else place

    def _moved(self, value: Any) -> Any:
        if isinstance(value, Range):
            return self._move(value)
        if isinstance(value, tuple):
            return tuple([self._moved(item) for item in value])
        if isinstance(value, _MOVED):
            return type(value)(*[self._moved(getattr(value, field.name)) for field in fields(value)])
        return value


_MOVED = (FunctionFacts, DecisionFacts, *PARTS)
