"""The tool spec of a function, and its form for strict structured output (metadata spec, section 7)."""

from __future__ import annotations

from typing import Any

from op_runtime.menu.metadata import Function, Parameter
from op_runtime.menu.schema import Definitions, Json, is_json, with_options
from op_runtime.menu.unknown import Unknown


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
    field = parameter.field
    result = with_options(field.schema._json(definitions), field.schema, field.options)
    if field.description:
        result = {**result, "description": str(field.description)}
    elif parameter.placeholder:
        result = {**result, "description": f"e.g. {parameter.placeholder}"}
    if not field.required and is_json(field.default) and not isinstance(field.default, Unknown):
        result = {**result, "default": field.default}
    return result


UNSUPPORTED_STRICT = ("default", "uniqueItems", "format", "prefixItems")
"""Keywords that strict mode refuses or ignores: dropped, except ``prefixItems``, which has no strict form."""


def strict(schema: dict[str, Json]) -> tuple[dict[str, Json] | None, str]:
    """The strict form of a JSON schema and an empty text, or None and the reason why it has none.

    All properties become required, optional ones nullable, and no others are allowed, as OpenAI's strict mode
    wants it (its guide on structured outputs, "Supported schemas").
    """
    try:
        result = _strict(schema, "parameters")
    except _NoStrictFormError as error:
        return None, str(error)
    definitions = schema.get("$defs")
    if definitions:
        try:
            result["$defs"] = {name: _strict(part, name) for name, part in definitions.items()}
        except _NoStrictFormError as error:
            return None, str(error)
    return result, ""


class _NoStrictFormError(Exception):
    pass


def _strict(schema: dict[str, Json], where: str) -> dict[str, Json]:
    if "$ref" in schema:
        return {"$ref": schema["$ref"]}
    if "prefixItems" in schema:
        raise _NoStrictFormError(f"{where}: a tuple of fixed items has no strict form")
    result: dict[str, Any] = {
        key: value for key, value in schema.items() if key not in UNSUPPORTED_STRICT and key != "$defs"
    }
    if "anyOf" in schema:
        result["anyOf"] = [_strict(part, where) for part in schema["anyOf"]]
        return result
    if "enum" in schema or "const" in schema:
        return result
    kind = schema.get("type")
    if kind is None:
        raise _NoStrictFormError(f"{where}: a value of any type has no strict form")
    if kind == "array":
        if "items" not in schema:
            raise _NoStrictFormError(f"{where}: a list without an item type has no strict form")
        result["items"] = _strict(schema["items"], f"{where}[]")
    if kind == "object":
        if "properties" not in schema:
            raise _NoStrictFormError(f"{where}: a dict with free keys has no strict form")
        required = schema.get("required", [])
        result["properties"] = {
            name: _strict_property(part, f"{where}.{name}", required=name in required)
            for name, part in schema["properties"].items()
        }
        result["required"] = list(schema["properties"])
        result["additionalProperties"] = False
    return result


def _strict_property(schema: dict[str, Json], where: str, *, required: bool) -> dict[str, Json]:
    part = _strict(schema, where)
    if required or _nullable(part):
        return part
    description = part.pop("description", None)
    if "anyOf" in part:
        part = {**part, "anyOf": [*part["anyOf"], {"type": "null"}]}
    else:
        part = {"anyOf": [part, {"type": "null"}]}
    return {**part, "description": description} if description is not None else part


def _nullable(schema: dict[str, Json]) -> bool:
    kind = schema.get("type")
    if kind == "null" or (isinstance(kind, list) and "null" in kind):
        return True
    return any(_nullable(part) for part in schema.get("anyOf", ())) or None in schema.get("enum", ())
