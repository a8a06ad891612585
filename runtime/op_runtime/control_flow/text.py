"""Any value as the text that a model reads."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Mapping
from datetime import date, time
from enum import Enum
from math import isfinite
from pathlib import PurePath
from typing import Any

MAX_DEPTH = 40
"""Levels of nesting shown; deeper parts are shown as `...`, so that hostile nesting cannot exhaust the stack."""

QUOTED = 500
"""Characters of an earlier reply that are repeated to the model (spec 2 section 5)."""

_NO_NUMBER = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}

_WRITTEN = frozenset(("datetime", "decimal", "fractions", "ipaddress", "uuid"))
"""Modules whose values are written as a person writes them; not imported, since most programs have none of them."""

_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_SURROGATE = re.compile("[\ud800-\udfff]")


def as_text(value: object) -> str:
    """Give text as it is, anything else as JSON on one line (spec 3 section 1).

    Never raises an Exception: what JSON has no form for is shown by its own repr, without memory addresses, so that
    equal values give equal prompts; numbers that are none are the texts "NaN" and "Infinity". Lone surrogates become
    U+FFFD.
    """
    plain = _plain(value, 0, frozenset())
    is_text = isinstance(value, str | float) and not isinstance(value, Enum)
    text = plain if is_text and isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)
    return _SURROGATE.sub("\ufffd", text)


def shorten(text: str, limit: int = QUOTED) -> str:
    """Cut the middle out of `text` so that at most `limit` characters are left, besides the mark of the cut."""
    if len(text) <= limit:
        return text
    head = limit // 2
    return text[:head] + " [...] " + text[len(text) - (limit - head) :]


def _plain(value: object, depth: int, above: frozenset[int]) -> object:
    """Turn `value` into what `json.dumps` takes; `above` holds the ids of the containers around it."""
    if isinstance(value, Enum):
        return _plain(value.value, depth, above)
    if isinstance(value, str):
        return str.__str__(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, float):
        number = float(value)
        return number if isfinite(number) else _NO_NUMBER[str(number)]
    if isinstance(value, int):
        return int(value) if value.bit_length() < 10_000 else hex(value)
    if id(value) in above or depth >= MAX_DEPTH:
        return "..."
    try:
        return _inside(value, depth + 1, above | {id(value)})
    except Exception:  # the value's own code, such as a property or an iterator: it must not take the prompt down
        return "<" + type(value).__qualname__ + ">"


def _inside(value: object, depth: int, above: frozenset[int]) -> object:
    """A value that may hold others."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return {field.name: _plain(getattr(value, field.name, None), depth, above) for field in fields}
    if isinstance(value, Mapping):
        return _mapping(value, depth, above)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return {name: _plain(item, depth, above) for name, item in zip(value._fields, value, strict=True)}
    if isinstance(value, list | tuple):
        return [_plain(item, depth, above) for item in value]
    if isinstance(value, set | frozenset):
        # a set has no order of its own, and the same set must give the same prompt in every process
        return sorted((_plain(item, depth, above) for item in value), key=json.dumps)
    return _leaf(value, depth, above)


def _mapping(value: Mapping[Any, object], depth: int, above: frozenset[int]) -> dict[str, object]:
    """A mapping with text as keys; of two keys that are one text, the later is told apart by its number."""
    shown: dict[str, object] = {}
    for key, item in value.items():
        name = plain = _key(key, depth, above)
        number = 2
        while name in shown:
            name, number = f"{plain} ({number})", number + 1
        shown[name] = _plain(item, depth, above)
    return shown


def _key(key: object, depth: int, above: frozenset[int]) -> str:
    plain = _plain(key, depth, above)
    return plain if isinstance(plain, str) else json.dumps(plain, ensure_ascii=False)


def _leaf(value: object, depth: int, above: frozenset[int]) -> object:
    if isinstance(value, bytes | bytearray):
        return bytes(value).decode("utf-8", "backslashreplace")
    if isinstance(value, PurePath):
        return str(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if type(value).__module__ in _WRITTEN:
        return str(value)
    if isinstance(value, BaseException):
        message = str(value)
        return type(value).__name__ + (": " + message if message else "")
    dump = getattr(value, "model_dump", None)
    if callable(dump) and not isinstance(value, type):
        return _plain(dump(mode="json"), depth, above)
    if type(value).__repr__ is object.__repr__ or callable(value):
        return "<" + getattr(value, "__qualname__", type(value).__qualname__) + ">"
    return _ADDRESS.sub("", repr(value))
