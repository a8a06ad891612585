"""OP406: a decision without options."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.facts import DecisionFacts
from op_lint.finding import Finding
from op_lint.offered import DictPart, ItemsPart
from op_lint.rules.base import Context, Example, OptionsRule


class EmptyOptions(OptionsRule):
    """A decision whose options are an empty dict or list.

    Why: a model cannot pick from nothing; ``ValueError`` is raised before any call.

    Fix: none.
    """

    code = "OP406"
    name = "empty-options"
    severity = "error"
    summary = "a decision without options"
    bad = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", «{}»)
            '''
        ),
        Example(
            '''
            OPTIONS = []


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return runtime.exec("Look, then pick one.", choices=«OPTIONS»)
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", ["done"])
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(names: list[str], runtime=None):
                """Decide."""
                options = {}
                for name in names:
                    options[name] = name
                return decision.make("Pick one.", options)
            '''
        ),
    )

    def refused(self, context: Context, decision: DecisionFacts) -> Iterator[Finding]:
        """Report containers that surely hold nothing."""
        part = decision.part
        empty = (isinstance(part, DictPart) and not part.entries) or (isinstance(part, ItemsPart) and not part.items)
        if empty:
            message = "there are no options: the model has nothing to pick; offer at least one"
            yield context.finding(self, decision.options.range, message)
