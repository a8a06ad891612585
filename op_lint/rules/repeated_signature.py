"""OP215: metadata that the signature says already."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu.names import SIGNATURE_KEYS

from op_lint.finding import Finding
from op_lint.inputs import metadata
from op_lint.read.expr import Constant, Expr, Param
from op_lint.rewrite import remove
from op_lint.rules.base import Context, Example, Rule, fix


class RepeatedSignature(Rule):
    """``type``, ``default``, ``required`` or ``name`` in an ``input=`` entry.

    Why: the signature says it, and only the signature is read. Two places that say the same come to differ.

    Fix: safe, removes what equals the signature. None where it differs: decide which one is right.
    """

    code = "OP215"
    name = "repeated-signature"
    severity = "warning"
    summary = "`type`, `default`, `required` and `name` belong in the signature"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"n": {"description": "how many", «"type"»: "int", «"required"»: False}})
            def find(n: int = 5, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"n": {"description": "how many"}})
            def find(n: int = 5, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(input={"n": {«"name"»: "n", "description": "how many", «"default"»: 6}})
            def find(n: int = 5, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"n": {"description": "how many", "default": 6}})
            def find(n: int = 5, runtime=None):
                """Find pages."""
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"type": {"description": "the type"}, "name": {"description": "the name"}})
            def find(type: str, name: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"n": {"description": "type", "label": "name"}})
            def find(n: int = 5, runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report keys that repeat the signature, or contradict it."""
        for function, item, symbol in metadata(context.facts.functions):
            param = next((each for each in function.params if each.name == item.name), None)
            for index, key, entry in item.pairs():
                if key.value not in SIGNATURE_KEYS or item.meta is None or param is None:
                    continue
                same = _same(context, str(key.value), entry.value, param)
                message = f'"{key.value}" belongs in the signature, and nothing reads it here'
                message += "" if same else "; the two may differ: decide which one is right"
                drop = fix("Remove it", "safe", remove(context.text, item.meta, index)) if same else None
                yield context.finding(self, key.range, message, fix=drop, symbol=symbol)


def _same(context: Context, key: str, value: Expr, param: Param) -> bool:
    constant = value.value if isinstance(value, Constant) else None
    if key == "name":
        return constant == param.name
    if key == "required":
        return isinstance(constant, bool) and constant == (param.default is None)
    written = param.annotation if key == "type" else param.default
    if written is None:
        return False
    other = context.slice(written.range)
    text = constant if key == "type" and isinstance(constant, str) else context.slice(value.range)
    unquoted = written.value if key == "type" and isinstance(written, Constant) else None
    return text in (other, unquoted)
