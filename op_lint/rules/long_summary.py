"""OP107: a long summary."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import ClassVar

from op_runtime.menu import summary

from op_lint.finding import Finding
from op_lint.rules.base import Context, Example, Rule

LENGTH = 120
"""Characters that a summary may have (rules spec, OP107)."""

_LONG = "Find the pages of the handbook that answer a question of a customer, " + "newest first, " * 4


class LongSummary(Rule):
    """A summary of more than 120 characters.

    Why: the menu is read again at every decision, and a long line hides what tells this option from the others. The
    limit is ``length`` in ``[tool.op-lint.rules.long-summary]``.

    Fix: none. Keep one short sentence, and move the rest to the next paragraph.
    """

    code = "OP107"
    name = "long-summary"
    severity = "info"
    summary = "the summary is longer than 120 characters"
    options: ClassVar = {"length": int}
    bad = (
        Example(
            f'''
            @agentic_function
            def find(runtime=None):
                «"""{_LONG}."""»
            '''
        ),
        Example(
            f'''
            @agentic_function
            def find(runtime=None):
                «"""{"搜" * 121}"""»
            '''
        ),
    )
    good = (
        Example(
            f'''
            @agentic_function
            def find(runtime=None):
                """{"👩‍🔧" * 60}"""
            '''
        ),
        Example(
            f'''
            @agentic_function
            def find(runtime=None):
                """Find pages.

                {_LONG}
                """
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report summaries over the limit, counted as a reader counts characters."""
        limit = context.config.option(self, "length") or LENGTH
        for function in context.facts.functions:
            docstring = function.docstring
            if docstring is None or docstring.value is None:
                continue
            length = characters(summary(docstring.value))
            if length > limit:
                message = f"the summary has {length} characters, more than {limit}; keep one short sentence"
                yield context.finding(self, docstring.range, message, symbol=function.qualname)


def characters(text: str) -> int:
    """How many characters a reader sees: marks, joined emoji and skin tones belong to what they stand behind."""
    count = 0
    joined = False
    for char in text:
        extends = unicodedata.category(char) in ("Mn", "Me", "Cf") or "\U0001f3fb" <= char <= "\U0001f3ff"
        if not extends and not joined:
            count += 1
        joined = char == "\u200d"
    return count
