"""Lenses, hints, definitions, references and symbols."""

from __future__ import annotations

import pytest
from editor import Document, Editor
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

ACTIONS = '''from op_runtime import agentic_function


@agentic_function(input={"order": {"description": "The order 📦."}, "token": {"hidden": True}})
def refund(order: str, token: str, runtime=None):
    """Pay the money back."""


@agentic_function
def close(runtime=None):
    """Close the ticket."""
'''

DESK = '''from op_runtime import agentic_function, decision
from nav_actions import close, refund

EXAMPLE = """Answer like {"call": "refund"}."""


@agentic_function
def desk(runtime=None):
    """Decide about a ticket."""
    return decision.make("Pick one.", [refund, (close, "When done.")])
'''


@pytest.fixture
def actions(opened) -> Document:
    return opened(ACTIONS, "nav_actions.py")


@pytest.fixture
def desk(opened, actions: Document) -> Document:
    return opened(DESK, "nav_desk.py")


async def lenses(document: Document) -> list[tuple[int, str]]:
    found = await document.editor.client.text_document_code_lens_async(types.CodeLensParams(document.id))
    return [(lens.range.start.line, lens.command.title) for lens in found or () if lens.command]


async def test_a_decision_says_what_its_menu_costs(desk: Document) -> None:
    line, title = (await lenses(desk))[-1]
    assert line == 9
    assert title.startswith("menu: 2 options, about ")


async def test_a_function_says_where_it_is_offered(actions: Document, desk: Document) -> None:
    await desk.diagnostics()
    assert await lenses(actions) == [(4, "used in 1 decision"), (9, "used in 1 decision")]


async def test_a_function_says_what_there_is_to_fix(opened) -> None:
    document = opened(ACTIONS.replace('"token": {"hidden": True}', '"token": {"hidden": True}, "runtime": {}'))
    assert (4, "1 finding: fix") in await lenses(document)


async def test_hints_say_who_fills_a_parameter_and_what_describes_an_option(actions: Document, desk: Document) -> None:
    async def hints(document: Document) -> list[tuple[str, str]]:
        whole = types.Range(types.Position(0, 0), document.position(len(document.text)))
        found = await document.editor.client.text_document_inlay_hint_async(types.InlayHintParams(document.id, whole))
        lines = document.text.split("\n")
        return [(lines[hint.position.line][: hint.position.character][-6:], str(hint.label)) for hint in found or ()]

    assert await hints(actions) == [
        (" token", " (hidden)"),
        ("untime", " (injected)"),
        ("untime", " (injected)"),
    ]
    assert await hints(desk) == [("untime", " (injected)"), ("refund", " Pay the money back.")]


async def define(document: Document, position: types.Position) -> list[tuple[str, int]]:
    found = await document.editor.client.text_document_definition_async(types.DefinitionParams(document.id, position))
    assert isinstance(found, tuple | list | None)
    return [(each.uri.rpartition("/")[2], each.range.start.line) for each in found or ()]


async def test_an_option_leads_to_its_function(desk: Document) -> None:
    assert await define(desk, desk.at("[refund", 2)) == [("nav_actions.py", 4)]
    assert await define(desk, desk.at("(close", 2)) == [("nav_actions.py", 9)]


async def test_an_input_key_leads_to_its_parameter(actions: Document) -> None:
    found = await actions.editor.client.text_document_definition_async(
        types.DefinitionParams(actions.id, actions.at('"token"', 2))
    )
    assert [actions.slice(each.range) for each in found] == ["token"]
    assert found[0].range.start.line == 4


async def test_a_pick_in_a_string_leads_to_the_option(desk: Document) -> None:
    assert await define(desk, desk.at('"call": "refund"', 3)) == [("nav_desk.py", 9)]


SCHEMAS = """from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypedDict

from op_runtime import Option, decision
from nav_models import Tone


@dataclass
class Note:
    text: str


class Ticket(TypedDict):
    title: str


Size = Literal["s", "m"]
REPLY = {
    "tone": Tone,
    "notes": [Note],
    "tickets": {"type": list[Ticket | None], "description": "Those Ticket and Note that are left."},
    "size": Size,
    "place": {"zone": Note},
    "plain": str,
    "told": "Tone of the Note.",
}
DONE = "done"
decision.make("Pick.", {"reply": ("Reply.", REPLY), "stop": (DONE, "Stop."), "emit": ("Emit.", {"by": Note})})
"""


