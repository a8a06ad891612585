"""A menu is built and rendered in well under a millisecond for functions that are described already."""

from __future__ import annotations

import time
from collections.abc import Callable

from op_runtime.menu import build_menu, describe


def find(q: str, page: int = 1, tags: list[str] | None = None, runtime: object = None) -> None:
    """Find pages."""


def best(action: Callable[[], object]) -> float:
    """The fastest of some runs, in seconds: what the work costs when nobody else wants the processor."""
    times = []
    for _ in range(50):
        started = time.perf_counter()
        action()
        times.append(time.perf_counter() - started)
    return min(times)


def test_ten_described_functions() -> None:
    options = {f"find {number}": describe(find) for number in range(10)}
    assert best(lambda: build_menu(options).render()) < 0.001


def test_ten_plain_functions_cost_a_signature_each() -> None:
    options = {f"find {number}": find for number in range(10)}
    assert best(lambda: build_menu(options).render()) < 0.003
