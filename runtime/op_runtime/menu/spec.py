"""The tool spec of a function, and its form for strict structured output (metadata spec, section 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from op_runtime.menu.definitions import Definitions
from op_runtime.menu.metadata import Function, Parameter
from op_runtime.menu.schema import nullable
from op_runtime.menu.values import Json


def tool_spec(function: Function) -> dict[str, Json]:
    """``{"name", "description", "parameters"}``; hidden and injected parameters are left out."""
    described = function.description if function.description is not None else str(function.summary)
    parameters = function.parameters_schema
    return {
        "name": function.name,
        "description": described,
        "parameters": dict(parameters) if parameters is not None else parameters_schema(function),
    }


def parameters_schema(function: Function) -> dict[str, Json]:
    """The JSON Schema 2020-12 of a function's visible parameters."""
    definitions = Definitions()
    visible = function.visible
    result: dict[str, Json] = {
        "type": "object",
        "properties": {parameter.name: _property(parameter, definitions) for parameter in visible},
    }
    required = [parameter.name for parameter in visible if parameter.field.required]
    if required:
        result["required"] = required
    return definitions.attach({**result, "additionalProperties": False})


def _property(parameter: Parameter, definitions: Definitions) -> dict[str, Json]:
    result = parameter.field._json(definitions)
    if parameter.field.description or not parameter.placeholder:
        return result
    return {**result, "description": f"e.g. {parameter.placeholder}"}


STRICT_DROPPED: Final = ("default", "uniqueItems", "$defs")
"""Keywords that strict mode refuses and that are checked here anyway when the answer is read."""

MAX_STRICT_PROPERTIES: Final = 5_000
MAX_STRICT_LEVELS: Final = 10
MAX_STRICT_ENUM: Final = 1_000
MAX_STRICT_TEXT: Final = 120_000
MAX_STRICT_LONG_ENUM: Final = (250, 15_000)
"""OpenAI's limits (its guide on structured outputs, "Supported schemas"): properties, levels of objects, allowed values
and characters of all names and allowed values in one schema; a list of more than 250 texts holds 15,000 characters.
"""


def strict(schema: dict[str, Json]) -> tuple[dict[str, Json] | None, str]:
    """The strict form of a JSON schema and an empty text, or None and the reason why it has none.

    All properties become required, optional ones nullable, and no others are allowed, as OpenAI's strict mode
    wants it. A tuple of fixed items becomes a list of that length whose items may be any of them.
    """
    try:
        if schema.get("type") != "object":
            raise _NoStrictFormError("the schema is no object, which strict mode wants at the root")
        result = _strict(schema, "parameters")
        definitions = {name: _strict(part, name) for name, part in schema.get("$defs", {}).items()}
        if definitions:
            result["$defs"] = definitions
        size = _Size()
        for part in (result, *definitions.values()):
            size.add(part, 0)
        size.text += sum(map(len, definitions))
        size.check()
    except _NoStrictFormError as error:
        return None, str(error)
    return result, ""


class _NoStrictFormError(Exception):
    pass


class _Size:
    """What the limits of strict mode count."""

    def __init__(self) -> None:
        self.properties = self.levels = self.enum = self.text = 0

    def add(self, schema: dict[str, Json], level: int) -> None:
        properties = schema.get("properties", {})
        level += schema.get("type") == "object"
        self.levels = max(self.levels, level)
        self.properties += len(properties)
        values = schema.get("enum", ())
        length = sum(len(value) for value in values if isinstance(value, str))
        self.enum += len(values)
        self.text += sum(map(len, properties)) + length
        if len(values) > MAX_STRICT_LONG_ENUM[0] and length > MAX_STRICT_LONG_ENUM[1]:
            raise _NoStrictFormError(f"one list of allowed values holds {length:,} characters")
        inner = [schema["items"]] if "items" in schema else []
        for part in (*properties.values(), *schema.get("anyOf", ()), *inner):
            self.add(part, level)

    def check(self) -> None:
        for count, limit, what in (
            (self.properties, MAX_STRICT_PROPERTIES, "properties"),
            (self.levels, MAX_STRICT_LEVELS, "levels of objects"),
            (self.enum, MAX_STRICT_ENUM, "allowed values"),
            (self.text, MAX_STRICT_TEXT, "characters of names and allowed values"),
        ):
            if count > limit:
                raise _NoStrictFormError(f"the schema has {count:,} {what}, and strict mode takes {limit:,}")


def _strict(schema: dict[str, Json], where: str) -> dict[str, Json]:
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}  # strict mode takes no other keyword beside it
    result = {key: value for key, value in schema.items() if key not in STRICT_DROPPED}
    if "anyOf" in schema:
        result["anyOf"] = [_strict(part, where) for part in schema["anyOf"]]
        return result
    if "enum" in schema:
        return result
    kind = schema.get("type")
    if kind is None:
        raise _NoStrictFormError(f"{where}: a value of any type has no strict form")
    if kind == "array":
        result["items"] = _strict_items(result.pop("prefixItems", ()), schema, where)
    if kind == "object":
        if "properties" not in schema:
            raise _NoStrictFormError(f"{where}: a dict with free keys has no strict form")
        required = schema.get("required", ())
        result["properties"] = {
            name: _strict_property(part, f"{where}.{name}", required=name in required)
            for name, part in schema["properties"].items()
        }
        result["required"] = list(schema["properties"])
        result["additionalProperties"] = False
    return result


def _strict_items(fixed: Iterable[dict[str, Json]], schema: dict[str, Json], where: str) -> dict[str, Json]:
    parts: list[dict[str, Json]] = []
    for each in [schema["items"]] if "items" in schema else fixed:
        part = _strict(each, f"{where}[]")
        if part not in parts:
            parts.append(part)
    if not parts:
        raise _NoStrictFormError(f"{where}: a list without an item type has no strict form")
    return parts[0] if len(parts) == 1 else {"anyOf": parts}


def _strict_property(schema: dict[str, Json], where: str, *, required: bool) -> dict[str, Json]:
    part = _strict(schema, where)
    if required or _nullable(part):
        return part
    return nullable(part)


def _nullable(schema: dict[str, Json]) -> bool:
    kind = schema.get("type")
    if "enum" in schema:
        return None in schema["enum"]
    return kind == "null" or any(_nullable(part) for part in schema.get("anyOf", ()))
