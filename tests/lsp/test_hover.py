"""Hover: what the model will read, exactly, and what each word of the metadata does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from editor import Editor, fenced, start
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")

FIND_USER = '''from op_runtime import agentic_function, decision


@agentic_function(
    expose="llm",
    render_range={"callers": 3},
    input={"user_id": {"description": "id like <org>_<n>, not *name* ```x```"}, "token": {"hidden": True}},
)
def find_user(user_id: str, token: str, runtime=None):
    """Find a user by user_id."""


def ask(runtime):
    return decision.make("Pick one.", {"find": find_user, "stop": ("bye", "When done.")}, runtime=runtime)
'''

ENTRY = """find_user(user_id: str)
    Find a user by user_id.
    user_id: id like <org>_<n>, not *name* ```x```
    Call: {"call": "find_user", "args": {"user_id": "<str>"}}
"""

MENU = """find(user_id: str)
    Find a user by user_id.
    user_id: id like <org>_<n>, not *name* ```x```
    Call: {"call": "find", "args": {"user_id": "<str>"}}

stop()
    When done.
    Call: {"call": "stop"}
"""


def markdown(hover: types.Hover | None) -> str:
    assert hover is not None
    assert isinstance(hover.contents, types.MarkupContent)
    assert hover.contents.kind == types.MarkupKind.Markdown
    return hover.contents.value


async def test_a_function_shows_its_entry_in_a_fence_that_its_text_cannot_break(opened) -> None:
    document = opened(FIND_USER)
    hover = await document.hover(document.at("find_user(user", 2))
    text = markdown(hover)
    assert fenced(text)[0] == ENTRY
    assert document.slice(hover.range) == "find_user"
    assert "\n\nDescription from the [docstring, line 10](<" in text
    assert "`token`, `runtime`" in text


async def test_a_function_shows_its_tool_spec_and_its_form(opened) -> None:
    document = opened(FIND_USER)
    text = markdown(await document.hover(document.at("find_user(user", 2)))
    assert '"required": ["user_id"]' in fenced(text)[1]
    assert "| textarea |" in text


async def test_a_decision_shows_its_menu_and_what_it_costs(opened) -> None:
    document = opened(FIND_USER)
    text = markdown(await document.hover(document.at("decision.make", 10)))
    assert fenced(text)[0] == MENU
    assert "2 options, about " in text


async def test_an_option_shows_its_entry_alone(opened) -> None:
    document = opened(FIND_USER)
    text = markdown(await document.hover(document.at('"stop"', 2)))
    assert fenced(text)[0] == 'stop()\n    When done.\n    Call: {"call": "stop"}\n'


async def test_an_option_says_where_its_function_is_defined(opened) -> None:
    document = opened(FIND_USER)
    text = markdown(await document.hover(document.at(" find_user,", 2)))
    assert f"<{document.uri}#L9>" in text


async def test_a_parameter_in_input_shows_its_line_in_menu_and_form(opened) -> None:
    document = opened(FIND_USER)
    text = markdown(await document.hover(document.at('"user_id"', 2)))
    assert fenced(text)[0] == "user_id: id like <org>_<n>, not *name* ```x```\n"
    assert "In the form (textarea): user\\_id \\(str\\) id like" in text


async def test_a_hidden_parameter_says_that_nobody_sees_it(opened) -> None:
    document = opened(FIND_USER)
    assert "neither the model nor the form" in markdown(await document.hover(document.at('"token"', 2)))


@pytest.mark.parametrize(
    ("mark", "said"),
    [
        ('"llm"', "only the model exchanges"),
        ('"callers"', "before this call"),
        ('"hidden"', "the model never sees this parameter"),
        ('"description"', "Shown in the menu"),
        ("expose=", "What callers see"),
    ],
)
async def test_a_word_of_the_metadata_says_what_it_does(opened, mark: str, said: str) -> None:
    document = opened(FIND_USER)
    assert said in markdown(await document.hover(document.at(mark, 2)))


async def test_what_cannot_be_known_says_why_in_its_place(opened) -> None:
    document = opened(FIND_USER.replace('"stop": (', '"other": load_all(), "stop": ('))
    text = markdown(await document.hover(document.at("decision.make", 10)))
    assert "other: <unknown: " in fenced(text)[0]
    said = " is not known from source: `load_all()` is computed at run time\n"
    assert text.count("computed at run time") == 2
    assert said in text
    option = markdown(await document.hover(document.at('"other"', 2)))
    assert said in option


async def test_options_that_fail_at_run_time_show_the_error(opened) -> None:
    document = opened(FIND_USER.replace('("bye", "When done.")', "(3, 4)"))
    text = markdown(await document.hover(document.at("decision.make", 10)))
    assert "TypeError" in text
    assert "(3, 4) is no option" in fenced(text)[0]


async def test_code_that_does_not_parse_now_shows_what_it_was(opened) -> None:
    document = opened(FIND_USER)
    await document.diagnostics()
    document.change(FIND_USER.replace("runtime=runtime)", "runtime="))
    text = markdown(await document.hover(document.at("decision.make", 10)))
    assert fenced(text)[0] == MENU
    assert "does not parse now" in text


@pytest.mark.parametrize("comment", ["# noqa: OP203", "# op-lint: ignore[missing-description] later"])
async def test_a_code_in_a_suppression_shows_its_rule(opened, comment: str) -> None:
    document = opened(f"x = 1  {comment}\n")
    hover = await document.hover(document.at(comment, len(comment) - 8 if "noqa" not in comment else 9))
    text = markdown(hover)
    assert "OP203 missing\\-description" in text
    assert "Why:" in text
    assert document.slice(hover.range) in ("OP203", "missing-description")


async def test_there_is_nothing_to_say_about_other_code(opened) -> None:
    document = opened(FIND_USER)
    assert await document.hover(document.at("def ask", 5)) is None


async def test_a_client_that_wants_plain_text_gets_the_bare_menu(tmp_path: Path) -> None:
    def plain(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.text_document is not None
        capabilities.text_document.hover = types.HoverClientCapabilities(content_format=[types.MarkupKind.PlainText])

    async with start(tmp_path, adapt=plain) as editor:
        document = editor.open(tmp_path / "a.py", FIND_USER)
        hover = await document.hover(document.at("decision.make", 10))
        assert hover is not None
        assert hover.contents.kind == types.MarkupKind.PlainText
        assert hover.contents.value.startswith(MENU)


PARTS = """from op_runtime import agentic_function, decision
from kit import lookup

