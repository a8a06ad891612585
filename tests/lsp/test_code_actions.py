"""Code actions: fixes of one finding, of a rule, of the file, and comments that allow a finding."""

from __future__ import annotations

from pathlib import Path

import pytest
from editor import start
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEXT = '''from op_runtime import agentic_function


@agentic_function(
    input={
        "q": {"description": "wörter 🎉"}, "runtime": {},
        "exec_runtime": {"description": "x"},
    }
)
def find(q: str, runtime=None, exec_runtime=None):
    """Find pages."""
'''


async def test_the_fix_of_a_finding(opened) -> None:
    document = opened(TEXT)
    first, _ = await document.diagnostics()
    action = (await document.actions(first.range, [first]))[0]
    assert action.kind == types.CodeActionKind.QuickFix
    assert action.is_preferred
    assert [each.code for each in action.diagnostics or ()] == ["OP209"]
    after = document.edited(action)
    assert '"runtime": {}' not in after
    assert '"exec_runtime"' in after
    assert "wörter 🎉" in after


async def test_all_fixes_of_a_rule(opened) -> None:
    document = opened(TEXT)
    first, _ = await document.diagnostics()
    action = next(each for each in await document.actions(first.range) if each.title.startswith("Fix all 2 OP209"))
    after = document.edited(action)
    assert 'runtime":' not in after
    document.change(after)
    assert await document.diagnostics() == ()


async def test_all_safe_fixes_of_the_file_on_request(opened) -> None:
    document = opened(TEXT.replace('"""Find pages."""', '"""Find\n    pages."""'))
    assert len(await document.diagnostics()) == 3
    whole = types.Range(types.Position(0, 0), types.Position(0, 0))
    (action,) = await document.actions(whole, only=["source.fixAll"])
    assert action.kind == "source.fixAll.op-lint"
    document.change(document.edited(action))
    assert await document.diagnostics() == ()


async def test_a_comment_that_allows_a_finding(opened) -> None:
    document = opened(TEXT)
    first, _ = await document.diagnostics()
    action = next(each for each in await document.actions(first.range) if each.title.startswith("Ignore OP209"))
    after = document.edited(action)
    assert '"runtime": {},  # noqa: OP209\n' in after
    document.change(after)
    assert [each.range.start.line for each in await document.diagnostics()] == [6]


async def test_a_comment_is_never_written_into_a_string(opened) -> None:
    document = opened(
        "from op_runtime import agentic_function\n\n\n@agentic_function\ndef find(q: str):\n"
        '    """Find pages\n    that match.\n\n    Args:\n        q: words.\n    """\n'
    )
    for found in await document.diagnostics():
        for action in await document.actions(found.range, [found]):
            if action.title.startswith("Ignore") and found.code in ("OP102", "OP103"):
                assert f'    """  # noqa: {found.code}\n' in document.edited(action)


async def test_a_second_code_joins_the_comment_that_is_there(opened) -> None:
    document = opened(TEXT.replace('"runtime": {},\n', '"runtime": {},  # noqa: E501\n'))
    first, _ = await document.diagnostics()
    action = next(each for each in await document.actions(first.range) if each.title.startswith("Ignore OP209"))
    assert "# noqa: E501, OP209\n" in document.edited(action)


async def test_a_syntax_error_is_not_to_be_allowed(opened) -> None:
    document = opened(TEXT + "\n\nx = = 3\n")
    (broken,) = [each for each in await document.diagnostics() if each.code == "OP001"]
    assert await document.actions(broken.range, [broken]) == []


async def test_nothing_where_nothing_is_found(opened) -> None:
    document = opened(TEXT)
    await document.diagnostics()
    start_of_file = types.Range(types.Position(0, 0), types.Position(0, 1))
    assert await document.actions(start_of_file) == []


async def test_a_client_without_versioned_edits_gets_plain_ones(tmp_path: Path) -> None:
    def plain(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.workspace is not None
        capabilities.workspace.workspace_edit = None

    async with start(tmp_path, adapt=plain) as editor:
        document = editor.open(tmp_path / "a.py", TEXT)
        first, _ = await document.diagnostics()
        action = (await document.actions(first.range, [first]))[0]
        assert action.edit is not None
        assert action.edit.document_changes is None
        assert '"runtime": {}' not in document.apply((action.edit.changes or {})[document.uri])
        # what changes several places would tear apart a text that is a later one by then
        titles = [each.title for each in await document.actions(document.everything)]
        assert not [each for each in titles if each.startswith("Fix all")]
        assert len([each for each in titles if each.startswith("Ignore")]) == 2
        two = document.text.replace('"""Find pages."""', '"""Find\n    pages."""')
        document.change(two)
        assert await document.actions(document.everything, only=["source.fixAll"]) == []


LEGACY = '''from op_runtime import agentic_function, decision


@agentic_function
def find(q: str, limit: int = 3, runtime=None):
    """Find pages.

    Args:
        q: The words to look for.
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
'''


async def test_a_legacy_function_moves_its_descriptions_into_input(opened) -> None:
    document = opened(LEGACY)
    action = await document.titled("def find", "Migrate find() to input=")
    assert action.kind == types.CodeActionKind.RefactorRewrite
    after = document.edited(action)
    assert '"q": {"description": "The words to look for."}' in after
    assert "Args:" not in after
    assert "def other(x: str, y: str, runtime=None):" in after
    document.change(after)
    assert {each.range.start.line for each in await document.diagnostics() if each.code == "OP103"} == set()


async def test_missing_descriptions_are_added_at_once(opened) -> None:
    document = opened(LEGACY)
    after = document.edited(await document.titled("def other", "Add missing descriptions"))
    assert "TODO: describe x." in after
    assert "TODO: describe y." in after


async def test_options_move_to_a_variable_before_the_statement(opened) -> None:
    document = opened(LEGACY)
    after = document.edited(await document.titled("decision.make(", "Extract options to a variable"))
    assert after.endswith(
        "    options = {\n"
        '        "find": find,  # the usual one\n'
        '        "stop": ("bye", "When done."),\n'
        "    }\n"
        "    return decision.make(\n"
        '        "Pick one.",\n'
        "        options,\n"
        "    )\n"
    )


async def test_a_long_string_in_options_keeps_its_lines(opened) -> None:
    document = opened(LEGACY.replace('"When done."', '"""When\n            done."""'))
    after = document.edited(await document.titled("decision.make(", "Extract options to a variable"))
    assert '            "stop": ("bye", """When\n            done."""),\n        }\n    return decision.make(' in after


async def test_options_stay_where_the_statement_starts_elsewhere(opened) -> None:
    document = opened(LEGACY.replace("return decision.make(", "return (1,\n    decision.make(") + "    )\n")
    where = types.Range(document.at("decision.make(", 1), document.at("decision.make(", 1))
    assert "Extract options to a variable" not in [each.title for each in await document.actions(where)]
