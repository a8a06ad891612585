"""What the command says, and how it ends."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from op_lint.cli import main

CLEAN = 'from op_runtime import agentic_function\n\n\n@agentic_function\ndef f(runtime=None):\n    """Find pages."""\n'
DIRTY = CLEAN.replace('    """Find pages."""\n', "    return 1\n")
FIXABLE = CLEAN.replace("Find pages.", "Find\n    pages.")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clean.py").write_text(CLEAN, "utf-8")
    (tmp_path / "dirty.py").write_text(DIRTY, "utf-8")
    (tmp_path / "broken.py").write_text(CLEAN + "\n\ndef g(:\n", "utf-8")
    return tmp_path


def feed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["check", "clean.py"], 0),
        (["clean.py"], 0),
        (["check", "dirty.py"], 1),
        (["check", "broken.py"], 1),
        (["check", "nosuch.py"], 2),
        (["check", "--exit-zero", "dirty.py"], 0),
        (["check", "--exit-zero", "nosuch.py"], 2),
        (["check", "--select", "OP999", "clean.py"], 2),
        (["check", "--select", "", "clean.py"], 2),
        (["check", "--select", ",", "clean.py"], 2),
        (["check", "--jobs", "0", "clean.py"], 2),
        (["check", "--jobs", "²", "clean.py"], 2),
        (["check", "--no-such-option"], 2),
        (["rule", "OP203"], 0),
        (["rule", "nothing"], 2),
        (["rules"], 0),
    ],
)
def test_exit_codes(folder: Path, words: list[str], code: int) -> None:
    assert main(words) == code


def test_text_shows_the_place_and_the_source(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["dirty.py"])
    assert capsys.readouterr().out == (
        "dirty.py:5:5: warning OP101 f() has no summary: the model would see its name only; say when to pick it "
        "(missing-summary) [unsafe fix]\n"
        "  |\n"
        "5 | def f(runtime=None):\n"
        "  |     ^\n"
    )


def test_json_counts_from_one_in_code_points(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "emoji.py").write_text(
        CLEAN.replace(
            "@agentic_function\n", 'x = "🎉"; y = 1\n\n\n@agentic_function(input={"🎉": {}, "q": {"colour": 1}})\n'
        ),
        "utf-8",
    )
    main(["--output-format", "json", "--select", "OP204", "emoji.py"])
    (found,) = json.loads(capsys.readouterr().out)
    assert found == {
        "code": "OP204",
        "name": "unknown-metadata-key",
        "severity": "error",
        "message": found["message"],
        "path": "emoji.py",
        "line": 7,
        "column": 41,
        "end_line": 7,
        "end_column": 49,
        "symbol": "f.q",
        "fingerprint": found["fingerprint"],
        "fix": None,
        "url": "https://op-lint.readthedocs.io/en/stable/rules/unknown-metadata-key",
    }


def test_a_missing_path_is_named_and_the_others_are_checked(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nosuch.py", "dirty.py"]) == 2
    said = capsys.readouterr()
    assert "dirty.py:5:5" in said.out
    assert "nosuch.py: there is no such file or folder" in said.err


def test_a_file_that_is_not_python_is_named_and_the_others_are_checked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "notes.txt").write_text("hello, world\n", "utf-8")
    assert main(["notes.txt", "dirty.py"]) == 2
    said = capsys.readouterr()
    assert "dirty.py:5:5" in said.out
    assert "notes.txt: this is not a Python file" in said.err


def test_a_half_typed_file_keeps_its_other_findings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "half.py").write_text(DIRTY + '\n\n@agentic_function(input={"n": {"desc\n', "utf-8")
    assert main(["half.py"]) == 1
    out = capsys.readouterr().out
    assert "OP101" in out
    assert out.count("OP001") == 1


def test_an_unreadable_file_is_a_finding(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bad.py").write_bytes(b"s = '\xe9'\n")
    assert main(["bad.py", "dirty.py"]) == 1
    out = capsys.readouterr().out
    assert "bad.py:1:1: error OP002" in out
    assert "dirty.py" in out


def test_a_folder_without_python_files_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty").mkdir()
    assert main(["empty"]) == 0
    said = capsys.readouterr()
    assert said.out == ""
    assert "nothing was checked: no Python files in empty" in said.err


def test_unknown_codes_are_named_with_the_near_match(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--ignore", "mising-summary", "."]) == 2
    assert 'there is no rule "mising-summary"; did you mean "missing-summary"?' in capsys.readouterr().err


def test_findings_are_sorted_by_path(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["dirty.py", "broken.py", "clean.py"])
    lines = [line.split(":")[0] for line in capsys.readouterr().out.splitlines() if ".py:" in line]
    assert lines == sorted(lines)


def test_stdin_is_checked_as_the_file_would_be(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "pyproject.toml").write_text('[tool.op-lint.per-file-ignores]\n"src/tools/*" = ["OP101"]\n', "utf-8")
    (folder / "src" / "tools").mkdir(parents=True)
    path = folder / "src" / "tools" / "a.py"
    source = DIRTY + '\n\n@agentic_function\ndef g(runtime=None):\n    """Find\n    pages."""\n'
    path.write_text(source, "utf-8")
    code = main(["check", "src/tools/a.py"])
    on_disk = capsys.readouterr().out
    feed(monkeypatch, source)
    assert main(["check", "--stdin-filename", "src/tools/a.py", "-"]) == code == 1
    assert capsys.readouterr().out == on_disk
    assert "OP101" not in on_disk
    assert "OP102" in on_disk


def test_fixing_stdin_gives_the_text_on_stdout(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    feed(monkeypatch, FIXABLE)
    assert main(["--fix", "-"]) == 0
    assert capfd.readouterr().out == CLEAN


def test_fix_that_fixes_all_is_clean(folder: Path) -> None:
    (folder / "fix.py").write_text(FIXABLE, "utf-8")
    assert main(["--fix", "fix.py"]) == 0
    assert (folder / "fix.py").read_text("utf-8") == CLEAN


def test_a_fixed_file_that_cannot_be_written_is_not_counted_as_fixed(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(path: str, source: object) -> None:
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr("op_lint.run.write", refuse)
    (folder / "fixable.py").write_text(FIXABLE, "utf-8")
    assert main(["--fix", "--quiet", "fixable.py"]) == 2
    assert main(["--fix", "fixable.py"]) == 2
    said = capsys.readouterr()
    assert "op-lint: fixable.py: the fixed file cannot be written: Read-only file system\n" in said.err
    assert "applied" not in said.err
    assert said.out.count("OP102") == 2
    assert (folder / "fixable.py").read_text("utf-8") == FIXABLE


def test_a_diff_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "fix.py").write_text(FIXABLE, "utf-8")
    assert main(["--diff", "fix.py"]) == 1
    out = capsys.readouterr().out
    assert '-    """Find\n-    pages."""\n+    """Find pages."""\n' in out
    assert (folder / "fix.py").read_text("utf-8") == FIXABLE


def test_excluded_files_are_skipped_when_forced(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "op-lint.toml").write_text('exclude = ["gen"]\n', "utf-8")
    (folder / "gen").mkdir()
    (folder / "gen" / "x.py").write_text(DIRTY, "utf-8")
    assert main(["gen/x.py"]) == 1
    assert main(["--force-exclude", "gen/x.py"]) == 0
    assert "nothing was checked" in capsys.readouterr().err
    assert main(["gen"]) == 0


def test_a_wrong_configuration_is_named_and_files_under_others_are_checked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "sub").mkdir()
    (folder / "sub" / "op-lint.toml").write_text("ignroe = []\n", "utf-8")
    (folder / "sub" / "x.py").write_text(DIRTY, "utf-8")
    assert main(["."]) == 2
    said = capsys.readouterr()
    assert 'ignroe: there is no such setting; did you mean "ignore"?' in said.err
    assert "dirty.py:5:5" in said.out


def test_output_that_the_console_cannot_show_is_escaped(folder: Path) -> None:
    (folder / "emoji.py").write_text(CLEAN.replace("f(runtime", "f(q: str = '🎉', runtime"), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "op_lint.cli", "emoji.py"],
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        cwd=folder,
        check=False,
    )
    assert done.returncode == 1
    assert b"\\U0001f389" in done.stdout


def shell(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    words = command.replace("op-lint", f'"{sys.executable}" -m op_lint')
    return subprocess.run(
        ["/bin/sh", "-c", words], cwd=folder, capture_output=True, encoding="utf-8", check=False,
        env={**os.environ, "OP_LINT_CACHE_DIR": str(folder / "cache")},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("op-lint - <&-", 2, "op-lint: `-` stands for stdin, which is closed\n"),
        ("op-lint --quiet . >&-", 1, ""),
        ("op-lint . 2>&- >/dev/null", 1, ""),
    ],
)
def test_closed_streams_are_no_reason_to_break(folder: Path, command: str, code: int, said: str) -> None:
    done = shell(command, folder)
    assert (done.returncode, done.stderr) == (code, said)


def test_output_that_nobody_takes_ends_the_run_quietly(folder: Path) -> None:
    (folder / "many.py").write_text(CLEAN + DIRTY.partition("\n\n\n")[2] * 2000, "utf-8")
    done = shell("op-lint --quiet . | head -1", folder)
    assert done.stdout.startswith("broken.py:")
    assert done.stderr == ""


def test_a_device_without_space_is_said(folder: Path) -> None:
    done = shell("op-lint --quiet . >/dev/full", folder)
    assert (done.returncode, done.stderr) == (2, "op-lint: [Errno 28] No space left on device\n")


def test_version_imports_nothing_that_is_slow() -> None:
    program = (
        "import sys\n"
        "from op_lint.cli import main\n"
        "try:\n    main(['--version'])\nexcept SystemExit:\n    pass\n"
        "print(sorted({'libcst', 'pydantic', 'pygls', 'tree_sitter', 'rich', 'pathspec'} & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["op-lint 0.1.0", "[]"]


def test_a_configuration_without_faults_needs_no_pydantic(folder: Path) -> None:
    (folder / "op-lint.toml").write_text('ignore = ["OP101"]\n[severity]\nOP102 = "error"\n', "utf-8")
    program = "import sys\nfrom op_lint.cli import main\nmain(['dirty.py'])\nprint('pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=folder)
    assert done.stdout == "False\n"


MENU = '''from op_runtime import agentic_function, decision


@agentic_function(input={"q": {"description": "words"}})
def find(q: str, runtime=None):
    """Find pages."""


@agentic_function
def triage(runtime=None):
    """Decide."""
    return decision.make("Pick one.", {"find": find, "done": ("DONE", "nothing is left")})


@agentic_function
def other(runtime=None):
    """Decide again."""
    return decision.make("Pick one.", ["yes", "no"])
'''
TRIAGE = """find(q: str)
    Find pages.
    q: words
    Call: {"call": "find", "args": {"q": "<str>"}}

