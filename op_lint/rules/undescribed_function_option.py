"""OP409: a function option that says nothing."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.offered import offers
from op_lint.rules.base import Context, Example, Rule


class UndescribedFunctionOption(Rule):
    """A function in a menu that has neither a summary nor a description of its own.

    Why: the model sees only its name.

    Fix: none. Give the function a docstring, or write ``(fn, "when to pick")``.
    """

    code = "OP409"
    name = "undescribed-function-option"
    severity = "warning"
    summary = "a function option with neither a summary nor a description"
    bad = (
        Example(
            """
            def close():
                return 1


            @agentic_function
            def triage(runtime=None):
                '''Decide.'''
                return decision.make("Pick one.", {"close": «close», "wait": "WAIT"})
            """
        ),
        Example(
            """
            @agentic_function
            def triage(runtime=None):
                '''Decide.'''
                return decision.make("Pick one.", {"close": «lambda: 1», "wait": Option.function(«lambda: 2»)})
            """
        ),
    )
    good = (
        Example(
            """
            def close():
                return 1


            @agentic_function
            def triage(runtime=None):
                '''Decide.'''
                return decision.make("Pick one.", {"close": (close, "when it is done"), "wait": "WAIT"})
            """
        ),
        Example(
            """
            from elsewhere import close
            from op_runtime import agentic_function, decision


            @agentic_function
            def triage(runtime=None):
                '''Decide.'''
                return decision.make("Pick one.", {"close": close})
            """
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report function options without a text."""
        for decision in context.facts.decisions:
            menu = decision.result.menu
            for offer in offers(decision) if menu else ():
                option = menu.get(offer.name) if menu and offer.name else None
                if offer.function is not None and option is not None and not option.description:
                    where, related = context.at(decision, offer.target)
                    message = f'nothing says when to pick "{offer.name}"; write a docstring, or (fn, "when to pick")'
                    yield context.finding(self, where, message, related=related)
