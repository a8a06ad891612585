"""OP403: a tuple that is no form of an option."""

from __future__ import annotations

import re
from collections.abc import Iterator

from op_lint.facts import DecisionFacts
from op_lint.finding import Finding, Fix
from op_lint.offered import DictPart, ItemsPart, offers, text, unknown
from op_lint.read.expr import Range
from op_lint.resolve.values import is_function
from op_lint.rewrite import quoted
from op_lint.rules.base import Context, Example, OptionsRule, fix
from op_lint.rules.duplicate_option import in_brackets

_IMPORT = re.compile(r"^from op_runtime import [^#\n]*\bOption\b", re.MULTILINE)


class TupleValue(OptionsRule):
    """A tuple behind the key of an option that is none of the documented forms: ``(3, 4)``, or four items.

    Why: tuples are reserved for ``(fn, "when to pick")``, ``(value, "when to pick")`` and ``("description", {...})``;
    any other one raises ``TypeError``.

    Fix: unsafe, makes it a value with a description to fill in: ``Option.value((3, 4), "TODO: describe home.")``.
    """

    code = "OP403"
    name = "tuple-value"
    severity = "error"
    summary = "a tuple as an option that is no documented form"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function
            def move(runtime=None):
                """Move on."""
                return decision.make("Pick one.", {"home": «(3, 4)»})
            ''',
            '''
            @agentic_function
            def move(runtime=None):
                """Move on."""
                return decision.make("Pick one.", {"home": Option.value((3, 4), "TODO: describe home.")})
            ''',
        ),
        Example(
            '''
            from op_runtime import agentic_function, decision


            @agentic_function
            def move(runtime=None):
                """Move on."""
                return decision.make("Pick one.", {"home": «("a", "b", "c", "d")»})
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def move(runtime=None):
                """Move on."""
                return decision.make("Pick one.", {"home": ((3, 4), "go home"), "stay": Option.value((3, 4))})
            '''
        ),
        Example(
            '''
            from elsewhere import HOME
            from op_runtime import agentic_function, decision


            @agentic_function
            def move(runtime=None):
                """Move on."""
                return decision.make("Pick one.", {"home": HOME, "stay": (HOME, HOME)})
            '''
        ),
    )

    def refused(self, context: Context, decision: DecisionFacts) -> Iterator[Finding]:
        """Report tuples in handler position that surely are no form of an option."""
        for offer in offers(decision):
            part = offer.handler
            if offer.in_list or not isinstance(part, ItemsPart) or part.kind != "tuple" or not part.items:
                continue
            if len(part.items) == 2:
                first, second = part.items
                if unknown(first) or unknown(second) or text(second) is not None:
                    continue
                if isinstance(second, DictPart) and text(first) is not None:
                    continue
            where, related = context.at(decision, part)
            where = where if related else in_brackets(context, where)
            message = (
                f'"{offer.name}": a tuple is (fn, "when to pick"), (value, "when to pick") or ("text", {{schema}})'
            )
            with_function = any(is_function(item) for item in part.items)
            wrap = None if with_function or not context.direct(decision, part) else _wrap(context, where, offer.name)
            yield context.finding(self, where, message, fix=wrap, related=related)


def _wrap(context: Context, where: Range, name: str | None) -> Fix | None:
    text_ = context.text
    start, end = text_.start(where), text_.end(where)
    if not _IMPORT.search(text_.text) or text_.text[start] != "(":
        return None
    edits = text_.edit(start, start, "Option.value("), text_.edit(end, end, f", {quoted(f'TODO: describe {name}.')})")
    return fix("Make it a value", "unsafe", *edits)
