"""Errors that several parts of the runtime raise."""

from __future__ import annotations

from collections.abc import Sequence

from op_runtime.secrets import redacted


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

    `reason` is `timeout`, `cancelled`, `max_iterations`, `transport` (the way to the model failed), `request` (the
    provider refused what was sent) or `no_model` (none is set up). `retryable` says whether the same request may be
    sent again, `retry_after` after how many seconds, where the provider says so.
    """

    def __init__(self, message: str, *, reason: str, retryable: bool = False, retry_after: float | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.retryable = retryable
        self.retry_after = retry_after


class ApprovalRefusedError(PermissionError):
    """A function that requires approval was picked, and nobody approved it: it has not run."""


def said(error: BaseException) -> str:
    """Give an error as text, its class and its message: without keys, and whatever its own code does when asked."""
    try:
        message = str(error)
    except Exception:
        message = ""
    text = type(error).__name__ + (f": {message}" if message else "")
    return redacted(text.encode("utf-8", "surrogatepass").decode("utf-8", "replace"))
