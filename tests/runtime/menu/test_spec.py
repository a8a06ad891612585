"""Tool specs and their strict form (metadata spec, sections 3 and 7; defects T1 to T7; case B07)."""

# ruff: noqa: UP042, an Enum with a str mixin is what is tested
from __future__ import annotations

import dataclasses
import datetime
import enum
import json
from typing import Any, Literal, TypedDict

import pydantic
import pytest
from jsonschema import Draft202012Validator
from op_runtime.menu import Function, SignatureParameter, build_function, describe, from_annotation, strict, tool_spec
from strict_rules import problems


class Colour(str, enum.Enum):
    RED = "red"
    BLUE = "blue"


class Leaf(TypedDict, total=False):
    name: str
    parts: list[Leaf]


@dataclasses.dataclass
class Point:
    x: int
    y: float = 0.5


class Order(pydantic.BaseModel):
    sku: str = pydantic.Field(description="stock number")
    count: int = 1


def function(metadata: object = None, **annotations: Any) -> Function:
    parameters = []
    for key, value in annotations.items():
        annotation, *default = value if isinstance(value, tuple) else (value,)
        schema = from_annotation(annotation)
        parameters.append(SignatureParameter(key, schema=schema, **({"default": default[0]} if default else {})))
    return build_function("paint", "Paint a wall.\n\nAt length.", parameters, metadata)


def properties(spec: dict[str, Any]) -> dict[str, Any]:
    Draft202012Validator.check_schema(spec["parameters"])
    found: dict[str, Any] = spec["parameters"]["properties"]
    return found


def test_a_spec_has_the_name_the_summary_and_the_visible_parameters() -> None:
    f = function(
        {"key": {"hidden": True}, "colour": {"description": "which", "options": ["red"]}},
        colour=str,
        layers=(int, 2),
        key=(str, "k-123"),
        runtime=(Any, None),
    )
    assert tool_spec(f) == {
        "name": "paint",
        "description": "Paint a wall.",
        "parameters": {
            "type": "object",
            "properties": {
                "colour": {"type": "string", "enum": ["red"], "description": "which"},
                "layers": {"type": "integer", "default": 2},
            },
            "required": ["colour"],
            "additionalProperties": False,
        },
    }
    assert "k-123" not in json.dumps(tool_spec(f))


def test_a_function_without_parameters_takes_an_empty_object() -> None:
    spec = tool_spec(function(runtime=(Any, None)))
    assert spec["parameters"] == {"type": "object", "properties": {}, "additionalProperties": False}


def test_a_decorators_own_description_and_parameters_win() -> None:
    parameters = {"type": "object", "properties": {"x": {"type": "string"}}}
    f = build_function("shown", "Doc.", [], description="Said here.", parameters_schema=parameters)
    assert tool_spec(f) == {"name": "shown", "description": "Said here.", "parameters": parameters}


@pytest.mark.parametrize(
    ("entry", "description"),
    [
        ({"description": "which"}, "which"),
        ({"description": "which", "placeholder": "red"}, "which"),
        ({"placeholder": "red"}, "e.g. red"),
        ({"description": "", "placeholder": "red"}, "e.g. red"),
        ({}, None),
    ],
)
def test_the_description_falls_back_to_the_placeholder(entry: dict[str, str], description: str | None) -> None:
    assert properties(tool_spec(function({"c": entry}, c=str)))["c"].get("description") == description


