"""OP206: allowed values that are empty, repeated or no scalars."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu import INJECTED

from op_lint.finding import Finding
from op_lint.inputs import items
from op_lint.read.expr import Constant, Dict, Expr, Lambda, Sequence, Unary
from op_lint.rewrite import remove
from op_lint.rules.base import Context, Example, Rule, fix


class BadOptions(Rule):
    """An ``options`` list that is empty, names a value twice, or holds something else than text, numbers and booleans.

    Why: decorating the function raises ``TypeError``, so its module cannot be imported.

    Fix: safe, drops values that are there already.
    """

    code = "OP206"
    name = "bad-options"
    severity = "error"
    summary = "`options` is empty, has duplicates, or holds no scalars"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words", "options": ["a", 'b', «"b"», "c", «"a"»]}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"q": {"description": "words", "options": ["a", 'b', "c"]}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(
                input={
                    "q": {
                        "description": "words",
                        "options": [
                            "a",  # the first
                            «"a"»,  # again
                        ],
                    },
                }
            )
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(
                input={
                    "q": {
                        "description": "words",
                        "options": [
                            "a",  # the first
                        ],
                    },
                }
            )
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": "words", "options": «[]»}})
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": "words", "options": ["a", «["b"]», «b"c"»]}})
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words", "options": ["a", "A", "1", 1, 1.0, True, -1]}})
            def find(q, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            from op_runtime import agentic_function
            from elsewhere import KINDS


            @agentic_function(input={"q": {"description": "words", "options": [*KINDS]}})
            def find(q: str, runtime=None):
                """Find pages."""


            @agentic_function(input={"q": {"description": "words", "options": KINDS}})
            def search(q: str, runtime=None):
                """Search pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report what is wrong in lists that are written out."""
        for function in context.facts.functions:
            for item in items(function):
                options = item.value("options")
                if item.name in INJECTED or not isinstance(options, Sequence) or options.kind != "list":
                    continue
                symbol = f"{function.qualname}.{item.name}"
                if not options.items:
                    message = '"options" is empty, so no value would be allowed; list the values or leave it out'
                    yield context.finding(self, options.range, message, symbol=symbol)
                yield from self._values(context, options, symbol)

    def _values(self, context: Context, options: Sequence, symbol: str) -> Iterator[Finding]:
        seen: set[tuple[type, object]] = set()
        for index, option in enumerate(options.items):
            value = _value(option)
            if value is _NO_SCALAR:
                message = f'"options" may hold text, numbers, booleans and None, not `{context.slice(option.range)}`'
                yield context.finding(self, option.range, message, symbol=symbol)
            elif value is not _UNSEEN:
                key = (type(value), value)
                if key in seen:
                    message = f'"options" lists `{context.slice(option.range)}` twice'
                    drop = fix("Drop the duplicate", "safe", remove(context.text, options, index))
                    yield context.finding(self, option.range, message, fix=drop, symbol=symbol)
                seen.add(key)


_NO_SCALAR = object()
_UNSEEN = object()


def _value(option: Expr) -> object:
    if isinstance(option, Unary) and isinstance(option.operand, Constant) and option.op == "-":
        value = option.operand.value
        return -value if isinstance(value, int | float) and not isinstance(value, bool) else _NO_SCALAR
    if isinstance(option, Constant):
        return _NO_SCALAR if isinstance(option.value, bytes | complex) else option.value
    return _NO_SCALAR if isinstance(option, Sequence | Dict | Lambda) else _UNSEEN
