"""Every change that the server offers is made, through a real client: the text parses, and is checked again."""

from __future__ import annotations

import ast
from collections.abc import AsyncIterator
from itertools import count
from typing import Any

import pytest
import pytest_asyncio
from editor import Document, Editor, start
from lsprotocol import types

from op_lint.rules import ALL
from op_lint.rules.base import Example
from op_lint.rules.examples import unmarked, whole

pytestmark = pytest.mark.asyncio(loop_scope="module")

NUMBERS = count()
FIXED = [
    pytest.param(rule.code, example, id=f"{rule.code}-{number}")
    for rule in ALL
    for number, example in enumerate(rule.bad)
    if example.fixed is not None
]


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def strict(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    """An editor in a folder where all rules are on."""
    folder = tmp_path_factory.mktemp("applied")
    (folder / "op-lint.toml").write_text('select = ["ALL"]\nworkflow-files = ["workflow_*.py"]\n')
    async with start(folder) as editor:
        editor.folder = folder
        yield editor


def opened(editor: Editor, text: str, name: str = "example.py") -> Document:
    folder = editor.folder / str(next(NUMBERS))
    folder.mkdir()
    return editor.open(folder / name, text)


async def fix_of(document: Document, code: str) -> types.CodeAction | None:
    """The fix that is offered for the first finding of a rule that has one."""
    for found in await document.diagnostics():
        if found.code == code:
            for action in await document.actions(found.range, [found], only=["quickfix"]):
                if action.diagnostics and not action.title.startswith("Ignore"):
                    return action
    return None


@pytest.mark.parametrize(("code", "example"), FIXED)
async def test_the_fixes_of_a_rule_make_what_its_example_says(strict: Editor, code: str, example: Example) -> None:
    document = opened(strict, whole(unmarked(example.source)[0], example.path)[0], example.path)
    made = 0
    while (action := await fix_of(document, code)) is not None:
        document.change(document.edited(action))
        made += 1
        assert made < 20, document.text
    assert made
    assert document.text == whole(example.fixed or "", example.path)[0]
    ast.parse(document.text)
    document.close()


ACTIONS = '''from op_runtime import agent, agentic_function, decision, validate_and_retry


@agentic_function
def find(q: str, limit: int = 3, runtime=None):
    """Find pages.

    Args:
        q: The words to look for 🎉.
        limit: At most this many.
    """


@agentic_function
def other(x: str, y: str, runtime=None):
    """Do something else."""


@agentic_function
def desk(runtime=None):
    """Decide."""
    return decision.make(
        "Pick one.",
        {
            "find": find,  # the usual one
            "stop": ("bye", "When done."),
        },
    )


@agentic_function
def work():
    """Work on it."""
    validate_and_retry(agent("Do it."), "It is done.", retry=lambda: agent("Again."))
    return decision.make("Pick.", [find, other])


work()
'''


async def menu(document: Document, mark: str) -> Any:
    position = document.at(mark, 1)
    place = {"line": position.line, "character": position.character}
    preview = await document.editor.request(
        "opLint/preview", {"textDocument": {"uri": document.uri}, "position": place}
    )
    return preview.menu


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("mark", "title", "gone", "there"),
    [
        (
            'agent("Do it.")',
            "Wrap it in a lambda",
            "OP501",
            'validate_and_retry(lambda: agent("Do it."), "It is done.", ',
        ),
        ('decision.make("Pick.", [', "Declare runtime=None (please check)", "OP304", "def work(runtime=None):"),
        ("def other", "Add missing descriptions", None, '"y": {"description": "TODO: describe y."}'),
        ("def find", "Migrate find() to input=", "OP103", '"q": {"description": "The words to look for 🎉."}'),
        ("decision.make(\n", "Extract options to a variable", None, '        "Pick one.",\n        options,\n    )'),
    ],
)
async def test_an_action_is_made_and_the_result_checked(
    strict: Editor, newline: str, mark: str, title: str, gone: str | None, there: str
) -> None:
    document = opened(strict, ACTIONS.replace("\n", newline))
    before = [str(each.code) for each in await document.diagnostics()]
    menus = [await menu(document, "decision.make(" + newline), await menu(document, 'decision.make("Pick.", [')]
    assert None not in menus
    action = await document.titled(mark.replace("\n", newline), title)
    text = document.edited(action)
    assert there.replace("\n", newline) in text
    assert text.count("\n") == text.count(newline)
    ast.parse(text)
    document.change(text)
    after = [str(each.code) for each in await document.diagnostics()]
    assert gone not in after
    assert not [each for each in after if after.count(each) > before.count(each)]
    if gone is None or gone == "OP304":
        now = await menu(document, "decision.make(" + newline)
        assert now == menus[0]
    document.close()
