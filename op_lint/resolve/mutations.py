"""Follows what happens to a container between the place that makes it and the place that reads it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from op_runtime.menu import Unknown
from tree_sitter import Node

from op_lint.bindings import Binding
from op_lint.read import expr as ir
from op_lint.resolve.calls import iterable_at
from op_lint.resolve.comprehensions import bound_names
from op_lint.resolve.environment import Environment
from op_lint.resolve.flow import Change, Flow, by_text
from op_lint.resolve.lookup import Bound, branches, loops_around, may_be_left_out, may_skip, never_runs, statement_of
from op_lint.resolve.operators import combined, iterated
from op_lint.resolve.touched import only_adds, touched
from op_lint.resolve.values import DictPart, ItemsPart, Leaf, Part, plain, unknown_of

if TYPE_CHECKING:
    from op_lint.resolve.evaluate import Evaluator

_MAX_ROUNDS = 1000
"""Rounds of one loop that are worked out; no menu has as many options."""


def changed(ev: Evaluator, binding: Binding, base: Part, env: Environment, at: int | None) -> Part:
    """``base``, the value of ``binding``, as it is when code at byte ``at`` reads it (None: when all has run)."""
    container = isinstance(base, DictPart) or (isinstance(base, ItemsPart) and base.kind != "tuple")
    deep = isinstance(base, DictPart | ItemsPart) and any(map(_can_change, _items_of(base)))
    changes = _changes(ev, binding, env, at, container=container, deep=deep)
    if not changes:
        return base
    if deep and not container:
        text = env.module.index.text(changes[0].node)
        return Leaf(Unknown(f"`{_short(text)}` may change it"), base.place, base.expr)
    if not container or not isinstance(base, DictPart | ItemsPart):
        return _recomputed(ev, base, changes, env)
    part: DictPart | ItemsPart = replace(base)
    if isinstance(part, DictPart):
        part.entries = list(part.entries)
    else:
        part.items = list(part.items)
    for loop, group in groupby(changes, key=lambda each: each.loop):
        for change, names in _rounds(ev, loop, list(group), env):
            _apply(ev, part, change, replace(env, at=change.start, names={**env.names, **names}))
    return part


def _items_of(part: DictPart | ItemsPart) -> list[Part]:
    return part.items if isinstance(part, ItemsPart) else [value for _, value in part.entries]


def _can_change(part: Part) -> bool:
    """Whether something in a container is, or holds, a container that can be changed."""
    if isinstance(part, ItemsPart) and part.kind == "tuple":
        return any(map(_can_change, part.items))
    return isinstance(part, DictPart | ItemsPart)


def _recomputed(ev: Evaluator, base: Part, changes: list[Change], env: Environment) -> Part:
    """A text, a number or a tuple after ``+=`` and its like."""
    for change in changes:
        operator = change.node.children[0].child_by_field_name("operator") if change.node.children else None
        op = env.module.index.text(operator).removesuffix("=")
        expr = ir.Other(env.module.source.lines.byte_range(change.node.start_byte, change.node.end_byte), "a change")
        if not change.sure or change.loop is not None or not op:
            return ev.unknown(expr, env, f"`{env.text(expr)}` may or may not have run")
        right = ev.node(change.target, replace(env, at=change.start))
        base = combined(ev, op, base, right, expr, env)
    return base


def _rounds(
    ev: Evaluator, loop: Node | None, changes: list[Change], env: Environment
) -> Iterator[tuple[Change, Mapping[str, Part]]]:
    """Each change as often as it runs, with the loop's variables; one that cannot be told is unsure, once."""
    if loop is None:
        yield from ((change, {}) for change in changes)
        return
    ev.look_at(env.module, loop)
    listed = _runs_over(ev, loop, changes, env)
    if listed is None:
        header = env.module.index.text(loop).partition(":")[0]
        yield from ((replace(change, sure=False, why=header), {}) for change in changes)
        return
    for names in listed:
        yield from ((change, names) for change in changes)


