"""OP402: an object whose field names are the keys of a field description."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu.templates import meta_problem

from op_lint.facts import DecisionFacts
from op_lint.finding import Finding
from op_lint.offered import DictPart, Part, is_meta_spec, offers, templates
from op_lint.resolve.values import plain
from op_lint.rules.bad_meta_spec import is_bad_meta_spec
from op_lint.rules.base import Context, Example, OptionsRule


class MetaSpecTrap(OptionsRule):
    """An object in a schema whose fields are all called ``type``, ``description``, ``options``, ``fields``, ``items``.

    Why: a dict of such keys only describes ONE field, so ``{"type": str, "description": str}`` is no object with two
    fields, and building the menu raises ``TypeError``.

    Fix: none. For an object with these fields write ``{"type": dict, "fields": {...}}``.
    """

    code = "OP402"
    name = "meta-spec-trap"
    severity = "error"
    summary = "an object whose fields have the names of schema keys"
    bad = (
        Example(
            '''
            @agentic_function
            def report(runtime=None):
                """Report a fault."""
                return decision.make("Pick one.", {"file": ("It.", {"fault": «{"type": str, "description": str}»})})
            '''
        ),
        Example(
            '''
            FAULT = «{"description": [str]}»


            @agentic_function
            def report(runtime=None):
                """Report a fault."""
                return decision.make("Pick one.", [("file", "File it.", {"faults": [FAULT]})])
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def report(runtime=None):
                """Report a fault."""
                return decision.make("Pick one.", {"file": ("File it.", {"fault": {"type": str, "description": "it"}})})
            '''
        ),
        Example(
            '''
            @agentic_function
            def report(runtime=None):
                """Report a fault."""
                return decision.make("Pick one.", {"file": ("File it.", {"type": str, "description": str})})
            '''
        ),
    )

    def refused(self, context: Context, decision: DecisionFacts) -> Iterator[Finding]:
        """Report such dicts that are no valid description of a field."""
        for offer in offers(decision):
            for path, part in templates(offer.schema):
                problem = problem_of(part)
                if problem and isinstance(part, DictPart) and not is_bad_meta_spec(part):
                    where, related = context.at(decision, part)
                    yield context.finding(self, where, f"{path}: {problem}", related=related)


def problem_of(part: Part) -> str | None:
    """What the runtime says against a dict that describes one field; None where it is none, or is fine."""
    if not isinstance(part, DictPart) or not is_meta_spec(part):
        return None
    value = plain(part)
    return meta_problem(value) if isinstance(value, dict) else None
