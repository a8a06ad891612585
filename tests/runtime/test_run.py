"""`op-run FILE.py::function`."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from op_runtime import registry
from op_runtime.run import main

SOURCE = '''
import enum
from op_runtime import agentic_function, decision

@agentic_function
def pick(question: str, n: int = 1, runtime=None):
    """Pick."""
    return {"picked": decision.make(question, ["a", "b"]), "n": n}

@agentic_function
async def later(q: str):
    """Later."""
    return q

class Colour(enum.Enum):
    RED = "red"

def paint(colour: Colour, code: str = "", key: str = "k", exec_runtime=None):
    return [colour is Colour.RED, code, exec_runtime is not None]

@agentic_function
def alone():
    """Ask without a runtime."""
    return decision.make("Pick.", ["a"])

def fail(q):
    raise KeyError(q)

NUMBER = 5
'''


@pytest.fixture
def harness(tmp_path: Path) -> Iterator[Path]:
    path, modules = list(sys.path), dict(sys.modules)
    file = tmp_path / "harness_under_test.py"
    file.write_text(SOURCE, encoding="utf-8")
    with registry.isolated():
        yield file
    sys.path[:] = path
    for name in set(sys.modules) - set(modules):
        if name.startswith(("harness_under_test", "op_run_", "package_under_test")):
            del sys.modules[name]


def test_it_runs_a_function_with_its_arguments_and_prints_the_result(
    harness: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replies = tmp_path / "replies.json"
    replies.write_text('["hm", {"call": "b"}]', encoding="utf-8")
    given = ["--arg", "question=Which=one?", "--arg", "n=3"]
    assert main([f"{harness}::pick", *given, "--replies", str(replies), "--trace"]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out) == {"picked": "b", "n": 3}
    nodes = [json.loads(line) for line in output.err.splitlines()]
    assert [node["status"] for node in nodes] == ["ok", "rejected", "ok"]
    assert nodes[0]["input"]["question"] == "Which=one?"


def test_arguments_are_given_as_the_function_declares_them(harness: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([f"{harness}::paint", "--arg", "colour=red", "--arg", "code=007"]) == 0
    assert json.loads(capsys.readouterr().out) == [True, "007", True]


def test_a_function_that_declares_no_runtime_has_none_here_neither(
    harness: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([f"{harness}::alone"]) == 1
    assert "declare `runtime=None`" in capsys.readouterr().err


def test_an_async_function_is_run_too(harness: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([f"{harness}::later", "--arg", "q=hi"]) == 0
    assert capsys.readouterr().out == "hi\n"


def test_a_failure_is_its_message_and_exit_code_one(harness: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([f"{harness}::fail", "--arg", "q=x"]) == 1
    assert "fail: KeyError: 'x'" in capsys.readouterr().err
    assert main([f"{harness}::pick", "--arg", "question=x"]) == 1
    assert "no model is set up" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("target", "options", "words"),
    [
        ("{file}", (), "say which function"),
        ("{file}::pik", (), "did you mean 'pick'"),
        ("{file}::NUMBER", (), "not a function"),
        ("nothing.py::f", (), "there is no file nothing.py"),
        ("{file}::pick", ("--arg", "question"), "NAME=VALUE"),
        (
            "{file}::pick",
            ("--arg", "question=x", "--replies", "numbers.json"),
            "numbers.json: reply 2 is 1; a reply is",
        ),
        ("{file}::pick", ("--arg", "question=x", "--replies", "null.json"), "null.json: reply 1 is null; a reply is"),
        (
            "{file}::pick",
            ("--arg", "question=x", "--replies", "text.json"),
            'must hold a JSON list of replies, not "hm"',
        ),
        ("{file}::pick", ("--arg", "question=x", "--replies", "nothing.json"), "nothing.json cannot be read"),
        ("{file}::pick", (), "pick needs --arg question=..."),
        ("{file}::pick", ("--arg", "qestion=x"), "did you mean 'question'"),
        ("{file}::pick", ("--arg", "runtime=x"), "has no argument 'runtime'"),
        ("{file}::pick", ("--arg", "question=x", "--arg", "n=many"), "--arg n"),
        ("{file}::paint", ("--arg", "colour=blue"), "colour"),
    ],
)
def test_wrong_usage_says_what_to_do_and_is_exit_code_two(
    harness: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    target: str,
    options: tuple[str, ...],
    words: str,
) -> None:
    monkeypatch.chdir(harness.parent)
    for name, text in (("numbers", '["hm", 1]'), ("null", "[null]"), ("text", '"hm"')):
        Path(f"{name}.json").write_text(text, encoding="utf-8")
    assert main([target.replace("{file}", str(harness)), *options]) == 2
    assert words in capsys.readouterr().err


def test_a_file_that_cannot_be_imported_is_wrong_usage(
    harness: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, source in enumerate(("def (", "import nothing_like_this", "raise SystemExit(3)")):
        file = tmp_path / f"harness_under_test_{number}.py"
        file.write_text(source, encoding="utf-8")
        assert main([f"{file}::f"]) == 2
        assert "cannot be imported" in capsys.readouterr().err


def test_a_file_of_a_package_is_imported_as_part_of_it(
    harness: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    package = tmp_path / "package_under_test"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    (package / "words.py").write_text('WORD = "hello"\n', encoding="utf-8")
    (package / "say.py").write_text("from .words import WORD\ndef say():\n    return WORD\n", encoding="utf-8")
    assert main([f"{package / 'say.py'}::say"]) == 0
    assert capsys.readouterr().out == "hello\n"


def shell(command: str, harness: Path) -> subprocess.CompletedProcess[bytes]:
    words = command.replace("op-run", f'"{sys.executable}" -m op_runtime')
    return subprocess.run(["/bin/sh", "-c", words], cwd=harness.parent, capture_output=True, check=False)


def test_a_result_that_the_console_cannot_show_is_escaped(harness: Path) -> None:
    done = shell("PYTHONIOENCODING=ascii op-run harness_under_test.py::later --arg q=🎉 --quiet", harness)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"\\U0001f389\n", b"")


def test_a_result_that_cannot_be_written_is_said(harness: Path) -> None:
    done = shell("op-run harness_under_test.py::later --arg q=x --quiet >/dev/full", harness)
    assert (done.returncode, done.stderr) == (1, b"op-run: the result cannot be written: No space left on device\n")
    done = shell("op-run harness_under_test.py::later --arg q=x --quiet >&-", harness)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_version_is_that_of_the_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"op-run {version('op-lint')}\n"
