"""The two streams of the protocol: kept for it alone, and read without a thread where the system can."""

from __future__ import annotations

import asyncio
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


class Reader:
    """What pygls reads from, over a pipe that the event loop waits for; the end of the input is an empty answer."""

    def __init__(self, stream: asyncio.StreamReader) -> None:
        self._stream = stream

    @classmethod
    async def of(cls, incoming: BinaryIO) -> Reader:
        """Effect: makes the running event loop wait for the input."""
        stream = asyncio.StreamReader()
        loop = asyncio.get_running_loop()
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(stream), incoming)
        return cls(stream)

    async def readline(self) -> bytes:
        """The next line with its end. One that is too long for a header is skipped."""
        try:
            return await self._stream.readline()
        except ValueError:
            return b"\r\n"

    async def readexactly(self, size: int) -> bytes:
        """The next ``size`` bytes, empty where the input ends before."""
        try:
            return await self._stream.readexactly(size)
        except asyncio.IncompleteReadError:
            return b""
