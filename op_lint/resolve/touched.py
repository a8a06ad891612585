"""Which entries of a dict a change may concern, where it is not known whether, or how, it happens."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from op_lint.read import expr as ir
from op_lint.read.reader import SkippedError
from op_lint.resolve.calls import iterable_at
from op_lint.resolve.comprehensions import bound_names
from op_lint.resolve.environment import Environment
from op_lint.resolve.operators import iterated
from op_lint.resolve.values import DictPart, Leaf, Part, plain, unknown_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.resolve.evaluate import Evaluator
    from op_lint.resolve.flow import Change

_ADDING = frozenset({"update", "setdefault", "__setitem__", "__ior__"})
_EXTENDING = frozenset({"append", "extend", "add", "update", "__iadd__"})
_MAX_DEPTH = 40
"""Calls that are followed into one another."""
_MAX_ROUNDS = 1000
"""Rounds of loops that are worked out; no menu has as many options."""


def only_adds(change: Change, *, to_list: bool = False) -> bool:
    """Whether a change takes nothing away: a dict gets entries, or other values for them; a list gets more items."""
    if change.kind == "call":
        return bool(change.inner) and all(only_adds(each, to_list=to_list) for each in change.inner)
    if change.kind == "augment":
        operator = change.target.parent.child_by_field_name("operator") if change.target.parent is not None else None
        return operator is not None and operator.type in ("|=", "+=")
    if _in_comprehension(change.target):
        return to_list and change.method in _EXTENDING
    if to_list:
        return change.kind == "method" and change.method in _EXTENDING
    return change.kind == "set" or (change.kind == "method" and change.method in _ADDING)


def _in_comprehension(node: Node) -> bool:
    """Whether a change is made by the rounds of a comprehension, whose variables nobody follows here."""
    level: Node | None = node
    while level is not None and not level.type.endswith(("_comprehension", "_statement", "_definition")):
        level = level.parent
    return level is not None and level.type.endswith("_comprehension")


def touched(ev: Evaluator, change: Change, env: Environment) -> list[object] | None:
    """The keys that a change may set or take away; None where they are not known."""
    if change.kind == "call":
        return _by_call(ev, change, env)
    scope = env.module.index.scope_of(change.target)
    if scope != env.scope:
        env = Environment(env.module, scope, depth=env.depth + 1)
    env = replace(env, at=change.target.start_byte)
    found: list[object] = []
    for number, names in enumerate(_rounds(ev, _loops(change.target), env)):
        keys = None if names is None or number >= _MAX_ROUNDS else _keys(ev, change, env.with_names(names))
        if keys is None:
            return None
        found.extend(key for key in keys if key not in found)
    return found


def _by_call(ev: Evaluator, change: Change, env: Environment) -> list[object] | None:
    """What a called function does to its parameter, with the other arguments of the call."""
    if not change.inner or change.function is None:
        return None
    module, function = change.function
    try:
        call = ev.project.reader.expression(env.module.source.lines, change.target)
    except SkippedError:
        return None
    env = replace(env, at=change.target.start_byte)
    static = ev.functions.method_kind(module, function) == ""
    given = ev.functions.bound_arguments(module, function, call, env) if isinstance(call, ir.Call) and static else None
    if given is None:
        return None
    found: list[object] = []
    for each in change.inner:
        inner = Environment(module, function, arguments=given, depth=env.depth + 1)
        keys = touched(ev, each, inner) if each.kind != "call" and env.depth < _MAX_DEPTH else None
        if keys is None:
            return None
        found.extend(keys)
    return found


def _loops(node: Node) -> list[Node]:
    """The ``for`` statements around a place, outermost first, up to its scope."""
    found = []
    child, level = node, node.parent
    while level is not None and level.type not in ("function_definition", "class_definition", "module", "lambda"):
        if level.type == "for_statement" and level.child_by_field_name("body") == child:
            found.append(level)
        child, level = level, level.parent
    return found[::-1]


def _rounds(ev: Evaluator, loops: list[Node], env: Environment) -> Iterator[dict[str, Part] | None]:
    """The variables of each round that there may be; a variable that cannot be told is left out."""
    if not loops:
        yield {}
        return
    ev.look_at(env.module, loops[0])
    left, right = loops[0].child_by_field_name("left"), loops[0].child_by_field_name("right")
    target = ev.target(left, env) if left is not None else None
    listed = iterated(iterable_at(ev, right, replace(env, at=loops[0].start_byte))) if right is not None else None
    if target is None or listed is None or len(listed) > _MAX_ROUNDS:
        yield from _rounds(ev, loops[1:], env)
        return
    for item in listed:
        names = bound_names(target, item) if unknown_of(item) is None else {}
        for more in _rounds(ev, loops[1:], env.with_names(names or {})):
            yield None if more is None or names is None else {**names, **more}


def _keys(ev: Evaluator, change: Change, env: Environment) -> list[object] | None:
    """The keys of one round."""
    if change.kind in ("set", "delete") or (change.kind == "other" and change.target.type == "subscript"):
        nodes = change.target.children_by_field_name("subscript")
        return _known([ev.node(node, env) for node in nodes]) if len(nodes) == 1 else None
    arguments = [change.target] if change.kind == "augment" else change.target.named_children
    arguments = [each for each in arguments if each.type != "comment"]
    if change.kind == "augment" or change.method in ("update", "__ior__"):
        keys: list[Part] = []
        for each in arguments:
            name = each.child_by_field_name("name") if each.type == "keyword_argument" else None
            if name is not None:
                keys.append(Leaf(env.module.index.text(name), env.place(_range(env, name))))
                continue
            inner = ev.node(each.named_children[0] if each.type == "dictionary_splat" else each, env)
            if not isinstance(inner, DictPart):
                return None
            keys.extend(key for key, _ in inner.entries)
        return _known(keys)
    if change.kind == "method" and change.method in ("setdefault", "pop", "__setitem__", "__delitem__") and arguments:
        return _known([ev.node(arguments[0], env)])
    return None


def _range(env: Environment, node: Node) -> ir.Range:
    return env.module.source.lines.byte_range(node.start_byte, node.end_byte)


def _known(keys: list[Part]) -> list[object] | None:
    return None if any(unknown_of(key) is not None for key in keys) else [plain(key) for key in keys]
