"""Results that are kept are those that a new run would give, whatever has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from op_lint import replay
from op_lint.cli import main

CORPUS = Path(__file__).parents[2] / "corpus"
BOOK = '''from op_runtime import agentic_function, decision
from lists import cities


@agentic_function(input={"c": {"description": "city"}})
def book(c: str, runtime=None):
    """Book a room."""
    return decision.make("Pick a city.", cities)
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    # Files that a test has just written are trusted as much as old ones, else no test would see a repetition.
    monkeypatch.setattr(replay, "SETTLED_NS", -(10**12))
    (tmp_path / "tools.py").write_text(BOOK, "utf-8")
    (tmp_path / "lists.py").write_text('cities = ["Oslo", "Rome"]\n', "utf-8")
    return tmp_path


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


def replayed(capsys: pytest.CaptureFixture[str], *words: str) -> bool:
    """Whether the last run of the command can be repeated without looking at anything but its inputs."""
    again = replay.play(words)
    capsys.readouterr()
    return again is not None


def test_a_module_that_was_consulted_counts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "check", "tools.py")[0] == 0
    (folder / "lists.py").write_text("towns = []\ncities = towns\n", "utf-8")
    code, out, _ = run(capsys, "check", "tools.py")
    assert code == 1
    assert "OP406" in out
    assert run(capsys, "check", "tools.py", "--no-cache")[:2] == (code, out)


def test_a_module_that_was_not_there_counts_when_it_comes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "lists.py").unlink()
    assert run(capsys, "check", "tools.py")[0] == 0
    (folder / "lists.py").write_text("cities = []\n", "utf-8")
    assert "OP406" in run(capsys, "check", "tools.py")[1]


def test_the_configuration_counts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "lists.py").write_text("cities = []\n", "utf-8")
    assert run(capsys, ".")[0] == 1
    (folder / "op-lint.toml").write_text('ignore = ["OP406"]\n', "utf-8")
    assert run(capsys, ".")[0] == 0
    (folder / "op-lint.toml").write_text('extend = "base.toml"\n', "utf-8")
    (folder / "base.toml").write_text('severity = {OP406 = "info"}\n', "utf-8")
    assert " info OP406 " in run(capsys, ".")[1]
    (folder / "base.toml").write_text('severity = {OP406 = "warning"}\n', "utf-8")
    assert " warning OP406 " in run(capsys, ".")[1]


def test_a_new_file_and_a_new_ignore_file_count(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "2 files checked" in run(capsys, ".")[2]
    (folder / "gen").mkdir()
    (folder / "gen" / "more.py").write_text("x = 1\n", "utf-8")
    assert "3 files checked" in run(capsys, ".")[2]
    (folder / ".gitignore").write_text("gen\n", "utf-8")
    assert "2 files checked" in run(capsys, ".")[2]


def test_the_same_command_is_repeated_word_for_word(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "lists.py").write_text("cities = []\n", "utf-8")
    first = run(capsys, ".")
    assert replayed(capsys, ".")
    assert run(capsys, ".") == first
    assert run(capsys, ".", "--no-cache") == first


def test_a_changed_file_is_not_repeated_and_a_touched_one_is(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, ".")
    os.utime(folder / "tools.py", ns=(1, 1))
    assert replayed(capsys, ".")
    (folder / "lists.py").write_text('cities = ["Oslo", "Bern"]\n', "utf-8")
    assert not replayed(capsys, ".")


def test_a_command_that_writes_files_is_never_repeated(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--fix", "."], ["--output-file", "r.txt", "."], ["--diff", "."], ["fix", "."]):
        run(capsys, *words)
        assert not replayed(capsys, *words)


def test_a_file_that_was_just_written_is_not_trusted_by_its_time(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay, "SETTLED_NS", 10**13)
    run(capsys, ".")
    assert not replayed(capsys, ".")


@pytest.mark.parametrize("damage", [b"", b"rubbish", b"\0" * 400])
def test_a_damaged_cache_is_as_good_as_none(
    folder: Path, capsys: pytest.CaptureFixture[str], own_cache: Path, damage: bytes
) -> None:
    first = run(capsys, ".")
    for path in own_cache.rglob("*.*"):
        path.write_bytes(damage or path.read_bytes()[: path.stat().st_size // 2])
    assert run(capsys, ".") == first


def test_a_cache_that_cannot_be_written_is_done_without(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "blocked").write_text("", "utf-8")
    monkeypatch.setenv("OP_LINT_CACHE_DIR", str(folder / "blocked"))
    assert run(capsys, ".")[0] == 0


def test_clean_removes_what_was_kept(folder: Path, capsys: pytest.CaptureFixture[str], own_cache: Path) -> None:
    run(capsys, ".")
    assert list(own_cache.rglob("*.json"))
    assert run(capsys, "clean")[0] == 0
    assert not list(own_cache.rglob("*.*"))


def test_the_corpus_gives_the_same_bytes_with_and_without_a_cache_and_for_any_number_of_processes(
    own_cache: Path,
) -> None:
    def bytes_of(*words: str) -> tuple[int, bytes]:
        done = subprocess.run(
            [sys.executable, "-m", "op_lint.cli", "check", "--select", "ALL", *words, "corpus"],
            cwd=CORPUS.parent,
            capture_output=True,
            check=False,
            timeout=600,
        )
        return done.returncode, done.stdout

    plain = bytes_of("--no-cache", "--jobs", "1")
    assert plain[0] == 1
    assert bytes_of("--jobs", "2") == plain  # fills the cache
    assert bytes_of("--jobs", "1") == plain  # reads it
    assert bytes_of("--no-cache", "--jobs", "8") == plain


def test_a_rule_of_another_package_counts(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = folder / "house"
    info = house / "house-1.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: house\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text("[op_lint.rules]\nhouse = house_rules:RULES\n", "utf-8")
    rule = (
        "from op_lint.read.expr import Range\nfrom op_lint.rules.base import Rule\n\n\nclass House(Rule):\n"
        "    code, name, severity, summary = 'HR001', 'house', 'warning', 'house'\n\n"
        "    def check(self, context):\n        yield context.finding(self, Range(0, 0, 0, 1), 'first')\n\n\n"
        "RULES = [House]\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(house), "PYTHONDONTWRITEBYTECODE": "1"}

    def said() -> str:
        words = [sys.executable, "-m", "op_lint.cli", "tools.py"]
        return subprocess.run(words, env=environment, capture_output=True, text=True, check=False).stdout

    (house / "house_rules.py").write_text(rule, "utf-8")
    assert "HR001 first" in said()
    assert "HR001 first" in said()
    (house / "house_rules.py").write_text(rule.replace("'first'", "'second'"), "utf-8")
    assert "HR001 second" in said()
