"""SQLite files that several threads and processes use at once: the one place that opens them.

They must be on a local disk: SQLite's write-ahead log needs shared memory, which network file systems do not give.
"""

from __future__ import annotations

import os
import sqlite3
import time
from pathlib import Path
from typing import Final

RUNS: Final = ".op-runs"
"""Where runs are kept when nothing else is said: in the working directory, or where `OP_RUNS` says."""

WAIT: Final = 60.0
"""Seconds that a writer waits for the other ones before it gives up with "database is locked"."""

_PAUSE: Final = 0.02


def runs_directory(given: str | os.PathLike[str] | None = None) -> Path:
    """Give the directory of runs: the given one, else what `OP_RUNS` says, else `.op-runs`."""
    return Path(given if given is not None else os.environ.get("OP_RUNS") or RUNS)


def make_directory(where: Path) -> None:
    """Effect: make a directory of runs where there is none; version control leaves it alone."""
    if not where.exists():
        where.mkdir(parents=True, exist_ok=True)
        (where / ".gitignore").write_text("*\n")  # prompts and results are nobody's source code


def open_database(file: Path, *, read_only: bool = False, power_safe: bool = False) -> sqlite3.Connection:
    """Effect: open `file` for writing, or `read_only`, left byte for byte as it is.

    Every statement is a transaction of its own, on the disk before it returns: a killed process loses none. With
    `power_safe` a machine that loses its power does not either, which makes each write wait for the disk. The
    connection may be used by any thread, by one at a time.

    Raises:
        sqlite3.Error: it cannot be opened, or is no SQLite file.
    """
    address = file.resolve().as_uri() + ("?mode=ro" if read_only else "")
    if read_only and not os.access(file.parent, os.W_OK) and not Path(f"{file}-wal").exists():
        address += "&immutable=1"  # SQLite would want to make a file beside it, which it needs for writers only
    connection = sqlite3.connect(address, uri=True, timeout=WAIT, isolation_level=None, check_same_thread=False)
    try:
        if not read_only:
            _prepare(connection, "FULL" if power_safe else "NORMAL")
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection, synchronous: str) -> None:
    """Switching to the write-ahead log does not wait for other processes that do the same, so it is tried again."""
    ends = time.monotonic() + WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute(f"PRAGMA synchronous={synchronous}")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF not in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
                raise
            if time.monotonic() > ends:
                raise
            time.sleep(_PAUSE)
        else:
            return
