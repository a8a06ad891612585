"""OP214: metadata that nothing reads yet."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu.names import DEFERRED_KEYS

from op_lint.finding import Finding
from op_lint.inputs import metadata
from op_lint.rewrite import remove
from op_lint.rules.base import Context, Example, Rule, fix


class DeferredField(Rule):
    """``effects``, ``permissions``, ``idempotent``, ``latency_hint`` or ``cost_hint`` in an ``input=`` entry.

    Why: nothing reads them. Who relies on one is wrong.

    Fix: safe, removes it.
    """

    code = "OP214"
    name = "deferred-field"
    severity = "warning"
    summary = "a key in `input=` that is planned, and that nothing reads"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"q": {«"effects"»: ["network"], "description": "words"}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": "words", «"cost_hint"»: 1, «"idempotent"»: True}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"effects": {"description": "which effects"}})
            def find(effects: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": "effects", "placeholder": "permissions"}})
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report deferred keys."""
        for _, item, symbol in metadata(context.facts.functions):
            for index, key, _ in item.pairs():
                if key.value in DEFERRED_KEYS and item.meta is not None:
                    message = f'nothing reads "{key.value}" yet'
                    drop = fix("Remove it", "safe", remove(context.text, item.meta, index))
                    yield context.finding(self, key.range, message, fix=drop, symbol=symbol)
