"""OP506: a lambda that sees the last value of a loop only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from op_lint.finding import Finding, Fix
from op_lint.read.expr import Expr
from op_lint.rules.base import Context, Example, Rule, fix

if TYPE_CHECKING:
    from tree_sitter import Node

_MADE = frozenset({"list_comprehension", "set_comprehension", "dictionary_comprehension"})
_LAST = frozenset({"break_statement", "return_statement", "raise_statement"})


class LateBinding(Rule):
    """A lambda that a loop or a comprehension keeps for later, and that uses the loop's variable.

    It is reported where the lambda is an element of a comprehension, appended, or stored under a key, and what holds it
    is given to ``parallel`` or offered as options when the loop is over.

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
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the files of the day."""
                actions = []
                for number, name in enumerate(["a", "b"]):
                    actions.append(«lambda: llm(f"Sum up {name}, {number}")»)
                return parallel(actions)
            ''',
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the files of the day."""
                actions = []
                for number, name in enumerate(["a", "b"]):
                    actions.append(lambda number=number, name=name: llm(f"Sum up {name}, {number}"))
                return parallel(actions)
            ''',
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Pick the file of the day."""
                options = {"none": (lambda: None, "no file fits")}
                for name in ["a", "b"]:
                    options[name] = («lambda: name», f"the {name}")
                return decision.make("Pick one.", options)
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the files of the day."""
                found, first, done = [], [], []
                for name in ["a", "b"]:
                    actions = []
                    actions.append(lambda: llm("Sum up " + name))
                    found += parallel(actions)
                    done.append(lambda name=name: llm("Sum up " + name))
                for name in found:
                    if name:
                        first.append(lambda: llm("Sum up " + name))
                        break
                return parallel(first) + parallel(done)
            '''
        ),
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
            if call.kind == "parallel":
                yield from self._kept(context, call.arguments.get("actions"), repair=True)
        for decision in context.facts.decisions:
            yield from self._kept(context, decision.options, repair=False)

    def _kept(self, context: Context, given: Expr | None, *, repair: bool) -> Iterator[Finding]:
        node = context.node(given.range) if given is not None else None
        for made, loop in _lambdas(context, node) if node is not None else ():
            names = _late(context, made, loop)
            if names:
                bound = ", ".join(f"{name}={name}" for name in names)
                message = f"when this runs, {' and '.join(names)} has the last value of the loop"
                bind = _bind(context, made, bound) if repair else None
                where = context.lines.byte_range(made.start_byte, made.end_byte)
                yield context.finding(self, where, f"{message}; bind it: lambda {bound}: ...", fix=bind)


def _lambdas(context: Context, given: Node) -> Iterator[tuple[Node, Node]]:
    """The lambdas that the given container keeps, each with the loop or comprehension that makes it."""
    if given.type in _MADE:
        body = given.child_by_field_name("body")
        value = body.child_by_field_name("value") if body is not None and body.type == "pair" else body
        yield from ((each, given) for each in _direct(value))
    if given.type != "identifier":
        return
    index = context.index
    scope, name = index.scope_of(given), index.text(given)
    bindings = index.bindings(scope, name)
    if len(bindings) == 1 and bindings[0].kind == "assign" and bindings[0].value is not None:
        if bindings[0].value.type in _MADE:
            yield from _lambdas(context, bindings[0].value)
        for use in index.uses(name, scope):
            loop = _loop(use.node, scope) if use.scope == scope else None
            if loop is not None and not (loop.start_byte <= given.start_byte < loop.end_byte):
                yield from ((each, loop) for each in _direct(_stored(context, use.node)))


def _direct(value: Node | None) -> list[Node]:
    """The lambda that an expression is, or those that a tuple holds."""
    if value is None:
        return []
    return [each for each in (value.named_children if value.type == "tuple" else [value]) if each.type == "lambda"]


def _stored(context: Context, name: Node) -> Node | None:
    """What ``name.append(...)`` or ``name[...] = ...`` keeps."""
    outer = name.parent
    call = outer.parent if outer is not None else None
    if outer is None or call is None:
        return None
    if outer.type == "attribute" and call.type == "call" and context.index.text(outer.named_children[-1]) == "append":
        listed = call.child_by_field_name("arguments")
        return listed.named_children[0] if listed is not None and listed.named_child_count == 1 else None
    if outer.type == "subscript" and call.type == "assignment" and call.child_by_field_name("left") == outer:
        return call.child_by_field_name("right")
    return None


def _loop(node: Node, scope: Node) -> Node | None:
    """The innermost ``for`` around a statement that goes on after it."""
    outer: Node | None = node
    while outer is not None and outer != scope:
        if outer.type == "block" and any(child.type in _LAST for child in outer.named_children):
            return None
        if outer.type == "for_statement":
            return outer
        outer = outer.parent
    return None


def _late(context: Context, made: Node, loop: Node) -> list[str]:
    """The variables of the loop that a lambda looks up when it is called."""
    index, body = context.index, made.child_by_field_name("body")
    scope = loop if loop.type in _MADE else index.scope_of(loop)
    lefts = [loop] if loop.type == "for_statement" else [each for each in loop.children if each.type == "for_in_clause"]
    found = []
    for name in (name for left in lefts for name in _targets(context, left.child_by_field_name("left"))):
        for use in index.uses(name, scope) if body is not None and len(index.bindings(scope, name)) == 1 else ():
            assert body is not None
            inside = body.start_byte <= use.node.start_byte < body.end_byte
            if inside and next(each for each in index.parent_scopes(use.scope) if index.bindings(each, name)) == scope:
                found.append(name)
                break
    return list(dict.fromkeys(found))


def _targets(context: Context, left: Node | None) -> Iterator[str]:
    if left is not None and left.type == "identifier":
        yield context.index.text(left)
    for child in left.named_children if left is not None and "pattern" in left.type else ():
        yield from _targets(context, child)


def _bind(context: Context, made: Node, bound: str) -> Fix | None:
    if made.child_by_field_name("parameters") is not None:
        return None
    text = context.text
    start = context.lines.from_byte(made.start_byte) + len("lambda")
    return fix("Bind the variable", "safe", text.edit(start, start, f" {bound}"))
