"""Where the nodes of a libcst tree stand.

libcst finds that out by writing the tree down again. This does the same with as little as that needs: its own providers
also walk the tree for visitors that nobody asked for, and take several times as long.
"""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, TypeAlias, cast

import libcst as cst
from libcst._nodes.internal import CodegenState

if TYPE_CHECKING:
    from contextlib import _GeneratorContextManager

Place: TypeAlias = tuple[int, int, int, int]
"""First line and column, last line and the column behind it: lines and columns 0-based, columns in code points."""


def places(module: cst.Module) -> dict[cst.CSTNode, Place]:
    """The place of every node, white space around it left out: what libcst's ``PositionProvider`` says."""
    state = _Writing(default_indent=module.default_indent, default_newline=module.default_newline)
    module._codegen(state)
    return state.found


class _Writing(CodegenState):
    """Writes nothing down but how far it is."""

    def __init__(self, default_indent: str, default_newline: str) -> None:
        super().__init__(default_indent, default_newline)
        self.line = 0
        self.column = 0
        self.found: dict[cst.CSTNode, Place] = {}
        self._starts: list[tuple[int, int]] = []

    def add_indent_tokens(self) -> None:
        self.column += sum(map(len, self.indent_tokens))

    def add_token(self, value: str) -> None:
        if "\n" in value or "\r" in value:
            lines = value.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            self.line += len(lines) - 1
            self.column = len(lines[-1])
        else:
            self.column += len(value)

    def before_codegen(self, node: cst.CSTNode) -> None:
        self._starts.append((self.line, self.column))

    def after_codegen(self, node: cst.CSTNode) -> None:
        start = self._starts.pop()
        if node not in self.found:
            self.found[node] = (*start, self.line, self.column)

    def record_syntactic_position(
        self,
        node: cst.CSTNode,
        *,
        start_node: cst.CSTNode | None = None,
        end_node: cst.CSTNode | None = None,
    ) -> _GeneratorContextManager[None, None, None]:
        return cast("_GeneratorContextManager[None, None, None]", _Recorded(self, node, start_node, end_node))


class _Recorded:
    __slots__ = ("end_node", "node", "start", "start_node", "state")

    def __init__(
        self, state: _Writing, node: cst.CSTNode, start_node: cst.CSTNode | None, end_node: cst.CSTNode | None
    ) -> None:
        self.state, self.node, self.start_node, self.end_node = state, node, start_node, end_node

    def __enter__(self) -> None:
        self.start = (self.state.line, self.state.column)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        state = self.state
        if error is None:
            start = self.start if self.start_node is None else state.found[self.start_node][:2]
            end = (state.line, state.column) if self.end_node is None else state.found[self.end_node][2:]
            state.found[self.node] = (*start, *end)
