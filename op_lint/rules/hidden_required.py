"""OP220: a hidden parameter that nobody fills."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.facts import DecisionFacts
from op_lint.finding import Finding
from op_lint.offered import offers
from op_lint.read.expr import Constant, Dict
from op_lint.rules.base import Context, Example, Rule


class HiddenRequired(Rule):
    """An option whose function has a hidden parameter without a default, in a decision whose ``context=`` lacks it.

    Why: hidden parameters come from ``context=`` and from nowhere else, so this option can never be run: ``TypeError``
    before any model call.

    Fix: none. Pass ``context={"name": ...}``, or give the parameter a default.
    """

    code = "OP220"
    name = "hidden-required"
    severity = "warning"
    summary = "a hidden parameter without default is offered without a `context=` that has it"
    bad = (
        Example(
            '''
            @agentic_function(input={"session_id": {"hidden": True}})
            def close(session_id: str, runtime=None):
                """Close the case."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"close": «close», "wait": "WAIT"})
            '''
        ),
        Example(
            '''
            @agentic_function(input={"session_id": {"hidden": True}})
            def close(session_id: str, runtime=None):
                """Close the case."""


            @agentic_function
            def triage(user: str, runtime=None):
                """Decide."""
                return decision.make("Pick one.", [«close», "wait"], context={"user": user})
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"session_id": {"hidden": True}})
            def close(session_id: str, runtime=None):
                """Close the case."""


            @agentic_function
            def triage(session: str, more: dict, runtime=None):
                """Decide."""
                first = decision.make("Pick one.", [close, "wait"], context={"session_id": session})
                return decision.make("Pick one.", [close, first], context=more)
            '''
        ),
        Example(
            '''
            @agentic_function(input={"session_id": {"hidden": True}})
            def close(session_id: str = "none", runtime=None):
                """Close the case."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                menu = decision.render_options([close, "wait"])
                return decision.make("Pick one.", [close, "wait"])
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report function options that need what the call surely does not give."""
        for decision in context.facts.decisions:
            given = _given(decision)
            if given is None or decision.kind not in ("make", "amake", "exec", "aexec", "parse_args"):
                continue
            for offer in offers(decision):
                for parameter in offer.function.parameters if offer.function else ():
                    if parameter.hidden and parameter.field.required and parameter.name not in given:
                        where, related = context.at(decision, offer.target)
                        message = f'"{parameter.name}" is hidden and has no default; pass it with context='
                        yield context.finding(self, where, message, related=related)


def _given(decision: DecisionFacts) -> set[object] | None:
    """The names that ``context=`` surely holds; None where source cannot tell."""
    call = decision.call
    if any(argument.star for argument in call.args):
        return None
    argument = call.keyword("context")
    if argument is None or (isinstance(argument.value, Constant) and argument.value.value is None):
        return set()
    if not isinstance(argument.value, Dict):
        return None
    keys = [entry.key for entry in argument.value.entries]
    return (
        {key.value for key in keys if isinstance(key, Constant)}
        if all(isinstance(key, Constant) for key in keys)
        else None
    )
