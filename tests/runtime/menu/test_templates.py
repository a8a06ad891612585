"""The schema dialect (decision spec, section 3; cases B01, B17; defects D30 to D34, D40, D41)."""

from __future__ import annotations

import dataclasses
import enum
import typing
from typing import Any, Literal, Optional

import pydantic
import pytest
from jsonschema import Draft202012Validator
from op_runtime.menu import FieldError, Unknown, build_menu, from_annotation, from_template, is_type, validate
from op_runtime.menu.schema import Record, Schema


class Tone(enum.StrEnum):
    WARM = "warm"
    COLD = "cold"


@dataclasses.dataclass
class Point:
    x: int


class Model(pydantic.BaseModel):
    n: int


def read(template: object) -> Schema:
    schema = from_template(template)
    Draft202012Validator.check_schema(schema.json_schema())
    return schema


def menu(schema: dict[str, Any]) -> list[str]:
    return build_menu({"plan": ("Plan.", schema)}).render().splitlines()


@pytest.mark.parametrize(
    ("template", "display", "placeholder"),
    [
        (str, "str", "<str>"),
        (list[int], "list[int]", [0]),
        (Optional[int], "int | None", 0),  # noqa: UP045
        (int | None, "int | None", 0),
        (Literal["a", "b"], '"a" | "b"', "a"),
        (Tone, '"warm" | "cold"', "warm"),
        (Point, "dict", {"x": 0}),
        (Model, "dict", {"n": 0}),
        (Any, "Any", None),
        (None, "None", None),
        ("a text that describes it", "str", "<str>"),
        ("", "str", "<str>"),
        ([str], "list[str]", ["<str>"]),
        ([[int]], "list[list[int]]", [[0]]),
        (["one tag"], "list[str]", ["<str>"]),
        ([{}], "list[dict]", [{}]),
        ([{"a": int}], "list[dict]", [{"a": 0}]),
        ({}, "dict", {}),
        ({"a": int, "b": {"c": [str]}}, "dict", {"a": 0, "b": {"c": ["<str>"]}}),
        ({"type": str}, "str", "<str>"),
        ({"type": str, "description": "free text"}, "str", "<str>"),
        ({"description": "free text"}, "str", "<str>"),
        ({"type": int, "options": ["5", 10]}, "int", 0),
        ({"options": ["a", "b"]}, "str", "<str>"),
        ({"options": [1, 2]}, "int", 0),
        ({"options": [1, 2.5]}, "float", 0.0),
        ({"options": [True]}, "bool", False),
        ({"options": [1, "a"]}, "Any", None),
        ({"type": list, "items": str}, "list[str]", ["<str>"]),
        ({"type": list, "items": [str]}, "list[list[str]]", [["<str>"]]),
        ({"items": {"a": int, "b": str}}, "list[dict]", [{"a": 0, "b": "<str>"}]),
        ({"items": str}, "list[str]", ["<str>"]),
        ({"type": list | None, "items": str}, "list[str] | None", ["<str>"]),
        ({"type": dict, "fields": {"type": str}}, "dict", {"type": "<str>"}),
        ({"fields": {"a": int}}, "dict", {"a": 0}),
        ({"type": dict, "fields": {}}, "dict", {}),
        ({"type": dict | None, "fields": {"a": int}}, "dict | None", {"a": 0}),
        ({"type": str, "owner": str}, "dict", {"type": "<str>", "owner": "<str>"}),
        ({"type": str, "enum": str, "owner": str}, "dict", {"type": "<str>", "enum": "<str>", "owner": "<str>"}),
        ({"enum": str, "default": int}, "dict", {"enum": "<str>", "default": 0}),
    ],
    ids=str,
)
def test_each_form_means_one_thing(template: object, display: str, placeholder: object) -> None:
    schema = read(template)
    assert (schema.display(), schema.placeholder()) == (display, placeholder)


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ([], "schema: a list schema holds exactly one template for its items, this one holds 0"),
        ([str, int], "schema: a list schema holds exactly one template for its items, this one holds 2"),
        ({"a": [str, int]}, "schema.a: a list schema holds exactly one template"),
        ((str,), r"schema: \(str,\) is no schema; write a type, a text"),
        (5, "schema: 5 is no schema"),
        ({"a": 3.5}, "schema.a: 3.5 is no schema"),
        ({1: str}, "schema: the field name 1 is not text"),
        ({"a\nb": str}, "schema: the field name 'a\\\\nb' holds a line break"),
        ({"": str, "a": str}, "schema: the field name is empty"),
        ({"type": "integer"}, "\"type\" must be a type such as str or list.int., not the text 'integer'"),
        ({"type": ["string", "null"]}, '"type" must be a type such as str or list.int., not '),
        ({"type": 5}, '"type" must be a type'),
        ({"type": str, "description": str}, '"description" must be text, not str: its keys are all schema keys'),
        ({"type": "kind of ticket", "description": "what"}, '{"type": dict, "fields": {...}}'),
        ({"type": str, "options": "abc"}, '"options" must be a list'),
        ({"type": str, "options": {"a": 1}}, '"options" must be a list'),
        ({"type": str, "options": []}, '"options" is empty'),
        ({"type": str, "options": [["a"]]}, '"options" may hold text'),
        ({"options": [str]}, '"options" may hold text, finite numbers, booleans and None, not str'),
        ({"type": int, "options": ["a"]}, "the allowed value 'a' cannot be a value of type int"),
        ({"type": dict, "fields": []}, '"fields" must be a dict of templates'),
        ({"type": str, "fields": {"a": int}}, '"fields" needs "type": dict, not str'),
        ({"type": dict[str, int], "fields": {"a": int}}, '"fields" needs "type": dict'),
        ({"type": str, "items": int}, '"items" needs "type": list, not str'),
        ({"type": list[str], "items": int}, '"items" needs "type": list'),
        ({"fields": {"a": int}, "items": int}, '"fields" makes it an object and "items" a list'),
        ({"fields": {"a": int}, "options": ["a"]}, '"options" lists the allowed values of a scalar'),
        ({"items": [{"sku": str}]}, '"items" alone with a list may be a list of lists'),
        ({"type": str, "enum": ["a"]}, "enum belongs to another schema dialect"),
        ({"type": str, "default": "a", "required": True}, "default, required belongs to another schema dialect"),
    ],
    ids=str,
)
def test_a_malformed_template_is_a_type_error_that_shows_the_right_form(template: object, message: str) -> None:
    pattern = message.replace("{", r"\{").replace("}", r"\}") if "{" in message else message
    with pytest.raises(TypeError, match=pattern):
        read(template)


