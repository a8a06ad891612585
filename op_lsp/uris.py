"""Between URIs and paths: what a client calls a document, and where it lies on disk."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname


def scheme(uri: str) -> str:
    """The scheme of a URI in lower case; empty where there is none."""
    head, found, _ = uri.partition(":")
    return head.lower() if found else ""


def to_path(uri: str) -> str | None:
    """The path of a ``file:`` URI, None for any other; a host becomes a network share, as Windows writes it."""
    if scheme(uri) != "file":
        return None
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    host = unquote(parts.netloc)
    path = url2pathname(parts.path)
    if host and host != "localhost":
        path = f"//{host}{path}"
    if not path or "\x00" in path:
        return None
    return path


def from_path(path: str) -> str:
    """The ``file:`` URI of a path; a relative one is taken from the working directory."""
    return Path(path).absolute().as_uri()
