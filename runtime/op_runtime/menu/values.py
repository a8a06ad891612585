"""JSON values: what counts as one, and how it is written in a menu."""

from __future__ import annotations

import json
from typing import Any, Final, TypeAlias

from op_runtime.menu.names import MAX_SCHEMA_DEPTH

Json: TypeAlias = Any
"""A JSON value; typed loosely because the recursive type helps no caller."""


class _Missing:
    """The type of ``MISSING``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "MISSING"

    def __reduce__(self) -> str:
        return "MISSING"


MISSING: Final = _Missing()
"""No default; None is a default like any other."""


def json_text(value: object) -> str:
    """``value`` as one line of JSON, with non-ASCII letters as they are.

    Raises:
        TypeError: the value has no JSON form.
        ValueError: it holds ``NaN`` or an infinity.
    """
    return escape_breaks(_ENCODER.encode(value))


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False)


_JSON_BREAKS: Final = {ord(char): f"\\u{ord(char):04x}" for char in "\x85\u2028\u2029"}


def escape_breaks(text: str) -> str:
    """JSON text with the line breaks that JSON lets stand in a string written as escapes."""
    return text if text.isascii() else text.translate(_JSON_BREAKS)


_MAX_BITS: Final = 14_000
"""Integers above it have no decimal text: Python's default limit is 4,300 digits."""


def is_json(value: object, depth: int = 0) -> bool:
    """Whether ``value`` comes back equal and of the same types from JSON: no tuple, no number as a key."""
    if value is None or type(value) in (str, bool):
        return True
    if type(value) is int:
        return value.bit_length() <= _MAX_BITS
    if type(value) is float:
        return value - value == 0  # neither NaN nor an infinity
    if depth > MAX_SCHEMA_DEPTH:
        return False  # a list may hold itself
    if type(value) is list:
        return all(is_json(item, depth + 1) for item in value)
    if type(value) is dict:
        return all(type(key) is str and is_json(item, depth + 1) for key, item in value.items())
    return False


def key_text(value: Json) -> str:
    """A JSON scalar as the key of an object."""
    return value if isinstance(value, str) else json_text(value)
