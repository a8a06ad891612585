"""Completion: names that are text to Python and mean something to us, in half-typed code too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from editor import Document, start
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

HEAD = "from op_runtime import agentic_function, decision\n\n\n"
DEF = '\ndef find(q: str, site: str, limit: int = 3, *rest, runtime=None):\n    """Find pages."""\n'


async def complete(document: Document, at: str | int) -> Sequence[types.CompletionItem]:
    offset = at if isinstance(at, int) else document.text.index(at)
    found = await document.editor.client.text_document_completion_async(
        types.CompletionParams(document.id, document.position(offset))
    )
    if found is None:
        return ()
    assert isinstance(found, types.CompletionList)
    return sorted(found.items, key=lambda item: item.sort_text or item.label)


async def at_mark(opened, text: str) -> tuple[Document, dict[str, types.CompletionItem]]:
    """The offers at the ``|`` of a text, by label, in their order."""
    document = opened(text.replace("|", "", 1))
    return document, {item.label: item for item in await complete(document, text.index("|"))}


def accept(document: Document, item: types.CompletionItem) -> str:
    assert isinstance(item.text_edit, types.TextEdit)
    return document.apply([item.text_edit, *(item.additional_text_edits or ())])


async def test_metadata_keys_inside_quotes_replace_what_stands_there(opened) -> None:
    document, items = await at_mark(opened, HEAD + '@agentic_function(input={"q": {"desc|": ""}, \'\': {}})' + DEF)
    assert next(iter(items)) == "description"
    assert '{"description": ""}' in accept(document, items["description"])


async def test_parameters_that_are_missing_and_never_the_injected_ones(opened) -> None:
    document, items = await at_mark(opened, HEAD + '@agentic_function(input={"q": {"desc": ""}, \'|\': {}})' + DEF)
    assert list(items) == ["site", "limit"]
    assert "'site': {}" in accept(document, items["site"])


async def test_a_key_that_has_no_closing_quote_yet_gets_one(opened) -> None:
    document, items = await at_mark(opened, HEAD + '@agentic_function(input={"q": {"desc|' + DEF)
    assert '{"q": {"description"\ndef find' in accept(document, items["description"])


async def test_a_whole_entry_as_a_snippet(opened) -> None:
    document, items = await at_mark(opened, HEAD + "@agentic_function(input={|})" + DEF)
    assert items["q"].insert_text_format == types.InsertTextFormat.Snippet
    assert '{"q": {"description": "$0"}}' in accept(document, items["q"])


def without_snippets(capabilities: types.ClientCapabilities) -> None:
    assert capabilities.text_document is not None
    assert capabilities.text_document.completion is not None
    capabilities.text_document.completion.completion_item = None


async def test_a_client_without_snippets_gets_plain_text(tmp_path: Path) -> None:
    async with start(tmp_path, adapt=without_snippets) as editor:
        text = HEAD + "@agentic_function(input={|})" + DEF
        document = editor.open(tmp_path / "a.py", text.replace("|", ""))
        items = {item.label: item for item in await complete(document, text.index("|"))}
        assert items["q"].insert_text_format is None
        assert 'input={"q"})' in accept(document, items["q"])


async def test_arguments_of_the_decorator_that_are_not_there_yet(opened) -> None:
    _, items = await at_mark(opened, HEAD + '@agentic_function(expose="io", |)' + DEF)
    assert "input" in items
    assert "render_range" in items
    assert "expose" not in items


async def test_the_decorator_counts_under_another_name(opened) -> None:
    text = 'from op_runtime import agentic_function as af\n\n\n@af(expose="|")' + DEF
    _, items = await at_mark(opened, text)
    assert list(items) == ["io", "llm", "full", "hidden"]


@pytest.mark.parametrize(
    ("argument", "labels"),
    [
        ('expose="|"', ["io", "llm", "full", "hidden"]),
        ('render_range={"|"}', ["callers", "subcalls"]),
        ('input={"q": {"hidden": |}}', ["True", "False"]),
        ('input={"q": {"options_from": "|"}}', ["functions"]),
    ],
)
async def test_values(opened, argument: str, labels: list[str]) -> None:
    _, items = await at_mark(opened, f"{HEAD}@agentic_function({argument}){DEF}")
    assert list(items) == labels


async def test_functions_as_options_with_their_summaries(opened) -> None:
    text = HEAD + "@agentic_function" + DEF + '\n\ndef ask():\n    decision.make("Pick.", {"a": |'
    _, items = await at_mark(opened, text)
    found = items["find"]
    assert isinstance(found.documentation, types.MarkupContent)
    assert found.documentation.value == "Find pages\\."


async def test_a_function_of_another_module_is_imported(opened) -> None:
    opened(HEAD + "@agentic_function" + DEF.replace("find", "far_away"), "elsewhere.py")
    text = HEAD + 'def ask():\n    return decision.make("Pick.", [|])\n'
    document, items = await at_mark(opened, text)
    assert items["far_away"].detail == "elsewhere"
    after = accept(document, items["far_away"])
    assert "import agentic_function, decision\nfrom elsewhere import far_away\n" in after
    assert "[far_away]" in after


async def test_behind_a_module_there_are_its_own_functions_without_an_import(opened) -> None:
    opened(HEAD + "@agentic_function" + DEF.replace("find", "near_by"), "house.py")
    opened(HEAD + "@agentic_function" + DEF.replace("find", "down_town"), "city.py")
    text = "import house\n" + HEAD + 'def ask():\n    return decision.make("Pick.", {"a": house.ne|})\n'
    document, items = await at_mark(opened, text)
    assert list(items) == ["near_by"]
    assert items["near_by"].additional_text_edits is None
    assert "house.near_by})" in accept(document, items["near_by"])


async def test_a_name_that_means_something_else_here_is_not_offered(opened) -> None:
    opened(HEAD + "@agentic_function" + DEF.replace("find", "taken"), "giver.py")
    text = HEAD + 'taken = 3\n\n\ndef ask():\n    return decision.make("Pick.", [|])\n'
    _, items = await at_mark(opened, text)
    assert "taken" not in items


async def test_a_summary_is_shown_as_it_is_written(opened) -> None:
    plain = DEF.replace("Find pages.", "Find <b>_pages_</b>.")
    _, items = await at_mark(opened, HEAD + "@agentic_function" + plain + '\n\nask = decision.make("Pick.", [|])\n')
    shown = items["find"].documentation
    assert isinstance(shown, types.MarkupContent)
    assert "\\<b\\>\\_pages\\_\\</b\\>" in shown.value


async def test_the_import_stays_below_a_docstring(opened) -> None:
    opened(HEAD + "@agentic_function" + DEF.replace("find", "far_off"), "far.py")
    text = '#!/usr/bin/env python\n"""A desk."""\n\ndef ask(decision):\n    return decision.make("Pick.", [|])\n'
    document, items = await at_mark(opened, text)
    assert '"""A desk."""\n\nfrom far import far_off\ndef ask' in accept(document, items["far_off"])


async def test_types_in_a_schema(opened) -> None:
    text = HEAD + 'def ask():\n    return decision.make("Pick.", {"a": ("Emit.", {"n": |})})\n'
    _, items = await at_mark(opened, text)
    assert "str" in items
    assert "list[str]" in items


FIND = HEAD + "@agentic_function" + DEF + "\n\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('ask = decision.make("Pick.", {|', 'ask = decision.make("Pick.", {"${1:find}": find'),
        ('ask = decision.make("Pick.", {"a": find, |})', '{"a": find, "${1:find}": find})'),
        ('ask = decision.make("Pick.", {"a": find, fi|})', '{"a": find, "${1:find}": find})'),
        ("OPTIONS = {|}\ndecision.make('Pick.', OPTIONS)", 'OPTIONS = {"${1:find}": find}\n'),
    ],
)
async def test_a_whole_entry_of_options_at_the_place_of_a_key(opened, before: str, after: str) -> None:
    document, items = await at_mark(opened, FIND + before)
    labels = list(items)  # what other files of the workspace define stands between
    assert (labels[0], labels[-3:]) == ("find", ["described function", "schema", "value"])
    assert items["find"].insert_text_format == types.InsertTextFormat.Snippet
    assert after in accept(document, items["find"])


@pytest.mark.parametrize(
    ("place", "form", "option"),
    [
        ("{|}", "described function", '"${1:name}": (${2:function}, "${3:When to pick it.}")'),
        ("{|}", "schema", '"${1:name}": ("${2:When to pick it.}", {"${3:field}": ${4:str}})'),
        ("{|}", "value", '"${1:name}": (${2:value}, "${3:When to pick it.}")'),
        ('{"a": |}', "schema", '("${2:When to pick it.}", {"${3:field}": ${4:str}})'),
        ("[|]", "schema", '("${1:name}", "${2:When to pick it.}", {"${3:field}": ${4:str}})'),
        ("[|]", "value", '("${1:name}", "${2:When to pick it.}")'),
    ],
)
async def test_each_form_of_an_option_makes_a_menu(opened, place: str, form: str, option: str) -> None:
    document, items = await at_mark(opened, f'{FIND}name = "go"\nask = decision.make("Pick.", {place})\n')
    after = accept(document, items[form])
    assert place.replace("|", option) in after
    document.change(re.sub(r"\$\{\d:(\w[^}]*)\}", r"\1", after).replace("function, ", "find, ").replace("(value", "(1"))
    hover = await document.hover(document.at("decision.make", 10))
    assert hover is not None
    assert "1 option, about" in str(hover.contents)


@pytest.mark.parametrize(
    ("place", "first"),
    [
        ('{"a": (|)}', "find"),
        ('{"a": ("Emit.", |)}', "schema"),
        ('[("a", "Emit.", |)]', "schema"),
        ('{"a": Option.schema(|)}', "schema"),
        ('{"a": Option.function(|)}', "find"),
        ('{"a": Option.value(|)}', None),
        ('[("a", |)]', None),
        ("{**|}", None),
    ],
)
async def test_what_fits_inside_an_option(opened, place: str, first: str | None) -> None:
    head = FIND.replace("import", "import Option,")
    _, items = await at_mark(opened, f'{head}ask = decision.make("Pick.", {place})\n')
    assert next(iter(items), None) == first
    assert "Option" not in items


async def test_an_entry_that_is_there_is_not_offered_again(opened) -> None:
    _, items = await at_mark(opened, FIND + 'ask = decision.make("Pick.", {"find": find, |})')
    assert "find" not in items


async def test_a_key_in_quotes_is_named_like_a_function(opened) -> None:
    document, items = await at_mark(opened, FIND + 'ask = decision.make("Pick.", {"fi|": find})')
    assert next(iter(items)) == "find"
    assert '{"find": find})' in accept(document, items["find"])


async def test_an_entry_imports_its_function(opened) -> None:
    opened(HEAD + "@agentic_function" + DEF.replace("find", "far_gone"), "distance.py")
    document, items = await at_mark(opened, HEAD + 'ask = decision.make("Pick.", {|})\n')
    after = accept(document, items["far_gone"])
    assert "import agentic_function, decision\nfrom distance import far_gone\n" in after
    assert '{"${1:far_gone}": far_gone})' in after


async def test_a_client_without_snippets_gets_a_plain_entry(tmp_path: Path) -> None:
    async with start(tmp_path, adapt=without_snippets) as editor:
        text = FIND + 'ask = decision.make("Pick.", {|})\n'
        document = editor.open(tmp_path / "a.py", text.replace("|", ""))
        items = {item.label: item for item in await complete(document, text.index("|"))}
        assert list(items) == ["find"]
        assert '{"find": find})' in accept(document, items["find"])


EMIT = 'ask = decision.make("Pick.", {"a": ("Emit.", {"n": |})})\n'


@pytest.mark.parametrize(
    ("head", "after"),
    [
        ("", "{}from typing import Literal\n"),
        ("from typing import Any\n", "from typing import Any, Literal\n{}"),
        ("from typing import (\n    Any,\n)\n", "from typing import (\n    Any, Literal,\n)\n{}"),
        ("from typing import Literal\n", "from typing import Literal\n{}"),
        ("from typing_extensions import Literal\n", "from typing_extensions import Literal\n{}"),
    ],
)
async def test_a_type_of_a_schema_is_imported(opened, head: str, after: str) -> None:
    ours = "from op_runtime import decision\n"
    document, items = await at_mark(opened, head + ours + EMIT)
    assert accept(document, items["Literal"]) == after.replace("{}", ours) + EMIT.replace(
        "|", 'Literal["${1:one}", "${2:other}"]'
    )


async def test_a_name_that_is_taken_is_not_offered_as_a_type(opened) -> None:
    _, items = await at_mark(opened, HEAD + "Literal = 3\n" + EMIT)
    assert "str" in items
    assert "Literal" not in items


MODELS = """from dataclasses import dataclass
from enum import Enum
from typing import TypedDict


