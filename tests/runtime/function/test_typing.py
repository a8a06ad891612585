"""Editors and type checkers keep the signature of a decorated function."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jedi

SOURCE = '''from op_runtime import agentic_function, Runtime


@agentic_function
def bare(q: str, n: int = 1, runtime: Runtime | None = None) -> list[str]:
    """Bare."""
    return [q] * n


@agentic_function(input={"q": {"description": "words"}}, expose="full")
def called(q: str) -> int:
    """Called."""
    return len(q)


@agentic_function
async def later(q: str) -> int:
    """Later."""
    return len(q)


class Desk:
    @agentic_function
    def find(self, q: str) -> bytes:
        """Find."""
        return q.encode()

'''
USES = """
reveal_type(bare("a", n=2))
reveal_type(called("x"))
reveal_type(later("x"))
reveal_type(Desk().find("x"))
reveal_type(bare.spec)
bare(1)
Desk().find(2)
agentic_function(expose="none")
"""


def test_pyright_keeps_parameters_and_results(tmp_path: Path) -> None:
    file = tmp_path / "uses.py"
    file.write_text(SOURCE + USES, encoding="utf-8")
    command = [str(Path(sys.executable).with_name("basedpyright")), "--outputjson", str(file)]
    command += ["--pythonpath", sys.executable]
    shown = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path).stdout
    found = json.loads(shown)["generalDiagnostics"]
    revealed = [item["message"].partition(" is ")[2] for item in found if item["severity"] == "information"]
    assert revealed == ['"list[str]"', '"int"', '"CoroutineType[Any, Any, int]"', '"bytes"', '"dict[str, Any]"']
    first = (SOURCE + USES).split("\n").index("bare(1)")
    errors = {item["range"]["start"]["line"] - first for item in found if item["severity"] == "error"}
    assert errors == {0, 1, 2}


def test_jedi_shows_the_functions_own_signature(tmp_path: Path) -> None:
    environment = jedi.create_environment(sys.prefix, safe=False)
    shown = []
    for call in ("bare(", "called(", "later(", "Desk().find("):
        source = SOURCE + "\n" + call
        script = jedi.Script(source, path=tmp_path / "uses.py", environment=environment)
        signatures = script.get_signatures(source.count("\n") + 1, len(call))
        shown.append([signature.to_string() for signature in signatures])
    assert shown == [
        ["bare(q: str, n: int=1, runtime: Runtime | None=None) -> list[str]"],
        ["called(q: str) -> int"],
        ["later(q: str) -> int"],
        ["find(q: str) -> bytes"],
    ]
