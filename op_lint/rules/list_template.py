"""OP401: a list in a schema that is no single template."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.offered import offers, templates
from op_lint.read.expr import Sequence
from op_lint.rules.base import Context, Example, Rule


class ListTemplate(Rule):
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

    def check(self, context: Context) -> Iterator[Finding]:
        """Report lists in schemas that do not hold one template, where the menu does not build."""
        for decision in context.facts.decisions:
            if decision.result.error is None:
                continue
            for offer in offers(decision.container):
                for path, expr in templates(offer.schema):
                    if isinstance(expr, Sequence) and expr.kind == "list" and len(expr.items) != 1:
                        count = len(expr.items)
                        message = f'"{path}" has {count or "no"} templates; write one, which every element matches'
                        where, related = context.at(decision, expr.range)
                        yield context.finding(self, where, message, related=related)
