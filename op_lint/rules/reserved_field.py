"""OP413: a schema field named ``decision``."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu.names import RESULT_KEY

from op_lint.facts import DecisionFacts
from op_lint.finding import Finding
from op_lint.offered import fields, offers
from op_lint.rules.base import Context, Example, OptionsRule


class ReservedField(OptionsRule):
    """A schema whose fields hold one named ``decision``.

    Why: the result of a schema option has the option's name under this key, and one of the two would be lost:
    ``ValueError``.

    Fix: none. Rename the field.
    """

    code = "OP413"
    name = "reserved-field"
    severity = "error"
    summary = "a schema field named `decision`"
    bad = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"close": ("Close it.", {«"decision"»: str, "why": str})})
            '''
        ),
        Example(
            '''
            FIELDS = {"why": str, «"decision"»: str}


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", [("close", "Close it.", FIELDS)])
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"close": ("Close it.", {"case": {"decision": str}})})
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"decision": ("Close it.", {"why": str})})
            '''
        ),
    )

    def refused(self, context: Context, decision: DecisionFacts) -> Iterator[Finding]:
        """Report fields of that name at the top of a schema."""
        for offer in offers(decision):
            for name, key, _ in fields(offer.schema):
                if name == RESULT_KEY:
                    where, related = context.at(decision, key)
                    message = f'"{RESULT_KEY}" holds the name of the option in the result; name the field otherwise'
                    yield context.finding(self, where, message, related=related)