def test_an_inner_error_names_its_path() -> None:
    with pytest.raises(TypeError, match=r"option 'plan'\.order\.lines\[\]\.sku: 5 is no schema"):
        menu({"order": {"lines": [{"sku": 5, "n": int}]}})


def test_an_optional_field_may_be_missing_and_says_so() -> None:
    assert menu({"n": int | None})[1:4] == [
        "    Plan.",
        "    n (optional, default null)",
        '    Call: {"call": "plan", "args": {"n": null}}',
    ]
    schema = read({"n": int | None, "m": Any})
    assert validate(schema, {"m": 1}, "s", []) == {"n": None, "m": 1}
    with pytest.raises(FieldError, match=r"s\.m: is required"):
        validate(schema, {"n": 1}, "s", [])


def test_an_optional_object_may_be_missing_too() -> None:
    schema = read({"at": {"type": dict | None, "fields": {"x": int}}})
    assert validate(schema, {}, "s", []) == {"at": None}
    with pytest.raises(FieldError, match=r"s\.at\.x: must be int"):
        validate(schema, {"at": {"x": "a"}}, "s", [])


def test_nested_descriptions_and_allowed_values_are_shown_and_checked() -> None:
    step = {"action": {"type": str, "options": ["go", "stop"]}, "target": {"type": str, "description": "where to"}}
    assert menu({"steps": [step]}) == [
        "plan(steps: list[dict])",
        "    Plan.",
        "    steps",
        '    steps[].action (options: "go", "stop")',
        "    steps[].target: where to",
        '    Call: {"call": "plan", "args": {"steps": [{"action": "go", "target": "<str>"}]}}',
    ]
    with pytest.raises(FieldError, match=r's\[0\]\.action: must be one of "go", "stop", but "fly" was given'):
        validate(read([step]), [{"action": "fly", "target": "x"}], "s", [])


@pytest.mark.parametrize(
    "template",
    [
        {"type": list, "items": str, "options": ["a", "b"]},
        {"type": list, "items": {"type": str, "options": ["a", "b"]}},
        {"type": list[str], "options": ["a", "b"]},
        {"type": list, "options": ["a", "b"]},
        [{"type": str, "options": ["a", "b"]}],
    ],
    ids=str,
)
def test_allowed_values_of_a_list_are_those_of_its_items(template: object) -> None:
    schema = read({"tags": template, "x": str})
    assert validate(schema, {"tags": ["a", "B"], "x": "x"}, "s", []) == {"tags": ["a", "b"], "x": "x"}
    with pytest.raises(FieldError, match=r"s\.tags\[1\]: must be one of"):
        validate(schema, {"tags": ["a", "c"], "x": "x"}, "s", [])
    assert schema.placeholder() == {"tags": ["a"], "x": "<str>"}


