"""``--watch`` checks again after each change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from op_lint.arguments import parser
from op_lint.cli import main
from op_lint.watching import watch

BOOK = '''from op_runtime import agentic_function, decision
from lists import cities


@agentic_function
def book(runtime=None):
    """Book a room."""
    return decision.make("Pick a city.", cities)
'''


def test_each_change_is_seen_also_in_a_module_that_is_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tools.py").write_text(BOOK, "utf-8")
    lists = tmp_path / "lists.py"
    lists.write_text('cities = ["Oslo"]\n', "utf-8")
    said: list[str] = []

    def changes() -> Iterator[set[str]]:
        said.append(capsys.readouterr().out)
        lists.write_text("cities = []\n", "utf-8")
        yield {str(lists)}
        said.append(capsys.readouterr().out)
        (tmp_path / "op-lint.toml").write_text("ignroe = []\n", "utf-8")
        yield {str(tmp_path / "op-lint.toml")}
        said.append(capsys.readouterr().out)
        (tmp_path / "op-lint.toml").unlink()
        lists.unlink()
        yield {str(lists)}
        said.append(capsys.readouterr().out)

    assert watch(parser().parse_args(["check", "--watch"]), changes()) == 0
    assert ["OP406" in each for each in said] == [False, True, False, False]


@pytest.mark.parametrize("words", [["--fix"], ["--diff"], ["--add-noqa"], ["-"]])
def test_it_only_checks(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--watch", *words]) == 2
    assert "--watch only checks" in capsys.readouterr().err
