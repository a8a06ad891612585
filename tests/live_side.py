"""Runs a file of decisions and records what a model is sent, and which call in the file sent it."""

from __future__ import annotations

import asyncio
import importlib
import inspect
import re
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from op_runtime import Runtime
from op_runtime.exec.model import Request
from op_runtime.function import AgenticFunction
from op_runtime.menu import Function

HALF_TYPED = "# half-typed"


class Stop(BaseException):
    """Ends a run at its first model call; no code catches it by accident."""


@dataclass(frozen=True)
class Sent:
    """One decision as it ran: the lines of its call (0-based, both included) and what came of it."""

    path: Path
    first_line: int
    last_line: int
    message: str
    """The last user message, empty where the options were refused."""
    error: str | None = None
    error_type: str | None = None
    again: bool = False
    """Whether the model has answered before in this turn: a tool was run, or it is asked again."""


@dataclass
class Recorder:
    """A model that records each request; it answers with ``replies``, or ends the run where it has none."""

    within: Path
    """Only calls out of this file or folder are recorded."""
    replies: Iterator[object] | None = None
    sent: list[Sent] = field(default_factory=list)

    def call(self, request: Request) -> object:
        """Effect: records the request and the line that it comes from."""
        frame: types.FrameType | None = sys._getframe()
        while frame is not None and not _inside(Path(frame.f_code.co_filename), self.within):
            frame = frame.f_back
        assert frame is not None, "the model was called by nobody in the file"
        first, last = _lines(frame.f_code, frame.f_lasti)
        again = any(message["role"] == "assistant" for message in request.messages)
        self.sent.append(Sent(Path(frame.f_code.co_filename), first, last, request.prompt, again=again))
        if self.replies is None:
            raise Stop
        return next(self.replies)

    async def acall(self, request: Request) -> object:
        """Effect: the same for async code, without leaving the call chain."""
        return self.call(request)

    def run(self, decide: object) -> None:
        """Effect: runs one function up to its decision; refused options are recorded with their error."""
        assert callable(decide)
        before = len(self.sent)
        try:
            result = decide(runtime=Runtime(self))
            if inspect.iscoroutine(result):
                result = asyncio.run(result)
        except Stop:
            return
        except (TypeError, ValueError) as error:
            traceback, place = error.__traceback__, None
            while traceback is not None:
                if _inside(Path(traceback.tb_frame.f_code.co_filename), self.within):
                    place = traceback
                traceback = traceback.tb_next
            assert place is not None
            first, last = _lines(place.tb_frame.f_code, place.tb_lasti)
            path = Path(place.tb_frame.f_code.co_filename)
            self.sent.append(Sent(path, first, last, "", str(error), type(error).__name__))
            return
        assert isinstance(result, str), f"{decide} came to its end without asking the model"
        assert len(self.sent) == before, f"{decide} caught the end of its run"
        code = inspect.unwrap(decide).__code__
        last = max(line for *_, line in code.co_lines() if line is not None)
        self.sent.append(Sent(Path(code.co_filename), code.co_firstlineno - 1, last - 1, "\n\n" + result))


def _inside(path: Path, folder: Path) -> bool:
    return path == folder or folder in path.parents


def _lines(code: types.CodeType, instruction: int) -> tuple[int, int]:
    first, last, *_ = list(code.co_positions())[instruction // 2]
    assert first is not None
    assert last is not None
    return first - 1, last - 1


_made: list[AgenticFunction[..., object]] = []
"""Every agentic function that was made since this module was imported, nested and short-lived ones too."""


def _keep_all() -> None:
    """Effect: has each new agentic function kept, so that none is compared only where it happens to be alive."""
    make = AgenticFunction.__init__

    def keep(self: AgenticFunction[..., object], *arguments: object) -> None:
        make(self, *arguments)  # type: ignore[arg-type]
        _made.append(self)

    AgenticFunction.__init__ = keep  # type: ignore[assignment, method-assign]


_keep_all()


def agentic_functions(within: Path) -> dict[str, Function]:
    """The agentic functions that a file, or the files of a folder, have made, by ``file name:qualified name``."""
    found = {}
    for made in _made:
        source = Path(inspect.unwrap(made).__code__.co_filename)
        if _inside(source, within):
            found[f"{source.name}:{made.__qualname__}"] = made.describe()
    return found


def load(path: Path, root: Path) -> types.ModuleType:
    """Effect: imports a file of the corpus; lines that are no Python yet are left out."""
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    inner = path.relative_to(root).with_suffix("")
    name = ".".join(inner.parts[:-1] if inner.name == "__init__" else inner.parts)
    text = path.read_bytes().decode("utf-8", "replace")
    if "# compat\n" not in text:
        return _imported(name, path, text)
    from op_runtime import compat

    compat.install()
    try:
        return _imported(name, path, text)
    finally:
        compat.uninstall()  # other tests find what a process has that never asked for it


def _imported(name: str, path: Path, text: str) -> types.ModuleType:
    if HALF_TYPED not in text:
        return importlib.import_module(name)
    lines = ["" if line.endswith(HALF_TYPED) else line for line in text.split("\n")]
    module = types.ModuleType(name)
    module.__file__ = str(path)
    sys.modules[name] = module
    exec(compile("\n".join(lines), str(path), "exec"), vars(module))
    return module


def needed_python(text: str) -> tuple[int, int]:
    """The Python that a file says it needs to run."""
    match = re.search(r"^# python: (\d+)\.(\d+)$", text, re.MULTILINE)
    return (int(match[1]), int(match[2])) if match else (3, 11)
