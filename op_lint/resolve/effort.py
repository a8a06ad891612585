"""How much a question about source may cost: helpers that each ask the one before them twice would take for ever."""

from __future__ import annotations

from dataclasses import dataclass

FOLLOWING = 20
"""Steps that a name or a call counts for that is followed."""
READING = 100
"""Steps that a type counts for that is read where it is written."""
MAX_ITEMS = 40_000
"""Items of one container: no slice that is read holds more, and joining one with itself doubles them."""
TOO_MUCH = "it takes too many steps to work it out"

_MAX_STEPS = 100_000
"""Steps of one question; an expression is one. That many take some seconds."""


@dataclass(slots=True)
class Effort:
    """Counts the steps of one question after the other."""

    steps: int = 0

    def afresh(self) -> None:
        """Effect: what is asked from now on is another question, which may take as many steps as the last one."""
        self.steps = 0

    def spend(self, steps: int = 1) -> bool:
        """Effect: counts steps of the question. Says whether it may take them."""
        self.steps += steps
        return self.steps <= _MAX_STEPS
