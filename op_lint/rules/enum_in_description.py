"""OP208: allowed values in prose."""

from __future__ import annotations

import re
from collections.abc import Iterator

from op_runtime.menu.schema import Text

from op_lint.finding import Finding, Fix
from op_lint.inputs import entry_edits, metadata, parameter
from op_lint.offered import Leaf, offers, templates
from op_lint.read.expr import Constant, Expr
from op_lint.rewrite import quoted
from op_lint.rules.base import Context, Example, Rule, fix

_TOKEN = r"[\"'`]?[\w.+-]+[\"'`]?"
_BARS = re.compile(rf"{_TOKEN}(?:\s*\|\s*{_TOKEN})+\.?")
_ONE_OF = re.compile(rf"one of:?\s+({_TOKEN}(?:\s*,\s*{_TOKEN})*\s*,?\s+or\s+{_TOKEN})\.?", re.IGNORECASE)
_HEDGED = re.compile(r"(?:e\.?\s?g\.?|such as|like|for example|例如|比如)[\s,:]*$", re.IGNORECASE)
_WORD = re.compile(r"[\w.+-]+")


class EnumInDescription(Rule):
    """A text parameter whose description lists the allowed values: ``red | green``, ``one of red or green``.

    Why: prose is not checked. As ``options`` the values are shown as choices in forms and menus, and a reply that
    gives another value is refused.

    Fix: unsafe, adds ``options`` with these values. None in a schema.
    """

    code = "OP208"
    name = "enum-in-description"
    severity = "warning"
    summary = "a description lists the allowed values: use `options`"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"kind": {"description": «"the kind: red | green | dark-blue"»}})
            def paint(kind: str, runtime=None):
                """Paint the wall."""
            ''',
            '''
            @agentic_function(input={"kind": {"description": "the kind: red | green | dark-blue",
                                              "options": ["red", "green", "dark-blue"]}})
            def paint(kind: str, runtime=None):
                """Paint the wall."""
            ''',
        ),
        Example(
            '''
            @agentic_function(input={"kind": {"description": «"One of 'red' or 'blue'."»}})
            def paint(kind="red", runtime=None):
                """Paint."""
            ''',
            '''
            @agentic_function(input={"kind": {"description": "One of 'red' or 'blue'.", "options": ["red", "blue"]}})
            def paint(kind="red", runtime=None):
                """Paint."""
            ''',
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"paint": ("Paint it.", {"kind": «"red | green"», "n": int})})
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"kind": {"description": "the kind, e.g. red | green"}})
            def paint(kind: str, runtime=None):
                """Paint the wall."""
            '''
        ),
        Example(
            '''
            @agentic_function(
                input={
                    "kind": {"description": "red | green", "options": ["red", "green"]},
                    "more": {"description": "the name of one of them, or of two or three"},
                    "n": {"description": "1 | 2"},
                    "p": {"description": "run `a | b` in the shell"},
                },
            )
            def paint(kind: str, more: str, n: int, p: str, runtime=None):
                """Paint the wall."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report descriptions of texts without ``options``, in ``input=`` and in schemas."""
        for function, item, symbol in metadata(context.facts.functions):
            description = item.value("description")
            known = parameter(context.facts.described, function, item.name)
            written = item.value("options") is not None or item.value("options_from") is not None or item.open
            if written or known is None or not isinstance(known.field.schema, Text):
                continue
            values = _values(description)
            if values and description is not None:
                listed = "[" + ", ".join(map(quoted, values)) + "]"
                edits = entry_edits(function, context.text, {item.name: {"options": listed}})
                add = fix("Add options", "unsafe", *edits) if edits else None
                yield self._found(context, description, values, add, symbol)
        for decision in context.facts.decisions:
            for offer in offers(decision):
                for _, part in templates(offer.schema):
                    values = _values(part.expr) if isinstance(part, Leaf) and context.here(part) else []
                    if values and part.expr is not None:
                        yield self._found(context, part.expr, values, None, "")

    def _found(self, context: Context, where: Expr, values: list[str], add: Fix | None, symbol: str) -> Finding:
        message = f"this lists the allowed values in prose; declare them: options={values}"
        return context.finding(self, where.range, message, fix=add, symbol=symbol)


def _values(expr: Expr | None) -> list[str]:
    if not isinstance(expr, Constant) or not isinstance(expr.value, str):
        return []
    text = expr.value.strip()
    if _HEDGED.search(text.rpartition(":")[0] or ""):
        return []
    for part in (text, text.rpartition(":")[2].strip()):
        if _BARS.fullmatch(part):
            return _words(part.split("|"))
        match = _ONE_OF.fullmatch(part)
        if match:
            return _words(re.split(r",\s*or\s+|\s+or\s+|,", match.group(1)))
    return []


def _words(parts: list[str]) -> list[str]:
    words = [part.strip().rstrip(".").strip("\"'`") for part in parts]
    return words if len(set(words)) == len(words) and all(_WORD.fullmatch(word) for word in words) else []
