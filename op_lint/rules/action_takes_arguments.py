"""OP507: an action that wants arguments."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.read.expr import Expr, Lambda, Sequence
from op_lint.rules.base import Context, Example, Rule
from op_lint.rules.eager_action import ACTIONS


class ActionTakesArguments(Rule):
    """A lambda with required parameters as an action of a primitive.

    Why: actions are called without arguments, so it raises ``TypeError`` when its turn comes.

    Fix: none. ``check=`` and ``condition=`` get the result; actions get nothing.
    """

    code = "OP507"
    name = "action-takes-arguments"
    severity = "error"
    summary = "an action lambda with required parameters"
    bad = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return repeat_until(«lambda x: x», "Are all found?")
            '''
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return parallel([lambda: 1, «lambda x, /: x»])
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return repeat_until(lambda x=1, *rest, **more: x, lambda result: result)
            '''
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return parallel([lambda name=name: agent(name) for name in ["a", "b"]])
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report lambdas that cannot be called without arguments."""
        for call in context.facts.calls:
            values: list[Expr] = [value for name, value in call.arguments.items() if name in ACTIONS]
            listed = call.arguments.get("actions") if call.kind == "parallel" else None
            values += listed.items if isinstance(listed, Sequence) else ()
            for value in values:
                if isinstance(value, Lambda) and _required(value):
                    message = f"{call.kind} calls this without arguments; it wants {', '.join(_required(value))}"
                    yield context.finding(self, value.range, message)


def _required(value: Lambda) -> list[str]:
    return [
        param.name
        for param in value.params
        if param.default is None and param.kind not in ("var_positional", "var_keyword")
    ]
