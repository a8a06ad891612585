"""OP508: a condition that cannot be judged."""

from __future__ import annotations

import re
from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.offered import text
from op_lint.rules.base import Context, Example, Rule

_OPEN = re.compile(r"(?:what|which|how|why|who|whose|whom|when|where)\b|(?:什么|怎么|如何|为什么|谁|哪)", re.IGNORECASE)
_NEGATION = re.compile(r"\b(?:not|no|never|none|neither|nor|without|cannot)\b|n['’]t\b", re.IGNORECASE)
_EMPTY = frozenset(
    {
        "ok",
        "okay",
        "good",
        "fine",
        "done",
        "correct",
        "valid",
        "right",
        "better",
        "nice",
        "great",
        "success",
        "好",
        "好了",
    }
)


class VagueCondition(Rule):
    """A condition that is judged by a model and that has no clear yes or no: "ok?", "How long is it?", two questions.

    Why: a judgement is one word, YES or NO, of a model that sees the text and the result and nothing else.

    Fix: none. Ask one thing, in full, that is true or false.
    """

    code = "OP508"
    name = "vague-condition"
    severity = "info"
    summary = "a condition without a clear yes or no"
    bad = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return repeat_until(lambda: agent("Find."), «"ok?"»)
            '''
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                validate_and_retry(lambda: 1, «"How long is it?"», lambda: 2)
                validate_and_retry(lambda: 1, «"Is it long? Is it in French?"», lambda: 2)
                return conditional(condition=«"It is not without faults."», if_true=lambda: 1)
            '''
        ),
        Example(
            """
            def workflow():
                return conditional(«"ok?"», "text", lambda: llm("Shorten it."), lambda: "text")
            """,
            path="workflow_a.py",
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return repeat_until(lambda: agent("Find."), "The list has at least 3 files, and none is empty.")
            '''
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return repeat_until(lambda: agent("Find."), lambda result: "ok?" in result)
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report conditions whose text is known."""
        for call in context.facts.calls:
            for name in ("check", "condition"):
                written = text(call.parts.get(name))
                problem = _problem(written) if written is not None else None
                if problem is not None:
                    yield context.finding(
                        self, call.arguments[name].range, problem + "; ask one thing that is true or false"
                    )


def _problem(condition: str) -> str | None:
    plain = condition.strip().strip("?.!？。！ ").casefold()
    if plain in _EMPTY:
        return "this says too little to be judged"
    if _OPEN.match(plain):
        return "this has no answer that is yes or no"
    if len(re.findall(r"[?？]", condition)) > 1:
        return "this asks two questions"
    if len(_NEGATION.findall(condition)) > 1:
        return "this negates twice"
    return None
