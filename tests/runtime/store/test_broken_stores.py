"""A store that cannot be used is named when it is opened; one that fails later costs no call."""

from __future__ import annotations

import logging
import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from op_runtime import Runtime
from op_runtime.run import main
from op_runtime.trace import MemoryStore
from op_runtime.trace import sqlite as module
from op_runtime.trace.sqlite import SQLiteStore, open_trace, read_nodes, read_runs


def echo(messages: Any) -> str:
    return "to " + str(messages[-1]["content"])


def spoilt(tmp_path: Path, kind: str) -> Path:
    """A path that cannot be a store."""
    path = tmp_path / "trace.db"
    if kind == "text":
        path.write_bytes(b"not a database, whatever it is called\n" * 100)
    elif kind == "cut":
        path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 200)
    elif kind == "directory":
        path.mkdir()
    elif kind == "newer":
        sqlite3.connect(path).execute("PRAGMA user_version = 2").connection.close()
    elif kind == "other tables":
        sqlite3.connect(path).execute("CREATE TABLE node (id TEXT, run TEXT, number INT)").connection.close()
    else:
        (tmp_path / "file").write_text("x", encoding="utf-8")
        path = tmp_path / "file" / "deep" / "trace.db"
    return path


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("text", "file is not a database; give a file in a directory on a local disk that can be written"),
        ("cut", "cannot be used as a trace store: file is not a database"),
        ("directory", "cannot be used as a trace store: unable to open database file"),
        ("newer", "was written by another version of op-lint (its form is 2, this one knows 1): update op-lint, or"),
        ("other tables", "cannot be used as a trace store: "),
        ("below a file", "cannot be used as a trace store: "),
    ],
)
def test_what_cannot_be_a_store_is_named_when_the_runtime_is_made(tmp_path: Path, kind: str, words: str) -> None:
    path = spoilt(tmp_path, kind)
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(ValueError) as caught:  # noqa: PT011
        Runtime(echo, store=path)
    assert str(path) in str(caught.value)
    assert words in str(caught.value)
    assert not path.is_file() or path.read_bytes() == before


def test_a_newer_file_is_not_read_either(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = spoilt(tmp_path, "newer")
    with pytest.raises(ValueError, match="another version of op-lint"):
        open_trace(path)
    assert main(["trace", "--file", str(path)]) == 2
    assert "update op-lint" in capsys.readouterr().err


def test_a_file_of_the_first_form_is_taken_and_marked(tmp_path: Path) -> None:
    path = tmp_path / "trace.db"
    database = sqlite3.connect(path)
    database.executescript(module._SCHEMA)
    database.close()
    Runtime(echo, store=path).exec("Hi.", tools=[])
    assert sqlite3.connect(path).execute("PRAGMA user_version").fetchone() == (1,)


def test_a_lock_that_a_network_drive_cannot_give_is_an_error_that_says_local_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise sqlite3.OperationalError("locking protocol")

    monkeypatch.setattr(module, "open_database", refuse)
    with pytest.raises(ValueError, match="locking protocol; give a file in a directory on a local disk"):
        Runtime(echo, store=tmp_path / "trace.db")


def inputs(path: Path) -> list[str]:
    database = open_trace(path)
    try:
        return [str(node.input) for run in read_runs(database) for node in read_nodes(database, run.id)]
    finally:
        database.close()


def test_a_full_disk_costs_no_call_and_what_waits_is_written_when_there_is_room(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "trace.db"
    store = SQLiteStore(path)
    runtime = Runtime(echo, store=store)
    runtime.exec("first", tools=[])
    database = store._database
    assert database is not None
    (pages,) = database.execute("PRAGMA page_count").fetchone()
    database.execute(f"PRAGMA max_page_count = {pages}")
    large = [f"{number}" + "x" * 20_000 for number in range(20)]
    with caplog.at_level(logging.WARNING):
        assert [runtime.exec(text, tools=[]) for text in large] == ["to " + text for text in large]
    assert "database or disk is full" in store.problem
    assert [record.levelname for record in caplog.records] == ["ERROR"]
    assert str(path) in caplog.text
    assert [node.input for node in runtime.trace] == ["first", *large]
    assert [node.output for node in runtime.trace][1:] == ["to " + text for text in large]
    assert all(node.status == "ok" for node in runtime.trace)
    assert inputs(path) == ["first"]
    database.execute("PRAGMA max_page_count = 100000")
    runtime.exec("last", tools=[])
    assert store.problem == ""
    assert inputs(path) == ["first", *large, "last"]
    assert [node.input for node in runtime.trace] == ["first", *large, "last"]


def test_what_still_waits_when_the_store_is_closed_is_tried_once_more_and_said(tmp_path: Path) -> None:
    path = tmp_path / "trace.db"
    store = SQLiteStore(path)
    database = store._database
    assert database is not None
    database.execute("PRAGMA max_page_count = 1")
    Runtime(echo, store=store).exec("x" * 50_000, tools=[])
    store.close()
    assert store.problem
    assert len(store.nodes()) == 1


def test_a_lock_that_is_never_released_costs_no_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("op_runtime.database.WAIT", 0.05)
    monkeypatch.setattr(module, "_HURRY", 0.01)
    path = tmp_path / "trace.db"
    store = SQLiteStore(path)
    runtime = Runtime(echo, store=store)
    blocker = sqlite3.connect(path, isolation_level=None)
    blocker.execute("BEGIN IMMEDIATE")
    threads = [threading.Thread(target=runtime.exec, args=(f"{n}",), kwargs={"tools": []}) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert "locked" in store.problem
    assert sorted(node.output for node in runtime.trace) == [f"to {n}" for n in range(4)]
    blocker.execute("ROLLBACK")
    blocker.close()
    runtime.exec("after", tools=[])
    assert store.problem == ""
    assert sorted(inputs(path)) == ["0", "1", "2", "3", "after"]


def test_no_more_than_the_newest_nodes_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LIMIT", 3)
    store = SQLiteStore(tmp_path / "trace.db")
    database = store._database
    assert database is not None
    database.execute("PRAGMA max_page_count = 1")
    runtime = Runtime(echo, store=store)
    for number in range(10):
        runtime.exec(f"{number}" + "x" * 20_000, tools=[])
    assert [node.input[0] for node in runtime.trace] == ["7", "8", "9"]


def test_a_file_that_is_spoilt_later_costs_no_call(tmp_path: Path) -> None:
    path = tmp_path / "trace.db"
    store = SQLiteStore(path)
    runtime = Runtime(echo, store=store)
    runtime.exec("first", tools=[])
    store.close()
    path.write_bytes(b"garbage" * 1000)
    assert runtime.exec("second", tools=[]) == "to second"
    assert "not a database" in store.problem


@pytest.mark.parametrize("broken", ["add", "update"])
def test_a_store_of_ones_own_that_fails_is_logged_and_costs_no_call(
    broken: str, caplog: pytest.LogCaptureFixture
) -> None:
    class Mine(MemoryStore):
        def add(self, node: Any) -> None:
            if broken == "add":
                raise ConnectionError("the database went away")
            super().add(node)

        def update(self, node: Any) -> None:
            if broken == "update":
                raise ConnectionError("the database went away")

    runtime = Runtime(echo, store=Mine())
    assert runtime.exec("Hi.", tools=[]) == "to Hi."
    assert "does not keep the call exec" in caplog.text
    assert "the database went away" in caplog.text
