"""What runs now, on a terminal, while it runs."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any

from op_runtime.trace import Node, Store

if TYPE_CHECKING:
    from rich.text import Text


class Watched:
    """A store that also knows what runs now, how many model calls there were, and what they cost."""

    def __init__(self, store: Store, now: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._now = now
        self._began = now()
        self._lock = threading.Lock()
        self._open: dict[str, Node] = {}
        self._idle = "starting"
        self._calls = 0
        self._tokens = 0

    def add(self, node: Node) -> None:
        """Effect: keep a node whose call has begun."""
        self._store.add(node)
        with self._lock:
            self._open[node.id] = node
            self._idle = "ending"
            self._calls += node.role == "model"

    def update(self, node: Node) -> None:
        """Effect: keep what has changed in a node that was added before."""
        self._store.update(node)
        with self._lock:
            if node.ended is not None and self._open.pop(node.id, None) is not None:
                self._tokens += sum(node.usage.values())

    def nodes(self) -> list[Node]:
        """Give the kept nodes in the order in which their calls began."""
        return self._store.nodes()

    def line(self) -> str:
        """Give the calls that run now, the outermost first, and the time, calls and tokens so far."""
        with self._lock:
            running = " > ".join(node.name for node in self._open.values()) or self._idle
            calls, tokens = self._calls, self._tokens
        parts = [f"{self._now() - self._began:.1f} s", f"{calls} model call{'' if calls == 1 else 's'}"]
        if tokens:
            parts.append(f"{tokens:,} tokens")
        return f"{running}  ({', '.join(parts)})"


def progress(watched: Watched) -> AbstractContextManager[None]:
    """Effect: show on the terminal what runs inside the `with` block; nothing without a terminal or rich."""
    if not sys.stderr.isatty():
        return nullcontext()
    try:
        import rich.console
    except ImportError:
        return nullcontext()
    return live(watched, rich.console.Console(stderr=True))


@contextmanager
def live(watched: Watched, console: Any) -> Iterator[None]:
    """Effect: show what runs on `console`, one line that is gone at the end."""
    from rich.live import Live
    from rich.spinner import Spinner
    from rich.text import Text

    spinner = Spinner("dots")

    def shown() -> Spinner:
        spinner.update(text=_line(watched, Text, console.width))
        return spinner

    # what the function prints goes around the line; where it goes into a file, that is where it stays
    printed = sys.stdout.isatty()
    with Live(get_renderable=shown, console=console, refresh_per_second=8, transient=True, redirect_stdout=printed):
        yield


def _line(watched: Watched, text: type[Text], width: int) -> Text:
    line = text(watched.line(), no_wrap=True, overflow="ellipsis")
    line.truncate(max(10, width - 4), overflow="ellipsis")
    return line
