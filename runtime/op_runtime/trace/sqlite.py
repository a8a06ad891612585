"""A store in one SQLite file, which any number of threads and processes share."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from op_runtime.database import WAIT, make_directory, open_database
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

_VERSION: Final = 1
"""The form of the tables above, which the file keeps as its `user_version`."""

_LIMIT: Final = 10_000
"""How many nodes wait in memory for a file that cannot be written; older ones are given up."""

_HURRY: Final = 1.0
"""Seconds that a write waits for other writers where the one before it has failed."""

_ADVICE: Final = (
    "give a file in a directory on a local disk that can be written, or no store, which keeps the trace in memory"
)

_log = logging.getLogger(__name__)

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

    A call that has been paid for does not fail because its trace cannot be written (a full disk, a lock that is never
    released): the node waits in memory, an error is logged once, `problem` says what it was, and the next write tries
    again.

    Raises:
        ValueError: the file cannot be used: it is no SQLite file, its directory cannot be written, or a newer version
            of this package has written it.
    """

    def __init__(self, path: str | os.PathLike[str], *, run: str | None = None, name: str = "") -> None:
        self.path = Path(path)
        self.run = run or time.strftime("%Y%m%d-%H%M%S-", time.gmtime()) + new_id()[:8]
        self._name = name
        self._lock = threading.Lock()
        self._process = 0
        self._database: sqlite3.Connection | None = None
        self._waiting: dict[str, Node] = {}
        self.problem = ""
        """Why the newest write failed; empty where everything is in the file."""
        with self._lock:
            self._connect()

    def _connect(self) -> sqlite3.Connection:
        """The connection of this process; a forked one must not use its parent's."""
        if self._database is None or self._process != os.getpid():
            database = None
            try:
                make_directory(self.path.parent)
                _check_file(self.path)
                database = open_database(self.path)
                database.executescript(_SCHEMA + f"PRAGMA user_version = {_VERSION};")
                database.execute(
                    "INSERT OR IGNORE INTO trace_run VALUES (?, ?, ?)", (self.run, self._name, time.time())
                )
            except (OSError, sqlite3.Error) as error:
                if database is not None:
                    database.close()
                raise ValueError(f"{self.path} cannot be used as a trace store: {error}; {_ADVICE}") from error
            self._process, self._database = os.getpid(), database
        return self._database

    def add(self, node: Node) -> None:
        """Effect: keep a node whose call has begun."""
        self._keep(node)

    def update(self, node: Node) -> None:
        """Effect: keep what has changed in a node that was added before."""
        self._keep(node)

    def _keep(self, node: Node) -> None:
        with self._lock:
            self._waiting[node.id] = node
            self._write_waiting()

    def _write_waiting(self) -> None:
        """Effect: write what waits; what cannot be written goes on waiting."""
        try:
            database = self._connect()
            if self.problem:
                database.execute(f"PRAGMA busy_timeout = {int(1000 * _HURRY)}")
            for node in list(self._waiting.values()):
                database.execute(_KEEP, (self.run, *_packed(node)))
                del self._waiting[node.id]
        except (ValueError, sqlite3.Error) as error:
            if not self.problem:
                _log.error(
                    "the trace in %s cannot be written: %s; the calls go on, and what is not written waits in memory",
                    self.path,
                    error,
                )
            self.problem = str(error)
            while len(self._waiting) > _LIMIT:
                del self._waiting[next(iter(self._waiting))]
        else:
            if self.problem:
                self.problem = ""
                database.execute(f"PRAGMA busy_timeout = {int(1000 * WAIT)}")
                _log.warning("the trace in %s is written again, with everything that has waited", self.path)

    def nodes(self) -> list[Node]:
        """Give the nodes of this run in the order in which their calls began, also those that wait to be written.

        Raises:
            ValueError: the file cannot be read.
        """
        with self._lock:
            try:
                kept = read_nodes(self._connect(), self.run)
            except sqlite3.Error as error:
                raise ValueError(f"the trace in {self.path} cannot be read: {error}") from error
            known = {node.id for node in kept}
            return [self._waiting.get(node.id, node) for node in kept] + [
                node for node in self._waiting.values() if node.id not in known
            ]

    def close(self) -> None:
        """Effect: close the file; it is opened again where something else is written."""
        with self._lock:
            if self._waiting:
                self._write_waiting()
            if self._database is not None and self._process == os.getpid():
                self._database.close()
            self._database = None


_KEEP: Final = (
    f"INSERT INTO node (run, {_COLUMNS}) VALUES ({', '.join('?' * 17)}) ON CONFLICT (id) DO UPDATE SET"
    " output = excluded.output, status = excluded.status, notes = excluded.notes, usage = excluded.usage,"
    " ended = excluded.ended"
)


def _check_file(path: Path) -> None:
    """Raise where a file is there that is no store, or that a newer version has written: before anything changes it."""
    if not path.is_file() or not path.stat().st_size:
        return
    database = open_database(path, read_only=True)
    try:
        _check_version(database, path)
        if database.execute("SELECT 1 FROM sqlite_master WHERE name = 'node'").fetchone():
            database.execute(f"SELECT run, {_COLUMNS} FROM node LIMIT 0")
    finally:
        database.close()


def _check_version(database: sqlite3.Connection, path: Path) -> None:
    version = int(database.execute("PRAGMA user_version").fetchone()[0])
    if version > _VERSION:
        raise ValueError(
            f"{path} was written by another version of op-lint (its form is {version}, this one knows {_VERSION}):"
            " update op-lint, or name another file"
        )


def open_trace(path: Path) -> sqlite3.Connection:
    """Effect: open a file that stores traces, to read it only.

    Raises:
        ValueError: there is no such file, it holds no traces, or a newer version of this package has written it.
    """
    if not path.is_file():
        raise ValueError(f"there is no trace file {path}")
    database = open_database(path, read_only=True)
    try:
        _check_version(database, path)
        database.execute("SELECT 1 FROM trace_run")
    except (ValueError, sqlite3.Error) as error:
        database.close()
        if isinstance(error, ValueError):
            raise
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
