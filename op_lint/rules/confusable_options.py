"""OP419: two options that hardly differ."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import combinations

from op_runtime.menu import MenuOption

from op_lint.finding import Finding, Related
from op_lint.offered import offers
from op_lint.rules.base import Context, Example, Rule

ALIKE = 0.85
"""From this difflib ratio on two texts count as alike."""
MAX_OPTIONS = 60
"""Options of one menu that are compared with each other."""


class ConfusableOptions(Rule):
    """Two options of one menu whose names, descriptions and parameters are nearly the same.

    Why: a model picks one of them by chance.

    Fix: none. Say in each when to pick it rather than the other, or merge them.
    """

    code = "OP419"
    name = "confusable-options"
    severity = "info"
    summary = "two options whose names, descriptions and parameters hardly differ"
    bad = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make(
                    "Pick one.",
                    {"close_ticket": (1, "Close the ticket."), "close_tickets": («2», "Close the tickets.")},
                )
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", ["escalate_case", «"escalate_cases"», "wait"])
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make(
                    "Pick one.",
                    {"close_ticket": (1, "It is solved."), "close_tickets": (2, "All tickets of one customer.")},
                )
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", ["approve", "reject", "level_1", "level_2", "yes", "no"])
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report the later one of each such pair."""
        for decision in context.facts.decisions:
            menu = decision.result.menu
            if menu is None or len(menu.options) > MAX_OPTIONS:
                continue
            places = {offer.name: offer for offer in offers(decision)}
            for first, second in combinations(menu.options, 2):
                offer = places.get(second.name)
                if offer is None or not _alike(first, second):
                    continue
                where, related = context.at(decision, offer.target)
                other = places.get(first.name)
                if not related and other is not None and context.here(other.target):
                    related = (Related(other.target.place.range, f'"{first.name}"'),)
                message = f'"{second.name}" and "{first.name}" hardly differ; say when to pick which'
                yield context.finding(self, where, message, related=related)


def _alike(first: MenuOption, second: MenuOption) -> bool:
    if "unknown" in (first.kind, second.kind) or [each.name for each in first.fields] != [
        each.name for each in second.fields
    ]:
        return False
    if _numbers(first.name) != _numbers(second.name):
        return False
    one, other = str(first.description or ""), str(second.description or "")
    return _near(first.name, second.name) and (one == other or _near(one, other))


def _near(one: str, other: str) -> bool:
    return SequenceMatcher(None, one.casefold(), other.casefold(), autojunk=False).ratio() >= ALIKE


def _numbers(text: str) -> str:
    return "".join(char for char in text if char.isdigit())
