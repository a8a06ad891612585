"""Tool names of one project: compared once, when all files are checked, whichever process or cache they came from."""

from __future__ import annotations

from pathlib import Path

import pytest

from op_lint.cli import main

HEAD = "from op_runtime import agentic_function, decision\n"
FIND = '\n\n@agentic_function{0}\ndef find(runtime=None):\n    """Find {1}."""\n'
OFFER = HEAD + (
    "from {0} import find\n\n\n@agentic_function\ndef triage(runtime=None):\n"
    '    """Decide."""\n    return decision.make("Pick one.", [find, "done"])\n'
)
TAKEN = 'b.py:5:5: warning OP311 the tool name "find" is taken: find() has it too; give one of them another with name='


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("op-lint.toml").write_text('select = ["OP311", "OP003"]\n', "utf-8")


def put(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text, "utf-8")


def said(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    capsys.readouterr()
    main(["check", "--output-format", "concise", *words])
    return [line.partition(" (duplicate")[0] for line in capsys.readouterr().out.splitlines()]


def test_two_files_with_one_tool_name(capsys: pytest.CaptureFixture[str]) -> None:
    put("a.py", HEAD + FIND.format("(as_tool=True)", "pages"))
    put("b.py", HEAD + FIND.format('(toolset=("people",))', "people"))
    first = said(capsys, ".")
    assert first == [TAKEN]
    assert said(capsys, ".") == first
    assert said(capsys, "--no-cache", "-j", "2", ".") == first
    assert said(capsys, "b.py") == []


def test_a_name_that_only_one_of_them_offers(capsys: pytest.CaptureFixture[str]) -> None:
    put("a.py", HEAD + FIND.format("(as_tool=True)", "pages"))
    put("b.py", HEAD + FIND.format("", "people"))
    assert said(capsys, ".") == []
    put("c.py", OFFER.format("b"))
    assert said(capsys, ".") == [TAKEN]
    put("c.py", OFFER.format("elsewhere"))
    assert said(capsys, ".") == []


def test_copies_tests_and_other_projects_do_not_count(capsys: pytest.CaptureFixture[str]) -> None:
    text = HEAD + FIND.format("(as_tool=True)", "pages")
    put("a.py", text)
    put("build/lib/a.py", text)
    put("tests/b.py", HEAD + FIND.format("(as_tool=True)", "people"))
    put("other/op-lint.toml", 'select = ["OP311"]\n')
    put("other/b.py", HEAD + FIND.format("(as_tool=True)", "people"))
    assert said(capsys, ".") == []


def test_it_is_suppressed_where_it_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    put("a.py", HEAD + FIND.format("(as_tool=True)", "pages"))
    text = HEAD + FIND.format("(as_tool=True)", "people").replace("):\n", "):  # noqa: OP311\n", 1)
    put("b.py", text)
    assert said(capsys, ".") == []
    assert said(capsys, "b.py") == []  # alone it cannot tell that the comment is of no use
