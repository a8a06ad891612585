"""Places are those that libcst's own provider finds."""

from __future__ import annotations

from pathlib import Path

import libcst as cst
import pytest
from libcst.metadata import MetadataWrapper, PositionProvider

from op_lint.read.places import places

ROOT = Path(__file__).parents[3]
FILES = sorted(
    path
    for path in [*(ROOT / "tests" / "corpus").glob("*.py"), *(ROOT / "op_lint" / "read").glob("*.py")]
    if not path.name.startswith("syntax_")
)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_node_is_where_libcst_says(path: Path) -> None:
    module = cst.parse_module(path.read_bytes())
    said = dict(MetadataWrapper(module, unsafe_skip_copy=True).resolve(PositionProvider))
    found = places(module)
    assert found.keys() == said.keys()
    del said[module]  # where a whole text ends is nobody's question
    for node, where in said.items():
        assert found[node] == (where.start.line - 1, where.start.column, where.end.line - 1, where.end.column)


def test_line_breaks_inside_tokens_count_however_they_are_written() -> None:
    module = cst.parse_module("x = '''a\r\nb\rc''' + y\r\n")
    assert isinstance(module.body[0], cst.SimpleStatementLine)
    assign = cst.ensure_type(module.body[0].body[0], cst.Assign)
    assert places(module)[cst.ensure_type(assign.value, cst.BinaryOperation).right] == (2, 7, 2, 8)
