"""Which model is asked, and what is said where none can be."""

from __future__ import annotations

import importlib.util
import logging
import sys
from typing import Any

import pytest
from op_runtime import LLMError, Runtime, agentic_function, create_runtime, llm
from op_runtime.exec import set_default_runtime
from op_runtime.exec.providers import RemoteModel
from op_runtime.testing import ScriptedRuntime
from provider_server import ProviderServer, said


@pytest.mark.parametrize(
    ("environment", "name", "why"),
    [
        ({"OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k"}, "openai:", "OPENAI_API_KEY is set"),
        ({"ANTHROPIC_API_KEY": "k"}, "anthropic:", "ANTHROPIC_API_KEY is set"),
        ({"GOOGLE_API_KEY": "k"}, "google:", "GOOGLE_API_KEY is set"),
        ({"GEMINI_API_KEY": "k"}, "google:", "GEMINI_API_KEY is set"),
        ({"OPENAI_API_KEY": "", "ANTHROPIC_API_KEY": "k", "GEMINI_API_KEY": "k"}, "anthropic:", "ANTHROPIC_API_KEY"),
        ({"OPENAI_API_KEY": " \n", "GOOGLE_API_KEY": "", "GEMINI_API_KEY": "k"}, "google:", "GEMINI_API_KEY is set"),
        ({"OP_MODEL": "", "OPENAI_API_KEY": "k\n"}, "openai:", "OPENAI_API_KEY is set"),
        ({"OP_MODEL": " openai:small ", "OPENAI_API_KEY": "k"}, "openai:small", "OP_MODEL says so"),
        ({"OP_MODEL": "google:other", "GEMINI_API_KEY": "k", "OPENAI_API_KEY": "k"}, "google:other", "OP_MODEL"),
        ({"OP_MODEL": "openai:small", "OPENAI_BASE_URL": "http://127.0.0.1:1/v1"}, "openai:small", "OP_MODEL"),
    ],
)
def test_the_environment_chooses_the_model_and_it_is_said_which(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    environment: dict[str, str],
    name: str,
    why: str,
) -> None:
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    with caplog.at_level(logging.INFO), create_runtime(max_retries=0) as runtime:
        assert runtime.model is not None
        assert runtime.model.startswith(name)
        assert isinstance(runtime.backend, RemoteModel)
        assert runtime.max_retries == 0
    assert runtime.model in caplog.text
    assert why in caplog.text


def problem(**options: Any) -> str:
    with create_runtime(**options) as runtime, pytest.raises(LLMError) as caught:
        runtime.exec("Hi.", tools=[])
    assert caught.value.reason == "no_model"
    return str(caught.value)


def test_without_any_setting_it_says_what_to_install_or_set_once_a_model_is_asked() -> None:
    said = problem()
    for word in ("no model is set up", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "op-lint[providers]", "op-lint[local]"):
        assert word in said


@pytest.mark.parametrize("value", ["", " ", "\n"])
def test_an_empty_key_is_none(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY"):
        monkeypatch.setenv(name, value)
    assert "set a key (OPENAI_API_KEY, ANTHROPIC_API_KEY, GOOGLE_API_KEY, GEMINI_API_KEY)" in problem()
    with pytest.raises(LLMError, match="needs a key: set OPENAI_API_KEY"):
        Runtime(model="openai:small")


def test_a_key_is_sent_without_the_end_of_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with ProviderServer([said("ok")]) as server:
        monkeypatch.setenv("OPENAI_API_KEY", "sk-abc123\n")
        monkeypatch.setenv("OPENAI_BASE_URL", server.address + "/v1")
        with create_runtime() as runtime:
            assert runtime.exec("Hi.", tools=[]) == "ok"
    assert server.requests[0].headers["authorization"] == "Bearer sk-abc123"


def test_a_missing_extra_is_named_with_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    gone = ("pydantic_ai", "xllamacpp")
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name in gone else find(name, *rest))
    with pytest.raises(LLMError, match=r"pip install 'op-lint\[providers\]'"):
        Runtime(model="openai:small")
    with pytest.raises(LLMError, match=r"pip install 'op-lint\[local\]'"):
        Runtime(model="local")
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert "op-lint[providers]" in problem()
    monkeypatch.setenv("OP_MODEL", "local")
    assert "op-lint[local]" in problem()


def test_a_part_of_the_extra_that_is_missing_is_named_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anthropic", None)
    runtime = Runtime(RemoteModel("anthropic:small", api_key="k"))
    with pytest.raises(LLMError, match=r"op-lint\[providers\]") as caught:
        runtime.exec("Hi.", tools=[])
    assert caught.value.reason == "no_model"


@pytest.mark.parametrize("name", ["gpt", "opnai:x", "openai:", ""])
def test_a_name_that_names_no_model_is_refused(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    with pytest.raises(ValueError, match="names no model"):
        Runtime(model=name)
    if name:
        monkeypatch.setenv("OP_MODEL", name)
        assert "names no model" in problem()


def test_a_provider_that_is_spelt_right_is_not_suggested_again() -> None:
    with pytest.raises(ValueError, match=r"^'openai:' names no model: write"):
        Runtime(model="openai:")
    with pytest.raises(ValueError, match="did you mean 'openai'"):
        Runtime(model="opnai:x")


def test_a_key_that_is_not_set_is_named() -> None:
    with pytest.raises(LLMError, match="GOOGLE_API_KEY or GEMINI_API_KEY"):
        Runtime(model="google:x")


def test_a_function_that_asks_no_model_needs_none() -> None:
    @agentic_function(as_tool=False)
    def add(a: int, b: int, runtime: Any = None) -> int:
        """Add."""
        return a + b

    assert add(1, 2) == 3


def test_a_factory_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    @agentic_function(as_tool=False)
    def ask(runtime: Any = None) -> str:
        """Ask."""
        return str(llm("Hi."))

    monkeypatch.setenv("OPENAI_API_KEY", "k")
    set_default_runtime(lambda: ScriptedRuntime(["hello"]))
    try:
        assert ask() == "hello"
    finally:
        set_default_runtime(None)
