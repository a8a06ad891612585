"""The program ``op-lsp``: its arguments, the ways to reach it, its log."""

from __future__ import annotations

import asyncio
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from editor import PATIENCE, SERVER, Client, Editor
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

pytestmark = pytest.mark.asyncio

PROGRAM = (sys.executable, "-m", "op_lsp.server")
TEXT = '''from op_runtime import agentic_function


@agentic_function(input={"q": {"descripton": "words"}})
def find(q: str, runtime=None):
    """Find pages."""
'''


@asynccontextmanager
async def over_tcp(address: str) -> AsyncIterator[tuple[Editor, asyncio.subprocess.Process]]:
    """A server that waits at an address with a free port, and its client."""
    server = await asyncio.create_subprocess_exec(
        *PROGRAM, "--tcp", address, "--log-level", "info", stderr=asyncio.subprocess.PIPE
    )
    try:
        yield await connected(server), server
    finally:
        if server.returncode is None:
            server.kill()
            await server.wait()


async def connected(server: asyncio.subprocess.Process) -> Editor:
    assert server.stderr is not None
    while b"Serving on" not in (line := await asyncio.wait_for(server.stderr.readline(), PATIENCE)):
        assert line, "the server has ended"
    found = re.search(r"\('([^']*)', (\d+)", line.decode())
    assert found is not None
    client = Client(converter_factory=default_converter)
    editor = Editor(client, "utf-16")
    heard = {**DEFAULT_CLIENT_FEATURES, types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS: lambda params: editor._heard(params)}
    register_lsp_features(client, heard)
    await client.start_tcp(found[1], int(found[2]))
    await client.initialize_session(types.InitializeParams(client_capabilities("visual-studio-code")))
    return editor


@pytest.mark.parametrize("address", ["0", ":0", "127.0.0.1:0", "localhost:0"])
async def test_a_client_is_served_over_tcp(tmp_path: Path, address: str) -> None:
    async with over_tcp(address) as (editor, server):
        document = editor.open(tmp_path / "a.py", TEXT)
        assert [each.code for each in await document.diagnostics()] == ["OP204"]
        hover = await document.hover(document.at("find(q", 1))
        assert hover is not None
        assert "Find pages." in str(hover.contents)
        await editor.client.shutdown_async(None)
        editor.client.exit(None)
        assert await asyncio.wait_for(server.wait(), PATIENCE) == 0
        await editor.client.stop()


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PROGRAM, *arguments], input="", capture_output=True, text=True, timeout=PATIENCE, check=False
    )


@pytest.mark.parametrize("address", ["x", "1.2.3.4:", "70000", "host:port", "²", "-1", ""])
async def test_a_wrong_address_is_said(address: str) -> None:
    done = run(f"--tcp={address}")
    assert (done.returncode, done.stdout) == (2, "")
    assert "is no address; write PORT or HOST:PORT" in done.stderr


async def test_an_address_that_is_taken_is_said_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run(f"--tcp={port}")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"op-lsp: cannot wait for a client at 127.0.0.1:{port}: ")
    assert "asyncio" not in line


async def test_only_one_way_to_be_reached() -> None:
    done = run("--stdio", "--tcp=1")
    assert done.returncode == 2
    assert "not allowed with argument" in done.stderr


@pytest.mark.parametrize("arguments", [["--version"], ["--help"]])
async def test_its_command_line_imports_no_framework(arguments: list[str]) -> None:
    code = (
        "import sys\nfrom op_lsp.server import main\n"
        "try:\n    main(sys.argv[1:])\nexcept SystemExit as end:\n    assert end.code == 0\n"
        "assert not {'pygls', 'libcst', 'lsprotocol'} & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "op-lsp" in done.stdout


async def test_it_speaks_over_standard_input_and_output_unless_told_otherwise() -> None:
    assert SERVER[-1] == "--stdio"
    for arguments in ([], ["--stdio"]):
        done = run(*arguments)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", "")


@pytest.mark.parametrize("level", ["warning", "error"])
@pytest.mark.parametrize("place", ["no/such/folder/op.log", "."])
async def test_a_log_file_that_cannot_be_written_is_said_and_the_server_runs(
    tmp_path: Path, place: str, level: str
) -> None:
    path = tmp_path / place
    done = run("--log-file", str(path), "--log-level", level)
    assert done.returncode == 1  # the client was just gone
    assert f"the log file {path} cannot be written: " in done.stderr
    assert "logging to standard error" in done.stderr


async def test_the_log_goes_to_a_file_and_says_as_much_as_was_asked(tmp_path: Path) -> None:
    sizes = []
    for level in ("error", "info", "debug"):
        path = tmp_path / f"{level} ü.log"
        done = run("--log-file", str(path), "--log-level", level)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
        sizes.append(len(path.read_text(encoding="utf-8")))
    assert sizes[0] == 0 < sizes[1] < sizes[2]


async def test_an_unknown_level_is_said() -> None:
    done = run("--log-level", "loud")
    assert done.returncode == 2
    assert "invalid choice: 'loud'" in done.stderr
