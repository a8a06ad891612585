"""A server on loopback that speaks the protocols of model providers, and fails on request."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class Answer:
    """One HTTP response. `before` runs first; with `drop` the connection is reset instead."""

    status: int = 200
    body: str = ""
    headers: dict[str, str] = field(default_factory=dict)
    drop: bool = False
    before: Callable[[], object] | None = None


@dataclass(frozen=True)
class Received:
    """One request as it came over the wire."""

    path: str
    headers: dict[str, str]
    body: Any


class ProviderServer:
    """Gives the answers in order; `requests` holds what was received. A context manager."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        self._answers = list(answers)
        self._lock = threading.Lock()
        self.requests: list[Received] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                outer._serve(self)

            def log_message(self, *_: Any) -> None:
                """Nothing is written."""

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_: Any) -> None:
                """A client that went away is part of these tests."""

        self._server = Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    @property
    def bodies(self) -> list[Any]:
        return [received.body for received in self.requests]

    def _serve(self, handler: BaseHTTPRequestHandler) -> None:
        body = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))
        with self._lock:
            index = len(self.requests)
            headers = {key.lower(): value for key, value in handler.headers.items()}
            self.requests.append(Received(handler.path, headers, body))
            answer = self._answers[index] if index < len(self._answers) else Answer(418, '{"error": "not expected"}')
        if answer.before is not None:
            answer.before()
        if answer.drop:
            handler.close_connection = True
            handler.connection.close()
            return
        content = answer.body.encode()
        handler.send_response(answer.status)
        for key, value in {"Content-Type": "application/json", **answer.headers}.items():
            handler.send_header(key, value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)

    def __enter__(self) -> ProviderServer:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)


def said(text: str | None, *, finish: str = "stop", calls: Iterable[tuple[str, str]] = (), **options: Any) -> Answer:
    """An answer of OpenAI's chat protocol; `calls` are names of tools with their arguments as JSON text."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    tools = [
        {"id": f"call_{number}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for number, (name, arguments) in enumerate(calls)
    ]
    if tools:
        message["tool_calls"] = tools
    choice = {"index": 0, "finish_reason": "tool_calls" if tools else finish, "message": message}
    body = {
        "id": "chat-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "small",
        "choices": [choice],
        "usage": {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15},
    }
    return Answer(body=json.dumps(body), **options)


def failed(status: int, message: str = "no", **headers: str) -> Answer:
    """An error of OpenAI's protocol."""
    body = {"error": {"message": message, "type": "server_error", "code": None}}
    return Answer(status, json.dumps(body), {key.replace("_", "-"): value for key, value in headers.items()})


def said_by(provider: str, text: str, *, cut: bool = False) -> Answer:
    """An answer in the protocol of "openai", "anthropic" or "google"; `cut` where the length limit ended it."""
    if provider == "openai":
        return said(text, finish="length" if cut else "stop")
    if provider == "anthropic":
        return anthropic({"type": "text", "text": text}, stop="max_tokens" if cut else "end_turn")
    return google({"text": text}, finish="MAX_TOKENS" if cut else "STOP")


def anthropic(*content: dict[str, Any], stop: str = "end_turn") -> Answer:
    """An answer of Anthropic's protocol."""
    body = {
        "id": "m1",
        "type": "message",
        "role": "assistant",
        "model": "small",
        "content": list(content),
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": {"input_tokens": 5, "output_tokens": 2},
    }
    return Answer(body=json.dumps(body))


def google(*parts: dict[str, Any], finish: str = "STOP") -> Answer:
    """An answer of Google's protocol."""
    candidate = {"content": {"role": "model", "parts": list(parts)}, "finishReason": finish, "index": 0}
    usage = {"promptTokenCount": 5, "candidatesTokenCount": 2, "totalTokenCount": 7}
    return Answer(body=json.dumps({"candidates": [candidate], "usageMetadata": usage, "modelVersion": "small"}))
