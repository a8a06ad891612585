"""OP106: a summary that says nothing."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import ClassVar

from op_runtime.menu import summary

from op_lint.finding import Finding
from op_lint.rules.base import Context, Example, Rule

PHRASES = (
    "complete the task",
    "complete the given task",
    "complete this task",
    "complete your task",
    "do the task",
    "do your task",
    "do your best",
    "do the work",
    "execute the task",
    "finish the task",
    "follow the instructions",
    "perform the task",
    "carry out the task",
    "handle the task",
    "help the user",
    "完成任务",
    "完成这个任务",
    "完成你的任务",
    "执行任务",
    "尽力而为",
    "尽你所能",
    "帮助用户",
)


class EmptyDirective(Rule):
    """A summary that is nothing but a phrase such as "Complete the task." or "Do your best.".

    Why: it fits every function, so a model cannot tell from it when to pick this one. More phrases can be added:
    ``[tool.op-lint.rules.empty-directive]``, ``phrases = ["do the thing"]``.

    Fix: none. Say what the function does and when to pick it.
    """

    code = "OP106"
    name = "empty-directive"
    severity = "warning"
    summary = "the whole summary is an empty phrase"
    options: ClassVar = {"phrases": list}
    bad = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                «"""Complete the task."""»
            '''
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                «"""
                完成任务。

                More.
                """»
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Complete the task that the customer described last."""
            '''
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Always retry once."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report summaries that equal a phrase, whatever their case and punctuation."""
        phrases = {*PHRASES, *map(_plain, context.config.option(self, "phrases") or ())}
        for function in context.facts.functions:
            docstring = function.docstring
            if docstring is not None and docstring.value is not None and _plain(summary(docstring.value)) in phrases:
                message = "this summary fits every function; say what this one does and when to pick it"
                yield context.finding(self, docstring.range, message, symbol=function.qualname)


def _plain(text: str) -> str:
    kept = "".join(" " if unicodedata.category(char).startswith("P") else char for char in text)
    return " ".join(kept.casefold().split())