def _runs_over(ev: Evaluator, loop: Node, changes: list[Change], env: Environment) -> list[Mapping[str, Part]] | None:
    """The variables of each round of a ``for`` over what source can tell; None for any other loop."""
    from op_lint import syntax

    left, right = loop.child_by_field_name("left"), loop.child_by_field_name("right")
    body = loop.child_by_field_name("body")
    if left is None or right is None or body is None or any(not change.sure for change in changes):
        return None
    if any(child.type == "async" for child in loop.children) or any(each.node.parent != body for each in changes):
        return None
    if syntax.query("[(break_statement) (continue_statement) (return_statement)] @leave", body):
        return None
    listed = iterated(iterable_at(ev, right, replace(env, at=loop.start_byte)))
    if listed is None or len(listed) > _MAX_ROUNDS:
        return None
    target = ev.target(left, env)
    rounds = []
    for item in listed:
        names = bound_names(target, item) if target is not None and unknown_of(item) is None else None
        if names is None:
            return None
        rounds.append(names)
    return list(rounds)


def _changes(
    ev: Evaluator, binding: Binding, env: Environment, at: int | None, *, container: bool, deep: bool
) -> list[Change]:
    index = env.module.index
    found: list[Change] = []
    if container or deep:
        found.extend(_followed(ev, binding, env, deep=deep))
        found.extend(by_text(env.module, binding.scope))
    for other in index.bindings(binding.scope, binding.name):
        if other.kind == "augment" and other.value is not None:
            found.append(Change("augment", statement_of(other.node), other.value))
    loops = loops_around(binding.scope, at) if at is not None else []
    loops = [(low, high) for low, high in loops if not low <= binding.start < high]
    known = branches(statement_of(binding.node))
    result = []
    for change in sorted(found, key=lambda each: each.start):
        if at is not None and change.node.start_byte < at < change.target.start_byte < change.node.end_byte:
            if change.kind in ("method", "call"):  # in the very statement that reads it
                result.append(replace(change, sure=False))
            continue
        # what a call changes is changed when the call is over, whatever else its statement does
        over = change.target if change.kind in ("method", "call") else change.node
        later = at is not None and over.end_byte > at
        again = later and any(low <= change.start < high for low, high in loops)
        outside = use_outside(change.node, binding.scope)
        if never_runs(change.node):
            continue
        if (change.start <= binding.start or (later and not again)) and not outside:
            continue
        around = [node for node in branches(change.node) if node not in known and may_skip(node)]
        looped = len(around) == 1 and around[0].type == "for_statement" and not again
        sure = change.sure and not again and not outside and (not around or looped)
        sure = sure and not may_be_left_out(change.target)
        sure = sure and not any(_may_end_before(node, binding.start, change.start, at) for node in known)
        result.append(replace(change, sure=sure, loop=around[0] if looped and sure else None))
    return result


def _may_end_before(block: Node, start: int, change: int, at: int | None) -> bool:
    """Whether a block around both ``start`` and ``change`` may end between the two, and code at ``at`` still runs."""
    if not block.start_byte <= change < block.end_byte:
        return False
    body = block.child_by_field_name("body")
    if body is None or not body.start_byte <= change < body.end_byte:
        return False
    if at is not None and body.start_byte <= at < body.end_byte:
        return False
    if block.type in ("for_statement", "while_statement"):
        from op_lint import syntax

        leaving = syntax.query("[(break_statement) (continue_statement)] @leave", body).get("leave", [])
        return any(start <= each.start_byte < change for each in leaving)
    return block.type in ("try_statement", "with_statement") and may_skip(block)


