"""Moving a function that is documented in its docstring to ``input=``."""

from __future__ import annotations

from pathlib import Path

import pytest
from op_runtime.testing import ScriptedRuntime

from op_lint.cli import main

LEGACY = '''from op_runtime import agentic_function, decision


@agentic_function
def paint(colour: str, wall: str, session_id: str = "", runtime=None):
    """Paint a wall
    in one colour.

    Args:
        colour (str): the paint: red | green
        wall: which wall;
            by its number
        session_id: the session
        runtime: the runtime

    Returns:
        nothing
    """


@agentic_function
def triage(runtime=None):
    """Decide what comes next."""
    return decision.make("Pick one.", {"paint": paint, "done": ("DONE", "nothing is left")})
'''
MIGRATED = '''from op_runtime import agentic_function, decision


@agentic_function(input={
    "colour": {"description": "the paint: red | green", "options": ["red", "green"]},
    "wall": {"description": "which wall; by its number"},
    "session_id": {"description": "the session"},
})
def paint(colour: str, wall: str, session_id: str = "", runtime=None):
    """Paint a wall in one colour."""


@agentic_function
def triage(runtime=None):
    """Decide what comes next."""
    return decision.make("Pick one.", {"paint": paint, "done": ("DONE", "nothing is left")})
'''


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "desk.py"
    path.write_text(LEGACY, "utf-8")
    return path


def test_at_first_the_changes_are_only_shown(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "desk.py"]) == 0
    said = capsys.readouterr()
    assert '+    "wall": {"description": "which wall; by its number"},\n' in said.out
    assert "1 of 1 files would change; run again with --write" in said.err
    assert file.read_text("utf-8") == LEGACY


def test_then_they_are_made_and_a_second_time_there_are_none(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "--write", "desk.py"]) == 0
    assert file.read_text("utf-8") == MIGRATED
    assert main(["migrate", "desk.py"]) == 0
    assert "there is nothing to migrate" in capsys.readouterr().err


def test_the_menu_then_says_what_the_docstring_said(file: Path) -> None:
    main(["migrate", "--write", "desk.py"])
    names: dict[str, object] = {"__name__": "desk"}
    exec(compile(file.read_text("utf-8"), "desk.py", "exec"), names)
    runtime = ScriptedRuntime([{"call": "done"}])
    assert names["triage"](runtime=runtime) == "DONE"  # type: ignore[operator]
    for line in ("Paint a wall in one colour.", "the paint: red | green", "which wall; by its number", "the session"):
        assert line in runtime.prompts[0]
    assert '(options: "red", "green")' in runtime.prompts[0]


def test_system_parameters_are_hidden_on_request(file: Path) -> None:
    main(["migrate", "--write", "--hide", "desk.py"])
    assert '"session_id": {"description": "the session", "hidden": True},' in file.read_text("utf-8")


def test_what_cannot_be_read_stays_where_it_is(file: Path) -> None:
    text = LEGACY.replace("colour (str): the paint: red | green", "colour (str) = the paint")
    file.write_text(text, "utf-8")
    main(["migrate", "--write", "desk.py"])
    assert "colour (str) = the paint" in file.read_text("utf-8")
