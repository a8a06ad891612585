"""OP405: something in a schema that is no type."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu import is_type

from op_lint.facts import DecisionFacts
from op_lint.finding import Finding
from op_lint.offered import DictPart, ItemsPart, Part, offers, templates, text, unknown
from op_lint.resolve.values import plain
from op_lint.rules.base import Context, Example, OptionsRule


class BadSchemaType(OptionsRule):
    """A field of a schema whose value is no type, no text, no list and no dict.

    Why: building the menu raises ``TypeError``.

    Fix: none. Write the type: ``int`` for a number, ``bool`` for ``True``.
    """

    code = "OP405"
    name = "bad-schema-type"
    severity = "error"
    summary = "a schema value that is no type, text, list or dict"
    bad = (
        Example(
            '''
            @agentic_function
            def plan(runtime=None):
                """Plan the work."""
                return decision.make("Pick one.", {"plan": ("The steps.", {"n": «3», "go": «True»})})
            '''
        ),
        Example(
            '''
            @agentic_function
            def plan(runtime=None):
                """Plan the work."""
                return decision.make("Pick one.", [("plan", "The steps.", {"n": [«lambda x: x»]})])
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def plan(runtime=None):
                """Plan the work."""
                return decision.make("Pick one.", {"plan": ("The steps.", {"n": int | None, "m": "text", "o": {}})})
            '''
        ),
        Example(
            '''
            from elsewhere import KIND
            from op_runtime import agentic_function, decision


            @agentic_function
            def plan(runtime=None):
                """Plan the work."""
                return decision.make("Pick one.", {"plan": ("The steps.", {"n": KIND, "m": KIND.part})})
            '''
        ),
    )

    def refused(self, context: Context, decision: DecisionFacts) -> Iterator[Finding]:
        """Report templates that surely are none of the four."""
        for offer in offers(decision):
            for path, part in templates(offer.schema):
                if _bad(part):
                    message = f'"{path}" must be a type, a text, a list of one template or a dict of fields'
                    where, related = context.at(decision, part)
                    yield context.finding(self, where, message, related=related)


def _bad(part: Part) -> bool:
    if unknown(part) or text(part) is not None or isinstance(part, DictPart):
        return False
    if isinstance(part, ItemsPart):
        return part.kind != "list"
    return not is_type(plain(part))
