"""OP004: a suppression of a rule that does not exist."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.config import unknown_selectors
from op_lint.finding import Finding
from op_lint.rules.base import Context, Example, Rule
from op_lint.suppress import Suppression, Used


class UnknownCode(Rule):
    """A suppression that names a code or a rule that does not exist. Codes of other tools are none of ours.

    Why: it suppresses nothing, and the finding that it was written for is still there.

    Fix: none. Correct the name, or remove it.
    """

    code = "OP004"
    name = "unknown-code"
    severity = "warning"
    summary = "a suppression names a rule that does not exist"
    alone = False
    bad = (
        Example(
            """
            import os  # noqa: F401, «OP999»
            """
        ),
        Example(
            """
            import op_runtime

            op_runtime.x = 1  # op-lint: ignore[«mising-summary»]
            """
        ),
    )
    good = (
        Example(
            """
            @agentic_function
            def find(runtime=None):  # noqa: E501, op101, W999
                return 1
            """
        ),
        Example(
            """
            @agentic_function
            def find(runtime=None):  # op-lint: ignore[missing_summary, OP101] nothing to say
                return 1
            """
        ),
    )

    def check_suppressions(
        self, context: Context, found: tuple[Suppression, ...], used: Used, rules: tuple[Rule, ...]
    ) -> Iterator[Finding]:
        """Report words that name no rule."""
        from op_lint.rules import every

        for suppression in found:
            for word in suppression.words:
                exact = any(word.key in (rule.code, rule.name) for rule in every())
                if not exact:
                    problems = unknown_selectors([word.key], every()) or [f'there is no rule "{word.key}"']
                    yield context.finding(self, word.range, problems[0])
