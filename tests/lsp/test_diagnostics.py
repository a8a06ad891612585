"""Diagnostics: what op-lint finds, where the client sees it, and never for a text that is no more."""

from __future__ import annotations

from pathlib import Path

import pytest
from editor import Editor, start, units
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

BAD_KEY = '''from op_runtime import agentic_function


@agentic_function(input={"q": {"descripton": "words"}})
def find(q: str, runtime=None):
    """Find pages."""
'''


async def test_a_finding_has_its_code_its_page_its_severity_and_its_source(opened) -> None:
    document = opened(BAD_KEY)
    (found,) = await document.diagnostics()
    assert (found.code, found.source, found.severity) == ("OP204", "op-lint", types.DiagnosticSeverity.Error)
    assert found.code_description is not None
    assert found.code_description.href.endswith("/rules/unknown-metadata-key")
    assert document.slice(found.range) == '"descripton"'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
async def test_columns_are_in_the_unit_that_was_agreed(tmp_path: Path, encoding: str) -> None:
    line = '@agentic_function(label="🎉e\u0301", input={"q": {"descripton": "query"}})'
    text = f"from op_runtime import agentic_function\r\n{line}\r\n"
    text += 'def find(q: str):\r\n    """Find pages."""\r\n'
    async with start(tmp_path, encoding=encoding) as editor:
        assert editor.server.position_encoding == encoding
        document = editor.open(tmp_path / "a.py", text)
        found = [each for each in await document.diagnostics() if each.code == "OP204"]
        before = line.index('"descripton"')
        assert [(each.range.start.line, each.range.start.character) for each in found] == [
            (1, units(line[:before], encoding))
        ]


async def test_each_list_is_of_the_version_that_it_says(opened) -> None:
    document = opened(BAD_KEY)
    assert len(await document.diagnostics()) == 1
    document.change(BAD_KEY.replace("descripton", "description"))
    assert await document.diagnostics() == ()
    document.change(BAD_KEY)
    assert len(await document.diagnostics()) == 1


async def test_only_the_newest_of_many_quick_changes_has_to_be_published(editor: Editor, opened) -> None:
    document = opened(BAD_KEY)
    for number in range(30):
        document.change(f"{BAD_KEY}\nx = {number}\n")
    assert len(await document.diagnostics()) == 1
    versions = [each.version for each in editor.published if each.uri == document.uri]
    assert versions == sorted(versions)


async def test_a_closed_document_has_none(editor: Editor, opened) -> None:
    document = opened(BAD_KEY)
    await document.diagnostics()
    document.close()
    params = await editor.wait_for(lambda each: each.uri == document.uri and each.version is None)
    assert params.diagnostics == ()


async def test_half_typed_code_keeps_the_findings_of_the_rest(opened) -> None:
    document = opened(BAD_KEY + '\n\n@agentic_function(input={"n": {"desc\n')
    codes = [each.code for each in await document.diagnostics()]
    assert codes == ["OP204", "OP001"]


async def test_a_suppressed_finding_is_not_shown(opened) -> None:
    text = BAD_KEY.replace('"words"}})', '"words"}})  # noqa: OP204')
    assert await opened(text).diagnostics() == ()


async def test_text_that_nothing_reads_is_faded(opened) -> None:
    document = opened(
        'from op_runtime import agentic_function\n\n\n@agentic_function(input={"runtime": {}})\n'
        'def find(runtime=None):\n    """Find pages."""\n'
    )
    (found,) = await document.diagnostics()
    assert (found.code, found.tags) == ("OP209", (types.DiagnosticTag.Unnecessary,))


async def test_the_fix_is_inside_and_fits_the_version(opened) -> None:
    document = opened(
        'from op_runtime import agentic_function\n\n\n@agentic_function(input={"runtime": {}})\n'
        'def find(runtime=None):\n    """Find pages."""\n'
    )
    (found,) = await document.diagnostics()
    assert found.data["version"] == 1
    edits = [
        types.TextEdit(
            types.Range(types.Position(**edit["range"]["start"]), types.Position(**edit["range"]["end"])),
            edit["newText"],
        )
        for edit in found.data["edits"]
    ]
    assert '"runtime": {}' not in document.apply(edits)


async def test_an_unsaved_change_counts_in_the_files_that_import_it(editor: Editor, opened) -> None:
    helper = opened("FIELD = [str]\n", "unsaved_helper.py")
    document = opened(
        "from op_runtime import decision\nfrom unsaved_helper import FIELD\n\n\n"
        'def ask():\n    return decision.make("Pick.", {"emit": ("Emit.", {"lines": FIELD})})\n',
        "unsaved_user.py",
    )
    assert await document.diagnostics() == ()
    helper.change("FIELD = [str, int]\n")
    await editor.wait_for(
        lambda each: each.uri == document.uri and [item.code for item in each.diagnostics] == ["OP401"]
    )


async def test_a_client_that_asks_for_diagnostics_is_not_sent_any(tmp_path: Path) -> None:
    def pull(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.text_document is not None
        capabilities.text_document.diagnostic = types.DiagnosticClientCapabilities()

    async with start(tmp_path, adapt=pull) as editor:
        document = editor.open(tmp_path / "a.py", BAD_KEY)
        params = types.DocumentDiagnosticParams(document.id)
        first = await editor.client.text_document_diagnostic_async(params)
        assert [each.code for each in first.items] == ["OP204"]
        again = await editor.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(document.id, previous_result_id=first.result_id)
        )
        assert (again.kind, again.result_id) == ("unchanged", first.result_id)
        document.change(BAD_KEY.replace("descripton", "description"))
        last = await editor.client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(document.id, previous_result_id=first.result_id)
        )
        assert last.items == ()
        document.change(BAD_KEY)
        found = await editor.client.workspace_execute_command_async(
            types.ExecuteCommandParams("opLint.server.checkWorkspace")
        )
        assert found == 1
        assert editor.published == []
