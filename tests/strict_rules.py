"""OpenAI's rules for strict schemas, written down as a check.

Source: OpenAI's guide on structured outputs, section "Supported schemas" (read November 2026).
"""

from __future__ import annotations

from typing import Any

KEYWORDS = {
    "object": {"type", "properties", "required", "additionalProperties", "description"},
    "array": {"type", "items", "minItems", "maxItems", "description"},
    "string": {"type", "enum", "pattern", "format", "description"},
    "number": {
        "type",
        "enum",
        "multipleOf",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "description",
    },
    "boolean": {"type", "enum", "description"},
    "null": {"type", "enum", "description"},
}
KEYWORDS["integer"] = KEYWORDS["number"]
FORMATS = {"date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"}


def problems(schema: dict[str, Any]) -> list[str]:
    """What strict mode would refuse, one sentence each; empty where it takes the schema."""
    found: list[str] = []
    if schema.get("type") != "object" or "anyOf" in schema:
        found.append("the root is no plain object")
    definitions = schema.get("$defs", {})
    counts = {"properties": 0, "enum": 0, "text": sum(map(len, definitions))}

    def visit(part: dict[str, Any], where: str, level: int) -> None:
        if "$ref" in part:
            if set(part) != {"$ref"} or part["$ref"].removeprefix("#/$defs/") not in definitions:
                found.append(f"{where}: a reference with other keywords, or to nothing")
            return
        if "anyOf" in part:
            if set(part) - {"anyOf", "description"}:
                found.append(f"{where}: other keywords beside anyOf: {sorted(part)}")
            for index, each in enumerate(part["anyOf"]):
                visit(each, f"{where}|{index}", level)
            return
        kinds = part.get("type")
        if kinds is None:
            found.append(f"{where}: no type")
            return
        allowed = set().union(*(KEYWORDS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)))
        if set(part) - allowed:
            found.append(f"{where}: unsupported {sorted(set(part) - allowed)}")
        if part.get("format") not in (None, *FORMATS):
            found.append(f"{where}: unsupported format {part['format']}")
        values = part.get("enum", ())
        length = sum(len(value) for value in values if isinstance(value, str))
        counts["enum"] += len(values)
        counts["text"] += length
        if len(values) > 250 and length > 15_000:
            found.append(f"{where}: the allowed values hold {length} characters")
        if kinds == "object":
            if level + 1 > 10:
                found.append(f"{where}: more than 10 levels")
            properties = part.get("properties", {})
            counts["properties"] += len(properties)
            counts["text"] += sum(map(len, properties))
            if part.get("additionalProperties") is not False:
                found.append(f"{where}: additionalProperties is not false")
            if sorted(part.get("required", ())) != sorted(properties):
                found.append(f"{where}: not every property is required")
            for name, each in properties.items():
                visit(each, f"{where}.{name}", level + 1)
        if kinds == "array":
            if not part.get("items"):
                found.append(f"{where}: no item type")
            else:
                visit(part["items"], f"{where}[]", level)

    visit({key: value for key, value in schema.items() if key != "$defs"}, "root", 0)
    for name, each in definitions.items():
        visit(each, name, 0)
    limits = {"properties": 5_000, "enum": 1_000, "text": 120_000}
    found.extend(f"too many: {what}" for what, limit in limits.items() if counts[what] > limit)
    return found
