"""Between URIs and paths: what a client calls a document, and where it lies on disk."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import unquote, urlsplit

_DRIVE = re.compile(r"/([A-Za-z]):(?:/|\Z)")


def scheme(uri: str) -> str:
    """The scheme of a URI in lower case; empty where there is none."""
    head, found, _ = uri.partition(":")
    return head.lower() if found else ""


def to_path(uri: str, *, windows: bool = os.name == "nt") -> str | None:
    r"""The path of a ``file:`` URI, None for any other; a host becomes a network share, as Windows writes it.

    ``windows`` says how paths are written: ``/c:/a``, and ``/c%3A/a`` as some clients spell it, is ``c:\a`` there.
    """
    if scheme(uri) != "file":
        return None
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    host = unquote(parts.netloc)
    path = unquote(parts.path)
    if host and host != "localhost":
        path = f"//{host}{path}"
    if not path or "\x00" in path:
        return None
    return _windows_path(path) if windows else path


def _windows_path(path: str) -> str:
    drive = _DRIVE.match(path)
    if drive is not None:
        path = f"{drive[1]}:/{path[drive.end() :]}"
    return path.replace("/", "\\")


def from_path(path: str) -> str:
    """The ``file:`` URI of a path; a relative one is taken from the working directory."""
    return Path(path).absolute().as_uri()
