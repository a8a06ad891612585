"""The grammar of the local model: known keywords only, and an end to everything."""

from __future__ import annotations

import enum
import json
import re
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

import pytest
from op_runtime.exec.providers.grammar import grammar
from op_runtime.menu import build_menu, from_annotation

KNOWN = {
    "x-guidance",
    "type",
    "properties",
    "required",
    "additionalProperties",
    "maxProperties",
    "items",
    "prefixItems",
    "minItems",
    "maxItems",
    "anyOf",
    "enum",
    "const",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "pattern",
    "minLength",
    "maxLength",
    "format",
}


def rules(schema: dict[str, Any], tokens: int = 512) -> Any:
    return json.loads(grammar(schema, tokens).partition("%json ")[2])


def schemas(schema: Any) -> list[dict[str, Any]]:
    """The schema and every one inside it."""
    if not isinstance(schema, dict):
        return []
    inner = [*schema.get("properties", {}).values(), *schema.get("anyOf", ()), *schema.get("prefixItems", ())]
    inner += [schema.get("items"), schema.get("additionalProperties")]
    return [schema, *(found for part in inner for found in schemas(part))]


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclass
class Tree:
    name: str
    children: list[Tree]
    parent: Tree | None = None


TYPES: list[Any] = [
    str,
    int,
    float,
    bool,
    None,
    Any,
    list[str],
    set[int],
    tuple[int, str],
    tuple[float, ...],
    dict[str, int],
    dict,
    Literal["a", 1],
    Colour,
    datetime,
    Path,
    int | str | None,
    Tree,
]


@pytest.mark.parametrize("annotation", TYPES, ids=str)
def test_every_type_of_a_field_has_a_grammar_of_known_keywords_with_an_end(annotation: Any) -> None:
    menu = build_menu({"answer": ("Answer.", {"value": annotation, "note": str})})
    for part in schemas(rules(menu.json_schema())):
        assert set(part) <= KNOWN
        if part.get("type") == "string" and "format" not in part:
            assert part["maxLength"] <= 400
        if part.get("type") == "array":
            assert "maxItems" in part
        if part.get("type") in ("integer", "number"):
            assert part["minimum"] == -(10**15)
            assert part["maximum"] == 10**15
        if part.get("type") == "number":
            assert part["multipleOf"] == 0.0001
        if part.get("type") == "object":
            assert part["additionalProperties"] is False or "maxProperties" in part


def test_a_type_inside_itself_ends_after_three_levels() -> None:
    schema = rules(from_annotation(Tree).json_schema())
    depth = 0
    while schema["properties"]["children"]["maxItems"]:
        assert schema["properties"]["name"]["type"] == "string"
        schema = schema["properties"]["children"]["items"]
        depth += 1
    assert depth == 3
    assert schema["properties"]["parent"] == {"anyOf": [{"type": "null"}]}


def test_bounds_are_as_wide_as_the_longest_reply_allows() -> None:
    menu = build_menu({"a": ("A.", {"one": str, "two": str}), "b": ("B.", {"many": [str]})}).json_schema()

    def bounds(tokens: int) -> tuple[int, int]:
        schema = rules(menu, tokens)
        first, second = (branch["properties"]["args"]["properties"] for branch in schema["anyOf"])
        return first["one"]["maxLength"], second["many"]["maxItems"]

    assert bounds(100_000) == (400, 16)
    assert bounds(512) == (60, 4)  # 4 texts of 60 and what is around them; 6 of 80 are more than 504
    assert bounds(120) == (30, 2)
    assert bounds(1) == (10, 1)


def test_declared_bounds_are_kept_and_a_text_may_not_begin_as_a_placeholder() -> None:
    schema = rules(
        {
            "type": "object",
            "properties": {
                "text": {"type": "string", "minLength": 2, "maxLength": 5},
                "code": {"type": "string", "pattern": "^[a-z]+$"},
                "n": {"type": "integer", "exclusiveMinimum": 0, "maximum": 9},
                "list": {"type": "array", "items": {"type": "boolean"}, "minItems": 20, "uniqueItems": True},
                "either": {"type": ["string", "null"]},
            },
            "required": ["text"],
        }
    )
    properties = schema["properties"]
    assert (properties["text"]["minLength"], properties["text"]["maxLength"]) == (2, 5)
    assert properties["code"]["pattern"] == "^[a-z]+$"
    assert properties["n"] == {"type": "integer", "exclusiveMinimum": 0, "maximum": 9}
    assert properties["list"] == {"type": "array", "items": {"type": "boolean"}, "minItems": 20, "maxItems": 20}
    assert [part["type"] for part in properties["either"]["anyOf"]] == ["string", "null"]
    pattern = re.compile(properties["text"]["pattern"])
    assert pattern.match("a < b\n<p>")
    assert pattern.match("")
    assert not pattern.match("<str>")
    assert not pattern.match("<str_12")
