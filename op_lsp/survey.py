"""What the whole project holds: every file with agentic functions or decisions, and how they refer to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from op_lint.facts import DecisionFacts, FileFacts, FunctionFacts, Place

Locate = Callable[[Place], Place | None]
"""From the place where a name is written to the place where it is defined."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One decision that offers a function, and where the option is written."""

    decision: DecisionFacts
    path: str
    place: Place


@dataclass
class Survey:
    """The facts of the project's files by path, and which decisions offer which function."""

    facts: dict[str, FileFacts] = field(default_factory=dict)
    _offers: dict[Place, list[Offer]] | None = None

    def put(self, facts: FileFacts) -> None:
        """Effect: takes the newest facts of a file."""
        if self.facts.get(facts.path) is not facts:
            self.facts[facts.path] = facts
            self._offers = None

    def drop(self, path: str) -> None:
        """Effect: forgets a file."""
        if self.facts.pop(path, None) is not None:
            self._offers = None

    def offers(self, function: Place, locate: Locate) -> list[Offer]:
        """The options that run a function, by the place of its name."""
        if self._offers is None:
            found: dict[Place, list[Offer]] = {}
            for path, decision in self.decisions():
                for index, handler in handlers(decision):
                    defined = locate(handler)
                    if defined is not None:
                        place = decision.result.sources.get((index,)) or handler
                        found.setdefault(defined, []).append(Offer(decision, path, place))
            self._offers = found
        return self._offers.get(function, [])

    def decisions(self) -> Iterator[tuple[str, DecisionFacts]]:
        """Every decision with the path of its file."""
        for path, facts in self.facts.items():
            for decision in facts.decisions:
                yield path, decision

    def functions(self) -> Iterator[tuple[str, FunctionFacts]]:
        """Every agentic function with the path of its file."""
        for path, facts in self.facts.items():
            for function in facts.functions:
                yield path, function

    def function(self, place: Place) -> FunctionFacts | None:
        """The agentic function whose name stands at a place."""
        facts = self.facts.get(place.path)
        functions: Iterable[FunctionFacts] = facts.functions if facts is not None else ()
        return next((item for item in functions if item.name_range == place.range), None)


def handlers(decision: DecisionFacts) -> Iterator[tuple[int, Place]]:
    """Where the functions of a decision's options are named, by option; of an unknown one it may be something else."""
    menu = decision.result.menu
    for index, option in enumerate(menu.options if menu is not None else ()):
        place = decision.result.sources.get((index, "handler"))
        if (option.function is not None or option.unknown is not None) and place is not None:
            yield index, place
