"""Where a place of an older text is now."""

from __future__ import annotations

import pytest

from op_lint.files import Lines
from op_lint.read.expr import Range
from op_lsp.drift import Drift

OLD = "one\ntwo\nthree\nfour\n"


@pytest.mark.parametrize(
    ("new", "place", "was"),
    [
        (OLD, (2, 3), (2, 3)),
        ("zero\n" + OLD, (3, 3), (2, 3)),
        ("one\nthree\nfour\n", (1, 2), (2, 2)),
        ("one\ntwo x\nthree\nfour\n", (1, 1), (1, 1)),
        ("one\ntwo x\nthree\nfour\n", (1, 5), (1, 3)),
        ("zero\none\ntwo\nthree (\nfour\n", (2, 1), (1, 1)),
        ("zero\none\ntwo\nthree (\nfour\n", (3, 1), (2, 1)),
        ("", (0, 0), (4, 0)),  # the empty last line is the same in both
        ("one\r\ntwo\r\nthree\r\nfour\r\n", (2, 3), (2, 3)),
    ],
)
def test_a_place_in_the_newest_text_is_found_in_the_older(
    new: str, place: tuple[int, int], was: tuple[int, int]
) -> None:
    assert Drift.between(Lines(OLD), Lines(new)).back(*place) == was


def test_a_range_of_the_older_text_is_found_in_the_newest() -> None:
    drift = Drift.between(Lines(OLD), Lines("zero\none\ntwo\nthree (\nfour\n"))
    assert drift.forward(Range(1, 0, 2, 5)) == Range(2, 0, 3, 5)


def test_a_range_that_is_gone_is_somewhere_in_the_text() -> None:
    assert Drift.between(Lines(OLD), Lines("")).forward(Range(1, 0, 2, 5)) == Range(0, 0, 0, 0)
