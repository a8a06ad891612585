"""What slices say is kept on disk: a changed file costs libcst for what is new in it only."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from op_lint import slices
from op_lint.files.positions import Lines
from op_lint.index import Index
from op_lint.read.reader import Reader

SOURCE = '''\
from op_runtime import agentic_function


@agentic_function(input={"a": {"description": "The a."}})
def look(a: int = 3):
    """Look."""
'''
COMMAND = """
import sys
from op_lint.cli import main
code = main(sys.argv[1:])
sys.stderr.write("parsed\\n" if "libcst" in sys.modules else "not parsed\\n")
sys.exit(code)
"""


def checked(folder: Path, *options: str) -> tuple[str, str]:
    """What a run prints, and whether it needed libcst."""
    command = [sys.executable, "-c", COMMAND, *options, "--cache-dir", str(folder / "cache"), "work.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode in (0, 1), done.stderr
    return done.stdout, done.stderr.splitlines()[-1]


def test_a_change_outside_what_was_read_needs_no_parser_of_slices(tmp_path: Path) -> None:
    (tmp_path / "work.py").write_text(SOURCE)
    first, parsed = checked(tmp_path)
    assert parsed == "parsed"
    (tmp_path / "work.py").write_text("import os\n" + SOURCE + "\n\nprint(os.name)\n")
    second, parsed = checked(tmp_path)
    assert parsed == "not parsed"
    assert second.replace(":5:", ":4:") == first.replace(":5:", ":4:")
    (tmp_path / "work.py").write_text(SOURCE.replace("The a.", "Another."))
    assert checked(tmp_path)[1] == "parsed"


def test_without_a_cache_nothing_is_kept(tmp_path: Path) -> None:
    (tmp_path / "work.py").write_text(SOURCE)
    checked(tmp_path, "--no-cache")
    assert not (tmp_path / "cache").exists()


def read(reader: Reader, text: str) -> object:
    lines = Lines(text)
    return reader.expression(lines, Index(lines).root.named_children[0].named_children[0])


@pytest.mark.parametrize(
    "text", ["{'a': 1}", "f(1j, b'x', *c, **d)", "f'{x!r:>{3}}' 'y'", "lambda a, *b: ...", "[i for i in (1, 2) if i]"]
)
def test_a_slice_from_disk_is_the_slice_that_was_read(tmp_path: Path, text: str) -> None:
    file = str(tmp_path / "slices" / "one.pickle")
    reader = Reader()
    reader.fresh = {}
    said = read(reader, text)
    slices.add(file, reader.fresh)
    again = Reader(kept=lambda: slices.load(file))
    again.fresh = {}
    assert read(again, text) == said
    assert again.fresh == {}


def test_a_damaged_a_foreign_and_a_missing_file_give_nothing(tmp_path: Path) -> None:
    assert slices.load(str(tmp_path / "none.pickle")) == {}
    (tmp_path / "damaged.pickle").write_bytes(b"\x80\x05garbage")
    assert slices.load(str(tmp_path / "damaged.pickle")) == {}
    (tmp_path / "other.pickle").write_bytes(pickle.dumps(("another program", {"x": "y"})))
    assert slices.load(str(tmp_path / "other.pickle")) == {}


class Harmful:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (print, ("run",))


def test_a_file_that_names_anything_but_slices_is_not_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "harmful.pickle").write_bytes(pickle.dumps(("x", {"a": Harmful()})))
    assert slices.load(str(tmp_path / "harmful.pickle")) == {}
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["dataclass", "annotations.compiler_flag", "Constant.__init__"])
def test_what_the_modules_of_slices_import_is_no_slice(tmp_path: Path, name: str) -> None:
    opcodes = b"\x80\x04\x8c\x11op_lint.read.expr\x8c" + bytes([len(name)]) + name.encode() + b"\x93."
    with pytest.raises(pickle.UnpicklingError, match=name):
        slices.unpickled(opcodes)
