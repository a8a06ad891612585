"""What the analyzer knows about one file, in the form that rules, previews and the editor read.

Ranges are absolute in their document: lines 0-based, columns 0-based in code points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from op_runtime.menu import Function, Menu, Unknown

from op_lint.read.definition import Docstring
from op_lint.read.expr import Call, Expr, Param, Range

if TYPE_CHECKING:
    from op_lint.calls import CallFacts, UnboundName
    from op_lint.resolve.values import Part


@dataclass(frozen=True, slots=True)
class Place:
    """A range in a file; ``path`` is as the analysis was given it."""

    path: str
    range: Range


@dataclass(frozen=True, slots=True)
class FunctionFacts:
    """One ``def``: agentic when ``decorator`` is set, else plain (read only where something refers to it)."""

    name: str
    qualname: str
    """As Python writes it: ``Desk.find``, ``outer.<locals>.inner``."""
    range: Range
    """From the first decorator to the end of the body."""
    name_range: Range
    params: tuple[Param, ...]
    returns: Expr | None
    docstring: Docstring | None
    is_async: bool
    is_method: bool
    decorator: Expr | None
    """Our decorator: a ``Call``, or a ``Name`` / ``Attribute`` where it is bare."""
    decorator_module: str
    """The module it comes from, such as ``openprogram.agentic_programming``; empty for a plain function."""
    body_start: tuple[int, int]
    """Line and column of the first statement of the body."""
    docstring_broken: bool = False
    """Whether there may be a docstring that is none yet: text at the start of the body that does not parse."""

    @property
    def arguments(self) -> Call | None:
        """The decorator's call, or None where it is bare or absent."""
        return self.decorator if isinstance(self.decorator, Call) else None

    @property
    def input_expr(self) -> Expr | None:
        """The value of ``input=``, or None."""
        call = self.arguments
        argument = call.keyword("input") if call else None
        return argument.value if argument else None


__all__ = [
    "DecisionFacts",
    "DecisionKind",
    "Docstring",
    "FileFacts",
    "FunctionFacts",
    "MenuResult",
    "Place",
    "Problem",
    "SourceMap",
]

SourceMap: TypeAlias = Mapping[tuple[int | str, ...], Place]
"""Where each part of a menu is written, by path.

``(index,)`` is an option; ``(index, "name")``, ``(index, "description")``, ``(index, "handler")`` and
``(index, "schema", field, ...)`` are its parts, ``(index, "input", parameter)`` the ``input=`` entries of its function.
"""


@dataclass(frozen=True, slots=True)
class MenuResult:
    """The menu of one decision, or why building it fails.

    ``error`` is the message of the exception that the runtime raises for these options (``error_type`` its name);
    ``unknown`` is set where the whole container is unknown.
    """

    menu: Menu | None
    sources: SourceMap = field(default_factory=dict)
    error: str | None = None
    error_type: str | None = None
    unknown: Unknown | None = None


DecisionKind: TypeAlias = Literal["make", "amake", "exec", "aexec", "parse_args", "render_options", "resolve_decision"]


@dataclass(frozen=True, slots=True)
class DecisionFacts:
    """One call that offers a menu."""

    kind: DecisionKind
    call: Call
    range: Range
    prompt: Expr | None
    options: Expr
    """The options argument as written at the call (a name, a display, ...)."""
    container: Expr | None
    """The display that it leads to, in this file or another; None where it could not be followed."""
    container_path: str
    function: FunctionFacts | None
    """The innermost function around the call, agentic or not."""
    result: MenuResult
    part: Part | None = field(default=None, compare=False, repr=False)
    """What the options evaluate to, each part with its place; None where the whole is unknown."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A place that could not be read: ``syntax`` is OP001, ``unreadable`` is OP002, ``skipped`` is OP006."""

    kind: Literal["syntax", "unreadable", "skipped"]
    range: Range
    message: str


@dataclass(frozen=True, slots=True)
class FileFacts:
    """Everything that rules read of one file."""

    path: str
    functions: tuple[FunctionFacts, ...]
    """The agentic functions, in source order."""
    decisions: tuple[DecisionFacts, ...]
    problems: tuple[Problem, ...]
    relevant: bool
    """Whether the file names anything of ours."""
    described: Mapping[str, Function | Unknown]
    """By qualname: what the runtime would know about each agentic function (Unknown where that cannot be told)."""
    calls: tuple[CallFacts, ...] = ()
    """Turns, `llm`, `agent`, `goal` and the primitives, in source order."""
    unbound: tuple[UnboundName, ...] = ()
    """Where an auto-injected name is read and nothing binds it."""

    @property
    def syntax(self) -> tuple[Problem, ...]:
        """What of the problems is about statements that do not parse."""
        return tuple(problem for problem in self.problems if problem.kind == "syntax")

    @property
    def broken(self) -> bool:
        """Whether a statement does not parse."""
        return bool(self.syntax)
