"""OP312: ``choices=`` beside ``response_format=``."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.read.expr import Constant
from op_lint.rules.base import Context, Example, Rule


class ChoicesWithFormat(Rule):
    """A turn with both ``choices=`` and ``response_format=``.

    Why: the reply cannot end with a pick and have another format at once; the call raises.

    Fix: none. For a structured answer offer a schema option.
    """

    code = "OP312"
    name = "choices-with-format"
    severity = "error"
    summary = "`choices=` beside `response_format=`"
    bad = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                return runtime.exec("Look.", choices=["done", "wait"], «response_format={"type": "object"}»)
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                return runtime.exec("Look.", «response_format=dict», choices=["done", "wait"])
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                return runtime.exec("Look.", choices=["done", "wait"], response_format=None)
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                return runtime.exec("Look.", choices=None, response_format={"type": "object"})
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report turns that set both."""
        for call in context.facts.calls:
            both = [call.arguments.get(name) for name in ("choices", "response_format")]
            if call.kind not in ("exec", "aexec") or any(
                value is None or (isinstance(value, Constant) and value.value is None) for value in both
            ):
                continue
            argument = call.call.keyword("response_format")
            if argument is not None:
                message = "a reply cannot end with a pick and have another format at once; offer a schema option"
                yield context.finding(self, argument.range, message)
