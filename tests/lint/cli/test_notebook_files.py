"""Notebooks on the command line: read wherever Python files are, and never written."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from op_lint.cli import main

CELLS = (
    "from op_runtime import agentic_function, decision",
    '''%matplotlib inline
@agentic_function
def find(q: str, runtime=None):
    """Find pages."""
    return q''',
    '''@agentic_function
def triage(runtime=None):
    """Decide."""
    find(q="x")
    return decision.make("Pick one.", {"find": find, "done": ("DONE", "nothing is left")})''',
)


def notebook(*cells: str) -> bytes:
    code = [{"cell_type": "code", "id": f"c{n}", "metadata": {}, "source": text} for n, text in enumerate(cells)]
    return json.dumps({"cells": code, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1).encode()


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "desk.ipynb"
    file.write_bytes(notebook(*CELLS))
    return file


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--add-noqa", "."], 1),
        (["--fix", "--unsafe-fixes", "."], 1),
        (["migrate", "--write", "."], 0),
        (["rename", "desk.ipynb::find.q", "words"], 2),
        (["baseline", "write"], 0),
        (["lock"], 0),
    ],
)
def test_no_command_writes_one(book: Path, arguments: list[str], code: int) -> None:
    before = book.read_bytes()
    assert main(arguments) == code
    assert book.read_bytes() == before


def test_who_wants_comments_in_one_is_told_that_they_are_not_written(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--add-noqa", "desk.ipynb"]) == 1
    assert "desk.ipynb: op-lint writes no notebooks; put the comments in by hand" in capsys.readouterr().err


def test_with_fix_one_from_stdin_comes_out_as_it_went_in(book: Path) -> None:
    data = book.read_bytes()
    ran = subprocess.run(
        [sys.executable, "-m", "op_lint", "--fix", "--unsafe-fixes", "--stdin-filename", "desk.ipynb", "-"],
        input=data,
        capture_output=True,
        timeout=60,
    )
    assert ran.stdout == data


def test_lock_and_graph_read_the_cells(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lock"]) == 0
    locked = (book.parent / "op-lint.lock").read_text("utf-8")
    assert [line for line in locked.splitlines() if line.startswith(("tool ", "decision "))] == [
        'tool "desk.ipynb" "find" 0',
        'decision "desk.ipynb" "triage" 0',
        'tool "desk.ipynb" "triage" 0',
    ]
    assert main(["lock", "--check"]) == 0
    capsys.readouterr()
    assert main(["graph"]) == 0
    assert 'n1 -->|"find"| n0' in capsys.readouterr().out


def test_diff_compares_with_the_notebook_of_a_revision(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git = ["git", "-c", "user.name=n", "-c", "user.email=a@example.invalid"]
    for each in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *each], check=True)
    assert main(["diff", "HEAD"]) == 0
    book.write_bytes(notebook(CELLS[0], CELLS[1].replace("pages", "books"), CELLS[2]))
    capsys.readouterr()
    assert main(["diff", "HEAD"]) == 1
    assert '"find" description: "Find pages." is now "Find books."' in capsys.readouterr().out


def test_a_rename_that_a_notebook_takes_part_in_is_refused_with_the_place(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tools = CELLS[0] + "\n\n\n" + CELLS[1].partition("\n")[2] + "\n"
    Path("tools.py").write_text(tools, "utf-8")
    book.write_bytes(notebook("from tools import find", '%time\nfind(q="x")'))
    assert main(["rename", "tools.py::find.q", "words"]) == 2
    assert f"{book}: cell 2, line 2: this would change as well" in capsys.readouterr().err
    assert Path("tools.py").read_text("utf-8") == tools
