"""Tools that are no agentic functions: `{"spec", "execute"}`, and objects with both."""

from __future__ import annotations

import json
from typing import Any

import pytest
from op_runtime.exec import Reply, ToolCall
from op_runtime.exec.json_schema import schema_problem, value_problem
from op_runtime.testing import ScriptedRuntime

PARAMETERS: dict[str, Any] = {
    "type": "object",
    "properties": {
        "city": {"type": "string", "minLength": 2},
        "days": {"type": "integer", "minimum": 1, "maximum": 7},
        "unit": {"enum": ["C", "F"]},
        "at": {"$ref": "#/$defs/place"},
        "tags": {"type": "array", "items": {"type": "string"}, "maxItems": 2},
        "either": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
    },
    "required": ["city"],
    "additionalProperties": False,
    "$defs": {"place": {"type": "object", "properties": {"x": {"type": "number"}}, "required": ["x"]}},
}


class Weather:
    """A tool as an object."""

    def __init__(self) -> None:
        self.spec = {"name": "weather", "description": "Tell the weather.", "parameters": PARAMETERS}
        self.ran: list[dict[str, Any]] = []

    def execute(self, **arguments: Any) -> str:
        self.ran.append(arguments)
        return "rain"


def told(arguments: Any, *, as_dict: bool = False) -> tuple[str, list[dict[str, Any]]]:
    """What the model is told of a call with `arguments`, and what the tool ran with."""
    weather = Weather()
    tool = {"spec": weather.spec, "execute": weather.execute} if as_dict else weather
    runtime = ScriptedRuntime([Reply("", (ToolCall("weather", arguments, "c"),)), "done"])
    assert runtime.exec("Work.", tools=[tool]) == "done"
    return str(runtime.requests[1].messages[-1]["content"]), weather.ran


GOOD: list[dict[str, Any]] = [
    {"city": "Oslo"},
    {"city": "Oslo", "days": 7, "unit": "C", "at": {"x": 1}, "tags": ["a", "b"], "either": None},
    {"city": "Oslo", "days": 3.0, "at": {"x": 0.5, "more": True}},
]


@pytest.mark.parametrize("as_dict", [True, False])
@pytest.mark.parametrize("arguments", GOOD)
def test_arguments_that_fit_are_what_the_tool_runs_with(arguments: dict[str, Any], as_dict: bool) -> None:
    assert told(arguments, as_dict=as_dict) == ("rain", [arguments])


BAD: list[tuple[Any, str]] = [
    ({}, "arguments lacks 'city', which is required"),
    ({"city": 5}, "arguments.city must be of type string, not 5"),
    ({"city": None}, "arguments.city must be of type string, not null"),
    ({"city": "O"}, "arguments.city must have at least 2 characters, not 1"),
    ({"city": "Oslo", "days": "3"}, 'arguments.days must be of type integer, not "3"'),
    ({"city": "Oslo", "days": True}, "arguments.days must be of type integer, not true"),
    ({"city": "Oslo", "days": 2.5}, "arguments.days must be of type integer, not 2.5"),
    ({"city": "Oslo", "days": 0}, "arguments.days must be at least 1, not 0"),
    ({"city": "Oslo", "days": 8}, "arguments.days must be at most 7, not 8"),
    ({"city": "Oslo", "unit": "K"}, 'arguments.unit must be one of "C", "F", not "K"'),
    ({"city": "Oslo", "day": 3}, "arguments takes no 'day', only city, days, unit, at, tags, either"),
    ({"city": "Oslo", "day": 3}, "did you mean 'days'?"),
    ({"city": "Oslo", "at": {}}, "arguments.at lacks 'x'"),
    ({"city": "Oslo", "at": {"x": float("nan")}}, "arguments.at.x must be of type number"),
    ({"city": "Oslo", "tags": ["a", 1]}, "arguments.tags[1] must be of type string, not 1"),
    ({"city": "Oslo", "tags": ["a", "b", "c"]}, "arguments.tags must have at most 2 items, not 3"),
    ({"city": "Oslo", "either": "x"}, "arguments.either fits no form"),
    ("{broken", "the arguments of weather must be a JSON object"),
    ([1], "the arguments of weather must be a JSON object"),
]


@pytest.mark.parametrize("as_dict", [True, False])
@pytest.mark.parametrize(("arguments", "words"), BAD)
def test_arguments_that_do_not_fit_are_an_error_result_and_the_tool_does_not_run(
    arguments: Any, words: str, as_dict: bool
) -> None:
    result, ran = told(arguments, as_dict=as_dict)
    assert result.startswith("error: ")
    assert "weather" in result
    assert words in result
    assert ran == []


def test_null_for_what_was_left_out_is_no_fault() -> None:
    assert told({"city": "Oslo", "days": None, "at": None, "either": None})[1] == [{"city": "Oslo", "either": None}]


