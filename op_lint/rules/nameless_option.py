"""OP408: a function without a name in a list of options."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.facts import DecisionFacts
from op_lint.finding import Edit, Finding, Fix
from op_lint.offered import ItemsPart, Offer, OptionPart, offers
from op_lint.rewrite import quoted
from op_lint.rules.base import Context, Example, OptionsRule, fix
from op_lint.rules.duplicate_option import in_brackets


class NamelessOption(OptionsRule):
    """A lambda, or a partial of one, in a list of options.

    Why: in a list a function goes by its own name, and a lambda has none: ``TypeError``.

    Fix: unsafe, turns the list into a dict, with ``option_1`` as a name to change.
    """

    code = "OP408"
    name = "nameless-option"
    severity = "error"
    summary = "a function without a name in a list of options"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", [("done", "over"), («lambda: 2», "b")])
            ''',
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"done": ("done", "over"), "option_2": (lambda: 2, "b")})
            ''',
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", [("ask", "Ask.", {"q": str}), «lambda: 1»])
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"done": lambda: 1})
            '''
        ),
        Example(
            '''
            from functools import partial

            from op_runtime import agentic_function, decision


            def find(q: str, n: int):
                """Find pages."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", [partial(find, n=3), "done"])
            '''
        ),
    )

    def refused(self, context: Context, decision: DecisionFacts) -> Iterator[Finding]:
        """Report functions whose name is surely empty."""
        found = offers(decision)
        for offer in found:
            function = offer.function
            if offer.in_list and function is not None and not function.name and offer.name is None:
                message = "this function has no name to show; use the dict form {name: fn}"
                where, related = context.at(decision, offer.target)
                repair = None if related else _as_dict(context, decision, found)
                yield context.finding(self, where, message, fix=repair, related=related)


def _as_dict(context: Context, decision: DecisionFacts, found: tuple[Offer, ...]) -> Fix | None:
    part, text = decision.part, context.text
    if not isinstance(part, ItemsPart) or part.kind != "list" or len(part.items) != len(found):
        return None
    if not context.here(part) or text.text[text.start(part.place.range)] != "[":
        return None
    start, end = text.start(part.place.range), text.end(part.place.range)
    edits: list[Edit] = [text.edit(start, start + 1, "{"), text.edit(end - 1, end, "}")]
    for number, offer in enumerate(found, 1):
        where = offer.handler.place.range
        if (
            isinstance(offer.handler, OptionPart)
            or offer.schema is not None
            or not context.direct(decision, offer.handler)
        ):
            return None
        if isinstance(offer.handler, ItemsPart):
            where = in_brackets(context, where)
        place = text.start(where)
        edits.append(text.edit(place, place, quoted(offer.name or f"option_{number}") + ": "))
    return fix("Turn the list into a dict", "unsafe", *edits)
