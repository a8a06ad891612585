"""A JSON Schema as the local model's grammar: everything in it is known to the grammar, and has an end.

A grammar that holds one keyword too many is dropped by the library without a word, and a text without a bound runs
until the reply is cut off. So a schema is rebuilt from what is known, and its bounds are as wide as the longest reply
allows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

_BOUNDS: Final = ((400, 16), (200, 12), (120, 8), (80, 6), (60, 4), (40, 3), (30, 2), (20, 2), (10, 1))
"""Characters of a text and items of a list, from the widest bounds to the narrowest ones."""

_LARGEST: Final = 10**15
"""The largest number; JSON readers keep whole numbers of that size exactly."""

_STEP: Final = 0.0001
"""What decimal numbers are multiples of: their digits have an end too."""

_DEPTH: Final = 3
"""How often a type may stand inside itself."""

_FORMATS: Final = {"date": 10, "time": 24, "date-time": 36, "uuid": 36}
"""The formats that are kept, with their longest text."""

_WRITTEN: Final = r"^([^<][\s\S]*)?$"
"""Any text that does not begin as a placeholder does, such as `<str>`, which small models like to go on with."""

_ANY: Final[dict[str, Any]] = {
    "anyOf": [{"type": "string"}, {"type": "integer"}, {"type": "boolean"}, {"type": "null"}],
}

_LAYOUT: Final = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}
"""Under free white space the same answer takes half as many tokens again (43 instead of 30, measured)."""


def grammar(schema: Mapping[str, Any], tokens: int) -> str:
    """Give the grammar under which a model writes what `schema` allows, in at most `tokens` where that is possible.

    A token may be one character only, so a bound on characters is one on tokens.
    """
    best: dict[str, Any] = {}
    for text, items in _BOUNDS:
        best = _Builder(schema.get("$defs", {}), text, items).build(schema, 0) or {}
        if _longest(best) <= tokens:
            break
    return "%llguidance {}\nstart: %json " + json.dumps({"x-guidance": _LAYOUT, **best})


class _Builder:
    """Rebuilds a schema; None stands for one that nothing finite fits."""

    def __init__(self, definitions: Mapping[str, Any], text: int, items: int) -> None:
        self._definitions = definitions
        self._text = text
        self._items = items

    def build(self, schema: Any, depth: int) -> dict[str, Any] | None:
        """Give the rebuilt schema; `depth` counts the types by reference around it."""
        if not isinstance(schema, Mapping):
            schema = {}
        if "$ref" in schema:
            name = str(schema["$ref"]).rpartition("/")[2]
            return self.build(self._definitions.get(name, {}), depth + 1) if depth < _DEPTH else None
        if "const" in schema or "enum" in schema:
            return {key: schema[key] for key in ("const", "enum") if key in schema}
        members = schema.get("anyOf") or schema.get("oneOf")
        kind = schema.get("type")
        if members is None and isinstance(kind, list):
            members = [{**schema, "type": each} for each in kind]
        if members is not None:
            built = [part for member in members if (part := self.build(member, depth)) is not None]
            return {"anyOf": built} if built else None
        if kind == "object" or "properties" in schema:
            return self._object(schema, depth)
        if kind == "array":
            return self._array(schema, depth)
        if kind == "string":
            return self._string(schema)
        if kind in ("integer", "number"):
            return self._number(schema, kind)
        return {"type": kind} if kind in ("boolean", "null") else self.build(_ANY, depth)

    def _object(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any] | None:
        if "properties" not in schema:
            values = self.build(schema.get("additionalProperties", {}), depth)
            return {"type": "object", "maxProperties": self._items, "additionalProperties": values or False}
        required = list(schema.get("required", ()))
        parts = {name: self.build(part, depth) for name, part in schema["properties"].items()}
        if any(parts.get(name, {}) is None for name in required):
            return None
        properties = {name: part for name, part in parts.items() if part is not None}
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def _array(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any] | None:
        if "prefixItems" in schema:
            fixed = [self.build(part, depth) for part in schema["prefixItems"]]
            if None in fixed:
                return None
            count = len(fixed)
            return {"type": "array", "prefixItems": fixed, "items": False, "minItems": count, "maxItems": count}
        least = schema.get("minItems", 0)
        item = self.build(schema.get("items", {}), depth)
        if item is None:
            return None if least else {"type": "array", "maxItems": 0}
        most = _most(schema.get("maxItems"), least, self._items)
        return {"type": "array", "items": item, "minItems": least, "maxItems": most}

    def _string(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        if schema.get("format") in _FORMATS:
            return {"type": "string", "format": schema["format"]}
        least = schema.get("minLength", 0)
        most = _most(schema.get("maxLength"), least, self._text)
        pattern = schema.get("pattern", _WRITTEN)
        return {"type": "string", "minLength": least, "maxLength": most, "pattern": pattern}

    def _number(self, schema: Mapping[str, Any], kind: str) -> dict[str, Any]:
        known = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
        result = {"type": kind, **{key: schema[key] for key in known if key in schema}}
        if "exclusiveMinimum" not in result:
            result.setdefault("minimum", -_LARGEST)
        if "exclusiveMaximum" not in result:
            result.setdefault("maximum", _LARGEST)
        if kind == "number":
            result.setdefault("multipleOf", _STEP)
        return result


def _most(declared: int | None, least: int, bound: int) -> int:
    """The upper bound of a length: the declared one or ours, whichever is less, and never less than the lower one."""
    wide = max(bound, least)
    return wide if declared is None else min(declared, wide)


def _longest(schema: Mapping[str, Any]) -> int:
    """The characters of the longest JSON text that a rebuilt schema allows."""
    if "const" in schema:
        return _written(schema["const"])
    if "enum" in schema:
        return max(map(_written, schema["enum"]), default=0)
    if "anyOf" in schema:
        return max(map(_longest, schema["anyOf"]))
    kind = schema.get("type")
    if kind == "string":
        return 2 + int(_FORMATS.get(schema.get("format", ""), schema.get("maxLength", 0)))
    if kind == "object":
        inside: Sequence[int] = [
            _written(key) + 4 + _longest(part) for key, part in schema.get("properties", {}).items()
        ]
        values = schema.get("additionalProperties")
        free = int(schema.get("maxProperties", 0)) * (30 + _longest(values)) if isinstance(values, Mapping) else 0
        return 2 + sum(inside) + free
    if kind == "array":
        if "prefixItems" in schema:
            return 2 + sum(2 + _longest(part) for part in schema["prefixItems"])
        return 2 + int(schema["maxItems"]) * (2 + _longest(schema.get("items", {"type": "null"})))
    return 22 if kind == "number" else 17 if kind == "integer" else 5


def _written(value: object) -> int:
    return len(json.dumps(value))
