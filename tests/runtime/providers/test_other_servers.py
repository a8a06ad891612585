"""The same request to servers that speak Anthropic's and Google's protocols."""

from __future__ import annotations

import json

import pytest
from op_runtime import LLMError, Runtime, agentic_function, decision
from op_runtime.exec.providers import RemoteModel
from provider_server import Answer, ProviderServer, anthropic, google, said_by


@agentic_function(as_tool=False)
def look(city: str, days: int = 1) -> str:
    """Look."""
    return f"{city} {days}"


def call(provider: str) -> Answer:
    arguments = {"city": "Oslo"}
    if provider == "anthropic":
        return anthropic({"type": "tool_use", "id": "t1", "name": "look", "input": arguments}, stop="tool_use")
    return google({"functionCall": {"name": "look", "args": arguments}})


MODELS = ["anthropic:claude-haiku-4-5", "google:gemini-3.8-flash"]


@pytest.mark.parametrize("name", MODELS)
def test_tools_a_cut_reply_and_a_constrained_re_ask(name: str) -> None:
    provider = name.partition(":")[0]
    answers = [
        call(provider),
        said_by(provider, "It rains."),
        said_by(provider, '{"call": "a', cut=True),
        said_by(provider, '{"pick": {"call": "b"}}'),
    ]
    with ProviderServer(answers) as server:
        model = RemoteModel(name, api_key="key-123", base_url=server.address, settings={"max_tokens": 1000})
        with Runtime(model, system="Be short.", constrain="reask", backoff=0.0) as runtime:
            assert runtime.exec("Weather?", tools=[look]) == "It rains."
            assert decision.make("Pick.", ["a", "b"], runtime=runtime) == "b"
    assert [node.status for node in runtime.trace] == ["ok", "ok", "ok", "rejected", "ok"]
    assert runtime.trace.nodes[0].usage == {"input_tokens": 5, "output_tokens": 2}
    assert runtime.trace.nodes[3].notes[0].startswith("truncated")
    sent = [json.dumps(body) for body in server.bodies]
    assert '"Be short."' in sent[0]
    assert "look" in sent[0]
    assert "Oslo 1" in sent[1]
    word = "output_config" if provider == "anthropic" else "responseJsonSchema"
    assert [word in body for body in sent] == [False, False, False, True]
    assert "key-123" not in "".join(sent)
    assert "key-123" in json.dumps(server.requests[0].headers)


@pytest.mark.parametrize("name", MODELS)
def test_what_fails_is_sent_again_by_the_runtime_alone(name: str) -> None:
    busy = Answer(503, '{"error": {"code": 503, "message": "busy", "type": "x", "status": "UNAVAILABLE"}}')
    provider = name.partition(":")[0]
    refused = Answer(400, '{"error": {"code": 400, "message": "bad key-123", "type": "x", "status": "INVALID"}}')
    with ProviderServer([busy, Answer(drop=True), said_by(provider, "ok"), refused]) as server:
        model = RemoteModel(name, api_key="key-123", base_url=server.address, settings={"max_tokens": 1000})
        with Runtime(model, backoff=0.0) as runtime:
            assert runtime.exec("Hi.", tools=[]) == "ok"
            assert len(runtime.trace.nodes[0].notes) == 2
            with pytest.raises(LLMError) as caught:
                runtime.exec("Hi.", tools=[])
    assert caught.value.reason == "request"
    assert "bad <key>" in str(caught.value)


def test_a_model_that_takes_no_schema_is_asked_without_one() -> None:
    with ProviderServer([said_by("anthropic", '{"call": "b"}')]) as server:
        model = RemoteModel(
            "anthropic:claude-3-haiku-20240307", api_key="k", base_url=server.address, settings={"max_tokens": 1000}
        )
        with Runtime(model, constrain=True) as runtime:
            assert decision.make("Pick.", ["a", "b"], runtime=runtime) == "b"
            with pytest.raises(LLMError, match="structured output"):
                runtime.exec("Hi.", tools=[], response_format={"type": "object", "properties": {}})
    (body,) = server.bodies
    assert "output_config" not in body
