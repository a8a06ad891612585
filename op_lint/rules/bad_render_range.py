"""OP302: a ``render_range=`` that says something it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from op_runtime.menu.names import DEAD_RENDER_RANGE_KEYS, RENDER_RANGE_KEYS

from op_lint.facts import FunctionFacts
from op_lint.finding import Finding, Fix
from op_lint.read.expr import Constant, Dict, Expr, Unary
from op_lint.rewrite import remove
from op_lint.rules.bad_metadata_type import type_of
from op_lint.rules.base import Context, Example, Rule, fix


class BadRenderRange(Rule):
    """A ``render_range=`` with an unknown key, a value that is no count, or ``depth`` and ``siblings``.

    Why: an unknown key or a wrong value raises when the function is decorated: an error. ``depth`` and ``siblings`` are
    ignored: a warning.

    Fix: safe, removes ``depth`` and ``siblings``, and ``render_range=`` where nothing else is in it.
    """

    code = "OP302"
    name = "bad-render-range"
    severity = "error"
    summary = "`render_range` has an unknown key, or a value that is no count"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function(render_range={"callers": 3, «"depth"»: 2})
            def find(runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(render_range={"callers": 3})
            def find(runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(expose="io", render_range={«"depth"»: 2, «"siblings"»: 1})
            def find(runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(expose="io")
            def find(runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(render_range={«"caller"»: 3, "subcalls": «-2», "callers": «"all"»})
            def find(runtime=None):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(render_range={"callers": None, "subcalls": -1})
            def find(runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            from elsewhere import COUNT, RANGE
            from op_runtime import agentic_function


            @agentic_function(render_range={"callers": COUNT, "subcalls": 0})
            def find(runtime=None):
                """Find pages."""


            @agentic_function(render_range=RANGE)
            def search(runtime=None):
                """Search pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report keys and values that are written out."""
        for function in context.facts.functions:
            argument = function.arguments.keyword("render_range") if function.arguments else None
            if argument is None or not isinstance(argument.value, Dict):
                continue
            for index, entry in enumerate(argument.value.entries):
                key = entry.key.value if isinstance(entry.key, Constant) else None
                if entry.key is None or not isinstance(key, str):
                    continue
                if key in DEAD_RENDER_RANGE_KEYS:
                    yield context.finding(
                        self,
                        entry.key.range,
                        f'nothing reads "{key}" any more; the keys are callers and subcalls',
                        fix=_drop(context, function, argument.value, index),
                        severity="warning",
                        symbol=function.qualname,
                    )
                elif key not in RENDER_RANGE_KEYS:
                    near = get_close_matches(key, RENDER_RANGE_KEYS, 1)
                    hint = f'did you mean "{near[0]}"?' if near else "the keys are callers and subcalls"
                    message = f'there is no "{key}"; {hint}'
                    yield context.finding(self, entry.key.range, message, symbol=function.qualname)
                elif _wrong(entry.value):
                    message = f'"{key}" must be a count, -1 or None for all'
                    yield context.finding(self, entry.value.range, message, symbol=function.qualname)


def _wrong(value: Expr) -> bool:
    kind = type_of(value)
    if kind is None or kind is type(None):
        return False
    negative = isinstance(value, Unary) and isinstance(value.operand, Constant) and value.op == "-"
    below = isinstance(value, Unary) and isinstance(value.operand, Constant) and value.operand.value not in (0, 1)
    return kind is not int or (negative and below)


def _drop(context: Context, function: FunctionFacts, display: Dict, index: int) -> Fix:
    call = function.arguments
    assert call is not None
    dead = [isinstance(entry.key, Constant) and entry.key.value in DEAD_RENDER_RANGE_KEYS for entry in display.entries]
    if not all(dead):
        return fix("Remove it", "safe", remove(context.text, display, index))
    if len(call.args) == 1:
        text = context.text
        return fix("Remove render_range=", "safe", text.edit(text.end(call.func.range), text.end(call.range), ""))
    place = next(number for number, argument in enumerate(call.args) if argument.keyword == "render_range")
    return fix("Remove render_range=", "safe", remove(context.text, call, place))
