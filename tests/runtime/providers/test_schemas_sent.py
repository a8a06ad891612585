"""The schema that each provider is sent, as it comes over the wire, and what becomes of replies outside of it."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, Literal

import pytest
from op_runtime import LLMError, Runtime, decision
from op_runtime.exec.providers import RemoteModel
from op_runtime.exec.providers.schemas import bounded
from provider_server import Answer, ProviderServer, failed, said, said_by
from pydantic import BaseModel, Field

LARGEST = 10**15


class Colour(Enum):
    RED = "red"


class Order(BaseModel):
    count: Annotated[int, Field(ge=1, le=5)]
    code: Annotated[str, Field(max_length=4)]
    marks: Annotated[list[int], Field(max_length=2)]


MENU: dict[str, Any] = {
    "note": (
        "Note it.",
        {"text": str, "n": int, "x": float, "tags": [str], "kind": Literal["a", "b"], "colour": Colour, "maybe": bool},
    ),
    "order": ("Order it.", {"order": Order}),
}
MODELS = {
    "openai": "openai:small",
    "anthropic": "anthropic:claude-haiku-4-5",
    "google": "google:gemini-3.8-flash",
}


def sent(provider: str, menu: dict[str, Any], reply: str) -> tuple[Any, Any]:
    """What the server was sent as a schema for `menu`, and what the decision gave."""
    with ProviderServer([said_by(provider, reply)]) as server:
        address = server.address + ("/v1" if provider == "openai" else "")
        model = RemoteModel(MODELS[provider], api_key="k", base_url=address, settings={"max_tokens": 1000})
        with Runtime(model, constrain=True) as runtime:
            result = decision.make("Pick.", menu, runtime=runtime)
    (body,) = server.bodies
    if provider == "openai":
        return body["response_format"]["json_schema"], result
    if provider == "anthropic":
        return body["output_config"]["format"], result
    return {"schema": body["generationConfig"]["responseJsonSchema"]}, result


def arguments(schema: Any, option: int) -> Any:
    return schema["schema"]["properties"]["pick"]["anyOf"][option]["properties"]["args"]["properties"]


NOTE = '{"pick": {"call": "note", "args": {"text": "t", "n": 1, "x": 0.5, "tags": [], "kind": "a", "colour": "red", '
NOTE += '"maybe": true}}}'


DECLARED = {
    "type": "object",
    "properties": {
        "count": {"type": "integer", "minimum": 1, "maximum": 5},
        "code": {"type": "string", "maxLength": 4},
        "marks": {"type": "array", "items": {"type": "integer"}, "maxItems": 2},
        "free": {"type": "string"},
    },
    "required": ["count", "code", "marks", "free"],
}


def declared(provider: str) -> Any:
    """The properties that a server is sent for a `response_format` with bounds of its own."""
    with ProviderServer([said_by(provider, "{}")]) as server:
        address = server.address + ("/v1" if provider == "openai" else "")
        model = RemoteModel(MODELS[provider], api_key="k", base_url=address, settings={"max_tokens": 1000})
        with Runtime(model) as runtime:
            assert runtime.exec("Hi.", tools=[], response_format=DECLARED) == "{}"
    (body,) = server.bodies
    if provider == "openai":
        schema = body["response_format"]["json_schema"]["schema"]
    elif provider == "anthropic":
        schema = body["output_config"]["format"]["schema"]
    else:
        schema = body["generationConfig"]["responseJsonSchema"]
    return schema["properties"]


def test_openai_is_sent_a_bound_for_every_text_number_and_list_in_strict_mode() -> None:
    schema, result = sent("openai", MENU, NOTE)
    assert schema["strict"] is True
    fields = arguments(schema, 0)
    assert fields["text"] == {"type": "string", "maxLength": 4_000}
    assert fields["n"] == {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST}
    assert fields["x"] == {"type": "number", "minimum": -LARGEST, "maximum": LARGEST}
    assert fields["tags"] == {"type": "array", "items": {"type": "string", "maxLength": 4_000}, "maxItems": 100}
    assert fields["kind"] == {"type": "string", "enum": ["a", "b"]}
    assert fields["maybe"] == {"type": "boolean"}
    assert result["text"] == "t"


def test_openai_is_sent_the_bounds_that_a_response_format_declares_and_no_others() -> None:
    assert declared("openai") == DECLARED["properties"]


def test_openai_is_sent_the_same_bounds_where_strict_mode_has_no_form() -> None:
    menu = {"note": ("Note it.", {"facts": {}, "text": str, "n": int, "x": float, "tags": [float]})}
    reply = '{"pick": {"call": "note", "args": {"facts": {"a": 1}, "text": "t", "n": 1, "x": 1.5, "tags": [0.5]}}}'
    schema, result = sent("openai", menu, reply)
    assert not schema.get("strict")
    fields = schema["schema"]["properties"]["pick"]["properties"]["args"]["properties"]
    assert fields["text"]["maxLength"] == 4_000
    assert (fields["n"]["minimum"], fields["n"]["maximum"]) == (-LARGEST, LARGEST)
    assert (fields["x"]["minimum"], fields["x"]["maximum"]) == (-LARGEST, LARGEST)
    assert fields["tags"]["items"] == {"type": "number", "minimum": -LARGEST, "maximum": LARGEST}
    assert result["facts"] == {"a": 1}


def test_anthropic_is_sent_no_bound_and_reads_the_declared_ones_in_the_descriptions() -> None:
    schema, _ = sent("anthropic", MENU, NOTE)
    fields = arguments(schema, 0)
    assert [fields[name] for name in ("text", "n", "x")] == [
        {"type": "string"},
        {"type": "integer"},
        {"type": "number"},
    ]
    order = declared("anthropic")
    assert set(order["count"]) == {"type", "description"}
    assert "5" in order["count"]["description"]
    assert order["free"] == {"type": "string"}


def test_google_is_sent_declared_bounds_only() -> None:
    schema, _ = sent("google", MENU, NOTE)
    fields = arguments(schema, 0)
    assert [fields[name] for name in ("text", "n", "x")] == [
        {"type": "string"},
        {"type": "integer"},
        {"type": "number"},
    ]
    order = declared("google")
    assert (order["count"]["minimum"], order["count"]["maximum"]) == (1, 5)
    assert order["marks"]["maxItems"] == 2
    assert order["free"] == {"type": "string"}


def test_a_declared_bound_is_kept_whatever_the_other_one_is() -> None:
    assert bounded({"type": "integer", "minimum": 10**16}) == {
        "type": "integer",
        "minimum": 10**16,
        "maximum": 10**16,
    }
    assert bounded({"type": "number", "exclusiveMinimum": 0}) == {
        "type": "number",
        "exclusiveMinimum": 0,
        "maximum": LARGEST,
    }
    assert bounded({"type": "string", "minLength": 5_000}) == {"type": "string", "minLength": 5_000, "maxLength": 5_000}
    assert bounded({"type": ["string", "null"], "format": "date"}) == {"type": ["string", "null"], "format": "date"}


def decided(*answers: Answer, menu: dict[str, Any] = MENU) -> tuple[Any, Runtime, ProviderServer]:
    with ProviderServer(answers) as server:
        model = RemoteModel("openai:small", api_key="k", base_url=server.address + "/v1")
        with Runtime(model, constrain=True, backoff=0.0) as runtime:
            return decision.make("Pick.", menu, runtime=runtime), runtime, server


def test_a_reply_beyond_the_bounds_that_nobody_declared_is_taken_whole() -> None:
    long, large = "é" * 30_000, 10**20
    reply = f'{{"pick": {{"call": "a", "args": {{"text": "{long}", "n": {large}}}}}}}'
    result, runtime, server = decided(said(reply), menu={"a": ("A.", {"text": str, "n": int})})
    assert result == {"decision": "a", "text": long, "n": large}
    assert len(server.requests) == len(runtime.trace) == 1


def test_a_reply_beyond_a_declared_bound_is_asked_about() -> None:
    def order(count: int, code: str) -> Answer:
        arguments = f'{{"order": {{"count": {count}, "code": "{code}", "marks": []}}}}'
        return said(f'{{"pick": {{"call": "order", "args": {arguments}}}}}')

    result, runtime, server = decided(order(9, "abcd"), order(5, "abcd"))
    assert result["order"].count == 5
    assert [node.status for node in runtime.trace] == ["rejected", "ok"]
    assert "order" in runtime.trace.nodes[0].notes[0]
    assert [body["response_format"]["json_schema"]["strict"] for body in server.bodies] == [True, True]


@pytest.mark.parametrize("status", [400, 422])
def test_a_schema_that_the_server_refuses_is_left_out_and_the_trace_says_so(status: int) -> None:
    refused = failed(status, "the compiled grammar is too large")
    result, runtime, server = decided(refused, said('{"call": "a"}'), menu={"a": 1, "b": 2})
    assert result == 1
    assert ["response_format" in body for body in server.bodies] == [True, False]
    (node,) = runtime.trace.nodes
    assert node.notes[0].startswith("asked without the schema, which was refused: ")
    assert "grammar is too large" in node.notes[0]


def test_a_request_that_is_refused_without_the_schema_too_is_an_error_after_two_requests() -> None:
    with ProviderServer([failed(400, "no such thing")] * 2) as server:
        model = RemoteModel("openai:small", api_key="k", base_url=server.address + "/v1")
        with Runtime(model, constrain=True) as runtime, pytest.raises(LLMError, match="no such thing"):
            decision.make("Pick.", ["a", "b"], runtime=runtime)
    assert len(server.requests) == 2


def test_a_schema_that_anthropic_has_no_form_for_is_not_sent() -> None:
    menu = {"note": ("Note it.", {"facts": {}})}
    with ProviderServer([said_by("anthropic", '{"call": "note", "args": {"facts": {"a": 1}}}')]) as server:
        model = RemoteModel(MODELS["anthropic"], api_key="k", base_url=server.address, settings={"max_tokens": 1000})
        with Runtime(model, constrain=True) as runtime:
            assert decision.make("Pick.", menu, runtime=runtime) == {"decision": "note", "facts": {"a": 1}}
            assert "no form" in runtime.trace.nodes[0].notes[0]
            with pytest.raises(LLMError, match="no form for this schema"):
                runtime.exec("Hi.", tools=[], response_format=dict[str, int])
    assert "output_config" not in server.bodies[0]
    assert len(server.bodies) == 1
