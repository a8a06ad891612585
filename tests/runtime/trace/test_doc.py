"""A docstring as context: without the sections that describe parameters and results (metadata spec, section 3)."""

from __future__ import annotations

import pytest
from op_runtime.trace.doc import without_sections


@pytest.mark.parametrize(
    ("doc", "kept"),
    [
        (None, ""),
        ("", ""),
        ("One line.", "One line."),
        ("Find.\n\n    Args:\n        q: words.\n        key: k-123.\n    ", "Find."),
        ("Find.\n\n    Args:\n        q: words.\n\n    It is slow.\n    ", "Find.\n\nIt is slow."),
        ("Find.\n\nReturns:\n    A page.\n\nYields:\n    Lines.\n\nMore.", "Find.\n\nMore."),
        ("Find.\n\nParameters\n----------\nq : str\n    Words.\nkey : str\n    k-123.\n", "Find."),
        (
            "Find.\n\nParameters\n----------\nq : str\n    Words.\n\nNotes\n-----\nIt is slow.",
            "Find.\n\nNotes\n-----\nIt is slow.",
        ),
        ("Find.\n\n:param q: words,\n    many of them.\n:returns: a page.\n\nMore.", "Find.\n\nMore."),
        ("Find.\n\n:type q: str\n:rtype: str", "Find."),
        ("Find the args: they matter.", "Find the args: they matter."),
        ("Find.\n\nArgs: two of them are read.", "Find.\n\nArgs: two of them are read."),
        ("Find.\n\nReturns early when nothing is there.", "Find.\n\nReturns early when nothing is there."),
        ("Find.\n\nRaises:\n    KeyError: none.", "Find."),
    ],
)
def test_sections_go_and_prose_stays(doc: str | None, kept: str) -> None:
    assert without_sections(doc) == kept