REPLY = {
    "greeting": str,
    "lines": [{"text": "One line."}],
    "tone": {"type": str, "description": "How it sounds.", "options": ["warm", "dry"]},
}
DONE = "done"

decision.make(
    "Pick one.",
    {"look": lookup, "reply": ("Write back.", REPLY), "done": (DONE, "When nothing is left.")},
)
"""
KIT = '''from op_runtime import agentic_function


@agentic_function(
    input={
        "word": {"description": "What to look for."},
        "deep": {"multiline": False},
    }
)
def lookup(word: str, deep: int = 1, limit: int = 5, runtime=None):
    """Look a word up."""
'''


async def test_a_menu_says_where_each_of_its_parts_comes_from(opened) -> None:
    kit = opened(KIT, "kit.py")
    document = opened(PARTS)
    text = markdown(await document.hover(document.at("decision.make(", 10)))
    kit_line, line = (f"(<{each.uri}#L{{}}>)".format for each in (kit, document))
    name = document.uri.rpartition("/")[2].replace(".", r"\.").replace("_", r"\_")
    assert (
        rf"- `look` is the function at [kit\.py:10]{kit_line(10)}; description from the [docstring, line 11]"
        rf"{kit_line(11)}; [word]{kit_line(6)}, [deep]{kit_line(7)} from `input=`; [limit]{kit_line(10)}"
        " from the signature\n"
    ) in text
    assert (
        rf"- `reply` is the schema at [{name}:4]{line(4)}; description from the [text beside it, line 13]{line(13)}; "
        f"[greeting]{line(5)}, [lines]{line(6)}, [tone]{line(7)} from the schema\n"
    ) in text
    assert f"- `done` is the value at [{name}:9]{line(9)}; description from the " in text


@pytest.mark.parametrize(
    ("mark", "detail", "example"),
    [
        ("REPLY = {", "", '{\n  "greeting": "<str>",\n  "lines": [\n    {\n      "text": "<str>"\n    }\n  ],\n'),
        ('"greeting": str', "", '"<str>"'),
        ('"text": "One', "lines[].text: One line.\n", '"<str>"'),
        ('"tone": {', 'tone: How it sounds. (options: "warm", "dry")\n', '"warm"'),
    ],
)
async def test_a_schema_shows_the_json_that_a_model_writes(opened, mark: str, detail: str, example: str) -> None:
    opened(KIT, "kit.py")
    document = opened(PARTS)
    blocks = fenced(markdown(await document.hover(document.at(mark, 2))))
    assert blocks[-1].startswith(example)
    assert blocks[:-1] == ([detail] if detail else [])


async def test_a_word_of_a_schema_says_what_it_does(opened) -> None:
    opened(KIT, "kit.py")
    document = opened(PARTS)
    assert "The allowed values" in markdown(await document.hover(document.at('"options": ["warm', 2)))


async def test_the_entry_of_a_method_is_the_one_of_an_instance(opened) -> None:
    document = opened(
        '''from op_runtime import agentic_function


class Desk:
    @agentic_function(input={"why": {"description": "The reason."}})
    def shut(self, why: str):
        """Close the ticket."""
'''
    )
    menu, spec = fenced(markdown(await document.hover(document.at("shut(", 1))))
    assert menu.startswith("shut(why: str)\n    Close the ticket.\n    why: The reason.\n    Call: ")
    assert "self" not in spec


async def test_only_the_lines_of_a_parameter_itself_are_shown_with_it(opened) -> None:
    document = opened(
        '''from op_runtime import agentic_function


@agentic_function(input={"find": {"description": "The words."}})
def find(find: str, runtime=None):
    """find (what is there) by find: its words."""
'''
    )
    (shown,) = fenced(markdown(await document.hover(document.at('"find"', 2))))
    assert shown == "find: The words.\n"


async def test_fields_that_a_field_describes_have_their_examples(opened) -> None:
    document = opened(
        """from op_runtime import decision


