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


class LLMError(RuntimeError):
    """A model call that came to nothing, for a reason that lies with the call and not with the reply's text.

    `reason` is `timeout`, `max_iterations`, `transport` or `no_model`; `retryable` says whether the same request
    may be sent again.
    """

    def __init__(self, message: str, *, reason: str, retryable: bool = False) -> None:
        super().__init__(message)
        self.reason = reason
        self.retryable = retryable


class ApprovalRefusedError(PermissionError):
    """A function that requires approval was picked, and nobody approved it: it has not run."""
