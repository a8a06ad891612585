"""The journal: many writers, killed writers, readers that change nothing."""

import hashlib
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from op_runtime.database import runs_directory
from op_runtime.workflow import JournalError
from op_runtime.workflow.journal import Journal, new_run_id, runs


def make(where: Path, run_id: str = "run") -> Journal:
    journal = Journal(where, run_id, create=True)
    journal.create_run("source", "task", {})
    return journal


def save(journal: Journal, number: int, path: str = "") -> None:
    seq = journal.begin_step(1, path, number, "llm", '"p"', "{}", "key")
    journal.end_step(seq, "ok", str(number), None)


def writer(where: Path, path: str, count: int) -> str:
    """A program that writes steps, and says the number of each when it is written."""
    return textwrap.dedent(f"""
        import sys
        from pathlib import Path
        from op_runtime.workflow.journal import Journal
        journal = Journal(Path({str(where)!r}), "run")
        for number in range({count}):
            seq = journal.begin_step(1, {path!r}, number, "llm", '"p"', "{{}}", "key")
            journal.end_step(seq, "ok", str(number), None)
            sys.stdout.write(str(number) + "\\n")
            sys.stdout.flush()
    """)


def test_eight_threads_write_hundreds_of_steps(tmp_path: Path) -> None:
    journal = make(tmp_path)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: save(journal, number), range(400)))
    steps = journal.steps()
    assert sorted(step.call_index for step in steps) == list(range(400))
    assert {(step.status, step.result == str(step.call_index)) for step in steps} == {("ok", True)}


def test_two_processes_write_to_one_run(tmp_path: Path) -> None:
    journal = make(tmp_path)
    workers = [subprocess.Popen([sys.executable, "-c", writer(tmp_path, path, 100)]) for path in ("0.0", "0.1")]
    for number in range(100):
        save(journal, number)
    assert [worker.wait() for worker in workers] == [0, 0]
    steps = journal.steps()
    assert len(steps) == 300
    assert {step.status for step in steps} == {"ok"}


def test_what_a_killed_process_had_completed_is_there(tmp_path: Path) -> None:
    make(tmp_path).close()
    program = writer(tmp_path, "", 10**6)
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        said = [int(worker.stdout.readline()) for _ in range(20)]
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
    steps = Journal(tmp_path, "run").steps()
    done = [step.call_index for step in steps if step.status == "ok"]
    assert done[: len(said)] == said
    assert done == list(range(len(done)))
    assert len(steps) - len(done) <= 1


def test_reading_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    journal = make(tmp_path)
    save(journal, 0)
    before = hashlib.sha256(journal.file.read_bytes()).digest()
    reader = Journal(tmp_path, "run", read_only=True)
    assert [step.label for step in reader.steps()] == ["step-0"]
    with pytest.raises(JournalError, match="cannot be written"):
        reader.set_run("done")
    reader.close()
    assert hashlib.sha256(journal.file.read_bytes()).digest() == before


def test_one_process_at_a_time_works_on_a_run(tmp_path: Path) -> None:
    first, second = make(tmp_path), Journal(tmp_path, "run")
    with first.alone(), pytest.raises(JournalError, match="being worked on by another process"), second.alone():
        pass
    with second.alone():
        pass


def test_what_is_written_at_once_is_written_wholly_or_not_at_all(tmp_path: Path) -> None:
    journal = make(tmp_path)
    with pytest.raises(ValueError, match="invalid literal"), journal.at_once():
        list(map(partial(save, journal), map(int, ["0", "x"])))
    assert journal.steps() == []
    with journal.at_once():
        save(journal, 0)
    assert len(journal.steps()) == 1


def test_a_run_that_is_not_there_is_named_with_those_that_are(tmp_path: Path) -> None:
    make(tmp_path, "one")
    with pytest.raises(JournalError, match=r"no run 'two'.*one"):
        Journal(tmp_path, "two")


@pytest.mark.parametrize("name", ["", "../x", "a/b", "a b", ".hidden", "x" * 200])
def test_an_id_that_could_name_another_place_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(JournalError, match="is no id of a run"):
        Journal(tmp_path, name, create=True)


def test_a_file_that_is_no_journal_is_named_and_left_out_of_the_list(tmp_path: Path) -> None:
    (tmp_path / "odd.sqlite").write_text("this is text, and long enough to be looked at as a database " * 5)
    with pytest.raises(JournalError, match="cannot be used as a journal"):
        Journal(tmp_path, "odd")
    sqlite3.connect(tmp_path / "other.sqlite").close()
    make(tmp_path, "run")
    assert [run.id for run in runs(tmp_path)] == ["run"]


def test_a_journal_of_another_version_is_left_alone(tmp_path: Path) -> None:
    journal = make(tmp_path)
    journal.close()
    with sqlite3.connect(journal.file) as db:
        db.execute("PRAGMA user_version = 7")
    db.close()
    for read_only in (False, True):
        with pytest.raises(JournalError, match="another version"):
            Journal(tmp_path, "run", read_only=read_only)


def test_runs_are_listed_the_newest_first(tmp_path: Path) -> None:
    for name in ("b", "a", "c"):
        make(tmp_path, name).close()
    assert [run.id for run in runs(tmp_path)] == ["c", "a", "b"]
    assert runs(tmp_path / "nowhere") == []


def test_a_run_that_nobody_works_on_is_shown_as_stopped(tmp_path: Path) -> None:
    journal = make(tmp_path)
    with journal.alone():
        assert runs(tmp_path)[0].status == "running"
    assert runs(tmp_path)[0].status == "stopped"


def test_a_directory_that_is_made_keeps_out_of_version_control(tmp_path: Path) -> None:
    make(tmp_path / "new").close()
    assert (tmp_path / "new" / ".gitignore").read_text() == "*\n"
    make(tmp_path).close()
    assert not (tmp_path / ".gitignore").exists()


def test_text_that_is_no_text_is_kept_readable(tmp_path: Path) -> None:
    journal = make(tmp_path)
    journal.set_attempt(1, "x = '\ud800'", "failed", "\udfff")
    assert journal.attempts()[0].source == "x = '?'"


def test_the_directory_is_given_or_named_by_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OP_RUNS", raising=False)
    assert runs_directory(None) == Path(".op-runs")
    monkeypatch.setenv("OP_RUNS", "there")
    assert runs_directory(None) == Path("there")
    assert runs_directory("here") == Path("here")


def test_ids_of_runs_differ() -> None:
    assert len({new_run_id() for _ in range(100)}) == 100
