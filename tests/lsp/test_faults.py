"""An error of our own is logged, said once, and costs one answer: whatever comes next is answered."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from editor import start
from every_request import ask_everything, every_place
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from op_lsp import methods

pytestmark = pytest.mark.asyncio

TEXT = '''from op_runtime import agentic_function, decision


@agentic_function(input={"runtime": {}})
def find(q: str, runtime=None):
    """Find pages."""


@agentic_function
def desk(runtime=None):
    """Decide."""
    return decision.make("Pick.", {"find": find, "stop": ("bye", "When done.")})
'''

BROKEN = """
import sys
from op_lsp.server import main
from op_lsp.session import Session
ask, ask_workspace = Session.ask, Session.ask_workspace
WORKING = {"_projects"}

def broken(compute):
    def fails(*args, **kwargs):
        raise ZeroDivisionError(compute.__name__)
    fails.__module__ = compute.__module__
    return compute if compute.__name__ in WORKING or SWITCH.exists() else fails

from pathlib import Path
SWITCH = Path(sys.argv.pop())
Session.ask = lambda self, uri, compute, *args, **kwargs: ask(self, uri, broken(compute), *args, **kwargs)
Session.ask_workspace = lambda self, compute, *args: ask_workspace(self, broken(compute), *args)
raise SystemExit(main(sys.argv[1:]))
"""
"""A server each of whose features fails until a file exists."""


async def test_a_feature_that_fails_costs_its_answer_and_is_said_once(tmp_path: Path) -> None:
    mended, folder = tmp_path / "mended", tmp_path / "folder"
    folder.mkdir()
    (folder / "a.py").write_text(TEXT)
    command = (sys.executable, "-c", BROKEN, str(mended))
    async with start(folder, command=command, faulty=True) as editor:
        document = editor.open(folder / "a.py", TEXT)
        assert "OP203" in [each.code for each in await document.diagnostics()]
        place = document.at("decision.make(", 10)
        answers = await ask_everything(document, place)
        state = answers.pop(methods.SERVER_STATE)
        refused = {name for name, answer in answers.items() if isinstance(answer, JsonRpcException)}
        assert refused == set()
        assert answers.pop(types.TEXT_DOCUMENT_DIAGNOSTIC).items == ()
        assert answers.pop(types.WORKSPACE_DIAGNOSTIC).items == ()
        assert answers.pop(methods.CHECK_WORKSPACE) == 0
        assert {name: answer for name, answer in answers.items() if answer is not None} == {}
        assert state.failures >= len(answers)
        said = [each.message for each in editor.client.messages]
        assert len(said) == 1
        assert said[0].startswith("op-lint: an internal error in op_lsp.features.")
        assert said[0].endswith("the server goes on, its log has the details")

        mended.touch()
        document.change(TEXT.replace('"runtime": {}', '"q": {"description": "Words."}'))
        assert await document.diagnostics() == ()
        again = await ask_everything(document, place)
        assert again[methods.PREVIEW].menu.startswith("find(q: str)\n    Find pages.\n    q: Words.\n")
        assert again[types.TEXT_DOCUMENT_HOVER] is not None
        assert again[methods.SERVER_STATE].failures >= state.failures
        shown = [each.message for each in editor.client.messages if "internal error" in each.message]
        assert len(shown) == 1
    log = "\n".join(editor.client.log)
    for feature in ("hover", "completion", "preview", "try_reply", "symbols", "code_actions", "project"):
        assert f"ERROR op_lsp.session: op_lsp.features.{feature} failed\n" in log
    assert "ZeroDivisionError: hover" in log


ANALYSIS = """
import sys
from op_lsp.server import main
import op_lint.check as check
analyze = check.analyze

def fails(source, path, *args, **kwargs):
    if "FAULT" in source.text:
        raise ZeroDivisionError("in the analysis")
    return analyze(source, path, *args, **kwargs)

check.analyze = fails
raise SystemExit(main([]))
"""


async def test_a_text_that_cannot_be_analysed_is_a_finding_and_the_next_one_is(tmp_path: Path) -> None:
    async with start(tmp_path, command=(sys.executable, "-c", ANALYSIS), faulty=True) as editor:
        document = editor.open(tmp_path / "a.py", TEXT + "# FAULT\n")
        (found,) = await document.diagnostics()
        assert found.code == "OP005"
        assert "the analysis failed with ZeroDivisionError: in the analysis; please report it" in found.message
        (allow,) = await document.actions(found.range, [found])
        assert allow.title == "Ignore OP005 (internal-error) on this line"
        await ask_everything(document, document.at("decision.make(", 10))
        document.change(TEXT)
        assert "OP203" in [each.code for each in await document.diagnostics()]
        hover = await document.hover(document.at("decision.make(", 10))
        assert hover is not None


async def test_nothing_of_the_kind_happens_otherwise(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(TEXT)
    async with start(tmp_path) as editor:
        document = editor.open(tmp_path / "a.py", TEXT)
        for place in every_place(document.text):
            await ask_everything(document, place)
        assert (await editor.request("opLint/serverState", {})).failures == 0