def ask(runtime):
    schema = {
        "place": {"type": dict, "fields": {"zone": int}},
        "words": {"type": list, "items": {"text": {"type": str, "description": "One word."}}},
    }
    return decision.make("Pick one.", {"emit": ("Emit it.", schema)}, runtime=runtime)
"""
    )
    assert fenced(markdown(await document.hover(document.at('"zone"', 2)))) == ["0\n"]
    assert fenced(markdown(await document.hover(document.at('"text"', 2)))) == [
        "words[].text: One word.\n",
        '"<str>"\n',
    ]
    assert "The fields of a nested object." in markdown(await document.hover(document.at('"fields"', 2)))


async def test_what_is_not_known_says_where_it_is_written(opened) -> None:
    document = opened(
        """from op_runtime import decision


def ask(known, more, runtime):
    return decision.make("Pick one.", {"open": known(), **more}, runtime=runtime)
"""
    )
    text = markdown(await document.hover(document.at("decision.make", 10)))
    assert "- `open` at [" in text
    assert "- what else is offered at [" in text
    assert text.count("is not known from source: ") == 2
    assert "at least 1 option, about " in text


ODD = '''from op_runtime import agentic_function, decision


@agentic_function(expose="hiden", input={"why": {"options": ["a|b", "c`d|e"]}})
def shut(why: str | None, runtime=None):
    """Close the ticket."""


def plain(a, b=3):
    """Do it plainly."""


def ask(runtime):
    return decision.make("Pick.", {"shut": shut, "plain": plain, "lam": lambda x: x}, runtime=runtime)
'''


async def test_a_bar_in_a_value_does_not_end_its_cell_of_the_table(opened) -> None:
    document = opened(ODD)
    text = markdown(await document.hover(document.at("def shut", 5)))
    row = next(line for line in text.splitlines() if line.startswith("| why"))
    cells = re.split(r"(?<!\\)\|", row)
    assert [cell.strip() for cell in cells] == ["", r"why \(str \| None\)", "chips", r"`a\|b`, ``c`d\|e``", ""]


async def test_a_word_that_is_no_value_of_expose_is_told_which_are(opened) -> None:
    document = opened(ODD)
    text = markdown(await document.hover(document.at('"hiden"', 2)))
    assert text == "`hiden`: there is no such value; the values are io, llm, full, hidden."


@pytest.mark.parametrize("mark", ['"plain"', '"lam"'])
async def test_a_plain_callable_is_no_tool(editor: Editor, opened, mark: str) -> None:
    document = opened(ODD)
    assert "Tool spec" not in markdown(await document.hover(document.at(mark, 2)))
    position = document.at("decision.make", 10)
    place = {"line": position.line, "character": position.character}
    found = await editor.request("opLint/preview", {"textDocument": {"uri": document.uri}, "position": place})
    assert [hasattr(option, "spec") for option in found.options] == [True, False, False]
