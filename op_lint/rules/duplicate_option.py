"""OP404: two options of one name."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu import Function

from op_lint.facts import DecisionFacts
from op_lint.finding import Finding, Related
from op_lint.offered import Offer, last_name, offers
from op_lint.read.expr import Dict, Range
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
        """Report the later option of each name."""
        for decision in context.facts.decisions:
            in_dict = isinstance(decision.container, Dict)
            if not in_dict and "two options are named" not in (decision.result.error or ""):
                continue
            seen: dict[str, Range] = {}
            for offer in offers(decision.container):
                name = offer.text if in_dict else offer.text or _function_name(context, offer)
                if name is None:
                    continue
                own = offer.name.range if in_dict and offer.name else offer.handler.range
                if name in seen:
                    yield self._found(context, decision, name, own, seen[name])
                seen.setdefault(name, own)

    def _found(self, context: Context, decision: DecisionFacts, name: str, own: Range, first: Range) -> Finding:
        where, related = context.at(decision, _in_brackets(context, decision, own))
        lost = "; only the last one counts" if isinstance(decision.container, Dict) else ""
        message = f'another option is named "{name}" already{lost}'
        return context.finding(self, where, message, related=related or (Related(first, f'the first "{name}"'),))


def _in_brackets(context: Context, decision: DecisionFacts, where: Range) -> Range:
    """The range of a tuple with its brackets, which are not part of the expression."""
    if decision.container_path not in ("", context.facts.path):
        return where
    text = context.text
    start, end = text.start(where), text.end(where)
    while end < len(text.text) and text.text[end].isspace():
        end += 1
    if text.text[start - 1 : start] == "(" and text.text[end : end + 1] == ")":
        return context.lines.range(start - 1, end + 1)
    return where


def _function_name(context: Context, offer: Offer) -> str | None:
    """The name of a function of this file, as the menu has it; else its last identifier."""
    name = last_name(offer.function)
    for function in context.facts.functions:
        if function.name == name:
            described = context.facts.described.get(function.qualname)
            return described.name if isinstance(described, Function) else name
    return name
