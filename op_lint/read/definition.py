"""What the head of one ``def`` says: decorators, signature, docstring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from op_lint.read.expr import Expr, Param, Range


@dataclass(frozen=True, slots=True)
class Docstring:
    """The first statement of a body where a docstring belongs.

    ``value`` is the string's value, None unless ``kind`` is ``"string"`` (only then is it a docstring to Python).
    """

    kind: Literal["string", "f-string", "t-string", "bytes", "expression"]
    value: str | None
    range: Range
    expr: Expr


@dataclass(frozen=True, slots=True)
class Definition:
    """One ``def`` without its body; a docstring is set only where the first statement looks like one."""

    name: str
    name_range: Range
    decorators: tuple[Expr, ...]
    params: tuple[Param, ...]
    returns: Expr | None
    docstring: Docstring | None
    is_async: bool
