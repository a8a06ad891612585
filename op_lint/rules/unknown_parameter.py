"""OP202: an entry of ``input=`` for a parameter that is not there."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from op_runtime.menu import INJECTED

from op_lint.finding import Finding
from op_lint.inputs import items, own_params
from op_lint.rewrite import rename
from op_lint.rules.base import Context, Example, Rule, fix


class UnknownParameter(Rule):
    """A key of ``input=`` that is no parameter of the function.

    Why: decorating the function raises ``TypeError``, so its module cannot be imported.

    Fix: unsafe, renames the key to the parameter that resembles it and has no entry yet.
    """

    code = "OP202"
    name = "unknown-parameter"
    severity = "error"
    summary = "a key of `input=` is not in the signature"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function(input={«'quary'»: {"description": "words"}})
            def find(query: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={'query': {"description": "words"}})
            def find(query: str, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(input={"query": {"description": "words"}, «"zone"»: {"description": "where"}})
            def find(query: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"query": {"description": "words"}, «"querys"»: {"description": "words"}})
            def find(query: str, runtime=None):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"query": {"description": "words"}})
            def find(query: str, /, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"runtime": {"description": "the runtime"}})
            def find():
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report keys that name no parameter; injected names are OP209's."""
        for function in context.facts.functions:
            names = [param.name for param in function.params]
            taken = {item.name for item in items(function)}
            free = [param.name for param in own_params(function) if param.name not in taken]
            for item in items(function):
                if item.name in names or item.name in INJECTED:
                    continue
                near = get_close_matches(item.name, names, 1)
                new = get_close_matches(item.name, [name for name in free if name not in INJECTED], 1)
                message = f'{function.name}() has no parameter "{item.name}"'
                message += f'; did you mean "{near[0]}"?' if near else ""
                repair = None
                if new and near == new:
                    repair = fix(f'Rename to "{new[0]}"', "unsafe", rename(context.text, item.key, new[0]))
                symbol = f"{function.qualname}.{item.name}"
                yield context.finding(self, item.key.range, message, fix=repair, symbol=symbol)
