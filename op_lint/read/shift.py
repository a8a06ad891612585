"""Moves what was read from a slice to where the slice stands in its document."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, TypeVar

from op_lint.read.definition import Definition, Docstring
from op_lint.read.expr import Argument, Clause, Entry, Node, Param, Range

T = TypeVar("T")

PARTS = (Node, Argument, Entry, Param, Clause, Docstring, Definition)
"""What a slice is read into."""
_FIELDS: dict[type, tuple[str, ...]] = {}


def shift(tree: T, lines: int, column: int) -> T:
    """The same tree, ``lines`` further down, what stands on its first line ``column`` further to the right."""
    if not lines and not column:
        return tree
    moved: T = _move(tree, lines, column)
    return moved


def _move(value: Any, lines: int, column: int) -> Any:
    kind = type(value)
    if kind is Range:
        first, last = value.start_line, value.end_line
        return Range(
            first + lines,
            value.start_column if first else value.start_column + column,
            last + lines,
            value.end_column if last else value.end_column + column,
        )
    if kind is tuple:
        return tuple([_move(item, lines, column) for item in value])
    if isinstance(value, PARTS):
        names = _FIELDS.get(kind)
        if names is None:
            names = _FIELDS[kind] = tuple(field.name for field in fields(value))
        return kind(*[_move(getattr(value, name), lines, column) for name in names])
    return value