@pytest.mark.parametrize(
    ("mark", "leads"),
    [
        ('"tone": Tone', [("nav_models.py", 3)]),
        ('"notes"', [("nav_schemas.py", 9)]),
        ('"tickets"', [("nav_schemas.py", 13)]),
        ('"size"', [("nav_schemas.py", 17)]),
        ('"zone"', [("nav_schemas.py", 9)]),
        ('"by"', [("nav_schemas.py", 9)]),
        ('"place"', []),
        ('"plain"', []),
        ('"told"', []),
        ("Tone,", [("nav_models.py", 3)]),
        ('"reply"', [("nav_schemas.py", 18)]),
        ('"stop"', [("nav_schemas.py", 27)]),
        ('"emit"', []),
    ],
)
async def test_a_key_of_a_schema_leads_to_the_class_of_its_field(opened, mark: str, leads: list[object]) -> None:
    opened("from enum import Enum\n\n\nclass Tone(Enum):\n    WARM = 1\n", "nav_models.py")
    document = opened(SCHEMAS, "nav_schemas.py")
    assert await define(document, document.at(mark, 2)) == leads


async def test_references_of_a_function_are_found_in_the_project(actions: Document, desk: Document) -> None:
    found = await actions.editor.client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), actions.id, actions.at("def close", 5))
    )
    places = sorted((each.uri.rpartition("/")[2], each.range.start.line) for each in found or ())
    assert places == [("nav_actions.py", 9), ("nav_desk.py", 1), ("nav_desk.py", 9)]


PARAMETER = '''from op_runtime import agentic_function


@agentic_function(input={"query": {"description": "The words 🎉."}})
def look(query: str, limit: int = 3, runtime=None):
    """Find pages."""
    return query * limit


def later(query):
    return look(query=query)
'''


@pytest.mark.parametrize("mark", ['query": {', "query: str", "query * limit"])
async def test_references_of_a_parameter_are_its_key_its_uses_and_the_calls_that_name_it(opened, mark: str) -> None:
    document = opened(PARAMETER)
    for declared in (True, False):
        found = await document.editor.client.text_document_references_async(
            types.ReferenceParams(types.ReferenceContext(declared), document.id, document.at(mark, 2))
        )
        assert {document.slice(each.range) for each in found or ()} <= {"query", '"query"'}
        lines = sorted(each.range.start.line for each in found or ())
        assert lines == ([3, 4, 6, 10] if declared else [3, 6, 10])


METHODS = '''from op_runtime import agentic_function, decision


class Desk:
    @agentic_function
    def shut(self):
        """Close the ticket."""

    def next(self, runtime):
        return decision.make("Pick one.", {"done": self.shut}, runtime=runtime)


def later(runtime):
    return decision.make("Pick one.", [Desk().shut], runtime=runtime)
'''


async def test_a_method_that_an_instance_offers_is_the_function(opened) -> None:
    document = opened(METHODS)
    name = document.uri.rpartition("/")[2]
    assert await define(document, document.at("self.shut", 6)) == [(name, 5)]
    assert await define(document, document.at('"done"', 2)) == [(name, 5)]
    assert await define(document, document.at("Desk().shut", 8)) == [(name, 5)]
    found = await document.editor.client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(False), document.id, document.at("def shut", 5))
    )
    assert [each.range.start.line for each in found or ()] == [9, 13]
    assert (5, "used in 2 decisions") in await lenses(document)


async def test_a_parameter_of_the_same_name_is_no_reference(opened) -> None:
    document = opened(
        '''from op_runtime import agentic_function


@agentic_function
def find(first: str, find: str = "", *, other=1):
    """Find pages."""


OTHER = dict(find=find)
'''
    )
    found = await document.editor.client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(False), document.id, document.at("def find", 5))
    )
    assert [found_at.range for found_at in found or ()] == [
        types.Range(document.at("=find)", 1), document.at("=find)", 5))
    ]
    assert await define(document, document.at("find: str", 1)) == []