SPECS: list[tuple[Any, str]] = [
    ({"name": "x", "parameters": []}, "tools[0]: the tool 'x'"),
    ({"name": "x", "parameters": {"type": "array"}}, "the tool 'x': its parameters must be of the type \"object\""),
    ({"name": "x", "parameters": {"properties": []}}, "parameters.properties must be a dict of schemas"),
    ({"name": "x", "parameters": {"properties": {"a": "str"}}}, "parameters.properties.a must be a JSON Schema"),
    ({"name": "x", "parameters": {"properties": {"a": {"type": "strng"}}}}, "did you mean 'string'?"),
    ({"name": "x", "parameters": {"properties": {"a": {"type": str}}}}, "parameters is no JSON"),
    ({"name": "x", "parameters": {"required": "a"}}, "parameters.required must be a list of names"),
    ({"name": "x", "parameters": {"properties": {"a": {"enum": "ab"}}}}, "parameters.properties.a.enum must be a list"),
    ({"name": "x", "parameters": {"properties": {"a": {"minimum": "1"}}}}, "a.minimum must be a number"),
    ({"name": "x", "parameters": {"properties": {"a": {"$ref": "#/$defs/b"}}}}, "which is nowhere in the schema"),
    ({"name": "x", "description": 5}, "its description must be text, not 5"),
    ({"name": "x", "input_schema": {}}, 'under another name than "parameters"'),
    ({"name": ""}, "its spec needs a name as text, not ''"),
    ({"name": "a\nb"}, "its spec needs a name as text"),
    ({"name": 5}, "its spec needs a name as text, not 5"),
    ({}, "its spec needs a name as text, not None"),
    ("weather", "its spec must be a dict, not 'weather'"),
    (None, "its spec must be a dict, not None"),
]


@pytest.mark.parametrize("as_dict", [True, False])
@pytest.mark.parametrize(("spec", "words"), SPECS)
def test_a_malformed_spec_is_an_error_before_any_call_that_names_the_tool(spec: Any, words: str, as_dict: bool) -> None:
    weather = Weather()
    weather.spec = spec
    tool = {"spec": spec, "execute": weather.execute} if as_dict else weather
    runtime = ScriptedRuntime(["never sent"])
    with pytest.raises(TypeError) as caught:
        runtime.exec("Work.", tools=[tool])
    assert str(caught.value).startswith("tools[0]: ")
    assert words in str(caught.value)
    assert runtime.requests == []


@pytest.mark.parametrize("execute", [None, 5, "run"])
def test_what_cannot_be_run_is_named(execute: Any) -> None:
    with pytest.raises(TypeError, match="the tool 'x': its execute must be something to call"):
        ScriptedRuntime().exec("Work.", tools=[{"spec": {"name": "x"}, "execute": execute}])


VALUES: list[tuple[Any, dict[str, Any], bool]] = [
    (1, {"const": True}, False),
    (1.0, {"const": 1}, True),
    ([1, {"a": True}], {"enum": [[1, {"a": True}]]}, True),
    (None, {"type": ["string", "null"]}, True),
    ("ab12", {"type": "string", "pattern": "[0-9]+$"}, True),
    ("ab", {"type": "string", "pattern": "[0-9]+$"}, False),
    ("ab", {"pattern": "(?<broken"}, True),
    ([1, "a", True], {"prefixItems": [{"type": "integer"}, {"type": "string"}], "items": {"type": "boolean"}}, True),
    ([1, "a", 1], {"prefixItems": [{"type": "integer"}], "items": {"type": "string"}}, False),
    ([1, 1.0], {"uniqueItems": True}, False),
    ([1, True], {"uniqueItems": True}, True),
    (5, {"oneOf": [{"type": "integer"}, {"type": "number"}]}, False),
    (5.5, {"oneOf": [{"type": "integer"}, {"type": "number"}]}, True),
    (5, {"allOf": [{"minimum": 1}, {"maximum": 4}]}, False),
    (5, {"not": {"type": "integer"}}, False),
    ("5", {"not": {"type": "integer"}}, True),
    ({"x-a": 1}, {"patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": False}, True),
    ({"x-a": "1"}, {"patternProperties": {"^x-": {"type": "integer"}}, "additionalProperties": False}, False),
    ({"a": 1, "b": 2}, {"additionalProperties": {"type": "integer"}, "maxProperties": 2}, True),
    ({"a": 1, "b": "2"}, {"additionalProperties": {"type": "integer"}}, False),
    ({}, {"minProperties": 1}, False),
    (0.3, {"multipleOf": 0.1}, True),
    (0.35, {"multipleOf": 0.1}, False),
    (10**400, {"multipleOf": 0.1}, True),
    (3, {"exclusiveMinimum": 3}, False),
    ("anything", {"format": "email", "unheardOf": {"of": 1}}, True),
    (5, {"$ref": "#"}, True),
]


@pytest.mark.parametrize(("value", "schema", "fits"), VALUES)
def test_values_under_schemas(value: Any, schema: dict[str, Any], fits: bool) -> None:
    assert schema_problem(schema, "schema") == ""
    assert (value_problem(value, schema, "value") == "") is fits


def test_a_type_inside_itself_is_checked_to_its_depth() -> None:
    tree = {"type": "object", "properties": {"next": {"$ref": "#"}}, "additionalProperties": False}
    value: dict[str, Any] = {"nxt": 1}
    for _ in range(3):
        value = {"next": value}
    assert value_problem(value, tree, "tree").startswith("tree.next.next.next takes no 'nxt'")
    for _ in range(5_000):
        value = {"next": value}
    assert value_problem(value, tree, "tree") == ""


def test_the_spec_is_sent_as_it_was_written() -> None:
    runtime = ScriptedRuntime(["done"])
    weather = Weather()
    runtime.exec("Work.", tools=[weather, {"spec": {"name": "go", "parameters": None}, "execute": print}])
    assert runtime.requests[0].tools[0] == weather.spec
    assert json.loads(json.dumps(runtime.requests[0].tools[1])) == {
        "name": "go",
        "parameters": {"type": "object", "properties": {}},
    }
