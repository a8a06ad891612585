"""API keys: where they come from, and how they are kept out of traces and messages."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import Any, Final

KEYS: Final = {
    "openai": ("OPENAI_API_KEY",),
    "anthropic": ("ANTHROPIC_API_KEY",),
    "google": ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
}
"""The providers, in the order in which they are looked for, and the environment variables that hold their keys."""


def key_of(provider: str) -> tuple[str, str]:
    """Give the key of a provider in the environment, and the variable that holds it; empty where none does.

    White space around it, such as a line's end, is no part of it.
    """
    for name in KEYS[provider]:
        key = os.environ.get(name, "").strip()
        if key:
            return key, name
    return "", ""


MASK: Final = "<key>"
"""What stands in a trace or a message for a key."""

_SHORTEST: Final = 6
"""Characters of the shortest text that is taken for a key wherever it stands: less would be part of other words."""

_known: set[str] = set()

_MARKED: Final = (
    # a parameter of an address, a header, and an address with a user in it
    re.compile(
        r"(?i)([?&;](?:api[-_]?key|key|access[-_]?token|token|auth|secret|password|sig(?:nature)?)=)[^&\s\"'<>#)]+"
    ),
    re.compile(r"(?i)((?:x-api-key|x-goog-api-key|api[-_]key)[\"']?\s*[:=]\s*[\"']?)(?!<key>)[^\s\"',;&}<>]+"),
    re.compile(r"(?i)(\b(?:bearer|basic)\s+)[a-z0-9._~+/=-]{8,}"),
    re.compile(r"(://)[^/\s:@]+:[^/\s@]+(?=@)"),
    # what the providers' own keys look like
    re.compile(r"()\b(?:sk|rk|pk)-[A-Za-z0-9_-]{16,}"),
    re.compile(r"()\bAIza[A-Za-z0-9_-]{30,}"),
)


def keep_secret(key: str) -> None:
    """Effect: keep `key` out of every trace from now on, wherever it is said."""
    if len(key) >= _SHORTEST:
        _known.add(key)


def without_keys(value: Any) -> Any:
    """Give a JSON value without the keys that are in use: those of models, and those in the environment."""
    keys = _known | {os.environ.get(name, "").strip() for names in KEYS.values() for name in names}
    found = sorted((key for key in keys if len(key) >= _SHORTEST), key=len, reverse=True)
    return _masked(value, found) if found else value


def _masked(value: Any, keys: list[str]) -> Any:
    if isinstance(value, str):
        for key in keys:
            if key in value:
                value = value.replace(key, MASK)
        return value
    if isinstance(value, list):
        return [_masked(item, keys) for item in value]
    if isinstance(value, Mapping):
        return {_masked(name, keys): _masked(item, keys) for name, item in value.items()}
    return value


def redacted(text: str) -> str:
    """Give the text of an error without the keys in use, and without what stands where keys do: headers, addresses."""
    text = str(without_keys(text))
    for pattern in _MARKED:
        text = pattern.sub(r"\1" + MASK, text)
    return text
