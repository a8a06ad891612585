"""What a client calls a document leads to its path, however the client spells it."""

from __future__ import annotations

from pathlib import Path

import pytest

from op_lsp import uris


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///home/me/a.py", "/home/me/a.py"),
        ("FILE:///home/me/a.py", "/home/me/a.py"),
        ("file://localhost/home/me/a.py", "/home/me/a.py"),
        ("file:///home/me/my%20%23%25%3F%C3%A9%F0%9F%8E%89.py", "/home/me/my #%?é🎉.py"),
        ("file:///home/me/a+b&c.py", "/home/me/a+b&c.py"),
        ("file://server/share/a.py", "//server/share/a.py"),
        ("file:///c%3A/a.py", "/c:/a.py"),
        ("untitled:Untitled-1", None),
        ("git:/repo/a.py?%7B%22ref%22%3A%22HEAD%22%7D", None),
        ("vscode-notebook-cell:/repo/n.ipynb#W2sZ", None),
        ("/home/me/a.py", None),
        ("file:///a%00b.py", None),
        ("file://[/a.py", None),
        ("file:", None),
        ("", None),
    ],
)
def test_a_path(uri: str, path: str | None) -> None:
    assert uris.to_path(uri, windows=False) == path


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        ("file:///c:/Users/me/a.py", "c:\\Users\\me\\a.py"),
        ("file:///c%3A/Users/me/a.py", "c:\\Users\\me\\a.py"),
        ("file:///C%3a/a%20b%23.py", "C:\\a b#.py"),
        ("file:///d:", "d:\\"),
        ("file://server/share/a.py", "\\\\server\\share\\a.py"),
        ("file://wsl%24/Debian/home/a.py", "\\\\wsl$\\Debian\\home\\a.py"),
        ("untitled:Untitled-1", None),
    ],
)
def test_a_path_of_windows(uri: str, path: str | None) -> None:
    assert uris.to_path(uri, windows=True) == path


@pytest.mark.parametrize("name", ["a.py", "my module.py", "#1%.py", "é🎉.py", "a?b.py"])
def test_a_path_comes_back_from_its_uri(tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    assert uris.to_path(uris.from_path(path)) == path
