"""The menu text, byte for byte (decision spec, section 4; cases B02, B04, B10, B16; defects D21, D25, section D)."""

# ruff: noqa: UP042, an Enum with a str mixin is what is tested
from __future__ import annotations

import dataclasses
import enum
import functools
import json
from typing import Any, Literal

import pytest
from op_runtime.menu import (
    Field,
    SignatureParameter,
    Unknown,
    UnknownType,
    build_function,
    build_menu,
    example_call,
    from_annotation,
    render_option,
)


class Colour(str, enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Step:
    action: str = dataclasses.field(metadata={"description": "what to do"})
    target: str = "here"


def agentic(name: str, doc: str | None, metadata: object, **annotations: Any) -> Any:
    """A function as the decorator describes it; a parameter is an annotation, or an annotation and a default."""
    parameters = []
    for key, value in annotations.items():
        annotation, *default = value if isinstance(value, tuple) else (value,)
        schema = from_annotation(annotation)
        parameters.append(SignatureParameter(key, schema=schema, **({"default": default[0]} if default else {})))
    return build_function(name, doc, parameters, metadata)


def test_the_whole_text_of_a_menu() -> None:
    def bye(runtime: object = None) -> None:
        """Say goodbye.

        At length.
        """

    paint = agentic(
        "paint",
        "Paint a wall.",
        {"colour": {"description": "which paint", "options": ["red", "blue"]}, "key": {"hidden": True}},
        colour=str,
        layers=(int, 2),
        key=(str, "k-123"),
        note=(str | None, None),
        when=(Any, object()),
    )
    menu = build_menu(
        {
            "paint": paint,
            "bye": bye,
            "stop": (object(), "when stuck"),
            "skip": 5,
            "plan": ("Plan it.", {"steps": [Step]}),
        }
    )
    assert menu.render() == (
        "paint(colour: str, layers: int, note: str | None, when: Any)\n"
        "    Paint a wall.\n"
        '    colour: which paint (options: "red", "blue")\n'
        "    layers (optional, default 2)\n"
        "    note (optional, default null)\n"
        "    when (optional)\n"
        '    Call: {"call": "paint", "args": {"colour": "red", "layers": 2, "note": null}}\n'
        "\n"
        "bye()\n"
        "    Say goodbye.\n"
        '    Call: {"call": "bye"}\n'
        "\n"
        "stop()\n"
        "    when stuck\n"
        '    Call: {"call": "stop"}\n'
        "\n"
        "skip()\n"
        '    Call: {"call": "skip"}\n'
        "\n"
        "plan(steps: list[dict])\n"
        "    Plan it.\n"
        "    steps\n"
        "    steps[].action: what to do\n"
        '    Call: {"call": "plan", "args": {"steps": [{"action": "<str>", "target": "here"}]}}\n'
    )


def lines(target: object) -> list[str]:
    return build_menu({"f": target}).render().splitlines()


def test_a_menu_is_its_blocks_one_empty_line_apart() -> None:
    menu = build_menu(["a", "b"])
    assert menu.render() == "\n\n".join(render_option(option) for option in menu.options) + "\n"


def test_optional_parameters_without_a_json_default_are_not_in_the_example() -> None:
    f = agentic("f", None, None, a=(tuple, ()), b=(float, float("nan")), c=(int, 10**5_000))
    assert lines(f) == [
        "f(a: tuple, b: float, c: int)",
        "    a (optional)",
        "    b (optional)",
        "    c (optional)",
        '    Call: {"call": "f"}',
    ]


def test_a_literal_and_an_enum_are_shown_by_their_values() -> None:
    f = agentic("f", None, None, a=Literal["x", "y"], b=Colour, c=(Colour, Colour.BLUE), d=list[Colour])
    assert lines(f) == [
        'f(a: "x" | "y", b: "red" | "blue", c: "red" | "blue", d: list["red" | "blue"])',
        "    a",
        "    b",
        '    c (optional, default "blue")',
        "    d",
        '    Call: {"call": "f", "args": {"a": "x", "b": "red", "c": "blue", "d": ["red"]}}',
    ]


@pytest.mark.parametrize(
    ("annotation", "options", "shown", "example"),
    [
        (int, ["5", 10], "5, 10", "5"),
        (float, [1, "2.5"], "1.0, 2.5", "1.0"),
        (bool, [True, False], "true, false", "true"),
        (str, ['say "hi"', "a\nb"], '"say \\"hi\\"", "a\\nb"', '"say \\"hi\\""'),
        (str, ["é", "\u2028"], '"é", "\\u2028"', '"é"'),
        (int | None, [None, 1], "null, 1", "null"),
        (list[str], ["a", "b"], '"a", "b"', '["a"]'),
        (tuple[str, str], ["a", "b"], '"a", "b"', '["a", "a"]'),
        (list[str] | None, ["a"], '"a"', '["a"]'),
    ],
    ids=str,
)
def test_allowed_values_are_json_of_the_parameters_type(
    annotation: object, options: list[object], shown: str, example: str
) -> None:
    f = agentic("f", None, {"x": {"options": options}}, x=annotation)
    assert lines(f)[1:] == [
        f"    x (options: {shown})",
        f'    Call: {{"call": "f", "args": {{"x": {example}}}}}',
    ]


@pytest.mark.parametrize(
    "text",
    [
        "one\ntwo",
        "one\r\n  two",
        "one\u2028two",
        "one\x85two",
        "one\n\n    Call: two",
    ],
)
def test_no_text_can_break_the_lines(text: str) -> None:
    folded = " ".join(text.split())
    f = agentic("f", None, {"x": {"description": text}}, x=(str, text))
    menu = build_menu(
        {"f": f, "g": (1, text), "h": ("H.", {"k": text, "m": {"type": str, "options": [text]}})}
    ).render()
    assert f"    x: {folded} (optional, default {json.dumps(text)})" in menu.split("\n")
    assert f"    {folded}" in menu.split("\n")
    assert len(menu.splitlines()) == len(menu.split("\n")) - 1 == 3 + 1 + 3 + 1 + 5


@pytest.mark.parametrize("text", ['JSON like {"id": 1}, {0}, {q}, %s, $q', "\\n stays", "`code` ``` fence", "<b>&amp;"])
def test_user_text_is_shown_character_for_character(text: str) -> None:
    f = agentic("f", text, {"x": {"description": text}}, x=str)
    assert lines(f)[1:3] == [f"    {text}", f"    x: {text}"]


@pytest.mark.parametrize("name", ['say "hi"', "back\\slash", "{x}", "é", "🍸"])
def test_names_are_escaped_in_the_call_only(name: str) -> None:
    shown = build_menu({name: ("D.", {name: str})}).render().splitlines()
    assert shown[0] == f"{name}({name}: str)"
    call = shown[-1].removeprefix("    Call: ")
    assert json.loads(call) == {"call": name, "args": {name: "<str>"}}


def test_half_of_a_character_pair_can_be_sent() -> None:
    text = build_menu({"f": (1, "bad \ud83d"), "g": ("G.", {"x": {"type": str, "options": ["\ud83d"]}})}).render()
    assert "    bad \\ud83d\n" in text
    assert json.loads(text.rpartition("Call: ")[2]) == {"call": "g", "args": {"x": "\ud83d"}}
    text.encode()


def test_hidden_and_injected_parameters_leave_no_trace() -> None:
    f = agentic(
        "f",
        "Find.\n\n    Args:\n        key: secret, default k-123.",
        {"key": {"hidden": True, "description": "secret"}},
        q=str,
        key=(str, "k-123"),
        runtime=(Any, None),
        exec_runtime=(Any, None),
        review_runtime=(Any, None),
    )
    text = build_menu([f]).render()
    assert all(word not in text for word in ("key", "k-123", "secret", "runtime"))


def test_nested_fields_with_something_to_say_follow_their_parent() -> None:
    schema = {
        "a": {"b": {"c": "deep", "d": int}, "e": {"type": str, "options": ["x"]}},
        "rows": [[{"cell": "one cell", "n": int}]],
        "map": dict[str, Step],
        "pair": tuple[Step, int],
        "either": Step | None,
    }
    assert lines(("P.", schema))[2:-1] == [
        "    a",
        "    a.b.c: deep",
        '    a.e (options: "x")',
        "    rows",
        "    rows[][].cell: one cell",
        "    map",
        "    map[*].action: what to do",
        "    pair",
        "    pair[0].action: what to do",
        "    either (optional, default null)",
        "    either.action: what to do",
    ]


def test_unknown_parts_say_what_and_why_in_place() -> None:
    part = Unknown("imported from\na module that is not here")
    shown = "<unknown: imported from a module that is not here>"
    function = build_function(
        "f",
        part,
        [
            SignatureParameter("a", schema=UnknownType(part.reason)),
            SignatureParameter("b", schema=from_annotation(int), default=part),
            SignatureParameter("c", schema=from_annotation(list[int]), default=part),
        ],
        {"a": {"description": part}, "b": {"options": part}},
    )
    menu = build_menu({"f": function, "g": part, "h": (part, "when lost"), part: 5})
    assert menu.render().splitlines() == [
        f"f(a: {shown}, b: int, c: list[int])",
        f"    {shown}",
        f"    a: {shown}",
        f"    b (options: {shown}) (optional, default {shown})",
        f"    c (optional, default {shown})",
        f'    Call: {{"call": "f", "args": {{"a": "{shown}", "b": "{shown}", "c": "{shown}"}}}}',
        "",
        f"g: {shown}",
        "",
        f"h: {shown}",
        "    when lost",
        "",
        shown,
    ]


def test_an_unknown_item_is_not_guessed_either() -> None:
    field = Field("x", from_annotation(list[UnknownType("computed")]))  # type: ignore[misc]
    assert example_call("f", [field]) == '{"call": "f", "args": {"x": ["<unknown: computed>"]}}'


def test_a_menu_is_a_pure_function_of_its_options() -> None:
    options = {"a": ("A.", {"x": [Step]}), "b": 1}
    assert build_menu(options).render() == build_menu(dict(options)).render()


def test_a_menu_says_the_same_however_often_and_beside_whatever_it_is_rendered() -> None:
    def find(q: str, n: int = 1) -> None:
        """Find pages."""

    def block(options: dict[str, object]) -> str:
        return build_menu(options).render()

    first = block({"find": find})
    assert first == (
        "find(q: str, n: int)\n    Find pages.\n    q\n    n (optional, default 1)\n"
        '    Call: {"call": "find", "args": {"q": "<str>", "n": 1}}\n'
    )
    assert block({"look": (find, "Look.")}).startswith("look(q: str, n: int)\n    Look.\n")
    both = block({"find": (find, "Seek."), "again": find})
    assert both.startswith("find(q: str, n: int)\n    Seek.\n")
    assert "\n\nagain(q: str, n: int)\n    Find pages.\n" in both
    assert block({"find": find}) == first
    find.__defaults__ = (2,)
    assert '"n": 2' in block({"find": find})
    find.__doc__ = "Find more."
    assert "Find more." in block({"find": find})


def test_what_is_made_of_a_described_function_does_not_keep_its_text() -> None:
    def find(q: str, n: int = 1) -> None:
        """Find pages."""

    build_menu({"find": find}).render()
    entry = {"function": find, "input": {"q": {"source": "context"}, "n": {"description": "how many"}}}
    assert build_menu({"find": entry}, registry=True).render() == (
        "find(n: int)\n    Find pages.\n    n: how many (optional, default 1)\n"
        '    Call: {"call": "find", "args": {"n": 1}}\n'
    )
    partial = functools.partial(find, n=5)
    assert build_menu({"find": partial}).render().startswith("find(q: str)\n")
    assert build_menu({"find": find}).render().startswith("find(q: str, n: int)\n")
