"""OP417: a plain function with several parameters as an option."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.offered import offers
from op_lint.rules.base import Context, Example, Rule

MANY = 2
"""Parameters from which on their names alone are too little."""


class PlainOptionLosesMetadata(Rule):
    """A function without ``@agentic_function`` as an option, with two visible parameters or more.

    Why: its parameters have no descriptions and no allowed values, and its call leaves no trace.

    Fix: none. Decorate it and describe its parameters in ``input=``.
    """

    code = "OP417"
    name = "plain-option-loses-metadata"
    severity = "info"
    summary = "a plain callable with several parameters: decorate it to describe them"
    bad = (
        Example(
            '''
            def refund(order: str, amount: int):
                """Refund an order."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"refund": «refund», "wait": "WAIT"})
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"refund": («lambda order, amount: 1», "when it is late")})
            '''
        ),
    )
    good = (
        Example(
            '''
            def refund(order: str, runtime=None):
                """Refund an order."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"refund": refund, "wait": "WAIT"})
            '''
        ),
        Example(
            '''
            @agentic_function(input={"order": {"description": "o"}, "amount": {"description": "a"}})
            def refund(order: str, amount: int, runtime=None):
                """Refund an order."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"refund": refund, "wait": "WAIT"})
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report plain functions with several parameters."""
        for decision in context.facts.decisions:
            for offer in offers(decision):
                function = offer.function
                if function is not None and not function.agentic and len(function.visible) >= MANY:
                    where, related = context.at(decision, offer.target)
                    message = (
                        f'the {len(function.visible)} parameters of "{offer.name}" cannot be described; decorate it'
                    )
                    yield context.finding(self, where, message, related=related)
