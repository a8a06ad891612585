"""OP404: two options of one name."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.facts import DecisionFacts
from op_lint.finding import Finding, Related
from op_lint.offered import Offer, offers
from op_lint.read.expr import Constant, Dict, Range
from op_lint.rules.base import Context, Example, Rule


class DuplicateOption(Rule):
    """An option name that is there twice: two items of a list, or one key of a dict written twice.

    Why: a pick names one option. A list raises ``ValueError``; of a dict Python keeps the last entry and says nothing.

    Fix: none. Rename one; the dict form lets you choose the names.
    """

    code = "OP404"
    name = "duplicate-option"
    severity = "error"
    summary = "the same option name twice"
    bad = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"done": 1, "ask": 2, «"done"»: 3})
            '''
        ),
        Example(
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", [find, «(find, "again")», "done", «("done", "again")»])
            '''
        ),
        Example(
            '''
            @agentic_function(name="search")
            def find(runtime=None):
                """Find pages."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", ["search", «find»])
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"find": find, "again": find, "Find": find})
            '''
        ),
        Example(
            '''
            @agentic_function(name="search")
            def find(runtime=None):
                """Find pages."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", [find, "find"])
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report the later option of each name: keys of one dict display, or items of a list."""
        for decision in context.facts.decisions:
            if isinstance(decision.container, Dict) and decision.container_path in ("", context.facts.path):
                yield from self._keys(context, decision.container)
            elif "two options are named" in (decision.result.error or ""):
                yield from self._items(context, decision)

    def _keys(self, context: Context, display: Dict) -> Iterator[Finding]:
        seen: dict[object, Range] = {}
        for entry in display.entries:
            key = entry.key
            if not isinstance(key, Constant) or not isinstance(key.value, str):
                continue
            if key.value in seen:
                message = f'another option is named "{key.value}" already; Python keeps this one only'
                related = (Related(seen[key.value], f'the first "{key.value}"'),)
                yield context.finding(self, key.range, message, related=related)
            seen.setdefault(key.value, key.range)

    def _items(self, context: Context, decision: DecisionFacts) -> Iterator[Finding]:
        seen: dict[str, Offer] = {}
        for offer in offers(decision):
            if offer.name is not None and offer.name in seen:
                where, related = context.at(decision, offer.handler)
                where = in_brackets(context, where) if not related else where
                first = seen[offer.name].handler.place
                related = related or (Related(first.range, f'the first "{offer.name}"'),)
                message = f'another option is named "{offer.name}" already'
                yield context.finding(self, where, message, related=related)
            elif offer.name is not None:
                seen[offer.name] = offer


def in_brackets(context: Context, where: Range) -> Range:
    """The range of a tuple with its brackets, which are not part of the expression."""
    text = context.text
    start, end = text.start(where), text.end(where)
    while text.text[end : end + 1].isspace():
        end += 1
    while text.text[start - 1 : start].isspace():
        start -= 1
    if text.text[start - 1 : start] == "(" and text.text[end : end + 1] == ")":
        return context.lines.range(start - 1, end + 1)
    return where
