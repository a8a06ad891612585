"""OP410: a value option that only has a name."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding, Fix
from op_lint.offered import ItemsPart, Offer, OptionPart, offers, unknown
from op_lint.rewrite import quoted
from op_lint.rules.base import Context, Example, Rule, fix


class UndescribedValueOption(Rule):
    """A value in a menu without a description.

    Why: the name alone must tell the model when to pick it.

    Fix: unsafe, writes ``(value, "TODO: describe NAME.")`` for you to fill in.
    """

    code = "OP410"
    name = "undescribed-value-option"
    severity = "info"
    summary = "a value option without a description"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"done": «1», "wait": ("WAIT", "later")})
            ''',
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"done": (1, "TODO: describe done."), "wait": ("WAIT", "later")})
            ''',
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", [«"done"», «"on"»])
            ''',
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", [("done", "TODO: describe done."), ("on", "TODO: describe on.")])
            ''',
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", dict.fromkeys(["done"], «"DONE"»))
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"done": (1, "nothing is left"), "ask": ("Ask.", {"q": str})})
            '''
        ),
        Example(
            '''
            from elsewhere import THING
            from op_runtime import agentic_function, decision


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"done": THING})
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report bare values."""
        for decision in context.facts.decisions:
            menu = decision.result.menu
            for offer in offers(decision) if menu else ():
                option = menu.get(offer.name) if menu and offer.name else None
                if option is None or option.kind != "value" or option.description or unknown(offer.target):
                    continue
                where, related = context.at(decision, offer.target)
                message = f'nothing says when to pick "{offer.name}"; write (value, "when to pick")'
                repair = _describe(context, offer) if context.direct(decision, offer.handler) else None
                yield context.finding(self, where, message, fix=repair, related=related)


def _describe(context: Context, offer: Offer) -> Fix | None:
    if isinstance(offer.handler, OptionPart | ItemsPart) or offer.name is None:
        return None
    text = context.text
    start, end = text.start(offer.handler.place.range), text.end(offer.handler.place.range)
    edits = text.edit(start, start, "("), text.edit(end, end, f", {quoted(f'TODO: describe {offer.name}.')})")
    return fix("Describe it", "unsafe", *edits)
