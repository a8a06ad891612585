"""The same request to servers that speak Anthropic's and Google's protocols."""

from __future__ import annotations

import base64
import json
import threading
from pathlib import Path
from typing import Any

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


@agentic_function(as_tool=False)
def tell(what: str) -> str:
    """Tell."""
    return what


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


PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=="
)
FILES = {"dot.png": PIXEL, "beep.wav": b"RIFF....WAVE", "page.pdf": b"%PDF-1.4 ...", "notes.txt": b"remember the milk"}


def blocks(folder: Path, *names: str) -> list[dict[str, Any]]:
    kinds = {".png": "image", ".wav": "audio"}
    result: list[dict[str, Any]] = [{"type": "text", "text": "Look."}]
    for name in names:
        (folder / name).write_bytes(FILES[name])
        result.append({"type": kinds.get(Path(name).suffix, "file"), "path": str(folder / name)})
    return result


@pytest.mark.parametrize(
    ("name", "files"),
    [
        ("anthropic:claude-haiku-4-5", ("dot.png", "page.pdf", "notes.txt")),
        ("google:gemini-3.8-flash", ("dot.png", "beep.wav", "page.pdf", "notes.txt")),
        ("openai:small", ("dot.png", "beep.wav", "page.pdf", "notes.txt")),
    ],
)
def test_images_sounds_and_files_are_really_sent(name: str, files: tuple[str, ...], tmp_path: Path) -> None:
    provider = name.partition(":")[0]
    with ProviderServer([said_by(provider, "Seen.")]) as server:
        address = server.address + ("/v1" if provider == "openai" else "")
        model = RemoteModel(name, api_key="k", base_url=address, settings={"max_tokens": 1000})
        with Runtime(model) as runtime:
            assert runtime.exec(blocks(tmp_path, *files), tools=[]) == "Seen."
    sent = json.dumps(server.bodies[0])
    assert "Look." in sent
    for file in files:
        # URL-safe base64 is what Google's client writes
        plain = base64.b64encode(FILES[file]).decode()
        forms = (plain, plain.replace("+", "-").replace("/", "_"), FILES[file].decode("latin-1"))
        assert any(form in sent for form in forms), file


def test_a_block_that_a_provider_does_not_take_is_an_error_and_nothing_is_sent(tmp_path: Path) -> None:
    with ProviderServer([]) as server:
        model = RemoteModel(
            "anthropic:claude-haiku-4-5", api_key="k", base_url=server.address, settings={"max_tokens": 1000}
        )
        with Runtime(model) as runtime, pytest.raises(LLMError, match=r"(?i)audio|media type|wav") as caught:
            runtime.exec(blocks(tmp_path, "beep.wav"), tools=[])
    assert caught.value.reason == "request"
    assert server.requests == []


@pytest.mark.parametrize("name", [*MODELS, "openai:small"])
@pytest.mark.parametrize("bad", ["500", "reset", "garbled", "late"])
def test_every_provider_fails_alike(name: str, bad: str) -> None:
    provider = name.partition(":")[0]
    release = threading.Event()
    error = {"error": {"code": 500, "message": "broken", "type": "x", "status": "INTERNAL"}}
    answer = {
        "500": Answer(500, json.dumps(error)),
        "reset": Answer(drop=True),
        "garbled": Answer(body='{"candidates": ['),
        "late": Answer(body="{}", before=lambda: release.wait(10)),
    }[bad]
    with ProviderServer([answer] * 2) as server:
        address = server.address + ("/v1" if provider == "openai" else "")
        model = RemoteModel(name, api_key="k", base_url=address, settings={"max_tokens": 1000})
        with Runtime(model, backoff=0.0, max_retries=1) as runtime:
            try:
                with pytest.raises(LLMError) as caught:
                    runtime.exec("Hi.", tools=[], timeout_s=3 if bad == "late" else None)
            finally:
                release.set()
    assert caught.value.reason == ("timeout" if bad == "late" else "transport")
    assert len(server.requests) == (1 if bad == "late" else 2)
    assert [node.status for node in runtime.trace] == ["error"]


DEMANDS: dict[str, dict[Any, Any]] = {
    "openai": {
        "auto": "auto",
        "none": "none",
        "required": "required",
        "look": {"type": "function", "function": {"name": "look"}},
    },
    "anthropic": {
        "auto": {"type": "auto"},
        "none": {"type": "none"},
        "required": {"type": "any"},
        "look": {"type": "tool", "name": "look"},
    },
    "google": {
        "auto": {"mode": "AUTO"},
        "none": {"mode": "NONE"},
        "required": {"mode": "ANY"},
        "look": {"mode": "ANY", "allowedFunctionNames": ["look"]},
    },
}


@pytest.mark.parametrize("name", [*MODELS, "openai:small"])
@pytest.mark.parametrize("choice", ["auto", "none", "required", "look"])
def test_what_is_demanded_of_tools_is_said_in_each_providers_words(name: str, choice: str) -> None:
    provider = name.partition(":")[0]
    with ProviderServer([said_by(provider, "ok")] * 2) as server:
        address = server.address + ("/v1" if provider == "openai" else "")
        model = RemoteModel(name, api_key="k", base_url=address, settings={"max_tokens": 1000})
        with Runtime(model) as runtime:
            runtime.exec("Hi.", tools=[look, tell], tool_choice=choice)
            if choice == "look":
                runtime.exec("Hi.", tools=[look, tell], tool_choice={"type": "function", "function": {"name": "look"}})
    for body in server.bodies:
        config = body.get("toolConfig", {"functionCallingConfig": {"mode": "AUTO"}})
        # Google's "auto" that keeps to the schema has a name of its own
        config["functionCallingConfig"]["mode"] = config["functionCallingConfig"]["mode"].replace("VALIDATED", "AUTO")
        demanded = config["functionCallingConfig"] if provider == "google" else body.get("tool_choice", "auto")
        assert demanded == DEMANDS[provider][choice]
