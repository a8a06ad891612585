"""What is wrong with calls of the primitives, and conditions that should have been primitives."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from op_runtime.workflow.scopes import Scope, Scopes

Found = tuple[str, str, ast.AST]

_PARAMETERS: Final = {
    "validate_and_retry": ("action", "check", "retry", "max_retries"),
    "route": ("question", "options", "context"),
    "conditional": ("condition", "context", "if_true", "if_false"),
    "repeat_until": ("action", "condition", "max_rounds"),
    "parallel": ("actions", "max_workers", "return_exceptions"),
    "goal": ("prompt", "condition", "max_rounds"),
}
_ACTIONS: Final = ("action", "retry", "if_true", "if_false")
_CONDITIONS: Final = ("check", "condition")
_LEAST: Final = {"max_retries": 0, "max_rounds": 1, "max_workers": 1}
_TEXTUAL: Final = frozenset(("llm", "agent", "goal", "validate_and_retry", "repeat_until"))
"""What gives a model's words; `route` gives one of its options, which code may well compare."""

_TEXT_TESTS: Final = frozenset(
    ("split", "splitlines", "count", "find", "index", "startswith", "endswith", "lower", "upper", "strip", "casefold")
)


def check_calls(tree: ast.Module, scopes: Scopes, names: frozenset[str] | set[str]) -> Iterator[Found]:
    """Give `(code, message, node)` of every problem; `names` are the primitives and functions of the namespace."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = called(node, scopes)
            if name in _PARAMETERS:
                yield from _primitive(node, name, scopes, names)
    yield from _late(tree, scopes)
    yield from _hand_written(tree, scopes)


def called(node: ast.AST, scopes: Scopes) -> str:
    """Give the name of the namespace's function that is called; empty where it is another one."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and scopes.owner(node.func) is None:
        return node.func.id
    return ""


def _arguments(node: ast.Call, name: str) -> dict[str, ast.expr]:
    given: dict[str, ast.expr] = {}
    for parameter, value in zip(_PARAMETERS[name], node.args, strict=False):
        if isinstance(value, ast.Starred):
            break
        given[parameter] = value
    return given | {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}


def _primitive(node: ast.Call, name: str, scopes: Scopes, names: frozenset[str] | set[str]) -> Iterator[Found]:
    given = _arguments(node, name)
    for parameter in _ACTIONS:
        if parameter in given:
            yield from _action(given[parameter], f"{parameter}=", scopes, names)
    actions = given.get("actions") if name == "parallel" else None
    if isinstance(actions, ast.List | ast.Tuple):
        for item in actions.elts:
            yield from _action(item, "", scopes, names)
    elif isinstance(actions, ast.ListComp | ast.GeneratorExp):
        yield from _action(actions.elt, "", scopes, names)
    for parameter in _CONDITIONS:
        value = given.get(parameter)
        if value is not None and _is_evaluated(value):
            yield (
                "OP503",
                f"{parameter}= is evaluated once, before anything has run: say in words what must hold"
                f' ({parameter}="the list has at least 5 files")',
                value,
            )
    for parameter, least in _LEAST.items():
        yield from _bound(given.get(parameter), parameter, least)
    if name == "route":
        yield from _options(given.get("options"))


def _action(value: ast.expr, before: str, scopes: Scopes, names: frozenset[str] | set[str]) -> Iterator[Found]:
    name = called(value, scopes)
    if name in names:
        yield (
            "OP501",
            f"{before}{name}(...) runs at once, before the primitive can decide: write {before}lambda: {name}(...)",
            value,
        )
    if isinstance(value, ast.Lambda):
        arguments = value.args
        plain = [*arguments.posonlyargs, *arguments.args]
        required = len(plain) - len(arguments.defaults)
        if required > 0 or any(default is None for default in arguments.kw_defaults):
            yield "OP507", "an action is called without arguments: its lambda can have none that are required", value


def _is_evaluated(value: ast.expr) -> bool:
    if isinstance(value, ast.Compare):
        return True
    if isinstance(value, ast.UnaryOp):
        return isinstance(value.op, ast.Not)
    if isinstance(value, ast.BoolOp):
        return any(map(_is_evaluated, value.values))
    if isinstance(value, ast.Constant):
        return isinstance(value.value, bool)
    return (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Name)
        and value.func.id in ("len", "any", "all", "bool", "isinstance")
    )


def _bound(value: ast.expr | None, name: str, least: int) -> Iterator[Found]:
    if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.USub) and isinstance(value.operand, ast.Constant):
        yield "OP504", f"{name} must be at least {least}", value
    elif isinstance(value, ast.Constant) and not (name == "max_workers" and value.value is None):
        if isinstance(value.value, bool) or not isinstance(value.value, int):
            yield "OP504", f"{name} must be an int, not {value.value!r}", value
        elif value.value < least:
            yield "OP504", f"{name} must be at least {least}", value


