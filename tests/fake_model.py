"""A runtime that answers from a list, for tests of what asks one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class FakeRuntime:
    """Gives the replies in order; `prompts` and `options` hold what each turn was asked with."""

    def __init__(self, replies: Iterable[Any]) -> None:
        self._replies = iter(replies)
        self.prompts: list[Any] = []
        self.options: list[dict[str, Any]] = []

    def exec(self, content: Any, **options: Any) -> Any:
        self.prompts.append(content)
        self.options.append(options)
        try:
            return next(self._replies)
        except StopIteration:
            raise AssertionError(f"one turn more than expected: {content!r}") from None