@pytest.mark.parametrize(
    ("annotation", "options", "expected"),
    [
        (int, ["5", "10"], {"type": "integer", "enum": [5, 10]}),
        (float, [1, 2.5], {"type": "number", "enum": [1.0, 2.5]}),
        (str, [5], {"type": "string", "enum": ["5"]}),
        (int | None, [1], {"type": ["integer", "null"], "enum": [1, None]}),
        (int | str, [1, "a"], {"type": ["integer", "string"], "enum": [1, "a"]}),
        (Colour, ["red"], {"type": "string", "enum": ["red"]}),
        (list[str], ["a"], {"type": "array", "items": {"type": "string", "enum": ["a"]}}),
        (list, ["a"], {"type": "array", "items": {"type": "string", "enum": ["a"]}}),
        (set[int], [1], {"type": "array", "items": {"type": "integer", "enum": [1]}, "uniqueItems": True}),
        (
            list[str] | None,
            ["a"],
            {"anyOf": [{"type": "array", "items": {"type": "string", "enum": ["a"]}}, {"type": "null"}]},
        ),
        (
            str | list[str],
            ["a"],
            {
                "anyOf": [
                    {"type": "string", "enum": ["a"]},
                    {"type": "array", "items": {"type": "string", "enum": ["a"]}},
                ]
            },
        ),
        (
            tuple[str, str],
            ["a"],
            {"type": "array", "minItems": 2, "maxItems": 2, "prefixItems": [{"type": "string", "enum": ["a"]}] * 2},
        ),
    ],
    ids=str,
)
def test_allowed_values_are_an_enum_of_the_parameters_type(
    annotation: object, options: list[object], expected: dict[str, Any]
) -> None:
    assert properties(tool_spec(function({"x": {"options": options}}, x=annotation)))["x"] == expected


@pytest.mark.parametrize(
    ("annotation", "options"), [(bool, ["on", "off"]), (int, [0.5]), (int, ["auto", "5"]), (str, [None])]
)
def test_an_allowed_value_that_cannot_be_coerced_raises(annotation: object, options: list[object]) -> None:
    with pytest.raises(TypeError, match=r"paint: input\['x'\]: the allowed value .* cannot be a value of type"):
        function({"x": {"options": options}}, x=annotation)


def test_a_default_of_none_may_be_given() -> None:
    found = properties(tool_spec(function({"n": {"description": "how many"}}, n=(int, None), a=(Any, None))))
    assert found["n"] == {
        "anyOf": [{"type": "integer"}, {"type": "null"}],
        "description": "how many",
        "default": None,
    }
    assert found["a"] == {"default": None}


def test_a_default_that_is_no_json_is_left_out_and_the_parameter_is_optional() -> None:
    spec = tool_spec(function(x=(tuple, ()), y=(float, float("inf"))))
    assert "required" not in spec["parameters"]
    assert all("default" not in part for part in properties(spec).values())


def test_self_and_variadic_parameters_are_not_there() -> None:
    class Desk:
        def find(self, q: str, *rest: str, **more: str) -> None: ...

    assert list(properties(tool_spec(describe(Desk().find)))) == ["q"]


def test_a_type_inside_itself_is_a_definition() -> None:
    spec = tool_spec(function(tree=Leaf))
    reference = {"$ref": "#/$defs/Leaf"}
    assert properties(spec)["tree"]["properties"]["parts"]["items"] == reference
    assert spec["parameters"]["$defs"]["Leaf"]["properties"]["parts"]["items"] == reference
    check = Draft202012Validator(spec["parameters"])
    assert check.is_valid({"tree": {"name": "a", "parts": [{"parts": []}]}})
    assert not check.is_valid({"tree": {"parts": [{"parts": [{"name": 5}]}]}})


STRICT: list[Any] = [
    str, int, float, bool, None, datetime.datetime, list[str], set[int], tuple[int, ...], tuple[int, int],
    tuple[int, str], Literal["a", 1, None], Colour, Leaf, Point, list[Point], Order, int | None, int | str,
    Point | None, list[list[Leaf]], Order | Point,
]  # fmt: skip


