"""The garbage collector passes over what stays as long as the server does, and over nothing that is garbage."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from op_lsp.session import tidy


class Knot:
    """Something that only the collector frees."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_stays_is_passed_over() -> None:
    kept = Knot()
    tidy()
    assert gc.get_freeze_count() > 1000
    assert not any(each is kept for each in gc.get_objects())


def test_garbage_is_freed_also_where_it_stayed_before() -> None:
    kept = Knot()
    tidy()
    seen = weakref.ref(kept)
    del kept
    gc.collect()
    assert seen() is not None
    tidy()
    assert seen() is None
