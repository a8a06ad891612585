"""What was read of a file is kept for the next start of the server, which then reads nothing of it again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from editor import start

from op_lint.check import Report
from op_lsp.client import Client
from op_lsp.documents import Snapshot
from op_lsp.workspace import Workspace

TEXT = '''from op_runtime import agentic_function


@agentic_function(input={"q": {"descripton": "words"}})
def find(q: str, runtime=None):
    """Find pages."""
'''


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OP_LINT_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def view(workspace: Workspace, path: Path, text: str = TEXT) -> Report:
    return workspace.view(Snapshot(path.as_uri(), str(path), 1, text, "utf-16"), Client()).report


def kept(cache: Path) -> list[Path]:
    return sorted(cache.glob("slices/*"))


def test_the_next_start_does_not_read_it_again(tmp_path: Path, cache: Path) -> None:
    workspace = Workspace()
    report = view(workspace, tmp_path / "a.py")
    assert [each.code for each in report.findings] == ["OP204"]
    workspace.keep_slices()
    assert len(kept(cache)) == 1
    code = (
        f"import sys\nsys.path[:0] = {[str(Path(__file__).parent), *sys.path]!r}\n"
        "from pathlib import Path\nfrom test_slices import view, Workspace\n"
        f"report = view(Workspace(), Path({str(tmp_path / 'a.py')!r}))\n"
        "assert [each.code for each in report.findings] == ['OP204'], report\n"
        "assert 'op_lint.read.cst' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_what_is_typed_afterwards_is_not_kept(tmp_path: Path, cache: Path) -> None:
    workspace = Workspace()
    view(workspace, tmp_path / "a.py")
    workspace.keep_slices()
    (file,) = kept(cache)
    before = file.read_bytes()
    view(workspace, tmp_path / "a.py", TEXT.replace("words", "half a wor"))
    workspace.keep_slices()
    assert file.read_bytes() == before


def test_a_text_without_a_file_leaves_nothing(tmp_path: Path, cache: Path) -> None:
    workspace = Workspace()
    snapshot = Snapshot("untitled:Untitled-1", None, 1, TEXT, "utf-16")
    assert workspace.view(snapshot, Client()).findings
    workspace.keep_slices()
    assert kept(cache) == []


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OP_LINT_CACHE_DIR", os.devnull)
    for _ in range(2):
        workspace = Workspace()
        assert [each.code for each in view(workspace, tmp_path / "a.py").findings] == ["OP204"]
        workspace.keep_slices()
    assert list(tmp_path.iterdir()) == []


async def test_a_server_keeps_what_it_read_when_it_ends(tmp_path: Path, cache: Path) -> None:
    async with start(tmp_path) as editor:
        await editor.open(tmp_path / "a.py", TEXT).diagnostics()
    assert len(kept(cache)) == 1
