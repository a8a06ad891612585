"""OP304: a runtime that is not there."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.facts import FunctionFacts
from op_lint.finding import Finding, Fix
from op_lint.rules.base import Context, Example, Rule, fix


class NoRuntime(Rule):
    """The bare name ``runtime`` (or ``exec_runtime``, ``review_runtime``) where nothing binds it.

    Why: ``NameError`` when the line runs. The framework fills the name where the function declares it.

    Fix: unsafe, adds ``runtime=None`` to the agentic function around it.
    """

    code = "OP304"
    name = "no-runtime"
    severity = "error"
    summary = "the name `runtime` is used and nothing binds it"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"text": {"description": "the text"}})
            def work(text: str = "") -> str:
                """Sum up a text."""
                return «runtime».exec(f"Sum it up: {text}")
            ''',
            '''
            @agentic_function(input={"text": {"description": "the text"}})
            def work(text: str = "", runtime=None) -> str:
                """Sum up a text."""
                return runtime.exec(f"Sum it up: {text}")
            ''',
        ),
        Example(
            '''
            @agentic_function
            def work():
                """Sum up the day."""
                return llm("Sum it up.", runtime=«review_runtime»)
            ''',
            '''
            @agentic_function
            def work(review_runtime=None):
                """Sum up the day."""
                return llm("Sum it up.", runtime=review_runtime)
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the day."""

                def inner():
                    return runtime.exec("Sum it up.")

                return inner()
            '''
        ),
        Example(
            '''
            from elsewhere import *
            from op_runtime import agentic_function


            @agentic_function
            def work():
                """Sum up the day."""
                return runtime.exec("Sum it up.")
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report each place where the name is read."""
        for each in context.facts.unbound:
            function = each.function
            agentic = function is not None and function.decorator is not None
            message = f"nothing binds {each.name}; "
            message += f"declare {each.name}=None" if agentic else "take it as a parameter"
            add = _declare(context, function, each.name) if function is not None and agentic else None
            yield context.finding(self, each.range, message, fix=add, symbol=function.qualname if function else "")


def _declare(context: Context, function: FunctionFacts, name: str) -> Fix | None:
    node = context.node(function.name_range)
    parameters = node.parent.child_by_field_name("parameters") if node is not None and node.parent is not None else None
    if parameters is None or any(param.kind == "var_keyword" for param in function.params):
        return None
    text = context.text
    listed = [child for child in parameters.named_children if child.type != "comment"]
    if not listed:
        start = context.lines.from_byte(parameters.start_byte) + 1
        return fix(f"Declare {name}=None", "unsafe", text.edit(start, start, f"{name}=None"))
    end = context.lines.from_byte(listed[-1].end_byte)
    return fix(f"Declare {name}=None", "unsafe", text.edit(end, end, f", {name}=None"))
