"""Gives each step its place and its key, and finds out whether it has happened before."""

from __future__ import annotations

import builtins
import hashlib
import json
import threading
from collections import defaultdict
from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

from op_runtime.context import Branch, current_branch
from op_runtime.errors import ApprovalRefusedError, DecisionError, LLMError
from op_runtime.steps import Step
from op_runtime.workflow.errors import ReplayMismatchError, UnstorableError, WorkflowError
from op_runtime.workflow.journal import Journal, StepRow, step_label
from op_runtime.workflow.values import ValueFormError, dump, key_form, load

_newest_key: Final[ContextVar[str]] = ContextVar("op_runtime_newest_step", default="")


def newest_key() -> str:
    """Give the place and key of the newest step of this call chain: what an approval is bound to."""
    return _newest_key.get()


def step_key(fn: str, prompt: object, arguments: Mapping[str, object]) -> str:
    """Give the key of a step: equal for equal calls, in every process (spec 3 section 2).

    Raises:
        ValueFormError: an argument has no form that another process would find again.
    """
    return hashlib.sha256(key_form([fn, prompt, dict(arguments)]).encode()).hexdigest()


@dataclass(slots=True)
class KnownStep:
    """A step that has happened before."""

    value: Any
    known: bool = True

    def done(self, value: object) -> None:
        """Effect: nothing."""

    def failed(self, error: BaseException) -> None:
        """Effect: nothing."""


@dataclass(slots=True)
class LiveStep:
    """A step that happens now, and is written down."""

    journal: Journal
    seq: int
    label: str
    fn: str
    known: bool = False
    value: Any = None

    def done(self, value: object) -> None:
        """Effect: keep the result; raises UnstorableError, which names the step and the type, where that cannot be."""
        try:
            text = dump(value)
        except ValueFormError as error:
            problem = UnstorableError(f"{self.label} ({self.fn}): its result cannot be kept: {error}")
            self.journal.end_step(self.seq, "error", None, packed_error(problem))
            raise problem from error
        self.journal.end_step(self.seq, "ok", text, None)

    def failed(self, error: BaseException) -> None:
        """Effect: keep the error; one that only stops the run (a budget, a pause, Ctrl-C) leaves the step begun."""
        from op_runtime.budget import BudgetError

        if isinstance(error, Exception) and not isinstance(error, BudgetError | WorkflowError):
            self.journal.end_step(self.seq, "error", None, packed_error(error))


class Recorder:
    """Keeps the steps of one attempt in a journal, and gives back what is known.

    Steps that this attempt has taken before are known by their place, and must be the same (`resume`). Other ones
    take the next unused result of an equal call at the same branch path of an earlier attempt (a revision). `first` is
    the number of the first step outside of any branch.
    """

    def __init__(self, journal: Journal, attempt: int, first: int = 0) -> None:
        self.journal = journal
        self.attempt = attempt
        self._base = len(current_branch())
        self._lock = threading.Lock()
        self._counts: defaultdict[str, int] = defaultdict(int, {"": first})
        self._groups: defaultdict[str, dict[int, int]] = defaultdict(dict)
        steps = journal.steps()
        own = [step for step in steps if step.attempt == attempt]
        used = {step.origin for step in own}
        self._own = {(step.path, step.call_index): step for step in own}
        self._last = {step.path: step.seq for step in own}  # they are in the order in which they began
        self._earlier: defaultdict[tuple[str, str], list[StepRow]] = defaultdict(list)
        for step in steps:
            reusable = step.status == "ok" and step.origin is None and step.seq not in used
            if reusable and step.attempt < attempt:
                self._earlier[step.path, step.key].append(step)

    def begin(self, fn: str, prompt: object, arguments: Mapping[str, object]) -> Step:
        """Effect: begin the next step of the branch that runs now; raises its stored error where the run went on after.

        Raises:
            ReplayMismatchError: another step was taken here before.
            UnstorableError: the arguments have no form that could be kept.
        """
        path, index = self._place(current_branch()[self._base :])
        label = step_label(path, index)
        try:
            key = step_key(fn, prompt, arguments)
            shown = key_form(prompt), key_form(dict(arguments))
        except ValueFormError as error:
            raise UnstorableError(f"{label} ({fn}): its arguments cannot be kept: {error}") from error
        _newest_key.set(f"{label}:{key}")
        own = self._own.get((path, index))
        if own is not None:
            if own.key != key:
                raise ReplayMismatchError(_mismatch(label, own, fn, shown[0]))
            if own.status == "ok":
                return KnownStep(_value(own))
            if own.status == "error" and self._was_caught(own):
                raise unpacked_error(own.error or "{}")
        found = self._take(path, key)
        seq = self.journal.begin_step(self.attempt, path, index, fn, *shown, key)
        if found is not None:
            value = _value(found)
            self.journal.end_step(seq, "ok", found.result, None, found.seq)
            return KnownStep(value)
        return LiveStep(self.journal, seq, label, fn)

    def _place(self, branch: Branch) -> tuple[str, int]:
        """The branch path and the number in it; `parallel` calls are counted in the order of the code, not of time."""
        with self._lock:
            path = ""
            for group, action in branch:
                numbers = self._groups[path]
                number = numbers.setdefault(group, len(numbers))
                path += f"{'-' if path else ''}{number}.{action}"
            index = self._counts[path]
            self._counts[path] += 1
            return path, index

    def _take(self, path: str, key: str) -> StepRow | None:
        with self._lock:
            waiting = self._earlier.get((path, key))
            return waiting.pop(0) if waiting else None

    def _was_caught(self, step: StepRow) -> bool:
        """Whether the run went on after the step's error: a later step at its path, or at one around it."""
        parts = step.path.split("-") if step.path else []
        around = ["-".join(parts[:count]) for count in range(len(parts) + 1)]
        return any(self._last.get(path, 0) > step.seq for path in around)


