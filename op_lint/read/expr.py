"""What a slice of source says, as a small tree that needs no parser to be used again.

libcst reads a slice once; everything later (constants, types, menus, rules) works on these nodes,
so a cached result needs no parser at all. Nodes are immutable and picklable.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias


@dataclass(frozen=True, slots=True, order=True)
class Range:
    """A half-open stretch of a document: lines 0-based, columns 0-based in code points."""

    start_line: int
    start_column: int
    end_line: int
    end_column: int

    def contains(self, line: int, column: int) -> bool:
        """Whether the point (0-based, code points) lies in the range, its end included."""
        return (self.start_line, self.start_column) <= (line, column) <= (self.end_line, self.end_column)


@dataclass(frozen=True, slots=True)
class Node:
    """Any expression; ``range`` leaves out parentheses around it, but a tuple's own are part of it."""

    range: Range


@dataclass(frozen=True, slots=True)
class Constant(Node):
    """A literal, implicit string concatenation included (``pieces`` is then the number of literals)."""

    value: str | bytes | int | float | complex | bool | None
    pieces: int = 1


@dataclass(frozen=True, slots=True)
class FString(Node):
    """An f-string (or a concatenation that holds one): text parts and expressions, in order."""

    parts: tuple[str | Expr, ...]
    template: bool = False
    """Whether it is a t-string."""


@dataclass(frozen=True, slots=True)
class Formatted(Node):
    """A replacement field with a conversion (``"r"``, ``"s"``, ``"a"``) or a format specification."""

    value: Expr
    conversion: str | None
    spec: tuple[str | Expr, ...]


@dataclass(frozen=True, slots=True)
class Name(Node):
    id: str


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    value: Expr
    attr: str
    attr_range: Range


@dataclass(frozen=True, slots=True)
class Subscript(Node):
    value: Expr
    items: tuple[Expr, ...]
    """The comma-separated indices."""


@dataclass(frozen=True, slots=True)
class Slice(Node):
    """``lower:upper:step`` between brackets; what is left out is None."""

    lower: Expr | None
    upper: Expr | None
    step: Expr | None


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call: ``star`` is ``""``, ``"*"`` or ``"**"``."""

    value: Expr
    keyword: str | None
    star: Literal["", "*", "**"]
    range: Range
    keyword_range: Range | None = None


@dataclass(frozen=True, slots=True)
class Call(Node):
    func: Expr
    args: tuple[Argument, ...]

    def keyword(self, name: str) -> Argument | None:
        """The argument passed by this keyword, or None."""
        return next((arg for arg in self.args if arg.keyword == name), None)

    def positional(self, index: int) -> Argument | None:
        """The positional argument at ``index`` (0-based), or None; None as well behind a ``*`` argument."""
        for position, arg in enumerate(self.args):
            if arg.star or arg.keyword is not None:
                return None
            if position == index:
                return arg
        return None


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a dict display; ``key`` is None for ``**value``."""

    key: Expr | None
    value: Expr
    range: Range


@dataclass(frozen=True, slots=True)
class Dict(Node):
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    """A list, tuple or set display."""

    kind: Literal["list", "tuple", "set"]
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Starred(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class Unary(Node):
    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """A binary or boolean operation, or one comparison (``op`` is the source text, such as ``"not in"``)."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    test: Expr
    if_true: Expr
    if_false: Expr


ParameterKind: TypeAlias = Literal[
    "positional_only", "positional_or_keyword", "var_positional", "keyword_only", "var_keyword"
]


@dataclass(frozen=True, slots=True)
class Param:
    """One parameter of a signature or a lambda; ``range`` is its name's."""

    name: str
    kind: ParameterKind
    annotation: Expr | None
    default: Expr | None
    range: Range
    default_text: str | None = None
    """The default's source text."""


@dataclass(frozen=True, slots=True)
class Lambda(Node):
    params: tuple[Param, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class Clause:
    """One ``for target in iterable if ...`` of a comprehension."""

    target: Expr
    iterable: Expr
    conditions: tuple[Expr, ...]
    is_async: bool


@dataclass(frozen=True, slots=True)
class Comprehension(Node):
    """``key`` is set for a dict comprehension only."""

    kind: Literal["list", "set", "dict", "generator"]
    key: Expr | None
    element: Expr
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Await(Node):
    value: Expr


@dataclass(frozen=True, slots=True)
class Walrus(Node):
    target: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Other(Node):
    """An expression that nothing here looks into, named as a person would (``"a yield"``)."""

    what: str


Expr: TypeAlias = (
    Constant
    | FString
    | Formatted
    | Name
    | Attribute
    | Subscript
    | Slice
    | Call
    | Dict
    | Sequence
    | Starred
    | Unary
    | Binary
    | Conditional
    | Lambda
    | Comprehension
    | Await
    | Walrus
    | Other
)
