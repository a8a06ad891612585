"""JSON Schemas in the forms that providers and grammars take."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from types import UnionType
from typing import Any, Final

from op_runtime.exec.json_schema import without_nulls

LONGEST_TEXT: Final = 4_000
"""Characters of a text in a pick: one without a bound may run until the reply is cut off, and is no JSON then. It is
wide enough for a letter, and a longer one is still read: the bounds are for what writes the reply.
"""

LARGEST_NUMBER: Final = 10**15
"""The largest number, for the same reason; JSON readers keep whole numbers of that size exactly."""

LONGEST_LIST: Final = 100
"""Items of a list, for the same reason."""

PICK: Final = "pick"
"""The one property of the object that a pick is put in where a provider wants an object at the root."""


def bounded(schema: Any) -> Any:
    """Give `schema` with a bound on every text, number and list that has none."""
    return _each(schema, _bound)


def _bound(schema: dict[str, Any]) -> dict[str, Any]:
    if "enum" in schema or "const" in schema:
        return schema
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    if "string" in kinds and "format" not in schema:
        schema.setdefault("maxLength", max(LONGEST_TEXT, schema.get("minLength", 0)))
    if "integer" in kinds or "number" in kinds:
        if "exclusiveMinimum" not in schema:
            schema.setdefault("minimum", min(-LARGEST_NUMBER, schema.get("maximum", 0)))
        if "exclusiveMaximum" not in schema:
            schema.setdefault("maximum", max(LARGEST_NUMBER, schema.get("minimum", 0)))
    if "array" in kinds and "prefixItems" not in schema:
        schema.setdefault("maxItems", max(LONGEST_LIST, schema.get("minItems", 0)))
    return schema


def named(schema: Any) -> Any:
    """Give `schema` with each constant text as a list of one allowed value, which strict modes take."""
    return _each(schema, _name)


def _name(schema: dict[str, Any]) -> dict[str, Any]:
    value = schema.get("const")
    if isinstance(value, str):
        del schema["const"]
        schema.update(type="string", enum=[value])
    return schema


def _each(schema: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """Give a copy of `schema` in which `change` was made to it and to every schema inside it."""
    if not isinstance(schema, Mapping):
        return schema
    copy = dict(schema)
    for key, value in schema.items():
        if key in ("properties", "$defs"):
            copy[key] = {name: _each(part, change) for name, part in value.items()}
        elif key in ("anyOf", "oneOf", "allOf", "prefixItems"):
            copy[key] = [_each(part, change) for part in value]
        elif key in ("items", "additionalProperties"):
            copy[key] = _each(value, change)
    return change(copy)


def rooted(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Give a schema whose root is an object: another one becomes the single property `PICK` of an object."""
    if schema.get("type") == "object":
        return dict(schema)
    inner = {key: value for key, value in schema.items() if key != "$defs"}
    result: dict[str, Any] = {
        "type": "object",
        "properties": {PICK: inner},
        "required": [PICK],
        "additionalProperties": False,
    }
    return {**result, "$defs": schema["$defs"]} if "$defs" in schema else result


_OPENING: Final = re.compile(rf'\s*+\{{\s*+"{PICK}"\s*+:\s*+')
_CLOSING: Final = re.compile(r"\s*+\}\s*+")


def unrooted(text: str, schema: Mapping[str, Any]) -> str:
    """Give a reply as `schema` describes it: without the object that `rooted` put around it, if it has that."""
    opening = None if schema.get("type") == "object" else _OPENING.match(text)
    if opening is None:
        return text
    try:
        _, end = json.JSONDecoder().raw_decode(text, opening.end())
    except (ValueError, RecursionError):  # what cannot be read is for whoever reads the reply to say
        return text
    return text[opening.end() : end] if _CLOSING.fullmatch(text, end) else text


def without_left_out(text: str, schema: Mapping[str, Any]) -> str:
    """Give a JSON reply without the nulls that strict modes write for optional properties that were left out."""
    try:
        value = json.loads(text)
        plain = without_nulls(value, schema)
    except (ValueError, RecursionError):
        return text
    return text if plain == value else json.dumps(plain, ensure_ascii=False)


def response_schema(response_format: Any) -> dict[str, Any] | None:
    """Give the JSON Schema of a `response_format`: a schema, OpenAI's `json_schema` form, or a type.

    None stands for any JSON object (OpenAI's `json_object` form).

    Raises:
        TypeError: it is none of them.
    """
    if isinstance(response_format, Mapping):
        if response_format.get("type") == "json_object":
            return None
        if response_format.get("type") == "json_schema":
            inner = response_format.get("json_schema")
            schema = inner.get("schema") if isinstance(inner, Mapping) else None
            if isinstance(schema, Mapping):
                return dict(schema)
            raise TypeError('response_format= of type "json_schema" needs {"json_schema": {"schema": {...}}}')
        if any(key in response_format for key in ("type", "anyOf", "$ref", "properties")):
            return dict(response_format)
    elif isinstance(response_format, type | UnionType) or hasattr(response_format, "__origin__"):
        from op_runtime.menu import from_annotation

        return from_annotation(response_format).json_schema()
    raise TypeError(
        "response_format= is a JSON Schema, a type, or OpenAI's json_schema or json_object form, not"
        f" {response_format!r}"
    )
