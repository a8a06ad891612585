"""OP506: a lambda that sees the last value of a loop only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from op_lint.finding import Finding, Fix
from op_lint.read.expr import Comprehension, Expr, Lambda, Name, Sequence
from op_lint.rules.base import Context, Example, Rule, fix


class LateBinding(Rule):
    """A lambda that a comprehension makes, and that uses the comprehension's variable.

    Why: the lambda looks the variable up when it is called. By then the loop is over, so that all of them see its last
    value.

    Fix: safe for an action of a primitive: ``lambda name=name: ...``. None in options, where a parameter is shown to
    the model.
    """

    code = "OP506"
    name = "late-binding"
    severity = "error"
    summary = "a lambda that outlives its iteration uses the loop variable"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the files of the day."""
                return parallel([«lambda: llm("Sum up " + name)» for name in ["a", "b"]])
            ''',
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the files of the day."""
                return parallel([lambda name=name: llm("Sum up " + name) for name in ["a", "b"]])
            ''',
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Pick the file of the day."""
                return decision.make("Pick one.", {name: («lambda: name», f"the {name}") for name in ["a", "b"]})
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the files of the day."""
                return parallel([lambda name=name: llm("Sum up " + name) for name in ["a", "b"]])
            '''
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the files of the day."""
                same = [repeat_until(lambda: name, "Is it there?") for name in ["a", "b"]]
                return parallel([lambda: [name for name in same] for _ in range(3)])
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report lambdas in comprehensions that are given to a primitive or offered as options."""
        for call in context.facts.calls:
            actions = call.arguments.get("actions") if call.kind == "parallel" else None
            for value, names in _late(actions):
                yield self._found(context, value, names, _bind(context, value, names))
        for decision in context.facts.decisions:
            for value, names in _late(decision.options):
                yield self._found(context, value, names, None)

    def _found(self, context: Context, value: Lambda, names: list[str], bind: Fix | None) -> Finding:
        bound = ", ".join(f"{name}={name}" for name in names)
        message = f"when this runs, {' and '.join(names)} has the last value of the loop; bind it: lambda {bound}: ..."
        return context.finding(self, value.range, message, fix=bind)


def _late(expr: Expr | None) -> Iterator[tuple[Lambda, list[str]]]:
    if not isinstance(expr, Comprehension) or expr.kind == "generator":
        return
    element = expr.element
    targets = [name for clause in expr.clauses for name in _names(clause.target)]
    for value in element.items if isinstance(element, Sequence) else (element,):
        if isinstance(value, Lambda):
            bound = {param.name for param in value.params}
            inner = {name for made in _comprehensions(value.body) for name in made}
            used = [name for name in dict.fromkeys(targets) if name in set(_names(value.body)) - bound - inner]
            if used:
                yield value, used


def _comprehensions(node: object) -> Iterator[list[str]]:
    """The variables of each comprehension in an expression, and the parameters of each lambda."""
    for part in _parts(node):
        if isinstance(part, Comprehension):
            yield [name for clause in part.clauses for name in _names(clause.target)]
        elif isinstance(part, Lambda):
            yield [param.name for param in part.params]


def _names(node: object) -> list[str]:
    return [part.id for part in _parts(node) if isinstance(part, Name)]


def _parts(node: object) -> Iterator[object]:
    """An expression and everything in it."""
    stack = [node]
    while stack:
        part = stack.pop()
        if isinstance(part, tuple):
            stack.extend(part)
        elif is_dataclass(part) and not isinstance(part, type):
            yield part
            stack.extend(getattr(part, field.name) for field in fields(part))


def _bind(context: Context, value: Lambda, names: list[str]) -> Fix | None:
    if value.params:
        return None
    text = context.text
    start = text.start(value.range) + len("lambda")
    bound = ", ".join(f"{name}={name}" for name in names)
    return fix("Bind the variable", "safe", text.edit(start, start, f" {bound}"))
