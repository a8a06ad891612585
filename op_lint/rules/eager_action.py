"""OP501: an action that has already run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from op_lint.calls import CallFacts
from op_lint.finding import Finding
from op_lint.read.expr import Comprehension, Expr, Name, Sequence, Starred
from op_lint.rules.base import Context, Example, Rule, fix

ACTIONS = ("action", "retry", "if_true", "if_false")


class EagerAction(Rule):
    """A call where a primitive takes something to call: ``action=agent("...")``.

    Why: the call has already happened, once, whatever is decided, and its result cannot be called: ``TypeError``.

    Fix: safe, wraps it: ``lambda: agent("...")``.
    """

    code = "OP501"
    name = "eager-action"
    severity = "error"
    summary = "an action that is called instead of passed: it has already run"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return validate_and_retry(«agent("Find it.")», "It is long.", retry=«llm("Again.")»)
            ''',
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return validate_and_retry(lambda: agent("Find it."), "It is long.", retry=lambda: llm("Again."))
            ''',
        ),
        Example(
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages."""


            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return repeat_until(«find()», "All pages are found.")
            ''',
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages."""


            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return repeat_until(lambda: find(), "All pages are found.")
            ''',
        ),
        Example(
            """
            def workflow():
                return conditional("Is it long?", "text", «agent("Shorten it.")», lambda: "text")
            """,
            """
            def workflow():
                return conditional("Is it long?", "text", lambda: agent("Shorten it."), lambda: "text")
            """,
            path="workflow_a.py",
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return parallel([«agent("Find it.")», lambda: llm("Sum it up.")])
            ''',
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return parallel([lambda: agent("Find it."), lambda: llm("Sum it up.")])
            ''',
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the files of the day."""
                return parallel([«llm("Sum up " + name)» for number, name in [(1, "a"), (2, "b")]])
            ''',
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the files of the day."""
                return parallel([lambda name=name: llm("Sum up " + name) for number, name in [(1, "a"), (2, "b")]])
            ''',
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return parallel(«agent("Find it.")» for _ in range(3))
            ''',
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return parallel(lambda: agent("Find it.") for _ in range(3))
            ''',
        ),
    )
    good = (
        Example(
            '''
            def make_action(text: str):
                return lambda: agent(text)


            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return parallel([make_action(text) for text in ["a", "b"]])
            '''
        ),
        Example(
            '''
            def make_action(text: str):
                return lambda: agent(text)


            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return repeat_until(make_action("Find it."), "All pages are found.")
            '''
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the files of the day."""
                return conditional("Is it long?", agent("Find it."), lambda: agent("Sum it up."), lambda: "short")
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report arguments that surely are calls with a result that is no function."""
        for call in context.facts.calls:
            for name, value in _actions(call):
                called = call.started.get(name)
                if called is not None:
                    text = context.text
                    start = text.start(value.range)
                    bound = _bound(call, name, text.text[start : text.end(value.range)]) if name.endswith("[]") else ""
                    head = f"lambda {bound}: " if bound else "lambda: "
                    wrap = fix("Wrap it in a lambda", "safe", text.edit(start, start, head))
                    place = f"{name}=" if name in call.arguments else ""
                    message = f"{called}() has already run when {call.kind} starts; pass {place}{head}{called}(...)"
                    yield context.finding(self, value.range, message, fix=wrap)


def _actions(call: CallFacts) -> Iterator[tuple[str, Expr]]:
    """What a primitive calls, each by its parameter, or by its place in the list of actions."""
    for name in _taken(call.kind):
        if name in call.arguments:
            yield name, call.arguments[name]
    actions = call.arguments.get("actions")
    if call.kind == "parallel" and isinstance(actions, Sequence):
        yield from ((f"actions[{number}]", item) for number, item in enumerate(actions.items))
    elif call.kind == "parallel" and isinstance(actions, Comprehension):
        yield "actions[]", actions.element


def _bound(call: CallFacts, place: str, text: str) -> str:
    """The loop's variables that an action uses, as parameters of its lambda: each keeps its own value."""
    made = call.arguments[place.removesuffix("[]")]
    assert isinstance(made, Comprehension)
    names = [name for clause in made.clauses for name in _names(clause.target)]
    return ", ".join(f"{name}={name}" for name in names if re.search(rf"\b{re.escape(name)}\b", text))


def _names(target: Expr) -> Iterator[str]:
    if isinstance(target, Name):
        yield target.id
    elif isinstance(target, Starred):
        yield from _names(target.value)
    elif isinstance(target, Sequence):
        for item in target.items:
            yield from _names(item)


def _taken(kind: str) -> tuple[str, ...]:
    return {
        "validate_and_retry": ("action", "retry"),
        "repeat_until": ("action",),
        "conditional": ("if_true", "if_false"),
    }.get(kind, ())
