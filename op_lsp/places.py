"""What of the analysis stands at a point of a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from op_runtime.menu import Function, MenuOption, Unknown

from op_lint.facts import DecisionFacts, FileFacts, FunctionFacts
from op_lint.files import Lines
from op_lint.inputs import offered
from op_lint.read.expr import Constant, Dict, Entry, Range
from op_lsp.convert import Point

_TARGET = re.compile(r"([^\W\d]\w*)\s*(?::[^=]*)?=\s*\(?\s*$")


@dataclass(frozen=True, slots=True)
class OptionAt:
    """One option of a decision, and the range that a point in it belongs to."""

    decision: DecisionFacts
    index: int
    option: MenuOption
    range: Range


def size(where: Range) -> tuple[int, int]:
    """How long a range is, to find the innermost of several."""
    lines = where.end_line - where.start_line
    return lines, where.end_column - (0 if lines else where.start_column)


def head(decision: DecisionFacts) -> Range:
    """From the start of a decision's call to its opening parenthesis: ``decision.make``."""
    call, func = decision.call.range, decision.call.func.range
    return Range(call.start_line, call.start_column, func.end_line, func.end_column)


def decision_ranges(decision: DecisionFacts, path: str, lines: Lines) -> Iterator[Range]:
    """Where a decision can be pointed at: its call's name, its options argument, the variable that holds them."""
    yield head(decision)
    for argument in decision.call.args:
        if argument.value is decision.options or argument.value.range == decision.options.range:
            yield argument.range
    container = decision.container
    if container is not None and decision.container_path == path:
        yield container.range
        target = target_range(container.range, lines)
        if target is not None:
            yield target


def target_range(value: Range, lines: Lines) -> Range | None:
    """The name that a value is assigned to on the line it starts on, as in ``name = `` or ``name: T = ``."""
    match = _TARGET.search(lines.line(value.start_line)[: value.start_column])
    if match is None:
        return None
    return Range(value.start_line, match.start(1), value.start_line, match.end(1))


def decision_at(facts: FileFacts, lines: Lines, point: Point) -> tuple[DecisionFacts, Range] | None:
    """The innermost decision that a point stands on, and the range it stands in."""
    found = [
        (where, decision)
        for decision in facts.decisions
        for where in decision_ranges(decision, facts.path, lines)
        if where.contains(*point)
    ]
    if not found:
        return None
    where, decision = min(found, key=lambda item: size(item[0]))
    return decision, where


def options_of(decision: DecisionFacts, path: str) -> Iterator[OptionAt]:
    """The options of a decision that are written in this file."""
    menu = decision.result.menu
    if menu is None:
        return
    for index, option in enumerate(menu.options):
        place = decision.result.sources.get((index,))
        if place is not None and place.path == path:
            yield OptionAt(decision, index, option, place.range)


def option_at(facts: FileFacts, point: Point) -> OptionAt | None:
    """The option that a point stands in, the innermost container's first."""
    found = [
        item for decision in facts.decisions for item in options_of(decision, facts.path) if item.range.contains(*point)
    ]
    return min(found, key=lambda item: size(item.range), default=None)


def function_at(facts: FileFacts, point: Point) -> FunctionFacts | None:
    """The agentic function whose name a point stands on."""
    return next((item for item in facts.functions if item.name_range.contains(*point)), None)


def enclosing(functions: Iterable[FunctionFacts], point: Point) -> FunctionFacts | None:
    """The innermost agentic function, decorator included, that a point stands in."""
    return min(
        (item for item in functions if item.range.contains(*point)), key=lambda item: size(item.range), default=None
    )


def described(facts: FileFacts, function: FunctionFacts) -> Function | Unknown | None:
    """What a menu that offers an agentic function says of it."""
    return offered(facts.described, function)


def input_entries(function: FunctionFacts) -> Iterator[tuple[str, Entry]]:
    """The entries of a literal ``input=``, by parameter name."""
    yield from entries(function.input_expr)


def entries(display: object) -> Iterator[tuple[str, Entry]]:
    """The entries of a dict display whose keys are text."""
    if isinstance(display, Dict):
        for entry in display.entries:
            if isinstance(entry.key, Constant) and isinstance(entry.key.value, str):
                yield entry.key.value, entry
