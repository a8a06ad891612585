"""A bar shows on a terminal, after a while, and nowhere else."""

from __future__ import annotations

import io

import pytest

from op_lint import progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_nothing_is_drawn_where_there_is_no_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    stream = io.StringIO()
    assert list(progress.shown([1, 2, 3], 3, stream)) == [1, 2, 3]
    assert stream.getvalue() == ""


def test_what_is_quick_draws_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 1000.0)
    stream = Terminal()
    assert list(progress.shown([1, 2, 3], 3, stream)) == [1, 2, 3]
    assert stream.getvalue() == ""


@pytest.mark.parametrize("items", [[], [1], [1, 2, 3]])
def test_what_takes_long_is_counted_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch, items: list[int]) -> None:
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    stream = Terminal()
    assert list(progress.shown(items, len(items), stream)) == items
    assert (f"{len(items)}/{len(items)}" in stream.getvalue()) is (len(items) > 0)
