"""The two streams of the protocol: kept for it alone, and read without a thread where the system can."""

from __future__ import annotations

import io
import os
import stat
import sys
from typing import BinaryIO


def claim() -> tuple[BinaryIO, BinaryIO]:
    """Effect: keeps standard input and output for the protocol; whatever else prints goes to standard error."""
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return incoming, outgoing


def waits_by_itself(incoming: BinaryIO, outgoing: BinaryIO) -> bool:
    """Whether the event loop can wait for the input: a pipe or a socket, and not the one that is written to.

    Reading it makes it non-blocking, which writing could not bear.
    """
    if sys.platform == "win32":
        return False
    read, written = os.fstat(incoming.fileno()), os.fstat(outgoing.fileno())
    waitable = stat.S_ISFIFO(read.st_mode) or stat.S_ISSOCK(read.st_mode)
    return waitable and (read.st_dev, read.st_ino) != (written.st_dev, written.st_ino)


class _Joined(io.RawIOBase):
    def __init__(self, before: bytes, incoming: BinaryIO) -> None:
        self._before = before
        self._incoming = incoming

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        size = len(buffer)
        data, self._before = self._before[:size], self._before[size:]
        data = data or os.read(self._incoming.fileno(), size)
        buffer[: len(data)] = data
        return len(data)


def joined(before: bytes, incoming: BinaryIO) -> BinaryIO:
    """An input of which ``before`` was read already, from its start; nothing of it may be in a buffer."""
    return io.BufferedReader(_Joined(before, incoming))
