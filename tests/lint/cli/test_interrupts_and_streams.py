"""What people see of a run: in which order, in colour or not, and how it ends when they end it."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from op_lint import worker
from op_lint.cli import main
from op_lint.worker import Job, Worker, check_all

DIRTY = "from op_runtime import agentic_function\n\n\n@agentic_function\ndef f(runtime=None):\n    return 1\n"
FINDING = "dirty.py:5:5: warning OP101"
SUMMARY = "1 finding in 1 file; 1 can be fixed with --fix --unsafe-fixes"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "dirty.py").write_text(DIRTY, "utf-8")
    return tmp_path


@pytest.mark.parametrize("run", [1, 2], ids=["checked", "said again"])
def test_the_figures_come_behind_the_findings_where_both_go_to_one_place(folder: Path, run: int) -> None:
    for _ in range(run):
        done = subprocess.run(
            [sys.executable, "-m", "op_lint", "dirty.py"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=False,
        )  # fmt: skip
    lines = done.stdout.splitlines()
    assert lines[0].startswith(FINDING)
    assert lines[-1] == SUMMARY


@pytest.mark.parametrize(
    ("environment", "coloured"),
    [
        ({}, False),
        ({"FORCE_COLOR": "1"}, True),
        ({"FORCE_COLOR": ""}, False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ({"FORCE_COLOR": "1", "TERM": "dumb"}, False),
    ],
)
def test_colour_is_for_terminals_and_for_who_asks_for_it(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    environment: dict[str, str],
    coloured: bool,
) -> None:
    monkeypatch.delenv("TERM", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert main(["dirty.py"]) == 1
    assert ("\x1b[33mwarning" in capsys.readouterr().out) == coloured
    assert main(["dirty.py", "--output-file", "out.txt"]) == 1
    assert "\x1b" not in (folder / "out.txt").read_text("utf-8")


@pytest.mark.parametrize("command", ["check", "lock", "baseline", "graph"])
def test_a_name_that_no_utf_8_holds_can_be_written_to_a_file(folder: Path, command: str) -> None:
    """Names of bytes that are no UTF-8 are read with lone surrogates; file systems that refuse them have none."""
    name = os.fsdecode(b"odd\xff.py")
    try:
        (folder / name).write_text(DIRTY, "utf-8")
    except OSError:
        return
    words = {"check": ["check", ".", "--output-format", "github"], "lock": ["lock"], "baseline": ["baseline", "write"]}
    if command in ("check", "graph"):
        assert main([*words.get(command, [command]), "--output-file", "out.txt"]) == (command == "check")
        assert "odd" in (folder / "out.txt").read_text("utf-8")
    else:
        assert main(words[command]) == 0
        assert main({"lock": ["lock", "--check"], "baseline": ["."]}[command]) == 0


def test_a_baseline_says_how_much_it_holds_back(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["baseline", "write"]) == 0
    capsys.readouterr()
    assert main(["."]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "1 file checked, nothing new found",
        "1 finding of the baseline not shown; --no-baseline shows all",
    ]
    (folder / "more.py").write_text(DIRTY.replace("def f", "def g"), "utf-8")
    assert main(["."]) == 1
    assert capsys.readouterr().err.splitlines()[-1] == "1 finding of the baseline not shown; --no-baseline shows all"
    assert main([".", "--output-format", "json"]) == 1
    said = capsys.readouterr()
    assert len(json.loads(said.out)) == 1
    assert said.err == ""


def test_ctrl_c_ends_a_run_with_its_own_code_and_without_a_word(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pressed(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Worker, "entry", pressed)
    assert main(["--no-cache", "dirty.py"]) == 130
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "")


def test_ctrl_c_waits_for_no_other_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Were they waited for, this would take as long as the checks that are held up here: for ever."""
    if not hasattr(signal, "setitimer"):
        return
    monkeypatch.setattr(worker, "_entry", held_up)
    jobs = [Job(str(folder / f"{number}.py"), False, None) for number in range(8)]  # type: ignore[arg-type]

    def press(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, press)
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt):
            list(check_all(jobs, 2, Worker()))
    finally:
        signal.signal(signal.SIGALRM, before)


def held_up(job: Job) -> object:
    import threading

    return threading.Event().wait()


def test_watching_says_that_it_waits_and_ends_with_the_last_verdict(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def pressed(*_: object, **__: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr("watchfiles.watch", pressed)
    assert main(["--watch", "dirty.py"]) == 1
    said = capsys.readouterr()
    assert said.out.startswith(FINDING)
    assert said.err == f"{SUMMARY}\nwaiting for changes; Ctrl-C ends\n\n"


def test_output_for_a_terminal_that_knows_little_is_escaped(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    (folder / "é 🎉.py").write_text(DIRTY, "utf-8")
    assert main(["é 🎉.py", "--quiet"]) == 1
    stream.flush()
    assert stream.buffer.getvalue().startswith(b"\\xe9 \\U0001f389.py:5:5: warning OP101")  # type: ignore[attr-defined]