def _value(step: StepRow) -> Any:
    try:
        return load(step.result or "null")
    except ValueFormError as error:
        raise UnstorableError(f"{step.label} ({step.fn}): its stored result cannot be read: {error}") from error


def _mismatch(label: str, before: StepRow, fn: str, prompt: str) -> str:
    from op_runtime.control_flow.text import shorten

    was, now = shorten(before.prompt, 200), shorten(prompt, 200)
    change = f"{before.fn} {was} before, and is {fn} {now} now" if (before.fn, was) != (fn, now) else "the same call"
    if change == "the same call":
        change = f"{fn} {now} with other arguments"
    return (
        f"{label} was {change}: the code is not the one that was begun. Resume it with the same code, or as a"
        " revision, which runs new steps and takes over equal ones."
    )


_EXTRA: Final = {"LLMError": ("reason", "retryable"), "DecisionError": ("kinds", "reply")}


def packed_error(error: BaseException) -> str:
    """Give an error as stored text: its type, the builtin type that it is one of, and its message."""
    name, base, message = described(error)
    extra = {key: getattr(error, key, None) for key in _EXTRA.get(name, ())}
    return dump({"type": name, "base": base, "message": message, "extra": extra})


def described(error: BaseException) -> tuple[str, str, str]:
    """Give the name of an error's type, of the nearest builtin type, and the message."""
    base = next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")
    message = error.args[0] if len(error.args) == 1 and isinstance(error.args[0], str) else str(error)
    return type(error).__name__, base, message


def unpacked_error(text: str) -> Exception:
    """Give a stored error again: as its own type where that is known here, else as the builtin type, which names it."""
    stored: dict[str, Any] = {"type": "RuntimeError", "base": "RuntimeError", "message": "", "extra": {}, **load(text)}
    name, message, extra = stored["type"], stored["message"], stored["extra"]
    if name == "LLMError":
        return LLMError(message, reason=str(extra["reason"]), retryable=bool(extra["retryable"]))
    if name == "DecisionError":
        return DecisionError(message, kinds=extra["kinds"], reply=str(extra["reply"]))
    if name == "ApprovalRefusedError":
        return ApprovalRefusedError(message)
    kind = getattr(builtins, stored["base"], RuntimeError)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        kind = RuntimeError
    full = message if name == kind.__name__ else f"{name}: {message}"
    try:
        made: Exception = kind(full)
    except TypeError:  # such as UnicodeDecodeError, which takes five arguments
        made = (ValueError if issubclass(kind, ValueError) else RuntimeError)(f"{name}: {message}")
    return made


def error_text(text: str | None) -> str:
    """Give a stored error as people read it."""
    if text is None:
        return ""
    stored = json.loads(text)
    return f"{stored.get('type')}: {stored.get('message')}"
