"""Only new findings are reported, wherever the old ones have moved."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from op_lint.cli import main

TOOLS = '''from op_runtime import agentic_function


@agentic_function(input={"q": {"descripton": "words"}})
def find(q: str, runtime=None):
    """Find pages."""
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "op-lint.toml").write_text('select = ["OP204"]\n', "utf-8")
    (tmp_path / "tools.py").write_text(TOOLS, "utf-8")
    assert main(["baseline", "write"]) == 0
    return tmp_path


def found(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    capsys.readouterr()
    main([*words, "--output-format", "json"])
    return [f"{each['path']}:{each['line']}" for each in json.loads(capsys.readouterr().out)]


def test_what_is_kept_is_not_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert found(capsys, "--no-baseline") == ["tools.py:4"]


def test_moved_lines_and_an_equal_finding_elsewhere(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tools.py").write_text("\n\n\n" + TOOLS, "utf-8")
    assert found(capsys) == []
    (folder / "tools2.py").write_text(TOOLS, "utf-8")
    assert found(capsys) == ["tools2.py:4"]


def test_equal_findings_are_counted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tools.py").write_text(TOOLS + TOOLS.partition("\n\n\n")[2], "utf-8")
    assert found(capsys) == ["tools.py:7"]


def test_a_renamed_file_is_known_by_its_findings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tools.py").rename(folder / "kit.py")
    assert found(capsys) == []
    assert main(["baseline", "stale"]) == 0


def test_another_parameter_or_text_is_new(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tools.py").write_text(TOOLS.replace("descripton", "descriptio"), "utf-8")
    assert found(capsys) == ["tools.py:4"]


def test_entries_that_no_longer_occur_are_listed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tools.py").write_text(TOOLS.replace("descripton", "description"), "utf-8")
    assert main([]) == 0
    assert "1 finding(s) of the baseline no longer occur" in capsys.readouterr().err
    assert main(["baseline", "stale"]) == 1
    assert capsys.readouterr().out == 'tools.py: OP204 find.q "descripton"\n'
    assert main(["--select", "OP101"]) == 0
    assert "no longer occur" not in capsys.readouterr().err
    assert main(["baseline", "write"]) == 0
    assert main(["baseline", "stale"]) == 0


def test_files_that_were_not_checked_are_not_called_stale(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "other.py").write_text("x = 1\n", "utf-8")
    assert main(["other.py"]) == 0
    assert "no longer occur" not in capsys.readouterr().err


def test_white_space_is_no_change(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spread = TOOLS.replace(
        '{"q": {"descripton": "words"}}', '{\n    "q": {\n        "descripton":   "words",\n    }\n}'
    )
    (folder / "tools.py").write_text(spread, "utf-8")
    assert found(capsys) == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 1}', '{"version": 1, "findings": [{"path": "a"}]}'])
def test_a_damaged_baseline_is_named(folder: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (folder / "op-lint-baseline.json").write_text(text, "utf-8")
    assert main([]) == 2
    assert "op-lint-baseline.json: this is not a baseline" in capsys.readouterr().err


def test_a_newer_baseline_is_not_guessed_at(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "op-lint-baseline.json").write_text('{"version": 2, "findings": []}', "utf-8")
    assert main([]) == 2
    assert "version 2 of a baseline is not known" in capsys.readouterr().err


def test_a_review_sees_one_line_for_each_entry(folder: Path) -> None:
    assert (folder / "op-lint-baseline.json").read_text("utf-8") == (
        '{"version": 1, "findings": [\n'
        '  {"path": "tools.py", "code": "OP204", "symbol": "find.q", "text": "\\"descripton\\"", "count": 1}\n'
        "]}\n"
    )
