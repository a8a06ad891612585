"""OP311: two tools with one name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from hashlib import blake2b

from op_runtime.menu import Function

from op_lint.across import Candidate, Role
from op_lint.finding import Finding
from op_lint.offered import ItemsPart, Leaf, declared_as_tool, offers
from op_lint.read.expr import Range
from op_lint.rules.base import Context, Example, Rule

_TESTS = re.compile(r"(?:^|/)(?:tests?/|(?:test_[^/]*|[^/]*_test|conftest)\.py$)")


class DuplicateToolName(Rule):
    """Two module-level agentic functions of one project that are offered to a model under the same tool name.

    Offered are functions in a list of options or in ``tools=``, and those with ``as_tool=True``, ``toolset=`` or
    ``name=``. The files of one run are compared; those of tests do not count.

    Why: ``agent(tools=["find"])`` cannot tell them apart and raises ``LookupError``, and a turn that has both cannot
    say which one the model called.

    Fix: none. Give one of them another name with ``name=``.
    """

    code = "OP311"
    name = "duplicate-tool-name"
    severity = "warning"
    summary = "two offered functions of one project have the same tool name"
    across = True
    bad = (
        Example(
            '''
            @agentic_function(toolset=("pages",))
            def find(runtime=None):
                """Find pages."""


            @agentic_function(name="find")
            def «find_people»(runtime=None):
                """Find people."""
            '''
        ),
        Example(
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages."""


            @agentic_function(name="find")
            def «find_people»(runtime=None):
                """Find people."""


            @agentic_function
            def answer(runtime=None):
                """Answer the question of the day."""
                return runtime.exec("Answer.", tools=[find])
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(toolset=("pages",))
            def find(runtime=None):
                """Find pages."""


            @agentic_function(name="find_people")
            def people(runtime=None):
                """Find people."""


            class Desk:
                @agentic_function(as_tool=True)
                def find(self, runtime=None):
                    """Find letters."""
            '''
        ),
        Example(
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages."""


            @agentic_function
            def answer(runtime=None):
                """Answer the question of the day."""
                runtime.exec("Answer.", tools=[find])
                return decision.make("Pick one.", [find, "done"])
            '''
        ),
        Example(
            '''
            @agentic_function(as_tool=True)
            def find(runtime=None):
                """Find pages."""


            @agentic_function(name="find")
            def find_people(runtime=None):
                """Find people."""
            ''',
            path="tests/test_find.py",
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Give what this file has to do with tool names; it is compared with what the others give."""
        if _TESTS.search(context.path.replace("\\", "/")):
            return
        shown = list(_shown(context))
        digests = {_digest(function) for function, _ in shown}
        own = set()
        for each in context.facts.functions:
            function = context.facts.described.get(each.qualname)
            if isinstance(function, Function) and function.name and each.qualname == each.name:
                own.add(_digest(function))
                offered = declared_as_tool(each) or (_digest(function) in digests)
                role: Role = "offered" if offered else "defined"
                yield self._candidate(context, role, function, each.name_range, each.qualname)
        for function, where in shown:
            if _digest(function) not in own:
                yield self._candidate(context, "offers", function, where, "")

    def _candidate(self, context: Context, role: Role, function: Function, where: Range, symbol: str) -> Finding:
        candidate = Candidate(role, context.config.root, function.name, _digest(function))
        return replace(context.finding(self, where, "", symbol=symbol), group=candidate.group)


def _shown(context: Context) -> Iterator[tuple[Function, Range]]:
    """The agentic functions that the file offers by their own names, each with the place where it does."""
    for decision in context.facts.decisions:
        for offer in offers(decision):
            if offer.in_list and offer.function is not None and offer.function.agentic:
                yield offer.function, decision.options.range
    for call in context.facts.calls:
        tools = call.parts.get("tools")
        for item in tools.items if isinstance(tools, ItemsPart) else ():
            if isinstance(item, Leaf) and isinstance(item.value, Function) and item.value.agentic:
                yield item.value, call.arguments["tools"].range


def _digest(function: Function) -> str:
    return blake2b(repr(function).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