def _options(value: ast.expr | None) -> Iterator[Found]:
    if not isinstance(value, ast.List | ast.Tuple) or any(isinstance(item, ast.Starred) for item in value.elts):
        return
    if len(value.elts) < 2:
        yield "OP502", "route needs at least two options to pick from", value
    words = [item.value for item in value.elts if isinstance(item, ast.Constant) and isinstance(item.value, str)]
    texts = ["".join(word.casefold().split()) for word in words]
    for text in dict.fromkeys(text for text in texts if texts.count(text) > 1):
        yield "OP502", f"the option {text!r} stands twice: the model could not tell one from the other", value


def _late(tree: ast.Module, scopes: Scopes) -> Iterator[Found]:
    """Lambdas that outlive the turn of the loop whose variable they use: all see its last value."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ListComp | ast.SetComp | ast.GeneratorExp) and isinstance(node.elt, ast.Lambda):
            owner = scopes.of(node.elt)
            yield from _late_in(node.elt, [owner], None, scopes)
        elif isinstance(node, ast.For):
            targets = {name.id for name in ast.walk(node.target) if isinstance(name, ast.Name)}
            for statement in node.body:
                for inner in ast.walk(statement):
                    for stored in _stored(inner):
                        yield from _late_in(stored, [scopes.of(node)], targets, scopes)


def _stored(node: ast.AST) -> Iterator[ast.Lambda]:
    match node:
        case ast.Call(func=ast.Attribute(attr="append"), args=[ast.Lambda() as action]):
            yield action
        case ast.Assign(targets=[ast.Subscript()], value=ast.Lambda() as action):
            yield action
        case ast.AugAssign(value=ast.List(elts=items)):
            yield from (item for item in items if isinstance(item, ast.Lambda))


def _late_in(action: ast.Lambda, owners: list[Scope], targets: set[str] | None, scopes: Scopes) -> Iterator[Found]:
    for name in ast.walk(action.body):
        if not isinstance(name, ast.Name) or not isinstance(name.ctx, ast.Load):
            continue
        if scopes.owner(name) in owners and (targets is None or name.id in targets):
            yield (
                "OP506",
                f"every one of these lambdas sees the last {name.id!r}: bind it, lambda {name.id}={name.id}: ...",
                action,
            )
            return


def _hand_written(tree: ast.Module, scopes: Scopes) -> Iterator[Found]:
    """Branches on the words of a model."""
    said: dict[Scope, set[str]] = {}
    assignments = [node for node in ast.walk(tree) if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign)]
    for node in sorted(assignments, key=lambda found: (found.lineno, found.col_offset)):
        if node.value is None or not _says(node.value, scopes, said):
            continue
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            if isinstance(target, ast.Name):
                said.setdefault(scopes.of(target), set()).add(target.id)
    for branch in ast.walk(tree):
        if isinstance(branch, ast.If | ast.While | ast.IfExp):
            for part in ast.walk(branch.test):
                if _tests_text(part, scopes, said):
                    yield (
                        "OP604",
                        "this branches on the wording of a model's answer, which is never twice the same: use"
                        " conditional, validate_and_retry or repeat_until, and say in words what must hold",
                        branch.test,
                    )
                    break


def _says(value: ast.expr, scopes: Scopes, said: dict[Scope, set[str]]) -> bool:
    """Whether an expression gives a model's words: a call, a name for one, or text made of them."""
    match value:
        case ast.Call():
            if called(value, scopes) in _TEXTUAL:
                return True
            return isinstance(value.func, ast.Attribute) and _says(value.func.value, scopes, said)
        case ast.Name():
            owner = scopes.owner(value)
            return owner is not None and value.id in said.get(owner, ())
        case ast.BinOp(op=ast.Add()):
            return _says(value.left, scopes, said) or _says(value.right, scopes, said)
        case ast.Subscript():
            return _says(value.value, scopes, said)
    return False


def _tests_text(part: ast.AST, scopes: Scopes, said: dict[Scope, set[str]]) -> bool:
    match part:
        case ast.Compare(left=ast.Constant(value=str()), ops=[ast.In() | ast.NotIn()], comparators=[where]):
            return _says(where, scopes, said)
        case ast.Call(func=ast.Name(id="len"), args=[what]):
            return _says(what, scopes, said)
        case ast.Call(func=ast.Attribute(value=what, attr=name)) if name in _TEXT_TESTS:
            return _says(what, scopes, said)
    return False
