from __future__ import annotations

import os
from pathlib import Path

import pytest

from op_lint.files import SourceFile, UnreadableError, decode, read_source


@pytest.mark.parametrize(
    ("data", "text", "encoding", "bom"),
    [
        (b"# -*- coding: latin-1 -*-\ns = '\xe9'\n", "# -*- coding: latin-1 -*-\ns = 'é'\n", "latin-1", False),
        (b"\xef\xbb\xbfs = '\xc3\xa9'\r\n", "s = 'é'\r\n", "utf-8", True),
        (b"#!/bin/python\r# vim: set fileencoding=cp1252 :\rs = '\x80'\r", None, "cp1252", False),
        (b"s = 1\n# coding: klingon\n", None, "utf-8", False),
        (b"s = 1\n\n# coding: klingon\n", None, "utf-8", False),
        (b"", "", "utf-8", False),
    ],
)
def test_a_file_is_read_in_its_encoding_and_written_back_byte_for_byte(
    data: bytes, text: str | None, encoding: str, bom: bool
) -> None:
    source = decode(data)
    assert (source.encoding, source.bom) == (encoding, bom)
    assert text is None or source.text == text
    assert source.encode() == data


@pytest.mark.parametrize(
    ("data", "line", "message"),
    [
        (b"a = 1\ns = '\xe9'\n", 1, "byte 0xe9 on line 2 is not valid utf-8: save the file as UTF-8"),
        (b"# coding: klingon\ns = 1\n", 0, 'the coding cookie names an unknown encoding, "klingon"'),
        (b"# coding: rot13\ns = 1\n", 0, 'the file cannot be read as "rot13", the encoding of its coding cookie'),
        (b"s = 1\x00\n", 0, "the file holds a NUL byte: it is not Python source"),
        (
            b"\xef\xbb\xbf# coding: latin-1\n",
            0,
            'the file has a UTF-8 byte order mark, but its coding cookie says "latin-1"',
        ),
    ],
)
def test_bytes_that_are_no_text_are_said_to_be_so(data: bytes, line: int, message: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        decode(data)
    assert (caught.value.message, caught.value.line) == (message, line)


@pytest.mark.parametrize(
    ("text", "newline"), [("a\r\nb\n c\r\n", "\r\n"), ("a\rb\r", "\r"), ("a", "\n"), ("a\n", "\n")]
)
def test_the_newline_is_the_most_used_one(text: str, newline: str) -> None:
    assert SourceFile(text).newline == newline


def test_a_large_file_and_what_is_no_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "big.py").write_bytes(b"#" * 100)
    with pytest.raises(UnreadableError, match="the file has 100 bytes; op-lint reads at most 99"):
        read_source(str(tmp_path / "big.py"), max_bytes=99)
    with pytest.raises(UnreadableError, match="not a regular file"):
        read_source(str(tmp_path))
    with pytest.raises(UnreadableError, match="No such file"):
        read_source(str(tmp_path / "gone.py"))
    with pytest.raises(UnreadableError, match="not a regular file"):
        read_source(os.devnull)
    os.mkfifo(tmp_path / "pipe.py")
    with pytest.raises(UnreadableError, match="not a regular file"):
        read_source(str(tmp_path / "pipe.py"))
