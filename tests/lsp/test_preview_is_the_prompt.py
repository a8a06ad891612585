"""The menu in the hover is what the model is sent, byte for byte: fetched by a real client, and sent to a model."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from editor import Editor, fenced
from lsprotocol import types
from op_runtime.exec import DECISION_FINISH_INSTRUCTION

ROOT = Path(__file__).parents[2]
DESK = ROOT / "examples" / "support_desk"
pytestmark = pytest.mark.asyncio(loop_scope="module")

LIVE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from op_runtime.testing import ScriptedRuntime
from support_desk.tickets import load_tickets
from support_desk.triage import work_through
question = {"call": "general_question", "args": {"topic": "other", "question": "?"}}
runtime = ScriptedRuntime([question, {"call": "close"}])
work_through(load_tickets()[:1], runtime)
print(json.dumps(runtime.prompts))
"""


@pytest.fixture(scope="module")
def prompts() -> list[str]:
    """The last user messages that the example sends to its model: one of ``exec``, one of ``decision.make``."""
    done = subprocess.run(
        [sys.executable, "-c", LIVE, str(ROOT / "examples")], capture_output=True, encoding="utf-8", check=True
    )
    found: list[str] = json.loads(done.stdout)
    return found


async def menu_at(editor: Editor, file: Path, mark: str) -> str:
    document = editor.open(file, file.read_bytes().decode("utf-8"))
    try:
        hover = await document.hover(document.at(mark, 1))
    finally:
        document.close()
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    return fenced(hover.contents.value)[0]


@pytest.mark.parametrize("mark", ["decision.make(", "NEXT_STEPS,", "NEXT_STEPS = {"])
async def test_a_decision_shows_the_tail_of_its_prompt(editor: Editor, prompts: list[str], mark: str) -> None:
    menu = await menu_at(editor, DESK / "triage.py", mark)
    before, found, after = prompts[1].rpartition(menu)
    assert (found, after) == (menu, "")
    assert before.endswith("Nothing yet.\n\n")


async def test_a_turn_with_choices_shows_what_follows_the_instruction(editor: Editor, prompts: list[str]) -> None:
    menu = await menu_at(editor, DESK / "intake.py", "choices={")
    assert prompts[0].endswith(DECISION_FINISH_INSTRUCTION + menu)
