"""A bar on a terminal for what takes longer than people like to wait without a sign."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TextIO, TypeVar

T = TypeVar("T")

PATIENCE = 2.0
"""Seconds without a sign."""


def shown(items: Iterable[T], total: int, stream: TextIO) -> Iterator[T]:
    """Effect: after ``PATIENCE`` seconds draws a bar on ``stream``, where that is a terminal; clears it at the end."""
    if not stream.isatty():
        yield from items
        return
    started = time.monotonic()
    source = iter(items)
    done = 0
    for item in source:
        yield item
        done += 1
        if time.monotonic() - started > PATIENCE:
            break
    else:
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    with Progress(BarColumn(), MofNCompleteColumn(), console=Console(file=stream), transient=True) as bar:
        task = bar.add_task("", total=total, completed=done)
        for item in source:
            yield item
            bar.advance(task)
