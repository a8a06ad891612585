"""What holds of every reply and of every schema, with made-up ones."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st
from op_runtime.menu import Field, Menu, MenuOption
from op_runtime.menu.extract import extract_action
from op_runtime.menu.reask import reask
from op_runtime.menu.reply import Pick, ReplyError, read_reply
from op_runtime.menu.schema import (
    AnyJson,
    Boolean,
    Choice,
    DictOf,
    Integer,
    ListOf,
    Null,
    Number,
    Record,
    Schema,
    Text,
    TupleOf,
    union,
)

Typed: TypeAlias = tuple[Schema, st.SearchStrategy[Any]]
"""A schema and its values as JSON."""

TEXTS = st.one_of(
    st.text(max_size=20),
    st.lists(
        st.sampled_from(
            [*"`{}[]\"'\\/#<>:,“”„‘’ \n\t\r", "```", "</think>", "<think>", '{"call": "x"}', "é", "😀", "\x00"]
        ),
        max_size=12,
    ).map("".join),
).filter(lambda text: text != "<str>")
NAMES = st.text("abcdefghijklmnopqrstuvwxyz_", min_size=1, max_size=8).filter(lambda name: name != "_")
FLOATS = st.floats(allow_nan=False, allow_infinity=False)
ANY_JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), FLOATS, TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=8,
)
SCALARS = st.sampled_from([0, 1, -7, 2.5, "a", "A b", "“x”", "2"])


def fixed(schema: Schema, values: st.SearchStrategy[Any]) -> st.SearchStrategy[Typed]:
    return st.just((schema, values))


LEAVES = st.one_of(
    fixed(Text(), TEXTS),
    fixed(Integer(), st.integers()),
    fixed(Number(), FLOATS),
    fixed(Boolean(), st.booleans()),
    fixed(Null(), st.none()),
    fixed(AnyJson(), ANY_JSON),
    fixed(ListOf(), st.lists(ANY_JSON, max_size=3)),
    fixed(DictOf(), st.dictionaries(TEXTS, ANY_JSON, max_size=3)),
    st.lists(SCALARS, min_size=1, max_size=4, unique_by=repr).map(
        lambda values: (Choice(tuple(values)), st.sampled_from(values))
    ),
)


def record(fields: dict[str, Typed]) -> Typed:
    schema = Record(tuple(Field(name, inner) for name, (inner, _) in fields.items()))
    return schema, st.fixed_dictionaries({name: values for name, (_, values) in fields.items()})


def larger(inner: st.SearchStrategy[Typed]) -> st.SearchStrategy[Typed]:
    return st.one_of(
        inner.map(lambda typed: (ListOf(typed[0]), st.lists(typed[1], max_size=3))),
        inner.map(lambda typed: (DictOf(typed[0]), st.dictionaries(TEXTS, typed[1], max_size=3))),
        inner.map(lambda typed: (union((typed[0], Null())), st.one_of(st.none(), typed[1]))),
        st.lists(inner, min_size=1, max_size=3).map(
            lambda parts: (TupleOf(tuple(part[0] for part in parts)), st.tuples(*(part[1] for part in parts)).map(list))
        ),
        st.dictionaries(NAMES, inner, min_size=1, max_size=3).map(record),
    )


TYPED = st.recursive(LEAVES, larger, max_leaves=5)


@st.composite
def calls(draw: st.DrawFn) -> tuple[Menu, str, dict[str, Any]]:
    """A menu of two options, the name of one, and arguments for it."""
    options = []
    for name in ("first", "second"):
        fields = draw(st.dictionaries(NAMES, TYPED, max_size=3))
        options.append((name, fields))
    menu = Menu(
        tuple(
            MenuOption(name, "schema", fields=tuple(Field(field, schema) for field, (schema, _) in fields.items()))
            for name, fields in options
        )
    )
    name, fields = draw(st.sampled_from(options))
    return menu, name, {field: draw(values) for field, (_, values) in fields.items()}


def as_json(value: object) -> str:
    return json.dumps(value, sort_keys=True)


@settings(deadline=None)
@given(calls(), st.booleans(), st.sampled_from([None, 2]), st.booleans())
def test_arguments_of_any_schema_survive(
    call: tuple[Menu, str, dict[str, Any]], ascii_only: bool, indent: int | None, last: bool
) -> None:
    menu, name, args = call
    reply = json.dumps({"call": name, "args": args}, ensure_ascii=ascii_only, indent=indent)
    pick = read_reply(reply, menu, last=last)
    assert pick.option.name == name
    assert as_json(pick.args) == as_json(args)


PROSE = st.text(st.characters(codec="utf-8", exclude_characters="{}<`~"), max_size=30)
REASONING = st.text(st.characters(codec="utf-8"), max_size=30).filter(lambda text: "</think>" not in text.lower())


@st.composite
def wraps(draw: st.DrawFn) -> tuple[str, str]:
    """What may stand before and after a reply without changing it."""
    kind = draw(st.sampled_from(["prose", "fence", "reasoning", "end of reasoning"]))
    prose = draw(PROSE)
    if kind == "fence":
        marks = draw(st.sampled_from(["```", "```json", "~~~", "````"]))
        return f"{prose}\n{marks}\n", f"\n{marks.removesuffix('json')}\n{draw(PROSE)}"
    if kind == "reasoning":
        return f"<think>{draw(REASONING)}</think>{prose}", draw(PROSE)
    if kind == "end of reasoning":
        return f"{prose}</think>", draw(PROSE)
    return prose, draw(PROSE)


@settings(deadline=None)
@given(wraps(), st.dictionaries(TEXTS, ANY_JSON, max_size=4), st.booleans())
def test_what_stands_around_a_reply_changes_no_value(
    wrap: tuple[str, str], args: dict[str, Any], ascii_only: bool
) -> None:
    pick = {"call": "run", "args": args}
    before, after = wrap
    found = extract_action(before + json.dumps(pick, ensure_ascii=ascii_only) + after)
    assert as_json(found) == as_json(pick)


@settings(deadline=None)
@given(st.dictionaries(TEXTS, ANY_JSON, max_size=4), st.sampled_from(["trailing comma", "comment", "constant", "nbsp"]))
def test_a_repair_changes_no_value(args: dict[str, Any], flaw: str) -> None:
    text = json.dumps(args, ensure_ascii=False)
    pick = {"call": "run", "args": args}
    reply = {
        "trailing comma": f'{{"call": "run", "args": {text},}}',
        "comment": f'{{"call": "run", // the "args": {{}}\n "args": {text}}}',
        "constant": f'{{"call": "run", "args": {text}, "on": True}}',
        "nbsp": f'{{"call":\u00a0"run", "args": {text}}}',
    }[flaw]
    found = extract_action(reply)
    if flaw == "constant":
        pick["on"] = True
    assert as_json(found) == as_json(pick)


FRAGMENTS = st.lists(
    st.one_of(
        st.text(max_size=5),
        st.sampled_from(
            [
                *"{}[]\"'\\,:`<>/#“”„‘’ \n",
                '{"call": "first"}',
                '{"call": "second", "args": {}}',
                '"call": "first"',
                '"args": ',
                "<think>",
                "</think>",
                "```",
                "\n```\n",
                "//",
                "/*",
                "*/",
                "True",
                "NaN",
                "1e999",
                "\ud83d",
                "\\ud83d",
                "\ufeff",
                "\u00a0",
            ]
        ),
    ),
    max_size=25,
).map("".join)
PLAIN = Menu((MenuOption("first", "value"), MenuOption("second", "value")))


def result(text: str, *, last: bool = False, reason: str | None = None) -> Pick | ReplyError:
    try:
        return read_reply(text, PLAIN, last=last, finish_reason=reason)
    except ReplyError as error:
        return error


@settings(deadline=None, max_examples=300)
@given(FRAGMENTS, st.booleans(), st.sampled_from([None, "stop", "length"]))
def test_any_text_is_a_pick_or_one_error_that_can_be_asked_about(text: str, last: bool, reason: str | None) -> None:
    outcome = result(text, last=last, reason=reason)
    if isinstance(outcome, ReplyError):
        reask(outcome, text, PLAIN).encode()
        assert "column" not in outcome.message
    else:
        assert reason != "length"
        json.dumps(outcome.args, ensure_ascii=False).encode()
    extract_action(text)


@settings(deadline=None)
@given(FRAGMENTS, st.sampled_from(['{"', '{"steps": [', "{'a': ", "{“a”: ", "{a: "]), st.booleans())
def test_nothing_runs_from_inside_of_an_object_that_is_never_closed(text: str, opening: str, last: bool) -> None:
    inner = text.replace("}", "").replace("think", "").replace("```", "")
    assert isinstance(result(f'{opening}{inner} {{"call": "first"}}', last=last), ReplyError)
