"""OP505: a conditional without one of its branches."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.read.expr import Constant
from op_lint.rules.base import Context, Example, Rule


class MissingBranch(Rule):
    """A ``conditional`` with one branch, whose result is used.

    Why: where the other branch would run, the result is ``None``.

    Fix: none. Pass both branches.
    """

    code = "OP505"
    name = "missing-branch"
    severity = "warning"
    summary = "`conditional` without one branch gives `None`, and the result is used"
    bad = (
        Example(
            '''
            @agentic_function(input={"text": {"description": "the text"}})
            def work(text: str, runtime=None):
                """Shorten a text that is long."""
                return «conditional("Is it long?", text, lambda: llm("Shorten it."))»
            '''
        ),
        Example(
            '''
            @agentic_function(input={"text": {"description": "the text"}})
            def work(text: str, runtime=None):
                """Shorten a text that is long."""
                short = «conditional("Is it long?", text, if_true=None, if_false=lambda: text)»
                return short.strip()
            '''
        ),
        Example(
            """
            def workflow():
                return «conditional("Is it long?", "text", lambda: agent("Shorten it."))»
            """,
            path="workflow_a.py",
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"text": {"description": "the text"}})
            def work(text: str, runtime=None):
                """Shorten a text that is long."""
                conditional("Is it long?", text, lambda: llm("Shorten it."))
                return conditional("Is it long?", text, lambda: llm("Shorten it."), lambda: text)
            '''
        ),
        Example(
            '''
            @agentic_function(input={"text": {"description": "the text"}})
            def work(text: str, more: dict, runtime=None):
                """Shorten a text that is long."""
                return conditional("Is it long?", text, if_true=lambda: llm("Shorten it."), **more)
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report calls that surely have one branch only."""
        for call in context.facts.calls:
            if call.kind != "conditional" or not call.used or any(argument.star for argument in call.call.args):
                continue
            given = [name for name in ("if_true", "if_false") if not _absent(call.arguments.get(name))]
            if len(given) < 2:
                missing = "if_false" if given == ["if_true"] else "if_true"
                message = f"without {missing}= the result is None where that branch would run; pass both"
                yield context.finding(self, call.call.range, message)


def _absent(value: object) -> bool:
    return value is None or (isinstance(value, Constant) and value.value is None)
