"""Results of earlier calls, kept for some seconds."""

from __future__ import annotations

import dataclasses
import threading
import time
from collections.abc import Callable, Hashable, Mapping
from datetime import date, timedelta
from datetime import time as clock_time
from enum import Enum
from pathlib import PurePath
from typing import Any, Final

MISS: Final = object()
"""What `Cache.get` gives where nothing is kept; a kept result may be None."""


class Cache:
    """Results by arguments, each for `seconds`, the newest `limit` of them.

    A result is handed out as it is, not copied.
    """

    def __init__(self, seconds: float, limit: int = 1024, now: Callable[[], float] = time.monotonic) -> None:
        self.seconds = seconds
        self.limit = limit
        self._now = now
        self._kept: dict[Hashable, tuple[float, Any, object]] = {}
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Any:
        """Give the result that is kept for `key`, else `MISS`."""
        with self._lock:
            entry = self._kept.get(key)
            if entry is None or entry[0] <= self._now():
                return MISS
            return entry[1]

    def put(self, key: Hashable, result: object, held: object = None) -> None:
        """Effect: keep `result` for `key`; `held` lives as long, so that no new object can take its identity."""
        now = self._now()
        with self._lock:
            self._kept.pop(key, None)
            for old in [known for known, entry in self._kept.items() if entry[0] <= now]:
                del self._kept[old]
            while len(self._kept) >= self.limit:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = (now + self.seconds, result, held)


def key_of(value: Any) -> Hashable:
    """Give a key that two values share only where they are equal and of the same types: `1`, `1.0`, `True` differ.

    An object that is not data is known by its identity.
    """
    kind = type(value)
    if value is None or kind in (bool, int, float, str, bytes):
        return (kind, repr(value) if kind is float else value)
    if isinstance(value, Enum):
        return (kind, value.name)
    if isinstance(value, list | tuple):
        return (kind, *map(key_of, value))
    if isinstance(value, Mapping):
        return (kind, *((key_of(key), key_of(item)) for key, item in value.items()))
    if isinstance(value, set | frozenset):
        return (kind, frozenset(map(key_of, value)))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return (kind, *(key_of(getattr(value, field.name)) for field in dataclasses.fields(value)))
    if isinstance(value, date | clock_time | timedelta | PurePath):
        return (kind, value)
    return (kind, id(value))
