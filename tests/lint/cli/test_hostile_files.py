"""Files that nobody writes by hand: one finding each, the process lives, and the other files are checked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

HEAD = b"from op_runtime import agentic_function, decision\n"
TYPO = b"@agentic_function(input={'q': {'descripton': 'words'}})\ndef find(q: str, runtime=None):\n    'Find pages.'\n"
ORDINARY = HEAD + TYPO


def offering(expression: bytes) -> bytes:
    return HEAD + b"decision.make('Pick one of these.', " + expression + b")\n"


CODES = "OP001,OP002,OP005,OP006,OP204"
HOSTILE = {
    "2,000 nested brackets": (offering(b"[" * 2000 + b"]" * 2000), "OP006"),
    "199 nested brackets, which Python reads": (offering(b"{'a': " + b"[" * 198 + b"]" * 198 + b"}"), "OP006"),
    "200,000 open brackets": (HEAD + b"x = " + b"[" * 200_000 + b"\n", "OP001"),
    "a line of 1 MB": (offering(b"{'a': '" + b"x" * 1_000_000 + b"'}"), "OP006"),
    "a sum of 600 terms": (offering(b"{'a': " + b" + ".join([b"n"] * 600) + b"}"), "OP006"),
    "a lambda that libcst refuses": (offering(b"{'a': (lambda: 1) if 1 else(lambda: 2)}"), "OP006"),
    "lone carriage returns": (ORDINARY.replace(b"\n", b"\r"), "OP204"),
    "line breaks of all kinds": (b"import os\rimport re\r\n" + ORDINARY, "OP204"),
    "a byte order mark": (b"\xef\xbb\xbf" + ORDINARY, "OP204"),
    "a latin-1 cookie": (b"# -*- coding: latin-1 -*-\n# \xe9\n" + ORDINARY, "OP204"),
    "a NUL byte": (ORDINARY + b"\x00", "OP002"),
    "bytes that are no UTF-8": (ORDINARY + b"# \xe9\n", "OP002"),
    "an unknown cookie": (b"# coding: klingon\n" + ORDINARY, "OP002"),
    "a mark and another cookie": (b"\xef\xbb\xbf# coding: latin-1\n" + ORDINARY, "OP002"),
    "a continuation at the end": (ORDINARY.replace(b"descripton", b"description") + b"x = 1\\\n", "OP001"),
    "600 levels of indentation, which end tree-sitter": (
        HEAD + b"".join(b" " * level + b"def f():\n" for level in range(600)) + b" " * 600 + b"pass\n",
        "OP001",
    ),
    "5,000 decorators of a broken function": (HEAD + b"@one\n" * 5000 + b"def f(:\n    pass\n", "OP001"),
    "an open quote": (ORDINARY.replace(b"descripton", b"description") + b"x = '''\n", "OP001"),
    "form feeds and separators": ("\x0c# \u2028 \x1c \x85\n".encode() + ORDINARY, "OP204"),
    "tabs and spaces": (ORDINARY + b"def f():\n\t with open('a') as h:\n\t\t pass\n", "OP204"),
}
"""Each file, and the code of what is found in it."""


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Counter[str]]:
    folder = tmp_path_factory.mktemp("hostile")
    for number, (data, _) in enumerate(HOSTILE.values()):
        (folder / f"file_{number}.py").write_bytes(data)
    (folder / "empty.py").write_bytes(b"")
    (folder / "zz_last.py").write_bytes(ORDINARY)
    (folder / "odd.py").mkdir()
    (folder / "odd.py" / "inner.py").write_bytes(ORDINARY)
    command = [
        sys.executable,
        "-m",
        "op_lint",
        "check",
        "--no-cache",
        "--output-format",
        "json",
        "--select",
        CODES,
        ".",
    ]
    done = subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=120)
    assert done.returncode == 1, done.stderr.decode()
    codes: dict[str, Counter[str]] = {}
    for each in json.loads(done.stdout):
        codes.setdefault(Path(each["path"]).as_posix(), Counter())[each["code"]] += 1
    return codes


@pytest.mark.parametrize("number", range(len(HOSTILE)), ids=list(HOSTILE))
def test_each_costs_one_finding(found: dict[str, Counter[str]], number: int) -> None:
    _, code = list(HOSTILE.values())[number]
    assert found.get(f"file_{number}.py") == {code: 1}


def test_the_other_files_are_checked(found: dict[str, Counter[str]]) -> None:
    assert found["zz_last.py"] == {"OP204": 1}
    assert found["odd.py/inner.py"] == {"OP204": 1}
    assert "empty.py" not in found


def test_a_pipe_is_no_file_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "last.py").write_bytes(ORDINARY)
    command = [sys.executable, "-m", "op_lint", "--cache-dir", "cache", "--select", CODES, "pipe.py", "last.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=60, text=True)
    assert "pipe.py:1:1: error OP002 this is not a regular file" in done.stdout
    assert "last.py:2:32: error OP204" in done.stdout
