"""OP211: a ``multiline`` that no form control uses."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu.schema import Boolean

from op_lint.finding import Finding
from op_lint.inputs import metadata, parameter
from op_lint.rewrite import remove
from op_lint.rules.base import Context, Example, Rule, fix


class MultilineIgnored(Rule):
    """``multiline`` on a ``bool``, or beside ``options`` or ``options_from``.

    Why: a bool is a toggle and options are chips or a list: these come first, and nothing looks at ``multiline``.

    Fix: safe, removes it.
    """

    code = "OP211"
    name = "multiline-ignored"
    severity = "warning"
    summary = "`multiline` on a bool or beside options: no control uses it"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"dry": {"description": "only try", «"multiline"»: True}})
            def find(dry: bool, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"dry": {"description": "only try"}})
            def find(dry: bool, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(
                input={
                    "kind": {
                        "options": ["a", "b"],
                        «"multiline"»: False,
                        "description": "the kind",
                    },
                }
            )
            def find(kind: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(
                input={
                    "kind": {
                        "options": ["a", "b"],
                        "description": "the kind",
                    },
                }
            )
            def find(kind: str, runtime=None):
                """Find pages."""
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words", "multiline": True}})
            def find(q: int, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"dry": {"description": "only try", "multiline": False}})
            def find(dry: bool | None, runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report ``multiline`` keys of parameters whose control is another one."""
        for function, item, symbol in metadata(context.facts.functions):
            known = parameter(context.facts.described, function, item.name)
            toggle = known is not None and isinstance(known.field.schema, Boolean)
            listed = item.value("options") is not None or item.value("options_from") is not None
            for index, key, _ in item.pairs():
                if key.value == "multiline" and (toggle or listed) and item.meta is not None:
                    message = "no control uses this: " + ("a bool is a toggle" if toggle else "options come first")
                    drop = fix("Remove it", "safe", remove(context.text, item.meta, index))
                    yield context.finding(self, key.range, message, fix=drop, symbol=symbol)
