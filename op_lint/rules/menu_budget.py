"""OP418: a menu that is too long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from op_lint.finding import Finding
from op_lint.rules.base import Context, Example, Rule
from op_lint.tokens import size

CHARACTERS = 4000
"""Characters that a menu may have: about a thousand tokens, sent again at every decision."""

_TEXT = "when the customer has asked for it and the order is late, " * 40


class MenuBudget(Rule):
    """A menu of more than 4,000 characters.

    Why: it is sent again at every decision, and a model picks worse from a long one. The limit is ``characters`` in
    ``[tool.op-lint.rules.menu-budget]``.

    Fix: none. The message tells the size in tokens too (estimated from characters, with the range of the error; counted
    where `OP_LINT_TOKENIZER` names a tokenizer), and names the descriptions that cost most.
    """

    code = "OP418"
    name = "menu-budget"
    severity = "info"
    summary = "the menu is longer than its budget"
    options: ClassVar = {"characters": int}
    bad = (
        Example(
            f'''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", «{{"refund": (1, "{_TEXT}"), "wait": (2, "{_TEXT}")}}»)
            '''
        ),
        Example(
            f'''
            OPTIONS = ["a", ("b", "{_TEXT}{_TEXT}")]


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", «OPTIONS»)
            '''
        ),
    )
    good = (
        Example(
            f'''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("{_TEXT}{_TEXT}", ["refund", "wait"])
            '''
        ),
        Example(
            f'''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {{"refund": (1, "{_TEXT}")}})
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report menus over the limit."""
        limit = context.config.option(self, "characters") or CHARACTERS
        for decision in context.facts.decisions:
            menu = decision.result.menu
            if menu is None:
                continue
            text = menu.render()
            if len(text) > limit:
                costs = {
                    option.name: len(str(option.description or "")) for option in menu.options if option.description
                }
                most = sorted(costs, key=lambda name: -costs[name])[:3]
                named = ", ".join(f'"{name}" ({costs[name]})' for name in most)
                message = f"the menu has {size(text)}; its budget is {limit} characters"
                message += f"; the longest descriptions: {named}" if named else ""
                yield context.finding(self, decision.options.range, message)
