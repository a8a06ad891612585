"""``op-lint server`` is the language server."""

from __future__ import annotations

import json
import subprocess
import sys


def test_it_answers_as_the_server_does() -> None:
    messages = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}, "processId": None}},
        {"jsonrpc": "2.0", "id": 2, "method": "shutdown"},
        {"jsonrpc": "2.0", "method": "exit"},
    ]
    sent = b"".join(
        b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in (json.dumps(each).encode() for each in messages)
    )
    done = subprocess.run([sys.executable, "-m", "op_lint.cli", "server"], input=sent, capture_output=True, check=False)
    assert b'"hoverProvider"' in done.stdout
    assert done.returncode == 0
