"""Files: which ones to check, their text, and positions in it."""

from op_lint.files.discover import Discovery, Found, discover
from op_lint.files.positions import Encoding, Lines, client_column, own_column
from op_lint.files.source import MAX_BYTES, SourceFile, UnreadableError, decode, read_bytes, read_source

__all__ = [
    "MAX_BYTES",
    "Discovery",
    "Encoding",
    "Found",
    "Lines",
    "SourceFile",
    "UnreadableError",
    "client_column",
    "decode",
    "discover",
    "own_column",
    "read_bytes",
    "read_source",
]
