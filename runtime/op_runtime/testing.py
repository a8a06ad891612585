"""Testing agentic functions without a model."""

from __future__ import annotations

import difflib
import json
import os
import textwrap
import threading
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from op_runtime.decision import render_options
from op_runtime.exec.model import Reply, Request
from op_runtime.exec.runtime import Runtime
from op_runtime.recording import RecordedRuntime, RecordingMissError

__all__ = ["RecordedRuntime", "RecordingMissError", "ScriptedRuntime", "assert_menu", "recorded"]


class ScriptedRuntime(Runtime):
    """A runtime whose model gives prepared replies, in order.

    A reply is text, a dict (sent as JSON), a `Reply` or another object with `.text` and `.tool_calls`, an exception
    (raised), or a callable that is given the request. `requests` lists everything sent, `prompts` the text of each
    call's last user message. A failed transport is tried again at once. Other arguments are those of `Runtime`.

    A call more than there are replies raises AssertionError, which shows its prompt.
    """

    def __init__(self, replies: Iterable[object] = (), **options: Any) -> None:
        self._script = _Script(replies)
        super().__init__(self._script, **{"backoff": 0.0, **options})

    @property
    def requests(self) -> list[Request]:
        """Everything that was sent, one request for each model call."""
        return self._script.requests

    @property
    def prompts(self) -> list[str]:
        """The text of the last user message of each model call."""
        return [request.prompt for request in self.requests]

    @property
    def left(self) -> int:
        """How many replies have not been used."""
        return self._script.left


class _Script:
    instant = True

    def __init__(self, replies: Iterable[object]) -> None:
        if isinstance(replies, str | Mapping):
            raise TypeError("ScriptedRuntime takes a list of replies: write ScriptedRuntime([...])")
        self._replies = list(replies)
        self._lock = threading.Lock()
        self.requests: list[Request] = []

    @property
    def left(self) -> int:
        return max(0, len(self._replies) - len(self.requests))

    def call(self, request: Request) -> object:
        with self._lock:
            index = len(self.requests)
            self.requests.append(request)
        if index >= len(self._replies):
            raise AssertionError(
                f"the script has {len(self._replies)} replies, and call {index + 1} wants another; it asks:\n"
                + request.prompt
            )
        reply = self._replies[index]
        if isinstance(reply, BaseException) or (isinstance(reply, type) and issubclass(reply, BaseException)):
            raise reply
        if isinstance(reply, Mapping):
            return json.dumps(reply, ensure_ascii=False)
        if callable(reply) and not isinstance(reply, Reply) and not hasattr(reply, "text"):
            answer: Callable[[Request], object] = reply
            return answer(request)
        return reply


def recorded(path: str | os.PathLike[str], call: object = None, **options: Any) -> RecordedRuntime:
    """Effect: give a runtime that replays the replies in `path`, or records those of `call` there first.

    See `RecordedRuntime` for the arguments and errors.
    """
    return RecordedRuntime(path, call, **options)


def assert_menu(options: object, snapshot: object) -> None:
    """Raise AssertionError, which shows the difference, unless the menu of `options` is `snapshot`.

    `snapshot` is the text itself (it may be indented as a whole, and begin and end with a line break), a `Path` of a
    file that holds it, or anything that compares itself with text, such as `inline_snapshot.snapshot(...)`.
    """
    menu = render_options(options)
    if isinstance(snapshot, Path):
        expected = snapshot.read_text(encoding="utf-8")
    elif isinstance(snapshot, str):
        expected = snapshot if snapshot == menu else textwrap.dedent(snapshot).strip("\n") + "\n"
    else:
        assert menu == snapshot, "the menu is not the snapshot"
        return
    if menu != expected:
        difference = difflib.unified_diff(expected.splitlines(), menu.splitlines(), "snapshot", "menu", lineterm="")
        raise AssertionError("the menu is not the snapshot:\n" + "\n".join(difference))


pytest_plugins = ("op_runtime.pytest_plugin",)
"""Lets `pytest -p op_runtime.testing` load the plugin too."""
