"""A client that measures: it speaks the protocol to any language server and notes when each message came."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psutil

Json = Any
PATIENCE = 60.0
"""Seconds after which a server counts as one that does not answer."""
_MARKUP = ["markdown", "plaintext"]
_LINK = {"codeDescriptionSupport": True, "dataSupport": True, "relatedInformation": True, "versionSupport": True}
CAPABILITIES = {
    "general": {"positionEncodings": ["utf-16"]},
    "window": {"workDoneProgress": False},
    "workspace": {"configuration": True, "workspaceFolders": True},
    "textDocument": {
        "synchronization": {},
        "publishDiagnostics": _LINK,
        "diagnostic": {"relatedDocumentSupport": True},
        "hover": {"contentFormat": _MARKUP},
        "completion": {"completionItem": {"documentationFormat": _MARKUP, "snippetSupport": True}},
    },
}


class Client:
    """One server process with one folder open; texts have only characters of one UTF-16 unit."""

    def __init__(self, command: Sequence[str], root: Path) -> None:
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, cwd=root, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.root = root
        self._ids = 0
        self._heard: queue.Queue[tuple[float, Json]] = queue.Queue()
        self._pulled: set[str] = set()
        """The methods for which the server registered itself later."""
        threading.Thread(target=self._read, daemon=True).start()
        uri = root.as_uri()
        params = {
            "processId": None,
            "rootUri": uri,
            "capabilities": CAPABILITIES,
            "workspaceFolders": [{"uri": uri, "name": root.name}],
        }
        came, result = self.request("initialize", params)
        self.offers: Json = result["capabilities"]
        self.initialized = came - self.started
        """The seconds from the start of the process until it answers."""
        self.notify("initialized", {})

    # Documents

    def open(self, path: Path, text: str) -> Document:
        """Effect: opens a document."""
        return Document(self, path.as_uri(), text)

    def settle(self, documents: Sequence[Document]) -> None:
        """Effect: waits until each document has its diagnostics."""
        if self.pulls:
            for document in documents:
                document.diagnostics()
            return
        missing = {document.uri for document in documents}
        while missing:
            _, message = self.wait(lambda message: message.get("method") == "textDocument/publishDiagnostics")
            missing.discard(message["params"]["uri"])

    @property
    def pulls(self) -> bool:
        """Whether the server waits to be asked for diagnostics."""
        return "diagnosticProvider" in self.offers or "textDocument/diagnostic" in self._pulled

    @property
    def takes_ranges(self) -> bool:
        """Whether the server wants to hear only what changed in a document."""
        sync = self.offers.get("textDocumentSync")
        return (sync.get("change") if isinstance(sync, dict) else sync) == 2

    def memory(self) -> int:
        """The resident bytes of the server and of what it started."""
        return sum(each.memory_info().rss for each in self._processes())

    def processor_seconds(self) -> float:
        """The processor time that these have used."""
        return sum(sum(each.cpu_times()[:2]) for each in self._processes())

    def _processes(self) -> list[psutil.Process]:
        own = psutil.Process(self.process.pid)
        return [own, *own.children(recursive=True)]

    def close(self) -> None:
        """Effect: has the server end, and ends it where it does not."""
        try:
            self.request("shutdown", None)
            self.notify("exit", None)
            self.process.wait(5)
        except (OSError, TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()

    # Messages

    def request(self, method: str, params: Json) -> tuple[float, Json]:
        """When a request was answered, and the result, None where it is refused. Raises TimeoutError."""
        self._ids += 1
        own = self._ids
        self._send({"jsonrpc": "2.0", "id": own, "method": method, "params": params})
        came, answer = self.wait(lambda message: message.get("id") == own and "method" not in message)
        return came, answer.get("result")

    def notify(self, method: str, params: Json) -> None:
        """Effect: sends a notification."""
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def wait(self, wanted: Callable[[Json], bool]) -> tuple[float, Json]:
        """The next wanted message and the time when it came; others are dropped. Raises TimeoutError."""
        end = time.perf_counter() + PATIENCE
        while True:
            try:
                came, message = self._heard.get(timeout=max(0.01, end - time.perf_counter()))
            except queue.Empty:
                raise TimeoutError("the server does not answer") from None
            if message is None:
                raise TimeoutError("the server has ended")
            if wanted(message):
                return came, message

    def _send(self, message: Json) -> None:
        data = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%b" % (len(data), data))
        self.process.stdin.flush()

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        length = 0
        while line := stream.readline():
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
            elif not line.strip():
                data = stream.read(length)
                came = time.perf_counter()
                message = json.loads(data)
                if "method" in message and "id" in message:
                    self._answer(message)
                else:
                    self._heard.put((came, message))
        self._heard.put((time.perf_counter(), None))

    def _answer(self, message: Json) -> None:
        """Effect: answers what a server may ask: it has no settings, and everything is allowed."""
        params = message.get("params") or {}
        result: Json = None
        if message["method"] == "workspace/configuration":
            result = [{} for _ in params["items"]]
        elif message["method"] == "client/registerCapability":
            self._pulled.update(each["method"] for each in params["registrations"])
        self._send({"jsonrpc": "2.0", "id": message["id"], "result": result})


class Document:
    """One open document."""

    def __init__(self, client: Client, uri: str, text: str) -> None:
        self.client, self.uri, self.text, self.version = client, uri, text, 1
        item = {"uri": uri, "languageId": "python", "version": 1, "text": text}
        self.sent = time.perf_counter()
        client.notify("textDocument/didOpen", {"textDocument": item})

    def type(self, offset: int, typed: str) -> float:
        """Effect: inserts text. The seconds until its diagnostics came."""
        change: Json = {"text": typed, "range": {"start": self.position(offset), "end": self.position(offset)}}
        self.text = self.text[:offset] + typed + self.text[offset:]
        if not self.client.takes_ranges:
            change = {"text": self.text}
        self.version += 1
        document = {"uri": self.uri, "version": self.version}
        self.sent = time.perf_counter()
        self.client.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        return self.diagnostics()

    def diagnostics(self) -> float:
        """The seconds from the last text that was sent to its diagnostics: asked for, or waited for."""
        if self.client.pulls:
            came, _ = self.client.request("textDocument/diagnostic", {"textDocument": {"uri": self.uri}})
        else:
            came, _ = self.client.wait(self._is_news)
        return came - self.sent

    def _is_news(self, message: Json) -> bool:
        if message.get("method") != "textDocument/publishDiagnostics" or message["params"]["uri"] != self.uri:
            return False
        return message["params"].get("version") in (None, self.version)

    def ask(self, question: str, offset: int) -> tuple[float, Json]:
        """The seconds until a question about a place is answered, and the answer."""
        start = time.perf_counter()
        params = {"textDocument": {"uri": self.uri}, "position": self.position(offset)}
        came, result = self.client.request(f"textDocument/{question}", params)
        return came - start, result

    def position(self, offset: int) -> Json:
        """The position of an offset in the text, whose lines end with a line feed."""
        before = self.text[:offset]
        return {"line": before.count("\n"), "character": offset - before.rfind("\n") - 1}