class Tone(Enum):
    WARM = "warm"


@dataclass
class Note:
    text: str


class Ticket(TypedDict):
    title: str


class Other: ...
"""


async def test_classes_that_a_document_can_name_are_types_of_a_schema(opened) -> None:
    opened(MODELS, "models.py")
    _, items = await at_mark(opened, HEAD + "from models import Tone, Other\n" + EMIT)
    assert {label: item.detail for label, item in items.items() if item.kind == types.CompletionItemKind.Class} == {
        "Tone": "Enum"
    }
    _, items = await at_mark(opened, HEAD + MODELS + EMIT)
    assert {label: item.detail for label, item in items.items() if item.kind == types.CompletionItemKind.Class} == {
        "Tone": "Enum",
        "Note": "dataclass",
        "Ticket": "TypedDict",
    }


async def test_there_are_no_types_among_the_values_of_a_literal(opened) -> None:
    _, items = await at_mark(opened, HEAD + EMIT.replace("|", "Literal[|]"))
    assert items == {}


async def test_an_option_spelt_out_is_imported(opened) -> None:
    document, items = await at_mark(opened, HEAD + 'ask = decision.make("Pick.", {"a": |})\n')
    after = accept(document, items["Option"])
    assert after.startswith("from op_runtime import agentic_function, decision, Option\n")
    assert '{"a": Option})' in after


@pytest.mark.parametrize("comment", ["# noqa: OP2|", "# op-lint: ignore[OP2|]"])
async def test_rule_codes_in_a_suppression(opened, comment: str) -> None:
    document, items = await at_mark(opened, f"x = 1  {comment}\n")
    assert "missing-description" in str(items["OP203"].detail)
    assert comment.replace("OP2|", "OP203") in accept(document, items["OP203"])


@pytest.mark.parametrize(
    "text",
    [
        'x = {"|": 1}\n',
        "print(|)\n",
        HEAD + '@agentic_function(system="|")' + DEF,
        '"""A docstring with | in it."""\n',
        "# a comment |\n",
    ],
)
async def test_nothing_where_it_is_not_ours(opened, text: str) -> None:
    _, items = await at_mark(opened, text)
    assert items == {}


@pytest.mark.parametrize("quote", ['"""', "'''"])
async def test_nothing_is_offered_in_a_string_that_looks_like_code(opened, quote: str) -> None:
    looks = "You write code such as\n@agentic_function(|)\ndef find(q): ...\n"
    _, items = await at_mark(opened, HEAD + f"PROMPT = {quote}\n{looks}{quote}" + DEF)
    assert items == {}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
