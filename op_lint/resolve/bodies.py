"""What a class body assigns and annotates, where source can tell what stays of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.resolve.project import Module

_BRANCHES = frozenset(
    {"if_statement", "for_statement", "while_statement", "try_statement", "with_statement", "match_statement"}
)


class UntoldError(Exception):
    """Source cannot tell what a class holds; ``reason`` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Written:
    """One assignment or annotation in a class body."""

    name: str
    annotation: Node | None
    value: Node | None


def written(module: Module, node: Node) -> Iterator[Written]:
    """What the body of a class assigns and annotates, in order.

    Raises:
        UntoldError: a name of it is bound in another way: under a condition, by unpacking, by a loop.
    """
    body = node.child_by_field_name("body")
    for statement in body.named_children if body is not None else []:
        if statement.type in _BRANCHES:
            _refuse_bindings(module, node, statement)
        if statement.type == "delete_statement":
            raise UntoldError(_computed(module, statement))
        inner = statement.named_children[0] if statement.type == "expression_statement" else None
        if inner is None or inner.has_error:
            continue
        if inner.type == "augmented_assignment":
            raise UntoldError(_computed(module, inner))
        if inner.type == "assignment":
            yield from _assigned(module, inner)


def _assigned(module: Module, assignment: Node) -> Iterator[Written]:
    left, value = assignment.child_by_field_name("left"), assignment.child_by_field_name("right")
    names = [left]
    while value is not None and value.type == "assignment":  # a = b = value
        names.append(value.child_by_field_name("left"))
        value = value.child_by_field_name("right")
    for name in names:
        if name is None or name.type in ("attribute", "subscript"):
            continue
        if name.type != "identifier":
            raise UntoldError(_computed(module, assignment))
        yield Written(module.index.text(name), assignment.child_by_field_name("type"), value)


def _refuse_bindings(module: Module, node: Node, statement: Node) -> None:
    from op_lint import syntax

    found = syntax.query("[(assignment) (augmented_assignment) (for_statement) (named_expression)] @it", statement)
    if any(module.index.scope_of(each) == node for each in found.get("it", ())):
        raise UntoldError(_computed(module, statement))


def _computed(module: Module, node: Node) -> str:
    text = " ".join(module.index.text(node).split())
    return f"`{text if len(text) <= 60 else text[:57] + '...'}` in a class body is computed at run time"
