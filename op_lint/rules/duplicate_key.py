"""OP213: a key that is written twice."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding, Related
from op_lint.offered import offers
from op_lint.read.expr import Constant, Dict, Expr, Range, Sequence
from op_lint.rules.base import Context, Example, Rule


class DuplicateKey(Rule):
    """The same key twice in one dict of ``input=`` or of a schema.

    Why: Python keeps the last value and says nothing; what the first one says is lost.

    Fix: none. Keep the one that is meant.
    """

    code = "OP213"
    name = "duplicate-key"
    severity = "error"
    summary = "the same key twice in one dict: the first is lost"
    bad = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words"}, «"q"»: {"description": "more words"}})
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": "words", "hidden": False, «'description'»: "more"}})
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"ask": ("Ask back.", {"why": str, "to": {"a": str, «"a"»: int}})})
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words"}, "Q": {"description": "more words"}})
            def find(q: str, Q: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"a": {"x": 1, "x": 2}, "ask": ("Ask.", {"a": str, "b": {"a": str}})})
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report the later key; options are OP404's, values of options are none of ours."""
        for function in context.facts.functions:
            if function.input_expr is not None:
                for key, first in _twice(function.input_expr):
                    related = (Related(first, "the first one"),)
                    yield context.finding(self, key.range, _message(key), related=related, symbol=function.qualname)
        for decision in context.facts.decisions:
            for offer in offers(decision):
                if offer.schema is None or not context.here(offer.schema):
                    continue
                for key, first in _twice(offer.schema.expr):
                    yield context.finding(self, key.range, _message(key), related=(Related(first, "the first one"),))


def _message(key: Constant) -> str:
    return f"{key.value!r} is there already; Python keeps this one only"


def _twice(expr: Expr | None) -> Iterator[tuple[Constant, Range]]:
    """Each key that its dict has already, with the place of the first, in an expression and its parts."""
    if isinstance(expr, Sequence):
        for item in expr.items:
            yield from _twice(item)
    if not isinstance(expr, Dict):
        return
    seen: dict[tuple[type, object], Range] = {}
    for entry in expr.entries:
        if isinstance(entry.key, Constant):
            same = (type(entry.key.value), entry.key.value)
            if same in seen:
                yield entry.key, seen[same]
            seen.setdefault(same, entry.key.range)
        yield from _twice(entry.value)
