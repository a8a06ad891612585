"""A trace in an SQLite file, which threads and processes share, and which survives a killed process."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from op_runtime import Runtime, agentic_function, decision, llm, registry
from op_runtime.testing import ScriptedRuntime
from op_runtime.trace.sqlite import SQLiteStore, open_trace, read_nodes, read_runs

WRITER = str(Path(__file__).with_name("writer.py"))


@pytest.fixture(autouse=True)
def _own_registry() -> Iterator[None]:
    with registry.isolated():
        yield


def started(file: Path, threads: int, calls: int) -> subprocess.Popen[str]:
    command = [sys.executable, WRITER, str(file), str(threads), str(calls)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_what_is_read_back_is_what_happened(tmp_path: Path) -> None:
    @agentic_function(input={"sid": {"hidden": True}})
    def outer(topic: str, sid: str, runtime: Any = None) -> dict[str, Any]:
        """Ask."""
        llm("first ✓")
        return {"picked": decision.make("Pick.", ["a", "b"])}

    file = tmp_path / "deep" / "trace.db"
    runtime = ScriptedRuntime(["x \ud800", "hm", '{"call": "b"}'], store=file)
    live = ScriptedRuntime(["x \ud800", "hm", '{"call": "b"}'])
    assert outer("tides", "secret", runtime=runtime) == outer("tides", "secret", runtime=live)
    assert [node.status for node in runtime.trace] == ["ok", "ok", "rejected", "ok"]
    varies = ("id", "seq", "caller", "reads", "started", "ended")
    for kept, expected in zip(runtime.trace, live.trace, strict=True):
        one, other = kept.as_dict(), expected.as_dict()
        assert {key: one[key] for key in one if key not in varies} == {
            key: other[key] for key in other if key not in varies
        }
        assert (len(one["reads"]), one["caller"] is None) == (len(other["reads"]), other["caller"] is None)
        assert one["ended"] >= one["started"]
    function, *models = runtime.trace.nodes
    assert {node.caller for node in models} == {function.id}
    assert b"secret" not in b"".join(path.read_bytes() for path in file.parent.iterdir())


def test_a_file_holds_many_runs_and_each_store_gives_its_own(tmp_path: Path) -> None:
    file = tmp_path / "trace.db"
    for number in range(3):
        store = SQLiteStore(file, name=f"run {number}")
        Runtime(lambda messages: "x", store=store).exec(f"Hi {number}.")
        assert [node.input for node in store.nodes()] == [f"Hi {number}."]
        store.close()
    Runtime(lambda messages: "x", store=SQLiteStore(file, run=store.run)).exec("Again.")
    database = open_trace(file)
    runs = read_runs(database)
    assert [(run.name, run.nodes) for run in runs] == [("run 2", 2), ("run 1", 1), ("run 0", 1)]
    assert [node.input for node in read_nodes(database, runs[0].id)] == ["Hi 2.", "Again."]
    assert [node.input for node in store.nodes()] == ["Hi 2.", "Again."]


def test_8_threads_with_200_calls_each_lose_nothing(tmp_path: Path) -> None:
    runtime = Runtime(lambda messages: "to " + messages[-1]["content"], store=tmp_path / "trace.db")
    failures: list[BaseException] = []

    def work(thread: int) -> None:
        try:
            for call in range(200):
                runtime.exec(f"{thread}/{call}", tools=[])
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    nodes = runtime.trace.nodes
    assert len(nodes) == len({node.id for node in nodes}) == 1600
    assert {node.output for node in nodes} == {f"to {thread}/{call}" for thread in range(8) for call in range(200)}
    assert all(node.status == "ok" and node.ended is not None for node in nodes)


def test_a_killed_process_loses_no_completed_node_and_the_others_go_on(tmp_path: Path) -> None:
    file = tmp_path / "trace.db"
    victim, survivor = started(file, 8, 200), started(file, 2, 50)
    assert victim.stdout is not None
    said = [victim.stdout.readline().strip() for _ in range(300)]
    os.kill(victim.pid, signal.SIGKILL)
    said += [line.strip() for line in victim.stdout.read().splitlines(keepends=True) if line.endswith("\n")]
    assert victim.wait(30) == -signal.SIGKILL
    _, errors = survivor.communicate(timeout=120)
    assert (survivor.returncode, errors) == (0, "")
    database = open_trace(file)
    assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    by_run = {run.id: read_nodes(database, run.id) for run in read_runs(database)}
    whole = next(nodes for nodes in by_run.values() if len(nodes) == 100)
    assert all(node.status == "ok" for node in whole)
    (cut,) = [nodes for nodes in by_run.values() if nodes is not whole]
    done = {node.input: node.output for node in cut if node.status == "ok"}
    assert len(said) >= 300
    assert set(said) <= set(done)
    assert all(done[name] == f"to {name}" for name in said)
    assert len([node for node in cut if node.status == "running"]) <= 8
    Runtime(lambda messages: "x", store=file).exec("after")


def test_several_processes_that_open_a_new_file_at_once_are_not_locked_out(tmp_path: Path) -> None:
    file = tmp_path / "trace.db"
    writers = [started(file, 2, 20) for _ in range(4)]
    for writer in writers:
        _, errors = writer.communicate(timeout=120)
        assert (writer.returncode, errors) == (0, "")
    database = open_trace(file)
    assert [run.nodes for run in read_runs(database)] == [40] * 4
    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_forked_process_uses_a_connection_of_its_own(tmp_path: Path) -> None:
    runtime = Runtime(lambda messages: "x", store=tmp_path / "trace.db")
    runtime.exec("parent")
    child = os.fork()
    if child == 0:
        code = 1
        try:
            runtime.exec("child")
            code = 0
        finally:
            os._exit(code)
    assert os.waitpid(child, 0)[1] == 0
    runtime.exec("parent again")
    assert [node.input for node in runtime.trace] == ["parent", "child", "parent again"]


def test_what_is_no_store_is_named(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("not a database, whatever it is called\n" * 100, encoding="utf-8")
    with pytest.raises(ValueError, match=r"notes\.txt cannot be used as a trace store"):
        Runtime(lambda messages: "x", store=text)
    with pytest.raises(ValueError, match=r"notes\.txt/trace\.db cannot be used"):
        SQLiteStore(text / "trace.db")
    with pytest.raises(ValueError, match=r"notes\.txt holds no traces"):
        open_trace(text)
    with pytest.raises(ValueError, match="there is no trace file"):
        open_trace(tmp_path / "nothing.db")
    sqlite3.connect(tmp_path / "other.db").execute("CREATE TABLE x (y)").connection.close()
    with pytest.raises(ValueError, match=r"other\.db holds no traces"):
        open_trace(tmp_path / "other.db")


def test_reading_a_trace_leaves_the_file_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "trace.db"
    store = SQLiteStore(file)
    Runtime(lambda messages: "x", store=store).exec("Hi.")
    store.close()
    before = file.read_bytes()
    (run,) = read_runs(open_trace(file))
    assert json.dumps([node.as_dict() for node in read_nodes(open_trace(file), run.id)])
    assert file.read_bytes() == before
