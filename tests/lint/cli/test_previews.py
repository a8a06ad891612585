"""``op-lint menu``, ``spec`` and ``form``, and ``op_lint.preview``: what a model and a form will show."""

from __future__ import annotations

import io
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


CELLS = (
    ("markdown", "# A desk\n"),
    ("code", "%pip install op\nfiles = !ls\nfrom op_runtime import agentic_function, decision"),
    ("code", SOURCE[SOURCE.index("@") : SOURCE.index("@agentic_function\n")]),
    ("code", "polish?\n" + SOURCE[SOURCE.index("@agentic_function\n") : SOURCE.index("class")]),
    ("code", "%%bash\necho def no(: pass"),
)


def notebook(*cells: tuple[str, str]) -> bytes:
    listed = [
        {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True), "outputs": []}
        for kind, text in cells
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": listed}).encode()


@pytest.fixture
def book(tmp_path: Path) -> str:
    file = tmp_path / "desk.ipynb"
    file.write_bytes(notebook(*CELLS))
    return str(file)


def test_a_notebook_is_read_through_its_cells_and_places_say_which(
    book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    live = build_menu([polish, ("stop", "when all is done")])
    assert run(capsys, "menu", f"{book}::decide") == (0, live.render())
    (found,) = data(capsys, "menu", book)
    assert (found["cell"], found["line"], found["column"], found["menu"]) == (4, 5, 12, live.render())
    code, text = run(capsys, "spec", book)
    assert code == 0
    assert f"# {book} cell 3, line 1 in polish()\n" in text
    assert f"# {book} cell 4, line 2 in decide()\n" in text
    assert data(capsys, "spec", f"{book}::polish")[0]["spec"] == polish.spec
    (form,) = data(capsys, "form", f"{book}::polish")
    assert [each["name"] for each in form["controls"]] == ["text", "tone", "copies"]


def test_a_cell_that_does_not_parse_costs_the_menus_of_others_nothing(
    book: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(book).write_bytes(notebook(*CELLS[:3], ("code", "x = (1,"), *CELLS[3:]))
    (found,) = data(capsys, "menu", book)
    assert (found["cell"], found["line"]) == (5, 5)
    assert found["menu"] == build_menu([polish, ("stop", "when all is done")]).render()


def test_what_is_no_notebook_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "desk.ipynb").write_text(SOURCE)
    assert main(["menu", str(tmp_path / "desk.ipynb")]) == 2
    assert "this is no notebook: it is not JSON" in capsys.readouterr().err


def typed(monkeypatch: pytest.MonkeyPatch, text: bytes) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))


def test_stdin_is_read_under_the_name_of_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kit.py").write_text('FOLDERS = ["inbox", "archive"]\n')
    text = (
        b"from op_runtime import decision\nfrom kit import FOLDERS\n\ndef sort(): return decision.make('?', FOLDERS)\n"
    )
    monkeypatch.chdir(tmp_path)
    typed(monkeypatch, text)
    code, said = run(capsys, "menu", "-", "--stdin-filename", "desk.py::sort")
    assert (code, said) == (0, build_menu(["inbox", "archive"]).render())
    typed(monkeypatch, notebook(("code", "import os"), ("code", text.decode())))
    (found,) = data(capsys, "menu", "-", "--stdin-filename", "desk.ipynb")
    assert (found["path"], found["cell"], found["line"]) == ("desk.ipynb", 2, 4)
    typed(monkeypatch, b"from op_runtime import decision\ndecision.make('?', ['a'])\n")
    assert [each["path"] for each in data(capsys, "menu", "-")] == ["<stdin>"]


def test_a_name_for_stdin_needs_stdin(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["menu", path, "--stdin-filename", "desk.py"]) == 2
    assert "--stdin-filename goes with `-` only" in capsys.readouterr().err


def test_a_file_without_a_decision_that_can_be_read_says_what_cannot(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "deep.py"
    nested = "[" * 150 + "]" * 150
    path.write_text(f"from op_runtime import decision\n\ndecision.make('Pick one.', {nested})\n")
    assert main(["menu", str(path)]) == 2
    said = capsys.readouterr().err
    assert "there is no decision in this file that can be read; line 3: this nests too deep to check" in said
