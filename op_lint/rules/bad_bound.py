"""OP504: a number of rounds that is none."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.offered import Leaf, unknown
from op_lint.rules.base import Context, Example, Rule

LEAST = {"max_retries": 0, "max_rounds": 1}
"""The smallest bound of each (control-flow spec, section 1)."""
_KINDS = ("validate_and_retry", "repeat_until", "goal")


class BadBound(Rule):
    """A ``max_retries`` below 0, a ``max_rounds`` below 1, or one that is no int.

    Why: the primitive raises before anything runs.

    Fix: none.
    """

    code = "OP504"
    name = "bad-bound"
    severity = "error"
    summary = "`max_retries` below 0, `max_rounds` below 1, or not an int"
    bad = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return repeat_until(lambda: agent("Find."), "Are all found?", «0»)
            '''
        ),
        Example(
            '''
            RETRIES = True


            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return validate_and_retry(lambda: 1, "Is it one?", lambda: 2, max_retries=«RETRIES»)
            '''
        ),
        Example(
            """
            def workflow():
                return goal("Find it.", "Is it found?", max_rounds=«0»)
            """,
            path="workflow_a.py",
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return validate_and_retry(lambda: 1, "Is it one?", lambda: 2, max_retries=0)
            '''
        ),
        Example(
            '''
            from elsewhere import ROUNDS
            from op_runtime import agent, agentic_function, repeat_until


            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return repeat_until(lambda: agent("Find."), "Are all found?", ROUNDS)
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report bounds whose value is known."""
        for call in context.facts.calls:
            for name, least in LEAST.items() if call.kind in _KINDS else ():
                part = call.parts.get(name)
                if not isinstance(part, Leaf) or unknown(part):
                    continue
                value = part.value
                if isinstance(value, bool) or not isinstance(value, int) or value < least:
                    message = f"{name} must be an int of at least {least}"
                    yield context.finding(self, call.arguments[name].range, message)
