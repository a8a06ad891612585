"""OP309: ``max_retries=`` on ``exec``."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.rewrite import remove
from op_lint.rules.base import Context, Example, Rule, fix


class RetriesOnExec(Rule):
    """``max_retries=`` beside ``choices=`` of ``runtime.exec``.

    Why: ``exec`` does not take it, so the call raises ``TypeError``. With ``choices`` a wrong pick is asked again once.

    Fix: safe, removes it.
    """

    code = "OP309"
    name = "retries-on-exec"
    severity = "error"
    summary = "`max_retries=` on `exec(choices=...)`: not accepted there"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                return runtime.exec("Look.", choices=["done", "wait"], «max_retries=2»)
            ''',
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                return runtime.exec("Look.", choices=["done", "wait"])
            ''',
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                return runtime.exec(
                    "Look.",
                    «max_retries=2»,  # twice
                    choices=["done", "wait"],
                )
            ''',
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                return runtime.exec(
                    "Look.",
                    choices=["done", "wait"],
                )
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                return decision.make("Pick one.", ["done", "wait"], max_retries=2)
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                return runtime.exec("Look.", choices=["done", "wait"], max_iterations=2)
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report the argument."""
        for call in context.facts.calls:
            if call.kind not in ("exec", "aexec") or "choices" not in call.arguments:
                continue
            for index, argument in enumerate(call.call.args):
                if argument.keyword == "max_retries":
                    drop = fix("Remove it", "safe", remove(context.text, call.call, index))
                    message = f"{call.kind} does not take max_retries=; a wrong pick is asked again once"
                    yield context.finding(self, argument.range, message, fix=drop)
