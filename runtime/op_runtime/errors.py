"""Errors that several parts of the runtime raise."""

from __future__ import annotations

from collections.abc import Sequence


class DecisionError(ValueError):
    """The model was asked, and asked again, and no reply could be read.

    `kind` is the last reply's kind of error, `kinds` those of all replies, `reply` the last reply itself,
    `attempts` the number of replies (spec 2 section 5).
    """

    def __init__(self, message: str, *, kinds: Sequence[str], reply: str) -> None:
        super().__init__(message)
        self.kinds = tuple(kinds)
        self.kind = self.kinds[-1] if self.kinds else ""
        self.reply = reply
        self.attempts = len(self.kinds)