async def test_behind_a_string_whose_lines_look_like_statements(opened, end: str) -> None:
    text = HEAD + '@agentic_function(system="""\nYou search.\nclass "x\\""" and """, |)' + DEF
    _, items = await at_mark(opened, text.replace("\n", end))
    assert "input" in items
    assert "system" not in items
    text = HEAD + DEF + '\ndef desk(runtime=None):\n    decision.make("""\nPick one, \'"\n""", {"a": fi|'
    _, items = await at_mark(opened, text.replace("\n", end))
    assert {"schema", "value"} <= set(items)


async def test_quotes_in_comments_and_short_strings_open_no_long_one(opened) -> None:
    text = HEAD + 'A = \'"""\'  # """ don\'t\nB = "\'\'\'\\""\n@agentic_function(|)' + DEF
    _, items = await at_mark(opened, text)
    assert "input" in items


async def test_a_function_that_is_defined_twice_is_offered_once_as_the_last_one(opened) -> None:
    again = '\n@agentic_function\ndef find(q):\n    """Find {}."""\n'
    text = HEAD + again.format("pages") + again.format("texts") + '\ndecision.make("Pick.", {"a": |})\n'
    document = opened(text.replace("|", ""))
    found = [item for item in await complete(document, text.index("|")) if item.label == "find"]
    assert [item.documentation.value for item in found if isinstance(item.documentation, types.MarkupContent)] == [
        "Find texts\\."
    ]
