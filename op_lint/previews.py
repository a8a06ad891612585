"""What will be made of the decision or the agentic function at a place: its menu, its tool spec, its form."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from op_runtime.menu import Control, Menu, Unknown, build_menu, form_controls, tool_spec

from op_lint.analysis import Project, analyze
from op_lint.check import project_for
from op_lint.config import Configs
from op_lint.facts import DecisionFacts, FileFacts, FunctionFacts
from op_lint.files import SourceFile, decode, read_bytes
from op_lint.files.notebook import SUFFIX, Notebook, read_notebook
from op_lint.inputs import offered

if TYPE_CHECKING:
    from op_lint.read.expr import Range


@dataclass(frozen=True, slots=True)
class Preview:
    """What one decision or agentic function will be to a model and in a form.

    ``menu`` is the text that the model reads, byte for byte; of a function it offers only this function.
    A decision has neither ``spec`` nor ``form``. What is None cannot be told, and ``reason`` says why.
    """

    kind: Literal["decision", "function"]
    name: str
    """A function's qualified name; of a decision that of the function around it, empty at the top of a module."""
    path: str
    range: Range
    menu: Menu | None
    spec: dict[str, Any] | None = None
    form: tuple[Control, ...] | None = None
    reason: str | None = None

    @property
    def text(self) -> str | None:
        """The menu as the model gets it."""
        return None if self.menu is None else self.menu.render()


@dataclass(frozen=True, slots=True)
class Document:
    """What a file says; of a notebook, what its code cells say together."""

    facts: FileFacts
    notebook: Notebook | None = None

    def place(self, line: int) -> tuple[int | None, int]:
        """The cell of a line (from 0) of the facts, None outside a notebook, and its line there; both from 1."""
        return (None, line + 1) if self.notebook is None else self.notebook.place(line)


def read_document(path: str, data: bytes | None = None, project: Project | None = None) -> Document:
    """Effect: reads a file, or takes ``data`` for its bytes. ``project`` is used instead of one for its configuration.

    Raises:
        UnreadableError: it cannot be read.
        ConfigError: its configuration cannot be used.
    """
    data = read_bytes(path) if data is None else data
    notebook = read_notebook(data) if path.endswith(SUFFIX) else None
    source = decode(data) if notebook is None else notebook.source
    return Document(_facts(source, path, project), notebook)


def _facts(source: SourceFile, path: str, project: Project | None) -> FileFacts:
    return analyze(source, path, project or project_for(Configs().of(os.path.abspath(path))))  # noqa: PTH100


def preview(
    path: str, position: tuple[int, int], *, text: str | None = None, project: Project | None = None
) -> Preview | None:
    """The innermost decision or agentic function at a position (line and column, from 0, in code points).

    ``text`` is taken instead of the file's, ``project`` instead of one for its configuration; in a notebook, lines are
    counted through its code cells. None where there is neither. Nothing of the user's runs.

    Raises:
        UnreadableError: the file cannot be read.
        ConfigError: its configuration cannot be used.
    """
    facts = read_document(path, None, project).facts if text is None else _facts(SourceFile(text), path, project)
    found = [each for each in previews(facts) if each.range.contains(*position)]
    return min(found, key=lambda each: _size(each.range), default=None)


def previews(facts: FileFacts) -> Iterator[Preview]:
    """All decisions, then all agentic functions of a file, each in source order."""
    for decision in facts.decisions:
        yield of_decision(facts, decision)
    for function in facts.functions:
        yield of_function(facts, function)


def of_decision(facts: FileFacts, decision: DecisionFacts) -> Preview:
    """The preview of one decision."""
    result = decision.result
    reason = None
    if result.error is not None:
        reason = f"{result.error_type or 'error'}: {result.error}"
    elif result.menu is None:
        reason = str(result.unknown or "the options cannot be told from source")
    name = decision.function.qualname if decision.function is not None else ""
    return Preview("decision", name, facts.path, decision.range, result.menu, reason=reason)


def of_function(facts: FileFacts, function: FunctionFacts) -> Preview:
    """The preview of one agentic function."""
    known = offered(facts.described, function)
    if known is None or isinstance(known, Unknown):
        return Preview("function", function.qualname, facts.path, function.range, None, reason=str(known))
    try:
        return Preview(
            "function",
            function.qualname,
            facts.path,
            function.range,
            build_menu([known]),
            tool_spec(known),
            form_controls(known),
        )
    except (TypeError, ValueError) as error:
        reason = f"{type(error).__name__}: {error}"
        return Preview("function", function.qualname, facts.path, function.range, None, reason=reason)


def _size(where: Range) -> tuple[int, int]:
    lines = where.end_line - where.start_line
    return lines, where.end_column - (0 if lines else where.start_column)
