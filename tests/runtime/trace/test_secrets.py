"""API keys are in no trace and in no message: wherever one is said, in whatever form the trace is looked at."""

from __future__ import annotations

import json
import logging
import traceback
from pathlib import Path
from typing import Any

import pytest
from op_runtime import LLMError, Runtime, agentic_function, llm
from op_runtime.exec import Reply, ToolCall
from op_runtime.exec.providers import RemoteModel
from op_runtime.secrets import redacted
from op_runtime.testing import ScriptedRuntime
from op_runtime.trace.page import page
from op_runtime.trace.tree import tree_text
from provider_server import Answer, ProviderServer, failed, said

KEY = "k-3f9a77c2d1e84b60"


def everything(runtime: Runtime, path: Path) -> str:
    """All that can be seen of a trace: its nodes, the tree, the page, and the bytes of the file."""
    nodes = runtime.trace.nodes
    shown = [json.dumps([node.as_dict() for node in nodes]), tree_text(nodes, full=True), page(nodes, "run")]
    raw = b"".join(file.read_bytes() for file in path.parent.iterdir() if file.name.startswith(path.name))
    return "\n".join([*shown, raw.decode("utf-8", "replace")])


def asked(path: Path, *answers: Answer) -> tuple[Runtime, ProviderServer]:
    server = ProviderServer(answers)
    model = RemoteModel("openai:small", api_key=KEY, base_url=server.address + "/v1?key=" + KEY)
    return Runtime(model, store=path, backoff=0.0), server


@pytest.mark.parametrize(
    "answer",
    [
        failed(401, f"Incorrect API key provided: {KEY}"),
        failed(400, f"no: Authorization: Bearer {KEY}"),
        failed(404, f"POST http://127.0.0.1/v1/models?key={KEY}&alt=json was not found"),
        failed(500, f"upstream said x-api-key: {KEY}"),
        Answer(200, f"<html>{KEY}</html>", {"Content-Type": "text/html"}),
        Answer(drop=True),
    ],
)
def test_a_key_that_a_server_says_is_in_no_error_note_log_traceback_or_page(
    answer: Answer, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "trace.db"
    runtime, server = asked(path, *[answer] * 3)
    with server, caplog.at_level(logging.INFO, "op_runtime"), runtime, pytest.raises(LLMError) as caught:
        runtime.exec("Hi.", tools=[])
    assert server.requests[0].headers["authorization"] == f"Bearer {KEY}"
    told = "".join(traceback.format_exception(caught.value))
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("op_runtime")]
    assert KEY not in everything(runtime, path) + told + "".join(ours) + repr(caught.value)


def test_a_key_in_a_prompt_a_reply_a_tool_call_or_a_result_is_masked(tmp_path: Path) -> None:
    @agentic_function(as_tool=False)
    def look(where: str) -> dict[str, Any]:
        """Look."""
        return {"found": [f"token {where}"], where: 1}

    path = tmp_path / "trace.db"
    answers = [said(None, calls=[("look", json.dumps({"where": KEY}))]), said(f"It is {KEY}.")]
    runtime, server = asked(path, *answers)
    with server, runtime:
        assert runtime.exec(f"My key is {KEY}.", tools=[look]) == f"It is {KEY}."
    seen = everything(runtime, path)
    assert KEY not in seen
    assert "My key is <key>." in seen
    assert [node.output for node in runtime.trace][-1] == "It is <key>."


def test_a_key_of_the_environment_is_masked_for_every_kind_of_model(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", KEY)

    def broken(messages: Any) -> str:
        raise RuntimeError(f"request failed with {KEY}")

    @agentic_function(as_tool=False)
    def ask(runtime: Any = None) -> str:
        """Ask."""
        return str(llm("Hi."))

    path = tmp_path / "trace.db"
    runtime = Runtime(broken, store=path)
    with pytest.raises(RuntimeError):
        ask(runtime=runtime)
    seen = everything(runtime, path)
    assert KEY not in seen
    assert [node.output for node in runtime.trace] == ["RuntimeError: request failed with <key>"] * 2


OTHER = "AB12cd34EF56gh78"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (f"401 for url https://host/v1beta/models/x?key={OTHER}", "401 for url https://host/v1beta/models/x?key=<key>"),
        (f"GET /a?b=1&api_key={OTHER}&c=2 failed", "GET /a?b=1&api_key=<key>&c=2 failed"),
        (f"GET /a?access_token={OTHER}", "GET /a?access_token=<key>"),
        (f"{{'Authorization': 'Bearer {OTHER}'}}", "{'Authorization': 'Bearer <key>'}"),
        (f"authorization: Basic {OTHER}==", "authorization: Basic <key>"),
        (f"{{'x-api-key': '{OTHER}', 'accept': '*/*'}}", "{'x-api-key': '<key>', 'accept': '*/*'}"),
        (f'"x-goog-api-key": "{OTHER}"', '"x-goog-api-key": "<key>"'),
        (f"api_key={OTHER}, model=small", "api_key=<key>, model=small"),
        (f"cannot reach https://me:{OTHER}@host/v1", "cannot reach https://<key>@host/v1"),
        ("provided: sk-proj-abcdefghij0123456789.", "provided: <key>."),
        ("the key=value pair and the bearer of news", "the key=value pair and the bearer of news"),
        ("https://host/a?page=2&sort=key", "https://host/a?page=2&sort=key"),
    ],
)
def test_what_stands_where_keys_do_is_masked_in_errors_and_notes(text: str, masked: str) -> None:
    assert redacted(text) == masked
    assert redacted(masked) == masked
    runtime = ScriptedRuntime([Reply("", (ToolCall("fail", {}),)), ValueError(text)])

    @agentic_function(as_tool=False)
    def fail() -> None:
        """Fail."""
        raise ValueError(text)

    with pytest.raises(ValueError) as caught:  # noqa: PT011
        runtime.exec("Work.", tools=[fail])
    assert str(caught.value) == text
    assert [node.output for node in runtime.trace][1:] == [f"ValueError: {masked}"] * 2
