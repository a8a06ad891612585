"""Where an expression of source stands: what its names mean and where its text is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from tree_sitter import Node

from op_lint.facts import Place
from op_lint.read.expr import Attribute, Expr, Name, Range
from op_lint.resolve.project import Module
from op_lint.resolve.values import Part

_SHOWN = 60
"""Characters of source that a reason quotes at most."""


@dataclass(frozen=True, slots=True)
class Environment:
    """A scope of a module. ``at`` is the byte from which names are read, None for "once the module has run".

    ``names`` are those that an expression binds itself, such as the variables of a comprehension; ``arguments`` are the
    parameters of ``scope``, where it is a function whose call is followed.
    """

    module: Module
    scope: Node
    at: int | None = None
    names: Mapping[str, Part] = field(default_factory=lambda: MappingProxyType({}))
    arguments: Mapping[str, Part] = field(default_factory=lambda: MappingProxyType({}))
    depth: int = 0
    since: int | None = None
    """The byte of the module whose code calls the function that is followed; None where it runs later."""

    def in_module_code(self) -> bool:
        """Whether the code runs while its module is loaded, and not in a function."""
        level: Node | None = self.scope
        while level is not None and level.type not in ("function_definition", "lambda"):
            level = self.module.index.enclosing(level)
        return level is None

    def with_names(self, names: Mapping[str, Part]) -> Environment:
        """The same place with more names."""
        return replace(self, names={**self.names, **names})

    def place(self, where: Range) -> Place:
        """A place in this module's file."""
        return Place(self.module.path, where)

    def text(self, expr: Expr) -> str:
        """The source of an expression on one line, shortened for a message."""
        text = " ".join(self.module.source.lines.slice(expr.range).split())
        return text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."

    def computed(self, expr: Expr) -> str:
        """The usual reason why a value is unknown."""
        return f"`{self.text(expr)}` is computed at run time"


def dotted_name(expr: Expr) -> tuple[str, ...] | None:
    """The parts of ``a.b.c``; None for any other expression."""
    parts: list[str] = []
    while isinstance(expr, Attribute):
        parts.append(expr.attr)
        expr = expr.value
    return (*reversed([*parts, expr.id]),) if isinstance(expr, Name) else None
