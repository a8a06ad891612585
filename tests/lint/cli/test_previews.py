"""``op-lint menu``, ``spec`` and ``form``, and ``op_lint.preview``: what a model and a form will show."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from op_runtime import agentic_function
from op_runtime.menu import build_menu, describe, form_controls

import op_lint
from op_lint.cli import main

SOURCE = '''from op_runtime import agentic_function, decision


@agentic_function(input={"tone": {"description": "How it sounds.", "options": ["plain", "warm"]}})
def polish(text: str, tone: str = "plain", copies: int = 2, runtime=None) -> str:
    """Polish a text."""
    return text


@agentic_function
def decide(goal: str, runtime=None):
    """Decide what to do."""
    return decision.make("Pick one.", [polish, ("stop", "when all is done")])


class Desk:
    @agentic_function
    def look(self, at: "Missing", runtime=None):
        """Look at one."""
        return decision.make("Pick one.", at)
'''


@agentic_function(input={"tone": {"description": "How it sounds.", "options": ["plain", "warm"]}})
def polish(text: str, tone: str = "plain", copies: int = 2, runtime: object = None) -> str:
    """Polish a text."""
    return text


@pytest.fixture
def path(tmp_path: Path) -> str:
    file = tmp_path / "kit.py"
    file.write_text(SOURCE)
    return str(file)


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(list(words))
    return code, capsys.readouterr().out


def data(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    return json.loads(run(capsys, *words, "--format", "json")[1])


def test_the_menu_is_the_text_that_the_model_gets(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    live = build_menu([polish, ("stop", "when all is done")])
    assert run(capsys, "menu", f"{path}::decide") == (0, live.render())
    (found,) = data(capsys, "menu", f"{path}::decide")
    assert found["menu"] == live.render()
    assert found["schema"] == live.json_schema()
    assert [(each["name"], each["kind"]) for each in found["options"]] == [("polish", "function"), ("stop", "value")]
    assert (found["line"], found["column"], found["reason"]) == (13, 12, None)


def test_a_function_without_a_decision_is_shown_as_the_only_option(
    path: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(capsys, "menu", f"{path}::polish") == (0, build_menu([polish]).render())


def test_the_spec_is_the_one_that_a_model_is_sent(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = run(capsys, "spec", f"{path}::polish")
    assert code == 0
    assert json.loads(text) == polish.spec
    assert data(capsys, "spec", f"{path}::polish")[0]["spec"] == polish.spec


def test_the_form_has_the_controls_of_the_running_function(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    live = form_controls(describe(polish))
    (found,) = data(capsys, "form", f"{path}::polish")
    assert [(each["name"], each["widget"]) for each in found["controls"]] == [(c.name, c.widget) for c in live]
    code, text = run(capsys, "form", f"{path}::polish")
    assert code == 0
    for control in live:
        assert control.label_line in text


def test_all_of_a_file_are_shown_with_their_places(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, text = run(capsys, "menu", path)
    assert code == 1
    assert f"# {path}:13 in decide()\n" in text
    assert f"# {path}:20 in Desk.look()\n<unknown: `at` is a parameter>\n" in text
    assert [each["name"] for each in data(capsys, "spec", path)] == ["polish", "decide", "Desk.look"]


@pytest.mark.parametrize("words", [("menu", "{}::nobody"), ("spec", "{}::nobody"), ("form", "{}.missing")])
def test_what_is_not_there_is_said(path: str, words: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([words[0], words[1].format(path)]) == 2
    said = capsys.readouterr().err
    assert "nobody; there are polish, decide, Desk.look" in said or "there is no such file" in said


def test_the_preview_at_a_position_is_that_of_the_innermost(path: str) -> None:
    decision = op_lint.preview(path, (12, 15))
    assert decision is not None
    assert (decision.kind, decision.name) == ("decision", "decide")
    assert decision.text == build_menu([polish, ("stop", "when all is done")]).render()
    function = op_lint.preview(path, (4, 6))
    assert function is not None
    assert (function.kind, function.name, function.spec) == ("function", "polish", polish.spec)
    assert function.form == form_controls(describe(polish))
    assert op_lint.preview(path, (0, 0)) is None


def test_an_unsaved_text_is_taken_instead_of_the_file(path: str) -> None:
    found = op_lint.preview(path, (12, 15), text=SOURCE.replace('"stop"', '"end"'))
    assert found is not None
    assert found.menu is not None
    assert found.menu.names == ("polish", "end")
