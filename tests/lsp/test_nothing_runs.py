"""A repository that is only looked at: whatever is asked about it, none of its code runs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from editor import Editor, start
from every_request import ask_everything, every_place
from lsprotocol import types
from pygls.exceptions import JsonRpcException

pytestmark = pytest.mark.asyncio

EFFECTS = """import os, pathlib, sys
pathlib.Path({marks!r}, os.path.basename(__file__ if "__file__" in globals() else "cell")).write_text("ran")
print("noise from a module")
os.write(1, b"more noise")
sys.path.insert(0, "nowhere")
"""
TOOLS = '''from enum import Enum
from op_runtime import agentic_function, decision

{effects}
class Tone(Enum):
    WARM = open({mark!r}, "w").write("x")


@agentic_function(input={{"q": {{"descripton": open({mark!r}, "w").name}}, "tone": {{"options": list(Tone)}}}})
def find(q: str = print("noise"), tone: Tone = Tone.WARM, runtime=None):
    """Find pages."""


@agentic_function(available_if=lambda: open({mark!r}, "w"))
def desk(runtime=None):
    """Decide."""
    return decision.make("Pick.", {{"find": find, "stop": ("bye", "When done."), "odd": open({mark!r}, "w")}})


raise SystemExit(3)
'''
ALSO = ("conftest.py", "setup.py", "sitecustomize.py", "usercustomize.py", "__init__.py", "kit/__init__.py")
SHADOWS = ("json.py", "difflib.py", "tomllib.py", "libcst.py", "pathspec.py", "jsonschema.py", "yaml.py", "attrs.py")
"""Modules that the server itself imports, by the name that they have here."""


def repository(folder: Path, marks: Path) -> str:
    """Effect: writes a repository whose every module leaves a mark when it runs; gives the text of its tools."""
    effects = EFFECTS.format(marks=str(marks))
    text = TOOLS.format(effects=effects, mark=str(marks / "expression"))
    (folder / "kit").mkdir(parents=True)
    rest = "from op_runtime import agentic_function\nx = agentic_function\nraise SystemExit(3)\n"
    for name in (*ALSO, *SHADOWS):
        (folder / name).write_text(effects + rest)
    (folder / "kit" / "tools.py").write_text(text)
    (folder / "main.py").write_text(f"{effects}from kit.tools import desk, find\ndesk()\n")
    (folder / "pyproject.toml").write_text('[tool.op-lint]\nselect = ["ALL"]\n[build-system]\nrequires = []\n')
    cells = [{"cell_type": "code", "source": each} for each in (text, "!touch x\n%run main.py\nfind(q=1)")]
    book = {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}
    (folder / "book.ipynb").write_text(json.dumps(book))
    return text


async def look_at(editor: Editor, path: Path, text: str) -> None:
    document = editor.open(path, text)
    await document.diagnostics()
    for place in every_place(text):
        answers = await ask_everything(document, place)
        refused = {name for name, each in answers.items() if isinstance(each, JsonRpcException)}
        assert refused <= {types.TEXT_DOCUMENT_PREPARE_RENAME, types.TEXT_DOCUMENT_RENAME}
    document.change(text + "\n\n@agentic_function(input={'a': {'")
    await document.diagnostics()
    await ask_everything(document, document.position(len(document.text)))
    for action in await document.actions(document.everything):
        assert action.edit is not None


async def test_no_request_runs_anything(tmp_path: Path) -> None:
    folder, marks = tmp_path / "repository", tmp_path / "marks"
    marks.mkdir()
    text = repository(folder, marks)
    command = (sys.executable, "-P", "-m", "op_lsp.server", "--stdio")
    async with start(folder, command=command, cwd=folder) as editor:
        await look_at(editor, folder / "kit" / "tools.py", text)
        await look_at(editor, folder / "main.py", (folder / "main.py").read_text())
        paths = [folder / name for name in (*ALSO, *SHADOWS, "pyproject.toml")]
        changed = [types.FileEvent(path.as_uri(), types.FileChangeType.Changed) for path in paths]
        editor.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changed))
        assert (await editor.request("opLint/serverState", {})).failures == 0
        assert editor.edits
        assert "noise" not in "\n".join(editor.client.log)
    assert sorted(each.name for each in marks.iterdir()) == []


async def test_a_mark_is_left_where_it_does_run(tmp_path: Path) -> None:
    marks = tmp_path / "marks"
    marks.mkdir()
    repository(tmp_path / "repository", marks)
    subprocess.run([sys.executable, "-P", str(tmp_path / "repository" / "setup.py")], capture_output=True, check=False)
    assert [each.name for each in marks.iterdir()] == ["setup.py"]