@pytest.mark.parametrize("inner", [list[str], set[str], tuple[str, ...], list[str] | None])
def test_allowed_values_reach_into_a_list_of_lists(inner: object) -> None:
    schema = read({"rows": [{"type": inner, "options": ["a", "b"]}], "x": str})
    validate(schema, {"rows": [["a"]], "x": "x"}, "s", [])
    with pytest.raises(FieldError, match=r"s\.rows\[0\]\[0\]: must be one of"):
        validate(schema, {"rows": [["c"]], "x": "x"}, "s", [])


def test_a_template_inside_itself_is_shown_once_and_checked_all_the_way_down() -> None:
    node: dict[str, Any] = {"name": {"type": str, "description": "what"}}
    node["children"] = [node]
    assert menu({"tree": node}) == [
        "plan(tree: dict)",
        "    Plan.",
        "    tree",
        "    tree.name: what",
        '    Call: {"call": "plan", "args": {"tree": {"name": "<str>", "children": []}}}',
    ]
    schema = read({"tree": node})
    leaf = {"name": "b", "children": []}
    assert validate(schema, {"tree": {"name": "a", "children": [leaf]}}, "s", [])
    with pytest.raises(FieldError, match=r"s\.tree\.children\[0\]\.name: must be str"):
        validate(schema, {"tree": {"name": "a", "children": [{**leaf, "name": 1}]}}, "s", [])


def test_a_schema_inside_itself_ends() -> None:
    schema: dict[str, Any] = {"name": str}
    schema["again"] = [schema]
    Draft202012Validator.check_schema(build_menu({"plan": ("Plan.", schema)}).json_schema())


def test_one_template_used_twice_is_read_twice() -> None:
    point = {"x": int, "y": int}
    assert read({"a": point, "b": point}).placeholder() == {"a": {"x": 0, "y": 0}, "b": {"x": 0, "y": 0}}


def test_a_very_deep_template_is_refused_clearly() -> None:
    deep: Any = str
    for _ in range(10_000):
        deep = [deep]
    with pytest.raises(ValueError, match="nests more than 64 levels deep; flatten it"):
        from_template(deep)


def test_a_list_inside_itself_is_refused_clearly() -> None:
    loop: list[Any] = []
    loop.append(loop)
    with pytest.raises(ValueError, match="nests more than 64 levels deep"):
        from_template(loop)


def test_definition_names_are_plain_whatever_the_fields_are_called() -> None:
    node: dict[str, Any] = {"x": str}
    node["é /~#"] = [node]
    schema = read({"a b/c%": node})
    for name in schema.json_schema()["$defs"]:
        assert name.isascii()
        assert name.replace("_", "").isalnum()


def test_a_field_named_decision_is_refused_at_the_top_only() -> None:
    with pytest.raises(ValueError, match="a field named 'decision' would overwrite"):
        menu({"decision": str})
    assert menu({"inner": {"decision": str, "x": str}})[0] == "plan(inner: dict)"


def test_unknown_parts_stand_in_place() -> None:
    lines = menu(
        {"a": Unknown("imported"), "b": {"type": Unknown("imported")}, "c": {"type": str, "options": Unknown("made")}}
    )
    assert lines[0] == "plan(a: <unknown: imported>, b: <unknown: imported>, c: str)"
    assert lines[4] == "    c (options: <unknown: made>)"


def test_schemas_may_stand_where_types_do() -> None:
    assert read({"a": from_annotation(list[int]), "b": {"type": from_annotation(str)}}).placeholder() == {
        "a": [0],
        "b": "<str>",
    }


@pytest.mark.parametrize("value", [str, list[int], int | None, Any, None, list, typing.TypeVar("T"), Literal[1]])
def test_types_are_told_from_other_values(value: object) -> None:
    assert is_type(value)


@pytest.mark.parametrize("value", ["str", 5, [], {}, len, object(), Tone.WARM, Point(1)])
def test_other_values_are_no_types(value: object) -> None:
    assert not is_type(value)


def test_a_record_keeps_the_order_of_its_fields() -> None:
    schema = read({"b": int, "a": int})
    assert isinstance(schema, Record)
    assert [field.name for field in schema.fields] == ["b", "a"]
