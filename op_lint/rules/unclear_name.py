"""OP310: an action name that says nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from op_runtime.menu import Function

from op_lint.facts import FunctionFacts
from op_lint.finding import Finding
from op_lint.offered import declared_as_tool, offers
from op_lint.read.expr import Range
from op_lint.rules.base import Context, Example, Rule

NAMES = (
    "action",
    "bar",
    "callback",
    "do",
    "do_it",
    "doit",
    "do_something",
    "do_stuff",
    "do_work",
    "execute",
    "foo",
    "fn",
    "func",
    "function",
    "handler",
    "helper",
    "impl",
    "main",
    "method",
    "misc",
    "my_function",
    "process",
    "run",
    "stuff",
    "temp",
    "test",
    "thing",
    "tmp",
    "tool",
    "wrapper",
)
_NUMBERED = re.compile(r"_?\d+$")


class UnclearName(Rule):
    """A function that is offered to a model under a name such as ``_find``, ``f``, ``func`` or ``run1``.

    Why: the name is the action that the model picks; next to the summary it is all that it has to go by. Only
    functions that are offered count: in options or as a tool. More names can be added:
    ``[tool.op-lint.rules.unclear-name]``, ``names = ["step"]``.

    Fix: none. Rename it, or give it a name with ``name=``.
    """

    code = "OP310"
    name = "unclear-name"
    severity = "warning"
    summary = "a function is offered to a model under a name that says nothing"
    across = True
    options: ClassVar = {"names": list}
    bad = (
        Example(
            '''
            @agentic_function(toolset=("desk",))
            def «_find»(runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function
            def «run1»(runtime=None):
                """Find pages."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", [run1, "done"])
            '''
        ),
        Example(
            '''
            @agentic_function(name=«"func"»)
            def find(runtime=None):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def _find(runtime=None):
                """Find pages."""


            @agentic_function(as_tool=False)
            def f(runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function
            def run(runtime=None):
                """Find pages."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"find_pages": run, "rerun2": "again"})
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report the names of offered functions."""
        names = {*NAMES, *(context.config.option(self, "names") or ())}
        listed = [
            offer.function
            for decision in context.facts.decisions
            for offer in offers(decision)
            if offer.in_list and offer.function is not None
        ]
        for function in context.facts.functions:
            name, where = _shown(context, function)
            if name is None or not (
                declared_as_tool(function) or context.facts.described.get(function.qualname) in listed
            ):
                continue
            plain = _NUMBERED.sub("", name)
            if name.startswith("_") or len(plain) == 1 or plain in names:
                message = f'"{name}" is the action that the model sees; name what it does'
                yield context.finding(self, where, message, symbol=function.qualname)


def _shown(context: Context, function: FunctionFacts) -> tuple[str | None, Range]:
    """The name that a model sees, and where it is written."""
    argument = function.arguments.keyword("name") if function.arguments else None
    if argument is None:
        return function.name, function.name_range
    known = context.facts.described.get(function.qualname)
    return (known.name if isinstance(known, Function) else None), argument.value.range
