"""OP204: a metadata key that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from op_runtime.menu import INJECTED
from op_runtime.menu.names import DEFERRED_KEYS, INPUT_KEYS, SIGNATURE_KEYS

from op_lint.finding import Finding
from op_lint.inputs import items
from op_lint.rewrite import rename
from op_lint.rules.base import Context, Example, Rule, fix


class UnknownMetadataKey(Rule):
    """A key in an ``input=`` entry that is none of those that something reads.

    Why: decorating the function raises ``TypeError``, so its module cannot be imported.

    Fix: unsafe, renames the key to the one that resembles it, where that is not there yet.
    """

    code = "OP204"
    name = "unknown-metadata-key"
    severity = "error"
    summary = "a key in an `input=` entry that nothing reads"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function(input={'q': {«'descripton'»: 'words'}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={'q': {'description': 'words'}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": "words", «"colour"»: "red"}})
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(
                input={
                    "q": {"description": "🎉", «"descriptions"»: "words"},
                },
            )
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(
                input={
                    "q": {"description": "w", "options": ["a"], "hidden": False, "placeholder": "a", "label": "Q"},
                    "n": {"description": "n", "multiline": True, "source": "llm"},
                },
            )
            def find(q: str, n: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": "words", "effects": [], "type": "str"}})
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"runtime": {"colour": "red"}})
            def find(runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report unknown keys; deferred and signature keys are OP214's and OP215's."""
        for function in context.facts.functions:
            for item in items(function):
                if item.name in INJECTED:
                    continue
                present = {key.value for _, key, _ in item.pairs()}
                for _, key, _ in item.pairs():
                    name = str(key.value)
                    if name in INPUT_KEYS or name in DEFERRED_KEYS or name in SIGNATURE_KEYS:
                        continue
                    near = get_close_matches(name, INPUT_KEYS, 1)
                    message = f'nothing reads "{name}"' + (f'; did you mean "{near[0]}"?' if near else "")
                    if not near:
                        message += "; the keys are " + ", ".join(key for key in INPUT_KEYS if key != "source")
                    repair = None
                    if near and near[0] not in present:
                        repair = fix(f'Rename to "{near[0]}"', "unsafe", rename(context.text, key, near[0]))
                    symbol = f"{function.qualname}.{item.name}"
                    yield context.finding(self, key.range, message, fix=repair, symbol=symbol)
