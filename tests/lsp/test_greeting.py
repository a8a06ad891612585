"""The first answer is the one that pygls would give, comes once, and comes before what it does not need."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from editor import PATIENCE, SERVER
from pytest_lsp import client_capabilities

from op_lsp import greeting
from op_lsp.wiring import create_server

EXIT = [
    {"jsonrpc": "2.0", "id": 2, "method": "shutdown"},
    {"jsonrpc": "2.0", "method": "exit"},
]
FOLDER = {"uri": "file:///somewhere/that/is/not", "name": "not"}


def plain(name: str) -> Any:
    from pygls.protocol import default_converter

    return default_converter().unstructure(client_capabilities(name))


CLIENTS = {
    "nothing": {},
    "VS Code": plain("visual-studio-code"),
    "Neovim": plain("neovim"),
    "Emacs": plain("emacs"),
    "bytes": {"general": {"positionEncodings": ["utf-8", "utf-16"]}},
    "code points": {"general": {"positionEncodings": ["ebcdic", "utf-32"]}},
    "no unit that is known": {"general": {"positionEncodings": ["ebcdic"]}},
    "no unit": {"general": {"positionEncodings": []}},
    "notebooks": {"notebookDocument": {"synchronization": {"dynamicRegistration": True}}},
    "prepared renames": {"textDocument": {"rename": {"prepareSupport": True}}},
    "renames": {"textDocument": {"rename": {"prepareSupport": False}}},
    "saving": {"textDocument": {"synchronization": {"willSave": True, "willSaveWaitUntil": True}}},
    "file operations": {"workspace": {"fileOperations": {"willCreate": True, "didRename": True}}},
    "nulls": {"general": None, "textDocument": None, "workspace": None, "notebookDocument": None},
    "nonsense": {"general": {"positionEncodings": [3, {}]}, "textDocument": {"hover": 5, "rename": []}, "window": "x"},
}


def initialize(capabilities: Any, **more: Any) -> Any:
    params = {"processId": None, "rootUri": None, "capabilities": capabilities} | more
    return {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}


def framed(*messages: Any) -> bytes:
    bodies = [json.dumps(each).encode() for each in messages]
    return b"".join(b"Content-Length: %d\r\n\r\n%b" % (len(each), each) for each in bodies)


def answers(data: bytes) -> list[Any]:
    found = []
    while data:
        head, _, data = data.partition(b"\r\n\r\n")
        length = next(int(line[15:]) for line in head.split(b"\r\n") if line.startswith(b"Content-Length:"))
        found.append(json.loads(data[:length]))
        data = data[length:]
    return found


def served(data: bytes, **how: Any) -> list[Any]:
    return answers(subprocess.run(SERVER, input=data, stdout=subprocess.PIPE, timeout=PATIENCE, check=False).stdout)


class Writer:
    """What pygls writes to."""

    def __init__(self) -> None:
        self.data = b""

    def write(self, data: bytes) -> None:
        self.data += data

    def close(self) -> None: ...


def of_pygls(message: Any) -> Any:
    """What pygls makes of a message, alone."""
    server = create_server()
    writer = Writer()
    server.protocol.set_writer(writer)
    data = json.dumps(message)
    server.protocol.handle_message(json.loads(data, object_hook=server.protocol.structure_message))
    server.session.close()
    (answer,) = answers(writer.data)
    return answer


def greeted(data: bytes) -> tuple[greeting.Greeting, list[Any]]:
    """What is answered first to an input, given in a process of its own: what was read of it, and the answers."""
    code = (
        "import sys\nfrom op_lsp import server\n"
        "found = server.greet(sys.stdin.buffer, sys.stdout.buffer)\n"
        "slow = {'asyncio', 'attrs', 'cattrs', 'pygls', 'lsprotocol', 'importlib.metadata', 'op_lint.check'}\n"
        "assert not slow & set(sys.modules), slow & set(sys.modules)\n"
        "sys.stderr.write(repr(tuple(found)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr
    return greeting.Greeting(*eval(done.stderr)), answers(done.stdout)


@pytest.mark.parametrize("client", CLIENTS.values(), ids=CLIENTS)
async def test_the_first_answer_is_the_one_of_pygls(client: Any) -> None:
    message = initialize(client, workspaceFolders=[FOLDER], trace="off", clientInfo={"name": "an editor"})
    data = framed(message, *EXIT)
    assert greeted(data) == (greeting.Greeting(data, 1), [of_pygls(message)])


def test_each_request_is_answered_once_when_all_comes_at_once() -> None:
    assert [each["id"] for each in served(framed(initialize({}), *EXIT))] == [1, 2]


def test_an_input_that_is_no_pipe_is_read_from_its_start(tmp_path: Path) -> None:
    file = tmp_path / "input"
    file.write_bytes(framed(initialize({}), *EXIT))
    with file.open("rb") as stream:
        done = subprocess.run(SERVER, stdin=stream, stdout=subprocess.PIPE, timeout=PATIENCE, check=True)
    assert [each["id"] for each in answers(done.stdout)] == [1, 2]


def test_a_message_that_comes_in_pieces_is_waited_for() -> None:
    data = framed(initialize(CLIENTS["VS Code"]), *EXIT)
    with subprocess.Popen(SERVER, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0) as process:
        assert process.stdin is not None
        for start in range(0, len(data), 700):
            process.stdin.write(data[start : start + 700])
        assert process.stdout is not None
        assert [each["id"] for each in answers(process.stdout.read())] == [1, 2]
    assert process.returncode == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"workspaceFolders": [{"name": "without an address"}]},
        {"workspaceFolders": "file:///a"},
        {"processId": "three"},
        {"rootUri": ["file:///a"]},
        {"capabilities": None},
        {"capabilities": []},
    ],
    ids=str,
)
def test_a_request_with_something_wrong_in_it_is_left_to_pygls(wrong: Any) -> None:
    message = initialize({})
    message["params"] |= wrong
    data = framed(message, *EXIT)
    assert greeted(data) == (greeting.Greeting(data), [])
    first, *others = served(data)
    assert first["id"] == 1
    assert [each["id"] for each in others] == [2]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\r\n\r\n",
        b"Content-Length: 5\r\n\r\n{",
        b"Content-Length: 2\r\n\r\n[]",
        b"Content-Length: 2\r\n\r\n{]",
        b"Content-Length: x\r\n\r\n",
        b"content-length: 2\r\n\r\n{}",
        b"x" * 10_000,
        framed({"jsonrpc": "2.0", "id": 1, "method": "shutdown"}),
        framed({"jsonrpc": "2.0", "method": "initialize", "params": {"capabilities": {}}}),
    ],
    ids=lambda data: repr(data[:30]),
)
def test_what_is_no_greeting_is_not_answered_first(data: bytes) -> None:
    assert greeted(data) == (greeting.Greeting(data), [])


def test_an_input_that_does_not_wait_is_left_to_pygls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    came = iter([b"Content-Length: 100\r\n"])

    def read(descriptor: int, size: int) -> bytes:
        try:
            return next(came)
        except StopIteration:
            raise BlockingIOError from None

    monkeypatch.setattr(greeting.os, "read", read)
    with (tmp_path / "answers").open("w+b") as stream:
        assert greeting.greet(stream, stream) == greeting.Greeting(b"Content-Length: 100\r\n")


def test_a_header_may_say_more() -> None:
    data = framed(initialize({}))
    data = b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n" + data
    found, (answer,) = greeted(data)
    assert found == greeting.Greeting(data, 1)
    assert answer["result"]["serverInfo"]["name"] == "op-lsp"
