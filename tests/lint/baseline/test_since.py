"""``--since`` keeps the findings that a change has to do with."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from op_lint.cli import main

TOOLS = '''from op_runtime import agentic_function


@agentic_function(
    input={"q": {"colour": 1}},
)
def find(q: str, runtime=None):
    """Find pages."""
    first = 1
    second = 2
    return first, second


@agentic_function(input={"p": {"colour": 1}})
def show(p: str, runtime=None):
    """Show a page."""
'''


def git(folder: Path, *words: str) -> None:
    names = ["-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *names, *words], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "op-lint.toml").write_text('select = ["OP204"]\n', "utf-8")
    (tmp_path / "tools é.py").write_text(TOOLS, "utf-8")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "first")
    return tmp_path


def found(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    capsys.readouterr()
    assert main(["--since", "main", *words, "--output-format", "json"]) in (0, 1)
    return [each["symbol"] for each in json.loads(capsys.readouterr().out)]


def change(folder: Path, old: str, new: str) -> None:
    path = folder / "tools é.py"
    path.write_text(path.read_text("utf-8").replace(old, new), "utf-8")


def test_nothing_changed_nothing_found(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert found(capsys) == []


@pytest.mark.parametrize(
    ("old", "new", "symbols"),
    [
        ('"""Find pages."""', '"""Find all pages."""', ["find.q"]),  # the docstring is part of the head
        ("def find(q: str,", "def find(q: int,", ["find.q"]),
        ("second = 2", "second = 3", []),  # the body is not
        ("    second = 2\n", "", []),
        ('    """Find pages."""\n', "", ["find.q"]),  # a line of the head is gone
        ('{"p": {"colour": 1}}', '{"p": {"colour": 2}}', ["show.p"]),
    ],
)
def test_a_change_in_the_head_of_a_function_counts(
    folder: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, symbols: list[str]
) -> None:
    change(folder, old, new)
    assert found(capsys) == symbols


def test_a_new_file_is_changed_all_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "more.py").write_text(TOOLS, "utf-8")
    assert found(capsys) == ["find.q", "show.p"]


def test_a_renamed_file_is_changed_where_its_text_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "shop").mkdir()
    git(folder, "mv", "tools é.py", "shop/moved ü.py")
    assert found(capsys) == []
    path = folder / "shop" / "moved ü.py"
    path.write_text(path.read_text("utf-8").replace('"""Show a page."""', '"""Show one page."""'), "utf-8")
    assert found(capsys) == ["show.p"]
    git(folder, "add", ".")
    assert found(capsys) == ["show.p"]


def test_a_deleted_file_harms_nothing_and_a_staged_change_counts(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "gone.py").write_text("x = 1\n", "utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "second")
    git(folder, "rm", "-q", "gone.py")
    (folder / "more.py").write_text(TOOLS.replace("find", "look"), "utf-8")
    git(folder, "add", ".")
    assert found(capsys) == ["look.q", "show.p"]


def test_after_a_merge_only_what_came_with_it_counts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(folder, "checkout", "-q", "-b", "side")
    (folder / "side.py").write_text(TOOLS.replace("find", "aside"), "utf-8")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "side")
    git(folder, "checkout", "-q", "-b", "mine", "main")
    change(folder, '"""Show a page."""', '"""Show one page."""')
    git(folder, "commit", "-qam", "mine")
    git(folder, "merge", "-q", "-m", "merge", "side")
    assert found(capsys) == ["aside.q", "show.p", "show.p"]
    capsys.readouterr()
    assert main(["--since", "HEAD~1", "--output-format", "json"]) == 1
    assert {each["path"] for each in json.loads(capsys.readouterr().out)} == {"side.py"}


def test_what_others_changed_since_does_not_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git(folder, "checkout", "-q", "-b", "mine")
    change(folder, '"""Show a page."""', '"""Show one page."""')
    git(folder, "commit", "-qam", "mine")
    git(folder, "checkout", "-q", "main")
    change(folder, '"""Find pages."""', '"""Find each page."""')
    git(folder, "commit", "-qam", "theirs")
    git(folder, "checkout", "-q", "mine")
    assert found(capsys) == ["show.p"]


@pytest.mark.parametrize("revision", ["nosuch", "--help", "HEAD:tools"])
def test_a_revision_that_is_none_is_said(folder: Path, capsys: pytest.CaptureFixture[str], revision: str) -> None:
    assert main([f"--since={revision}"]) == 2
    assert f'op-lint: "{revision}" is no revision of ' in capsys.readouterr().err


def test_outside_of_a_repository_it_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tools.py").write_text(TOOLS, "utf-8")
    assert main(["--since", "main"]) == 2
    assert "--since needs a git repository" in capsys.readouterr().err