def _followed(ev: Evaluator, binding: Binding, env: Environment, *, deep: bool) -> Iterator[Change]:
    """What happens to a container through its name, and through whatever else leads to it."""
    index, flow = env.module.index, Flow(ev, env.module, binding, deep=deep)
    if binding.value is not None and binding.kind in ("assign", "walrus"):
        yield from flow.from_value(env.module, binding.value)
    rebound = sum(each.kind not in ("declare", "augment") for each in index.bindings(binding.scope, binding.name)) > 1
    for use in index.uses(binding.name, binding.scope):
        if not _reads(use.scope, binding, env):
            continue
        if rebound:
            meaning = ev.lookup.name(env.module, use.scope, binding.name, use.node.start_byte)
            if isinstance(meaning, Bound) and meaning.binding.node != binding.node:
                continue
        outside = use.scope != binding.scope and use_outside(use.node, binding.scope)
        yield from flow.follow(env.module, use.node, 0, sure=not outside)
    if binding.scope.type == "class_definition":
        for attribute in index.attributes(binding.name):
            yield from flow.follow(env.module, attribute, 0, sure=False)


def use_outside(node: Node, scope: Node) -> bool:
    """Whether code stands in a function inside ``scope``, so that it runs at another time."""
    level = node.parent
    while level is not None and level != scope:
        if level.type in ("function_definition", "lambda"):
            return True
        level = level.parent
    return False


def _reads(scope: Node, binding: Binding, env: Environment) -> bool:
    """Whether a name read in ``scope`` is the one that ``binding`` binds."""
    index = env.module.index
    for level in index.parent_scopes(scope):
        if level == binding.scope:
            return True
        bindings = index.bindings(level, binding.name)
        if bindings and bindings[0].kind not in ("global", "nonlocal"):
            return False
    return False


def _apply(ev: Evaluator, part: DictPart | ItemsPart, change: Change, env: Environment) -> None:
    """Effect: changes ``part``; what cannot be told leaves an Unknown in it."""
    if change.kind == "call":
        text = env.module.index.text(change.target)
        return _unsure(ev, part, change, f"`{_short(text)}` may change it", env)
    if change.why:
        return _unsure(ev, part, change, f"`{_short(change.why)}` is computed at run time", env)
    if not change.sure:
        text = env.module.index.text(change.node)
        return _unsure(ev, part, change, f"`{_short(text)}` may or may not have run", env)
    if isinstance(part, DictPart):
        done = _apply_to_dict(ev, part, change, env)
    else:
        done = _apply_to_list(ev, part, change, env)
    if not done:
        text = env.module.index.text(change.node)
        _unsure(ev, part, change, f"`{_short(text)}` changes it at run time", env)
    return None


def _apply_to_dict(ev: Evaluator, part: DictPart, change: Change, env: Environment) -> bool:
    if change.kind == "set":
        key, value = _key(ev, change, env), _assigned(ev, change, env)
        if key is None or value is None:
            return False
        part.entries.append((key, value))
        return True
    if change.kind == "delete":
        return _remove(part, _key(ev, change, env))
    arguments = _arguments(change)
    if arguments is None:
        return False
    if change.kind == "augment" or change.method == "update":
        return _update(ev, part, change, arguments, env)
    if change.method == "clear":
        part.entries.clear()
        return True
    if change.method == "pop" and arguments:
        return _remove(part, ev.node(arguments[0], env))
    if change.method == "setdefault" and arguments:
        return _set_default(ev, part, arguments, env)
    return False


def _set_default(ev: Evaluator, part: DictPart, arguments: list[Node], env: Environment) -> bool:
    key = ev.node(arguments[0], env)
    if unknown_of(key) is not None or any(unknown_of(own) for own, _ in part.entries):
        return False
    if not any(plain(own) == plain(key) for own, _ in part.entries):
        value = ev.node(arguments[1], env) if len(arguments) > 1 else Leaf(None, key.place)
        part.entries.append((key, value))
    return True


def _update(ev: Evaluator, part: DictPart, change: Change, arguments: list[Node], env: Environment) -> bool:
    for argument in arguments:
        if argument.type == "keyword_argument":
            name, value = argument.child_by_field_name("name"), argument.child_by_field_name("value")
            if name is None or value is None:
                return False
            where = env.place(env.module.source.lines.byte_range(name.start_byte, name.end_byte))
            part.entries.append((Leaf(env.module.index.text(name), where), ev.node(value, env)))
            continue
        inner = argument.named_children[0] if argument.type == "dictionary_splat" else argument
        more = ev.node(inner, env)
        if isinstance(more, DictPart):
            part.entries.extend(more.entries)
        else:
            missing = unknown_of(more) or Unknown(f"`{_short(env.module.index.text(inner))}` is computed at run time")
            leaf = Leaf(missing, more.place)
            part.entries.append((leaf, leaf))
    return True


