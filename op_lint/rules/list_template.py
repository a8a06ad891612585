"""OP401: a list in a schema that is no single template."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.facts import DecisionFacts
from op_lint.finding import Finding
from op_lint.offered import ItemsPart, offers, templates
from op_lint.rules.base import Context, Example, OptionsRule


class ListTemplate(OptionsRule):
    """A list in a schema with no template, or with several.

    Why: ``[template]`` means that every element matches the template. Of none or several nobody can tell what is
    meant, so building the menu raises ``TypeError``.

    Fix: none. For "one of these types" write a union: ``[str | int]``.
    """

    code = "OP401"
    name = "list-template"
    severity = "error"
    summary = "a list schema needs exactly one template"
    bad = (
        Example(
            '''
            @agentic_function
            def plan(runtime=None):
                """Plan the work."""
                return decision.make("Pick one.", {"plan": ("The steps.", {"steps": «[str, int]»})})
            '''
        ),
        Example(
            '''
            @agentic_function
            def plan(runtime=None):
                """Plan the work."""
                return decision.make("Pick one.", [("plan", "The steps.", {"steps": [{"names": «[]»}]})])
            '''
        ),
        Example(
            '''
            OPTIONS = {"plan": Option.schema({"steps": {"type": list, "items": «[str, str]»}}, "The steps.")}


            @agentic_function
            def plan(runtime=None):
                """Plan the work."""
                return decision.make("Pick one.", OPTIONS)
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def plan(runtime=None):
                """Plan the work."""
                return decision.make("Pick one.", {"plan": ("The steps.", {"steps": [{"names": [str | int]}]})})
            '''
        ),
        Example(
            '''
            @agentic_function
            def plan(runtime=None):
                """Plan the work."""
                return decision.make("Pick one.", {"plan": ([str, int], "a list as a value"), "done": []})
            '''
        ),
        Example(
            '''
            @agentic_function
            def plan(runtime=None):
                """Plan the work."""
                return decision.make(
                    "Pick one.", {"plan": ("The steps.", {"kind": {"type": str, "options": ["a", "b"]}})}
                )
            '''
        ),
    )

    def refused(self, context: Context, decision: DecisionFacts) -> Iterator[Finding]:
        """Report lists in schemas that do not hold one template."""
        for offer in offers(decision):
            for path, part in templates(offer.schema):
                if isinstance(part, ItemsPart) and part.kind == "list" and len(part.items) != 1:
                    count = len(part.items)
                    message = f'"{path}" has {count or "no"} templates; write one, which every element matches'
                    where, related = context.at(decision, part)
                    yield context.finding(self, where, message, related=related)
