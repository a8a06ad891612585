"""What kind of thing a file is, by its name: the same on every machine, which the system's own tables are not."""

from __future__ import annotations

import mimetypes
from pathlib import PurePath
from typing import Final

_KINDS: Final = {
    ".aac": "audio/aac",
    ".aiff": "audio/aiff",
    ".csv": "text/csv",
    ".flac": "audio/flac",
    ".gif": "image/gif",
    ".jpeg": "image/jpeg",
    ".jpg": "image/jpeg",
    ".json": "application/json",
    ".md": "text/markdown",
    ".mp3": "audio/mpeg",
    ".oga": "audio/ogg",
    ".ogg": "audio/ogg",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".txt": "text/plain",
    ".wav": "audio/wav",
    ".webp": "image/webp",
    ".yaml": "application/yaml",
    ".yml": "application/yaml",
}
"""The media types that providers name (RFC 6838 registrations)."""

UNKNOWN: Final = "application/octet-stream"


def media_type(path: PurePath) -> str:
    """Give the media type that a file's name stands for."""
    return _KINDS.get(path.suffix.lower()) or mimetypes.guess_type(path.name)[0] or UNKNOWN