def _apply_to_list(ev: Evaluator, part: ItemsPart, change: Change, env: Environment) -> bool:
    arguments = _arguments(change)
    if change.kind == "augment" or change.method == "extend":
        more = ev.node(arguments[0], env) if arguments else None
        if isinstance(more, ItemsPart):
            part.items.extend(more.items)
            return True
        if more is not None and unknown_of(more) is not None:
            part.items.append(more)
            return True
        return False
    if change.method in ("append", "add") and arguments and len(arguments) == 1:
        part.items.append(ev.node(arguments[0], env))
        return True
    if change.method in ("pop", "remove") and not any(unknown_of(item) for item in part.items):
        wanted = plain(ev.node(arguments[0], env)) if arguments else -1
        values = [plain(item) for item in part.items]
        try:
            part.items.pop(wanted if change.method == "pop" else values.index(wanted))  # type: ignore[arg-type]
        except (IndexError, TypeError, ValueError):
            return False
        return True
    if change.method == "insert" and arguments and len(arguments) == 2:
        index = plain(ev.node(arguments[0], env))
        if type(index) is int and not any(unknown_of(item) for item in part.items):
            part.items.insert(index, ev.node(arguments[1], env))
            return True
    if change.method == "clear":
        part.items.clear()
        return True
    if change.method == "reverse":
        part.items.reverse()
        return True
    return False


def _remove(part: DictPart, key: Part | None) -> bool:
    if key is None or unknown_of(key) is not None or any(unknown_of(own) for own, _ in part.entries):
        return False
    wanted = plain(key)
    part.entries[:] = [(own, value) for own, value in part.entries if plain(own) != wanted]
    return True


def _unsure(ev: Evaluator, part: DictPart | ItemsPart, change: Change, reason: str, env: Environment) -> None:
    """Effect: leaves an Unknown in ``part``, also in place of whatever may not be there any more."""
    where = env.place(env.module.source.lines.byte_range(change.node.start_byte, change.node.end_byte))
    leaf = Leaf(Unknown(reason), where)
    if isinstance(part, ItemsPart):
        if not only_adds(change, to_list=True):
            part.items.clear()  # any of them may be gone, or stand elsewhere
        part.items.append(leaf)
        return
    keys = touched(ev, change, env)
    if keys is None and only_adds(change):
        part.entries.append((leaf, leaf))  # other names, as far as anybody can tell
        return
    own = [plain(name) for name, _ in part.entries if unknown_of(name) is None]
    at_risk = own if keys is None else keys
    part.entries[:] = [
        (name, leaf if unknown_of(name) is None and plain(name) in at_risk else value) for name, value in part.entries
    ]
    # what is taken away and put in again stands at the end
    if keys is None or not only_adds(change) or any(key not in own for key in keys):
        part.entries.append((leaf, leaf))


def _key(ev: Evaluator, change: Change, env: Environment) -> Part | None:
    keys = change.target.children_by_field_name("subscript")
    return ev.node(keys[0], env) if len(keys) == 1 else None


def _assigned(ev: Evaluator, change: Change, env: Environment) -> Part | None:
    outer = change.target.parent
    value = outer.child_by_field_name("right") if outer is not None else None
    while value is not None and value.type == "assignment":
        value = value.child_by_field_name("right")
    return ev.node(value, env) if value is not None else None


def _arguments(change: Change) -> list[Node] | None:
    if change.kind == "augment":
        return [change.target]
    if change.kind != "method":
        return None
    return [child for child in change.target.named_children if child.type != "comment"]


def _short(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 60 else text[:57] + "..."