done()
    nothing is left
    Call: {"call": "done"}
"""


def test_a_menu_is_printed_as_the_model_gets_it(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "menu.py").write_text(MENU, "utf-8")
    assert main(["menu", "menu.py::triage"]) == 0
    assert capsys.readouterr().out == TRIAGE
    assert main(["menu", "menu.py"]) == 0
    assert "# menu.py:12 in triage()\n" + TRIAGE in capsys.readouterr().out
    assert main(["menu", "menu.py::find"]) == 0
    assert capsys.readouterr().out == TRIAGE.partition("\n\n")[0] + "\n"


@pytest.mark.parametrize("target", ["nosuch.py", "clean.py", "menu.py::nobody"])
def test_a_menu_that_is_not_there_is_said(folder: Path, capsys: pytest.CaptureFixture[str], target: str) -> None:
    (folder / "menu.py").write_text(MENU, "utf-8")
    assert main(["menu", target]) == 2
    assert capsys.readouterr().err.startswith(f"op-lint: {target.partition('::')[0]}: there is no ")


def test_rules_are_listed_for_programs_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "--format", "json"]) == 0
    listed = {each["code"]: each for each in json.loads(capsys.readouterr().out)}
    assert listed["OP102"]["fixes"] == ["safe", "unsafe"]
    assert listed["OP107"]["on"] is False


def test_a_rule_of_another_package_is_tested_by_its_examples(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "house_rules.py").write_text(
        "from op_lint.rules.base import Example, Rule\n\n\n"
        "class NoFind(Rule):\n"
        "    code, name, severity, summary = 'HR001', 'no-find', 'warning', 'no find'\n"
        "    bad = (Example('def «find»(): ...'),)\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(str(folder))
    assert main(["test-rule", "house_rules"]) == 1
    out = capsys.readouterr().out
    assert "HR001 needs 4 examples" in out
    assert "HR001 bad[0]: the marks say ['find']" in out
    assert main(["test-rule", "no_such_module"]) == 2
