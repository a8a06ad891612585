"""A runtime that records a model's replies in a file, and later replays them without the model."""

from __future__ import annotations

import difflib
import json
import os
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from op_runtime.exec.dispatch import finished
from op_runtime.exec.model import Model, Reply, Request, ToolCall, as_model, as_reply
from op_runtime.exec.runtime import Runtime
from op_runtime.trace.node import snapshot

PARTS: Final = ("instruction", "option", "context", "history")
"""The parts of a prompt, in the order in which a miss names them."""


class RecordingMissError(AssertionError):
    """A replayed run asked something that was not recorded; `changed` names the parts that differ."""

    def __init__(self, message: str, changed: tuple[str, ...]) -> None:
        super().__init__(message)
        self.changed = changed


class RecordedRuntime(Runtime):
    """Replays the replies in `path`; where a model is given and nothing is recorded yet, records them first.

    `call` is a model as `Runtime` takes it. `record=True` asks the model anew and replaces what the file holds;
    `record=False` never asks it. Equal requests get their replies in the recorded order. Other arguments are those
    of `Runtime`.

    Raises:
        FileNotFoundError: nothing is recorded and no model is given.
        ValueError: the file is no recording.

    A request that is not recorded raises `RecordingMissError`, which says which part of the prompt has changed.
    """

    def __init__(
        self, path: str | os.PathLike[str], call: object = None, *, record: bool | None = None, **options: Any
    ):
        file = Path(path)
        if record is None:
            record = call is not None and not file.exists()
        if record and call is None:
            raise TypeError(f"recording {file} needs a model: RecordedRuntime(path, call, record=True)")
        if not record and not file.exists():
            raise FileNotFoundError(f"nothing is recorded in {file}; give a model once: RecordedRuntime(path, call)")
        self.recording = bool(record)
        source: Model = _Recorder(file, as_model(call)) if record else _Player(file)
        super().__init__(source, **{"backoff": 0.0, **options})


class _Recorder:
    def __init__(self, file: Path, model: Model) -> None:
        self._file = file
        self._model = model
        self._lock = threading.Lock()
        self._entries: list[dict[str, Any]] = []

    def call(self, request: Request) -> Reply:
        reply = as_reply(finished(self._model.call(request)))
        with self._lock:
            self._entries.append({"request": parts(request), "reply": _packed(reply)})
            _write(self._file, {"version": 1, "calls": self._entries})
        return reply


class _Player:
    instant = True

    def __init__(self, file: Path) -> None:
        self._file = file
        self._lock = threading.Lock()
        try:
            calls = json.loads(file.read_text(encoding="utf-8"))["calls"]
            self._entries = [(dict(entry["request"]), _unpacked(entry["reply"])) for entry in calls]
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{file} is no recording: {error}") from None
        self._used = [False] * len(self._entries)

    def call(self, request: Request) -> Reply:
        wanted = parts(request)
        with self._lock:
            for index, (known, reply) in enumerate(self._entries):
                if not self._used[index] and known == wanted:
                    self._used[index] = True
                    return reply
            unused = [known for index, (known, _) in enumerate(self._entries) if not self._used[index]]
        raise _miss(self._file, wanted, unused, any(known == wanted for known, _ in self._entries))


def parts(request: Request) -> dict[str, Any]:
    """Give what a request says, taken apart: the four parts of its prompt, its turn so far, its tools, its model."""
    last = max(index for index, message in enumerate(request.messages) if message["role"] == "user")
    beside = {request.context, request.history}
    turn = [message for message in request.messages[:last] if message["content"] not in beside]
    found: dict[str, Any] = {
        "instruction": request.instruction,
        "option": request.menu,
        "context": request.context,
        "history": request.history,
        "turn": snapshot([*turn, *request.messages[last + 1 :]]),
        "tools": snapshot(list(request.tools)),
        "model": request.model,
    }
    return found


def _miss(file: Path, wanted: Mapping[str, Any], unused: list[dict[str, Any]], repeated: bool) -> RecordingMissError:
    if repeated:
        return RecordingMissError(f"{file}: this request was asked more often than it was recorded", ())
    if not unused:
        return RecordingMissError(f"{file}: every recorded reply has been used; record it again", ())
    closest = min(unused, key=lambda known: _distance(known, wanted))
    changed = tuple(part for part in wanted if closest.get(part) != wanted[part])
    lines = [f"{file}: this request is not recorded; what has changed: {', '.join(changed)}"]
    for part in changed:
        lines.append(f"{part}:" + (_options(closest["option"], wanted["option"]) if part == "option" else ""))
        lines.extend(_difference(closest.get(part), wanted[part]))
    lines.append("Record it again with record=True if that is meant.")
    return RecordingMissError("\n".join(lines), changed)


def _distance(known: Mapping[str, Any], wanted: Mapping[str, Any]) -> tuple[int, float]:
    different = [part for part in wanted if known.get(part) != wanted[part]]
    alike = difflib.SequenceMatcher(None, str(known.get("instruction"))[:2000], str(wanted["instruction"])[:2000])
    return len(different), -alike.quick_ratio()


def _options(before: str, after: str) -> str:
    """The names of the options whose blocks differ."""
    old, new = ({block.partition("(")[0]: block for block in text.strip().split("\n\n")} for text in (before, after))
    names = [name for name in {**old, **new} if old.get(name) != new.get(name) and name.strip()]
    return " " + ", ".join(names) if names else " (their order)"


def _difference(before: object, after: object) -> list[str]:
    old, new = (
        value if isinstance(value, str) else json.dumps(value, indent=1, default=str) for value in (before, after)
    )
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), "recorded", "now", lineterm="", n=1)
    return ["  " + line for line in list(lines)[2:42]]


def _packed(reply: Reply) -> dict[str, Any]:
    packed: dict[str, Any] = {"text": reply.text}
    if reply.tool_calls:
        packed["tool_calls"] = [
            {"name": call.name, "arguments": snapshot(call.arguments), "id": call.id} for call in reply.tool_calls
        ]
    if reply.finish_reason:
        packed["finish_reason"] = reply.finish_reason
    return packed


def _unpacked(packed: Mapping[str, Any]) -> Reply:
    calls = tuple(ToolCall(call["name"], call["arguments"], call["id"]) for call in packed.get("tool_calls", ()))
    return Reply(packed["text"], calls, packed.get("finish_reason"))


def _write(file: Path, content: object) -> None:
    """Effect: replace the file in one step, so that a stopped run leaves a whole one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(content, indent=1, ensure_ascii=False)
    handle, name = tempfile.mkstemp(dir=file.parent, prefix=file.name, suffix=".part")
    with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
        stream.write(text + "\n")
    Path(name).replace(file)
