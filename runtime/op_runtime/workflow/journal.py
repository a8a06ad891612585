"""The journal of runs: one SQLite file for each run, written before and after every step."""

from __future__ import annotations

import json
import re
import sqlite3
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from op_runtime.database import make_directory, open_database
from op_runtime.workflow.errors import JournalError

_VERSION: Final = 1
_SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS run (
    id TEXT PRIMARY KEY, parent TEXT, parent_step TEXT, created REAL NOT NULL, updated REAL NOT NULL,
    status TEXT NOT NULL, kind TEXT NOT NULL, task TEXT NOT NULL, model_calls INTEGER NOT NULL,
    settings TEXT NOT NULL, result TEXT, error TEXT
);
CREATE TABLE IF NOT EXISTS attempt (
    number INTEGER PRIMARY KEY, source TEXT NOT NULL, status TEXT NOT NULL, error TEXT
);
CREATE TABLE IF NOT EXISTS step (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, attempt INTEGER NOT NULL, path TEXT NOT NULL, call_index INTEGER NOT NULL,
    fn TEXT NOT NULL, prompt TEXT NOT NULL, arguments TEXT NOT NULL, key TEXT NOT NULL, status TEXT NOT NULL,
    result TEXT, error TEXT, origin INTEGER, started REAL NOT NULL, ended REAL,
    UNIQUE (attempt, path, call_index)
);
CREATE TABLE IF NOT EXISTS approval (
    key TEXT PRIMARY KEY, name TEXT NOT NULL, arguments TEXT NOT NULL, granted INTEGER
);
"""


@dataclass(frozen=True, slots=True)
class RunRow:
    """One run. `status` is running, paused, failed, done or, in a list, stopped.

    `result` is stored text, times are seconds of the epoch.
    `kind` is plan (a planner writes the source), source (it was given) or function (trusted Python code).
    """

    id: str
    parent: str | None
    parent_step: str | None
    created: float
    updated: float
    status: str
    kind: str
    task: str
    model_calls: int
    settings: dict[str, Any]
    result: str | None
    error: str | None


@dataclass(frozen=True, slots=True)
class AttemptRow:
    """One source of a run. `status` is running, refused (by the check), failed or done; `source` may be `SINGLE`."""

    number: int
    source: str
    status: str
    error: str | None


@dataclass(frozen=True, slots=True)
class StepRow:
    """One step. `status` is running, ok or error; `prompt`, `arguments`, `result` and `error` are stored text.

    `origin` is the `seq` of the step of an earlier attempt whose result it took.
    """

    seq: int
    attempt: int
    path: str
    call_index: int
    fn: str
    prompt: str
    arguments: str
    key: str
    status: str
    result: str | None
    error: str | None
    origin: int | None
    started: float
    ended: float | None

    @property
    def label(self) -> str:
        """How people name the step: `step-3`, or `step-0.1/2` for the third one of a parallel branch."""
        return step_label(self.path, self.call_index)


def step_label(path: str, call_index: int) -> str:
    """Give the name of a step from its branch path and its place in it."""
    return f"step-{path}/{call_index}" if path else f"step-{call_index}"


_ADVICE: Final = "name a directory on a local disk that can be written: journal= (--journal), or OP_RUNS"


def new_run_id() -> str:
    """Effect: make an id that sorts by time and that no other run has."""
    return time.strftime("%Y%m%d-%H%M%S-", time.gmtime()) + uuid.uuid4().hex[:8]


def run_file(where: Path, run_id: str) -> Path:
    """Give the file of a run; raises JournalError for an id that could name another place."""
    if not re.fullmatch(r"[\w][\w.-]{0,100}", run_id):
        raise JournalError(f"{run_id!r} is no id of a run: letters, digits, '-', '_' and '.' only")
    return where / f"{run_id}.sqlite"


class Journal:
    """The file of one run, open for writing or, with `read_only`, left byte for byte as it is.

    Every method may be called from several threads at once, and by several processes on the same file.

    Raises:
        JournalError: there is no such run (unless `create`), or the file is no journal.
    """

    def __init__(self, where: Path, run_id: str, *, create: bool = False, read_only: bool = False) -> None:
        self.run_id = run_id
        self.where = where
        self.file = run_file(where, run_id)
        self._lock = threading.RLock()
        if create:
            try:
                make_directory(where)
            except OSError as error:
                raise JournalError(
                    f"the directory of runs {where} cannot be made: {error.strerror or error}; {_ADVICE}"
                ) from error
        elif not self.file.is_file():
            raise JournalError(f"there is no run {run_id!r} in {where}{_known(where)}")
        try:
            # what was paid for is on the disk before the run goes on, even where the power fails
            self._db = open_database(self.file, read_only=read_only, power_safe=True)
            if not read_only:
                if not self._version():
                    self._db.executescript(_SCHEMA)
                    self._db.execute(f"PRAGMA user_version = {_VERSION}")
            else:
                self._db.execute("SELECT 1 FROM run")
            version = self._version()
        except sqlite3.Error as error:
            raise JournalError(f"{self.file} cannot be used as a journal: {error}; {_ADVICE}") from error
        if version != _VERSION:
            self._db.close()
            raise JournalError(f"{self.file} was written by another version of op-lint (its form is {version})")

    def _version(self) -> int:
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    def close(self) -> None:
        """Effect: close the file."""
        with self._lock:
            self._db.close()

    def _write(self, statement: str, values: tuple[object, ...]) -> sqlite3.Cursor:
        try:
            with self._lock:
                return self._db.execute(statement, values)
        except sqlite3.Error as error:
            raise JournalError(f"{self.file} cannot be written: {error}") from error

    def _read(self, statement: str, values: tuple[object, ...] = ()) -> list[tuple[Any, ...]]:
        with self._lock:
            return self._db.execute(statement, values).fetchall()

    def create_run(
        self,
        kind: str,
        task: str,
        settings: dict[str, Any],
        parent: str | None = None,
        parent_step: str | None = None,
        model_calls: int = 0,
    ) -> None:
        """Effect: write the run itself; raises JournalError where the id is taken."""
        now = time.time()
        self._write(
            "INSERT INTO run VALUES (?, ?, ?, ?, ?, 'running', ?, ?, ?, ?, NULL, NULL)",
            (self.run_id, parent, parent_step, now, now, kind, _safe(task), model_calls, json.dumps(settings)),
        )

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Effect: write everything that is written inside the `with` block, or nothing of it."""
        with self._lock:
            self._write("BEGIN IMMEDIATE", ())
            try:
                yield
            except BaseException:
                self._db.execute("ROLLBACK")
                raise
            self._write("COMMIT", ())

    def exists(self) -> bool:
        """Whether the file holds a run already."""
        return bool(self._read("SELECT 1 FROM run"))

    def run(self) -> RunRow:
        """Give the run; raises JournalError where the process died before it was written."""
        rows = self._read("SELECT * FROM run")
        if not rows:
            raise JournalError(f"{self.file} holds no run: it ended before its first line was written")
        values = list(rows[0])
        values[9] = json.loads(values[9])
        return RunRow(*values)

    def set_run(self, status: str, result: str | None = None, error: str | None = None) -> None:
        """Effect: write how the run stands."""
        self._write(
            "UPDATE run SET status = ?, result = ?, error = ?, updated = ?",
            (status, result, None if error is None else _safe(error), time.time()),
        )

    def set_settings(self, settings: dict[str, Any]) -> None:
        """Effect: write what the run was asked to keep to."""
        self._write("UPDATE run SET settings = ?", (json.dumps(settings),))

    def set_model_calls(self, count: int) -> None:
        """Effect: write how many model calls the run has made."""
        self._write("UPDATE run SET model_calls = ?, updated = ?", (count, time.time()))

    def set_attempt(self, number: int, source: str, status: str, error: str | None = None) -> None:
        """Effect: write one source of the run and how it stands."""
        self._write(
            "INSERT INTO attempt VALUES (?, ?, ?, ?) ON CONFLICT (number) DO UPDATE SET"
            " source = excluded.source, status = excluded.status, error = excluded.error",
            (number, _safe(source), status, None if error is None else _safe(error)),
        )

    def attempts(self) -> list[AttemptRow]:
        """Give the sources of the run, the first one first."""
        return [AttemptRow(*row) for row in self._read("SELECT * FROM attempt ORDER BY number")]

    def begin_step(
        self, attempt: int, path: str, call_index: int, fn: str, prompt: str, arguments: str, key: str
    ) -> int:
        """Effect: write that a step begins, in place of an interrupted one, and give its number."""
        done = self._write(
            "INSERT OR REPLACE INTO step (attempt, path, call_index, fn, prompt, arguments, key, status, started)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, 'running', ?)",
            (attempt, path, call_index, fn, prompt, arguments, key, time.time()),
        )
        assert done.lastrowid is not None
        return done.lastrowid

    def end_step(self, seq: int, status: str, result: str | None, error: str | None, origin: int | None = None) -> None:
        """Effect: write how a step ended."""
        self._write(
            "UPDATE step SET status = ?, result = ?, error = ?, origin = ?, ended = ? WHERE seq = ?",
            (status, result, error, origin, time.time(), seq),
        )

    def steps(self) -> list[StepRow]:
        """Give every step of every attempt in the order in which they began."""
        return [StepRow(*row) for row in self._read("SELECT * FROM step ORDER BY seq")]

    def copy_steps(self, steps: list[StepRow], attempt: int) -> None:
        """Effect: take over completed steps of another run as those of `attempt`."""
        for step in steps:
            seq = self.begin_step(attempt, step.path, step.call_index, step.fn, step.prompt, step.arguments, step.key)
            self.end_step(seq, step.status, step.result, step.error)

    def approval(self, key: str) -> bool | None:
        """Give whether what `key` stands for was approved (True) or refused (False); None where nobody has said."""
        rows = self._read("SELECT granted FROM approval WHERE key = ?", (key,))
        return None if not rows or rows[0][0] is None else bool(rows[0][0])

    def set_approval(self, key: str, granted: bool | None, name: str = "", arguments: str = "") -> None:
        """Effect: write what waits for approval, or what came of it; raises JournalError for an unknown key."""
        if granted is None:
            self._write("INSERT OR IGNORE INTO approval VALUES (?, ?, ?, NULL)", (key, name, arguments))
        elif not self._write("UPDATE approval SET granted = ? WHERE key = ?", (int(granted), key)).rowcount:
            raise JournalError(f"run {self.run_id} asks for no approval {key!r}")

    def approvals(self) -> list[tuple[str, str, str, bool | None]]:
        """Give `(key, name, arguments as stored text, granted)` of everything that has asked for approval."""
        rows = self._read("SELECT key, name, arguments, granted FROM approval ORDER BY rowid")
        return [(key, name, text, None if granted is None else bool(granted)) for key, name, text, granted in rows]

    def is_worked_on(self) -> bool:
        """Whether a process works on the run now; a run that is `running` without one was interrupted."""
        if not _guard(self.file).exists():
            return False
        try:
            with self.alone(wait=0):
                return False
        except JournalError:
            return True

    @contextmanager
    def alone(self, wait: float = 0.2) -> Iterator[None]:
        """Effect: be the one process that works on the run; the system lets go of it where this process is killed.

        `wait` is for somebody who only looks, in seconds.

        Raises:
            JournalError: another one works on it.
        """
        guard = sqlite3.connect(_guard(self.file), timeout=wait, isolation_level=None, check_same_thread=False)
        try:
            try:
                guard.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError:
                raise JournalError(f"run {self.run_id} is being worked on by another process; wait for it") from None
            yield
        finally:
            guard.close()


def _guard(file: Path) -> Path:
    return file.with_name(file.name + ".lock")


def runs(where: Path) -> list[RunRow]:
    """Give every run in a journal directory, the newest first; files that hold none are left out.

    One that is `running` although no process works on it is given as `stopped`.
    """
    found: list[RunRow] = []
    for file in where.glob("*.sqlite"):
        try:
            journal = Journal(where, file.stem, read_only=True)
        except JournalError:
            continue
        try:
            run = journal.run()
            stopped = run.status == "running" and not journal.is_worked_on()
            found.append(replace(run, status="stopped") if stopped else run)
        except JournalError:
            continue
        finally:
            journal.close()
    return sorted(found, key=lambda run: run.created, reverse=True)


def _known(where: Path) -> str:
    names = sorted(file.stem for file in where.glob("*.sqlite"))
    return "; the newest there are " + ", ".join(names[-5:]) if names else ""


def _safe(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")
