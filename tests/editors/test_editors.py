"""Real editors, without a screen, drive the server: those that are installed here."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
DOCUMENTATION = HERE.parents[1] / "docs" / "editors.md"
SERVER = f"{sys.executable} -m op_lsp.server"
TEXT = '''from op_runtime import agentic_function, decision

LABEL = "🎉"


@agentic_function(input={"q": {"description": "Wörter 🎉."}, "runtime": {}})
def find(q: str, runtime=None):
    """Find pages."""


@agentic_function
def desk(runtime=None):
    """Decide about a ticket."""
    return decision.make("Pick one.", {"find": find, "stop": ("bye", "When done.")})
'''
MENU = 'find(q: str)\n    Find pages.\n    q: Wörter 🎉.\n    Call: {"call": "find", "args": {"q": "<str>"}}\n'


def settings(language: str) -> str:
    """The settings of an editor as the documentation has them."""
    (block,) = re.findall(rf"^```{language}\n(.*?)^```$", DOCUMENTATION.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return str(block)


def drive(command: list[str], folder: Path) -> str:
    """What an editor's script writes: to the file ``OUT``, else to standard output."""
    file, out = folder / "desk.py", folder / "out.txt"
    file.write_text(TEXT, encoding="utf-8")
    setup = folder / "setup.el"
    setup.write_text(settings("elisp"), encoding="utf-8")
    environment = {
        **os.environ,
        "FILE": str(file),
        "OUT": str(out),
        "SERVER": SERVER,
        "SETUP": str(setup),
        "HOME": str(folder),
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    }
    done = subprocess.run(command, env=environment, capture_output=True, timeout=120, check=False)
    said = out.read_text(encoding="utf-8") if out.exists() else done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, said + done.stderr.decode("utf-8", "replace")
    return said


# An editor that is not installed has no test: there is nothing to say about it here.

if shutil.which("nvim") is not None:

    def test_neovim(tmp_path: Path) -> None:
        script = ["nvim", "--headless", "-u", "NONE", "-c", f"luafile {HERE / 'neovim.lua'}"]
        said = drive(script, tmp_path).splitlines()
        assert said[-1] == "done", said
        assert any(line.startswith("diagnostic 5 ") and " op-lint OP209 " in line for line in said)
        hover = next(line for line in said if line.startswith("hover "))
        assert "find(q: str)\\n    Find pages.\\n    q: Wörter 🎉.\\n" in hover
        assert "action Remove" in "\n".join(said)
        assert 'line @agentic_function(input={"q": {"description": "Wörter 🎉."}})' in said
        assert "lens used in 1 decision" in said


if shutil.which("emacs") is not None:

    def test_emacs(tmp_path: Path) -> None:
        said = drive(["emacs", "-Q", "--batch", "-l", str(HERE / "emacs.el")], tmp_path)
        assert said.rstrip().endswith("done")
        assert "diagnostic 6 " in said
        assert MENU in said
        assert '@agentic_function(input={"q": {"description": "Wörter 🎉."}})' in said