@pytest.mark.parametrize("annotation", STRICT, ids=str)
@pytest.mark.parametrize("default", [False, True])
def test_a_strict_form_keeps_the_rules_of_strict_mode(annotation: object, default: bool) -> None:
    spec = tool_spec(function({"x": {"description": "the x"}}, x=(annotation, None) if default else annotation))
    schema, reason = strict(spec["parameters"])
    assert reason == ""
    assert schema is not None
    Draft202012Validator.check_schema(schema)
    assert problems(schema) == []
    assert Draft202012Validator(schema).is_valid({"x": None}) is (
        default or annotation in (None, int | None, Point | None, STRICT[11])
    )


@pytest.mark.parametrize(
    ("annotation", "reason"),
    [
        (dict, "parameters.x: a dict with free keys has no strict form"),
        (dict[str, int], "parameters.x: a dict with free keys has no strict form"),
        (Any, "parameters.x: a value of any type has no strict form"),
        (bytes, "parameters.x: a value of any type has no strict form"),
        (list, "parameters.x: a list without an item type has no strict form"),
        (list[dict], "parameters.x[]: a dict with free keys has no strict form"),
        (tuple[()], "parameters.x: a list without an item type has no strict form"),
        (int | dict, "parameters.x: a dict with free keys has no strict form"),
        (list[Any] | None, "parameters.x[]: a value of any type has no strict form"),
    ],
    ids=str,
)
def test_a_type_without_a_strict_form_gives_the_reason(annotation: object, reason: str) -> None:
    assert strict(tool_spec(function(x=annotation))["parameters"]) == (None, reason)


def test_optional_parameters_become_nullable_and_required() -> None:
    f = function({"n": {"description": "how many"}, "c": {"options": ["a"]}}, q=str, n=(int, 3), c=(str, "a"))
    schema, _ = strict(tool_spec(f)["parameters"])
    assert schema == {
        "type": "object",
        "properties": {
            "q": {"type": "string"},
            "n": {"anyOf": [{"type": "integer"}, {"type": "null"}], "description": "how many"},
            "c": {"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]},
        },
        "required": ["q", "n", "c"],
        "additionalProperties": False,
    }


def test_a_menu_has_no_strict_form_because_its_root_is_a_choice() -> None:
    assert strict({"anyOf": []}) == (None, "the schema is no object, which strict mode wants at the root")


def nested(levels: int) -> Any:
    template: Any = {"x": {"type": "string"}}
    for _ in range(levels - 1):
        template = {"x": {"type": "object", "properties": template, "required": ["x"]}}
    return {"type": "object", "properties": template, "required": ["x"]}


@pytest.mark.parametrize(
    ("fits", "too_much", "reason"),
    [
        (nested(10), nested(11), "the schema has 11 levels of objects, and strict mode takes 10"),
        (
            {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(5_000)}},
            {"type": "object", "properties": {f"p{n}": {"type": "string"} for n in range(5_001)}},
            "the schema has 5,001 properties, and strict mode takes 5,000",
        ),
        (
            {"type": "object", "properties": {"x": {"type": "integer", "enum": list(range(1_000))}}},
            {"type": "object", "properties": {"x": {"type": "integer", "enum": list(range(1_001))}}},
            "the schema has 1,001 allowed values, and strict mode takes 1,000",
        ),
        (
            {"type": "object", "properties": {"x" * 120_000: {"type": "string"}}},
            {"type": "object", "properties": {"x" * 120_001: {"type": "string"}}},
            "the schema has 120,001 characters of names and allowed values, and strict mode takes 120,000",
        ),
        (
            {"type": "object", "properties": {"x": {"type": "string", "enum": [f"{n:060}" for n in range(250)]}}},
            {"type": "object", "properties": {"x": {"type": "string", "enum": [f"{n:060}" for n in range(251)]}}},
            "one list of allowed values holds 15,060 characters",
        ),
    ],
    ids=["levels", "properties", "values", "characters", "one list"],
)
def test_a_schema_over_the_limits_has_no_strict_form(fits: Any, too_much: Any, reason: str) -> None:
    schema, why = strict(fits)
    assert why == ""
    assert schema is not None
    assert problems(schema) == []
    assert strict(too_much) == (None, reason)