async def test_options_that_are_not_known_are_not_counted(opened) -> None:
    document = opened(
        """from op_runtime import decision


def ask(more, runtime):
    return decision.make("Pick one.", {"stop": ("bye", "When done."), **more}, runtime=runtime)
"""
    )
    ((_, title),) = await lenses(document)
    assert title.startswith("menu: at least 1 option, about ")
    assert title.endswith(", partly unknown")


@pytest.mark.parametrize(
    ("told", "docstring"),
    [('{"description": WORDS}', '"""Find pages."""'), ('{"description": "Words."}', '"""Find pages')],
)
async def test_a_menu_with_a_text_that_is_not_known_is_partly_unknown(opened, told: str, docstring: str) -> None:
    document = opened(
        f"""from op_runtime import agentic_function, decision
from elsewhere import WORDS


@agentic_function(input={{"words": {told}}})
def find(words: str, runtime=None):
    {docstring}


def ask(runtime):
    return decision.make("Pick one.", [find], runtime=runtime)
"""
    )
    title = next(title for _, title in await lenses(document) if title.startswith("menu: "))
    assert title.startswith("menu: 1 option, about ")
    assert title.endswith(", partly unknown")


async def test_the_outline_has_functions_decisions_and_options(desk: Document) -> None:
    found = await desk.editor.client.text_document_document_symbol_async(types.DocumentSymbolParams(desk.id))
    (function,) = found or ()
    assert isinstance(function, types.DocumentSymbol)
    assert (function.name, function.detail) == ("desk", "Decide about a ticket.")
    (decision,) = function.children or ()
    assert (decision.name, decision.detail) == ("decision.make", "2 options")
    assert [option.name for option in decision.children or ()] == ["refund", "close"]
    assert [desk.slice(option.range) for option in decision.children or ()] == ["refund", '(close, "When done.")']


async def test_the_workspace_has_them_by_parts_of_their_names(
    editor: Editor, actions: Document, desk: Document
) -> None:
    found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("issrfnd"))
    assert [each.name for each in found or ()] == ["issue_refund"]
    found = await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("close"))
    assert ("close", "nav_actions.py") in [(each.name, each.container_name) for each in found or ()]


async def test_a_function_that_is_not_agentic_decides_as_well(opened) -> None:
    document = opened(METHODS)
    client = document.editor.client
    (item,) = (
        await client.text_document_prepare_call_hierarchy_async(
            types.CallHierarchyPrepareParams(document.id, document.at("def shut", 5))
        )
        or ()
    )
    led = await client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(item)) or ()
    assert [(each.from_.name, document.slice(each.from_ranges[0])) for each in led] == [
        ("next", '"done": self.shut'),
        ("later", "Desk().shut"),
    ]
    leads = await client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(led[0].from_))
    assert [each.to.name for each in leads or ()] == ["shut"]
    (caller,) = (
        await client.text_document_prepare_call_hierarchy_async(
            types.CallHierarchyPrepareParams(document.id, document.at("def later", 5))
        )
        or ()
    )
    assert caller.name == "later"


async def test_the_call_hierarchy_follows_decisions(actions: Document, desk: Document) -> None:
    client = desk.editor.client
    (item,) = (
        await client.text_document_prepare_call_hierarchy_async(
            types.CallHierarchyPrepareParams(desk.id, desk.at("def desk", 5))
        )
        or ()
    )
    leads = await client.call_hierarchy_outgoing_calls_async(types.CallHierarchyOutgoingCallsParams(item))
    assert [(each.to.name, [desk.slice(where) for where in each.from_ranges]) for each in leads or ()] == [
        ("refund", ["refund"]),
        ("close", ['(close, "When done.")']),
    ]
    (target,) = (
        await client.text_document_prepare_call_hierarchy_async(
            types.CallHierarchyPrepareParams(desk.id, desk.at("(close", 2))
        )
        or ()
    )
    assert target.uri == actions.uri
    led = await client.call_hierarchy_incoming_calls_async(types.CallHierarchyIncomingCallsParams(target))
    assert [(each.from_.name, each.from_.uri) for each in led or ()] == [("desk", desk.uri)]
