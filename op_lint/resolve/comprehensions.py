"""Comprehensions over what source can tell, unrolled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from op_runtime.menu import OpaqueValue, Unknown

from op_lint.read import expr as ir
from op_lint.resolve.calls import iterable_part, why_unordered
from op_lint.resolve.environment import Environment
from op_lint.resolve.operators import iterated, truth_of
from op_lint.resolve.values import DictPart, ItemsPart, Leaf, Part, unknown_of

if TYPE_CHECKING:
    from op_lint.resolve.evaluate import Evaluator

_MAX_ITEMS = 1000
"""Items of one comprehension that are worked out; no menu has as many."""


def comprehension_part(ev: Evaluator, expr: ir.Comprehension, env: Environment) -> Part:
    """What a comprehension gives; one Unknown stands for what cannot be told."""
    where = env.place(expr.range)
    if expr.kind == "generator":
        return Leaf(OpaqueValue(env.text(expr)), where, expr)
    items: list[Part] = []
    entries: list[tuple[Part, Part]] = []
    for number, found in enumerate(_rounds(ev, expr.clauses, env)):
        if number >= _MAX_ITEMS:
            return ev.unknown(expr, env)
        if isinstance(found, Unknown):
            leaf = Leaf(found, where, expr)
            items.append(leaf)
            entries.append((leaf, leaf))
        elif expr.key is not None:
            entries.append((ev.expression(expr.key, found), ev.expression(expr.element, found)))
        else:
            items.append(ev.expression(expr.element, found))
    if expr.kind == "dict":
        return DictPart(entries, where, expr)
    return ItemsPart(expr.kind, items, where, expr)


def _rounds(ev: Evaluator, clauses: tuple[ir.Clause, ...], env: Environment) -> Iterator[Environment | Unknown]:
    """The environment of each round, or why there may be rounds that are not known."""
    if not clauses:
        yield env
        return
    clause, rest = clauses[0], clauses[1:]
    source = iterable_part(ev, clause.iterable, env)
    listed = None if clause.is_async else iterated(source)
    if listed is None:
        yield unknown_of(source) or Unknown(why_unordered(source) or env.computed(clause.iterable))
        return
    for item in listed:
        missing = unknown_of(item)
        names = bound_names(clause.target, item)
        if missing is not None or names is None:
            yield missing or Unknown(env.computed(clause.iterable))
            continue
        inner = env.with_names(names)
        truths = [truth_of(ev.expression(condition, inner)) for condition in clause.conditions]
        if False in truths:
            continue
        if None in truths:
            condition = clause.conditions[truths.index(None)]
            yield Unknown(f"it depends on `{env.text(condition)}`")
            continue
        yield from _rounds(ev, rest, inner)


def bound_names(target: ir.Expr, item: Part) -> dict[str, Part] | None:
    """What the variables of a clause or a loop are for one item; None where it cannot be taken apart."""
    if isinstance(target, ir.Name):
        return {target.id: item}
    items = iterated(item)
    if not isinstance(target, ir.Sequence) or items is None:
        return None
    stars = [number for number, each in enumerate(target.items) if isinstance(each, ir.Starred)]
    if stars:
        first, behind = stars[0], len(target.items) - stars[0] - 1
        if len(stars) > 1 or len(items) < len(target.items) - 1:
            return None
        rest = ItemsPart("list", items[first : len(items) - behind], item.place)
        items = [*items[:first], rest, *items[len(items) - behind :]]
    if len(items) != len(target.items):
        return None
    names: dict[str, Part] = {}
    for inner, part in zip(target.items, items, strict=True):
        found = bound_names(inner.value if isinstance(inner, ir.Starred) else inner, part)
        if found is None:
            return None
        names.update(found)
    return names
