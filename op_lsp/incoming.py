"""The messages of a pipe that the event loop waits for, each handled as soon as its last byte is there.

pygls reads lines and bodies one after another in a task, which takes several turns of the event loop for each message.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import BinaryIO

_LENGTH = re.compile(rb"Content-Length:[ \t]*(\d+)[ \t]*\r?\n", re.IGNORECASE)
_LONGEST = 65_536
"""Bytes of a line that is no header: it is dropped."""


class Incoming(asyncio.Protocol):
    """Cuts what comes into messages, and gives ``take`` the body of each. A line that is no header is passed over."""

    def __init__(self, take: Callable[[bytes], None]) -> None:
        self._take = take
        self._data = bytearray()
        self._size: int | None = None
        """The bytes of the next body, once that is known."""
        self._body = False
        """Whether its header is over."""
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def read(cls, stream: BinaryIO, before: bytes, take: Callable[[bytes], None]) -> None:
        """Effect: takes the messages of an input, of which ``before`` was read already, until it ends."""
        incoming = cls(take)
        incoming.data_received(before)
        transport, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: incoming, stream)
        try:
            await incoming.ended
        finally:
            transport.close()

    def data_received(self, data: bytes) -> None:
        """Effect: takes the messages that are complete now."""
        self._data += data
        while self._body or self._line():
            if self._body:
                size = self._size or 0
                if len(self._data) < size:
                    return
                body = bytes(self._data[:size])
                del self._data[:size]
                self._size, self._body = None, False
                self._take(body)

    def _line(self) -> bool:
        """Effect: reads one line of a header; False where it is not complete."""
        end = self._data.find(b"\n") + 1
        if not end:
            if len(self._data) > _LONGEST:
                self._data.clear()
            return False
        line = bytes(self._data[:end])
        del self._data[:end]
        length = _LENGTH.fullmatch(line)
        if length is not None:
            self._size = int(length[1])
        self._body = not line.strip() and bool(self._size)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        """Effect: ends the reading."""
        if not self.ended.done():
            self.ended.set_result(None)
