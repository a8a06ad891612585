"""A store in one SQLite file, which any number of threads and processes share."""

from __future__ import annotations

import json
import os
import sqlite3
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from op_runtime.database import make_directory, open_database
from op_runtime.trace.node import Node, Role, Status, new_id

_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS trace_run (id TEXT PRIMARY KEY, name TEXT NOT NULL, started REAL NOT NULL);
CREATE TABLE IF NOT EXISTS node (
    number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, run TEXT NOT NULL, seq INTEGER NOT NULL, role TEXT NOT NULL,
    name TEXT NOT NULL, input TEXT NOT NULL, output TEXT NOT NULL, caller TEXT, scope TEXT NOT NULL,
    reads TEXT NOT NULL, doc TEXT NOT NULL, expose TEXT NOT NULL, status TEXT NOT NULL, notes TEXT NOT NULL,
    usage TEXT NOT NULL, started REAL NOT NULL, ended REAL
);
CREATE INDEX IF NOT EXISTS node_run ON node (run, number);
"""

_COLUMNS: Final = (
    "id, seq, role, name, input, output, caller, scope, reads, doc, expose, status, notes, usage, started, ended"
)


@dataclass(frozen=True, slots=True)
class TraceRun:
    """One run whose nodes a file holds; `started` is in seconds since the epoch, `nodes` how many there are."""

    id: str
    name: str
    started: float
    nodes: int


class SQLiteStore:
    """Keeps the nodes of one run in the SQLite file at `path`, which may hold any number of runs.

    Whatever a method has written is there when it returns, even where the process is killed then. `nodes` gives the
    nodes of this run: those of this object, and of others that were given the same `run`. `name` is what lists call the
    run. The file must be on a local disk.

    Raises:
        ValueError: the file cannot be used: it is no SQLite file, or its directory cannot be written.
    """

    def __init__(self, path: str | os.PathLike[str], *, run: str | None = None, name: str = "") -> None:
        self.path = Path(path)
        self.run = run or time.strftime("%Y%m%d-%H%M%S-", time.gmtime()) + new_id()[:8]
        self._name = name
        self._lock = threading.Lock()
        self._process = 0
        self._database: sqlite3.Connection | None = None
        with self._lock:
            self._connect()

    def _connect(self) -> sqlite3.Connection:
        """The connection of this process; a forked one must not use its parent's."""
        if self._database is None or self._process != os.getpid():
            try:
                make_directory(self.path.parent)
                self._database = open_database(self.path)
                self._database.executescript(_SCHEMA)
            except (OSError, sqlite3.Error) as error:
                raise ValueError(f"{self.path} cannot be used as a trace store: {error}") from error
            self._process = os.getpid()
            self._database.execute(
                "INSERT OR IGNORE INTO trace_run VALUES (?, ?, ?)", (self.run, self._name, time.time())
            )
        return self._database

    def _write(self, statement: str, values: Sequence[object]) -> None:
        with self._lock:
            self._connect().execute(statement, values)

    def add(self, node: Node) -> None:
        """Effect: keep a node whose call has begun."""
        self._write(
            f"INSERT OR REPLACE INTO node (run, {_COLUMNS}) VALUES ({', '.join('?' * 17)})",
            (self.run, *_packed(node)),
        )

    def update(self, node: Node) -> None:
        """Effect: keep what has changed in a node that was added before."""
        self._write(
            "UPDATE node SET output = ?, status = ?, notes = ?, usage = ?, ended = ? WHERE id = ?",
            (_json(node.output), node.status, _json(node.notes), _json(node.usage), node.ended, node.id),
        )

    def nodes(self) -> list[Node]:
        """Give the nodes of this run in the order in which their calls began."""
        with self._lock:
            return read_nodes(self._connect(), self.run)

    def close(self) -> None:
        """Effect: close the file; it is opened again where something else is written."""
        with self._lock:
            if self._database is not None and self._process == os.getpid():
                self._database.close()
            self._database = None


def open_trace(path: Path) -> sqlite3.Connection:
    """Effect: open a file that stores traces, to read it only.

    Raises:
        ValueError: there is no such file, or it holds no traces.
    """
    if not path.is_file():
        raise ValueError(f"there is no trace file {path}")
    try:
        database = open_database(path, read_only=True)
        database.execute("SELECT 1 FROM trace_run")
    except sqlite3.Error as error:
        raise ValueError(f"{path} holds no traces: {error}") from error
    return database


def read_runs(database: sqlite3.Connection) -> list[TraceRun]:
    """Give the runs in a file, the newest one first."""
    rows = database.execute(
        "SELECT id, name, started, (SELECT COUNT(*) FROM node WHERE node.run = trace_run.id) FROM trace_run"
        " ORDER BY started DESC, rowid DESC"
    )
    return [TraceRun(*row) for row in rows]


def read_nodes(database: sqlite3.Connection, run: str) -> list[Node]:
    """Give the nodes of a run in the order in which their calls began."""
    rows = database.execute(f"SELECT {_COLUMNS} FROM node WHERE run = ? ORDER BY number", (run,))
    return [_unpacked(row) for row in rows]


def _packed(node: Node) -> tuple[object, ...]:
    return (
        node.id,
        node.seq,
        node.role,
        _clean(node.name),
        _json(node.input),
        _json(node.output),
        node.caller,
        _json(node.scope),
        _json(node.reads),
        _clean(node.doc),
        node.expose,
        node.status,
        _json(node.notes),
        _json(node.usage),
        node.started,
        node.ended,
    )


def _unpacked(row: Iterable[Any]) -> Node:
    identity, seq, role, name, given, output, caller, scope, reads, doc, expose, status, notes, usage, *times = row
    started, ended = times
    return Node(
        cast(Role, role),
        name,
        input=json.loads(given),
        output=json.loads(output),
        caller=caller,
        scope=tuple(json.loads(scope)),
        reads=tuple(json.loads(reads)),
        doc=doc,
        expose=expose,
        branch=(),
        status=cast(Status, status),
        notes=json.loads(notes),
        usage=json.loads(usage),
        id=identity,
        seq=seq,
        started=started,
        ended=ended,
    )


def _json(value: object) -> str:
    return json.dumps(value)


def _clean(text: str) -> str:
    """Lone surrogates, which no file takes, become question marks."""
    return text.encode("utf-8", "replace").decode("utf-8")
