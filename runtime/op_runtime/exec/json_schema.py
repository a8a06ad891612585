"""JSON Schemas that users write for their own tools: whether one is well formed, and whether a value fits it.

What is checked is what tools use (JSON Schema 2020-12: types, objects, lists, unions, allowed values, bounds,
references inside the schema). Other keywords are let pass: a value is never refused for what is not understood.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, Final

from op_runtime.menu.metadata import near

TYPES: Final = ("string", "integer", "number", "boolean", "null", "array", "object")

_DEPTH: Final = 100
"""Levels below which nothing is checked any more: a reference to itself has no end of its own."""

_SCHEMA_KEYS: Final = ("items", "additionalProperties", "not")
_LIST_KEYS: Final = ("anyOf", "oneOf", "allOf", "prefixItems")
_DICT_KEYS: Final = ("properties", "$defs", "definitions", "patternProperties")
_COUNTS: Final = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")
_LIMITS: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")


def schema_problem(schema: object, where: str) -> str:
    """Give what is wrong with a schema, and where; empty where it is well formed. `where` names the schema itself."""
    try:
        json.dumps(schema, allow_nan=False)
    except (TypeError, ValueError, RecursionError) as error:
        return f"{where} is no JSON: {error}"
    return _malformed(schema, where, schema)


def _malformed(schema: Any, where: str, root: Any) -> str:
    if isinstance(schema, bool):
        return ""
    if not isinstance(schema, Mapping):
        return f"{where} must be a JSON Schema (a dict), not {schema!r}"
    kinds = schema.get("type", [])
    for kind in kinds if isinstance(kinds, list) else [kinds]:
        if kind not in TYPES:
            hint = near(kind, TYPES) if isinstance(kind, str) else ""
            return f"{where}.type is {kind!r}{hint}; the types are {', '.join(TYPES)}"
    required = schema.get("required", [])
    if not isinstance(required, list) or not all(isinstance(name, str) for name in required):
        return f"{where}.required must be a list of names, not {required!r}"
    if not isinstance(schema.get("enum", []), list):
        return f"{where}.enum must be a list of values, not {schema['enum']!r}"
    for key in (*_COUNTS, *_LIMITS):
        value = schema.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int if key in _COUNTS else (int, float)):
            return f"{where}.{key} must be a number, not {value!r}"
    reference = schema.get("$ref")
    if reference is not None and _resolved(reference, root) is None:
        return f"{where}.$ref is {reference!r}, which is nowhere in the schema"
    for key in _DICT_KEYS:
        if not isinstance(schema.get(key, {}), Mapping):
            return f"{where}.{key} must be a dict of schemas, not {schema[key]!r}"
    for key in _LIST_KEYS:
        if not isinstance(schema.get(key, []), list):
            return f"{where}.{key} must be a list of schemas, not {schema[key]!r}"
    inner = [(f"{where}.{key}", schema[key]) for key in _SCHEMA_KEYS if key in schema]
    inner += [(f"{where}.{key}.{name}", part) for key in _DICT_KEYS for name, part in schema.get(key, {}).items()]
    inner += [(f"{where}.{key}[{n}]", part) for key in _LIST_KEYS for n, part in enumerate(schema.get(key, []))]
    return next((problem for place, part in inner if (problem := _malformed(part, place, root))), "")


def _resolved(reference: Any, root: Any) -> Any:
    """The schema that a reference inside `root` names; None where there is none."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    found = root
    for part in reference[1:].split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if not isinstance(found, Mapping) or key not in found:
            return None
        found = found[key]
    return found


def value_problem(value: object, schema: Mapping[str, Any], where: str) -> str:
    """Give what is wrong with a JSON value under a well-formed schema, and where; empty where it fits.

    `where` names the value; the names of what is inside it are put behind it (`steps[2].target`).
    """
    return _Check(schema).problem(value, schema, where, 0)


def without_nulls(value: Any, schema: Mapping[str, Any]) -> Any:
    """Give a JSON value without the nulls of optional properties that take none, at every depth.

    Strict modes know no property that may be missing: null is what they write for one that was left out.
    """
    return _Check(schema).pruned(value, schema, 0)


def _holds_null(value: Any) -> bool:
    if isinstance(value, Mapping | list):
        return any(map(_holds_null, value.values() if isinstance(value, Mapping) else value))
    return value is None


class _Check:
    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root

    def problem(self, value: Any, schema: Any, where: str, depth: int) -> str:
        """Give the first thing that is wrong."""
        if schema is True or depth > _DEPTH:
            return ""
        if schema is False:
            return f"{where} is not allowed"
        for check in (self._referred, self._chosen, self._typed, self._combined, _in_bounds, self._object, self._list):
            problem = check(value, schema, where, depth)
            if problem:
                return problem
        return ""

    def pruned(self, value: Any, schema: Any, depth: int) -> Any:
        """Give `value` without the nulls that stand for what was left out."""
        if not isinstance(schema, Mapping) or depth > _DEPTH or not _holds_null(value):
            return value
        if "$ref" in schema:
            value = self.pruned(value, _resolved(schema["$ref"], self._root), depth + 1)
        for part in schema.get("allOf", ()):
            value = self.pruned(value, part, depth + 1)
        for key in ("anyOf", "oneOf"):
            forms = ((self.pruned(value, part, depth + 1), part) for part in schema.get(key, ()))
            value = next((form for form, part in forms if not self.problem(form, part, "", depth + 1)), value)
        if isinstance(value, list):
            return [self.pruned(item, schema.get("items"), depth + 1) for item in value]
        if not isinstance(value, Mapping):
            return value
        properties, required = schema.get("properties", {}), schema.get("required", ())
        return {
            name: self.pruned(item, properties.get(name), depth + 1)
            for name, item in value.items()
            if item is not None
            or name in required
            or name not in properties
            or not self.problem(None, properties[name], "", depth + 1)
        }

    def _referred(self, value: Any, schema: Mapping[str, Any], where: str, depth: int) -> str:
        if "$ref" not in schema:
            return ""
        return self.problem(value, _resolved(schema["$ref"], self._root), where, depth + 1)

    def _chosen(self, value: Any, schema: Mapping[str, Any], where: str, depth: int) -> str:
        if "const" in schema and not _equal(value, schema["const"]):
            return f"{where} must be {_shown(schema['const'])}, not {_shown(value)}"
        if "enum" in schema and not any(_equal(value, each) for each in schema["enum"]):
            return f"{where} must be one of {', '.join(map(_shown, schema['enum']))}, not {_shown(value)}"
        return ""

    def _typed(self, value: Any, schema: Mapping[str, Any], where: str, depth: int) -> str:
        kinds = schema.get("type")
        if kinds is None:
            return ""
        kinds = kinds if isinstance(kinds, list) else [kinds]
        if any(_is_type(value, kind) for kind in kinds):
            return ""
        return f"{where} must be of type {' or '.join(kinds)}, not {_shown(value)}"

    def _combined(self, value: Any, schema: Mapping[str, Any], where: str, depth: int) -> str:
        for part in schema.get("allOf", ()):
            problem = self.problem(value, part, where, depth + 1)
            if problem:
                return problem
        for key in ("anyOf", "oneOf"):
            problems = [self.problem(value, part, where, depth + 1) for part in schema.get(key, ())]
            if problems and all(problems):
                return problems[0] if len(set(problems)) == 1 else f"{where} fits no form: {'; or '.join(problems)}"
            if key == "oneOf" and problems.count("") > 1:
                return f"{where} fits more than one form of which it must fit one"
        if "not" in schema and depth < _DEPTH and not self.problem(value, schema["not"], where, depth + 1):
            return f"{where} is of a form that is not allowed"
        return ""

    def _object(self, value: Any, schema: Mapping[str, Any], where: str, depth: int) -> str:
        if not isinstance(value, Mapping):
            return ""
        properties = schema.get("properties", {})
        patterns = schema.get("patternProperties", {})
        free = schema.get("additionalProperties", True)
        for name, item in value.items():
            matching = [part for pattern, part in patterns.items() if _matches(pattern, name)]
            if name in properties:
                matching.append(properties[name])
            elif not matching and free is False:
                left = [key for key in properties if key not in value]
                return f"{where} takes no {name!r}, only {', '.join(properties) or 'nothing'}{near(name, left)}"
            for part in matching or [free]:
                problem = self.problem(item, part, f"{where}.{name}", depth + 1)
                if problem:
                    return problem
        missing = [name for name in schema.get("required", ()) if name not in value]
        return f"{where} lacks {', '.join(map(repr, missing))}, which is required" if missing else ""

    def _list(self, value: Any, schema: Mapping[str, Any], where: str, depth: int) -> str:
        if not isinstance(value, list):
            return ""
        fixed = schema.get("prefixItems", ())
        for index, item in enumerate(value):
            part = fixed[index] if index < len(fixed) else schema.get("items", True)
            problem = self.problem(item, part, f"{where}[{index}]", depth + 1)
            if problem:
                return problem
        if schema.get("uniqueItems") is True and any(
            _equal(item, other) for index, item in enumerate(value) for other in value[:index]
        ):
            return f"{where} holds an item twice"
        return ""


def _in_bounds(value: Any, schema: Mapping[str, Any], where: str, depth: int) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        for key, fits, words in _NUMBERS:
            if key in schema and not fits(value, schema[key]):
                return f"{where} must be {words} {schema[key]}, not {_shown(value)}"
    key, unit = next((names for kind, names in _SIZES.items() if isinstance(value, kind)), ("", ""))
    if key:
        least, most = schema.get("min" + key, 0), schema.get("max" + key)
        if len(value) < least:
            return f"{where} must have at least {least} {unit}, not {len(value)}"
        if most is not None and len(value) > most:
            return f"{where} must have at most {most} {unit}, not {len(value)}"
    if isinstance(value, str) and not _matches(schema.get("pattern", ""), value):
        return f"{where} must match {schema['pattern']!r}, not {_shown(value)}"
    return ""


_SIZES: Final[dict[type, tuple[str, str]]] = {
    str: ("Length", "characters"),
    list: ("Items", "items"),
    dict: ("Properties", "names"),
}


def _multiple(value: float, of: float) -> bool:
    try:
        return of <= 0 or abs(value / of - round(value / of)) < 1e-9
    except OverflowError:
        return True


_NUMBERS: Final[tuple[tuple[str, Callable[[Any, Any], bool], str], ...]] = (
    ("minimum", lambda value, bound: value >= bound, "at least"),
    ("maximum", lambda value, bound: value <= bound, "at most"),
    ("exclusiveMinimum", lambda value, bound: value > bound, "more than"),
    ("exclusiveMaximum", lambda value, bound: value < bound, "less than"),
    ("multipleOf", _multiple, "a multiple of"),
)


def _matches(pattern: Any, text: str) -> bool:
    """Whether a text holds what `pattern` says; a pattern that Python does not read says nothing."""
    try:
        return not isinstance(pattern, str) or re.search(pattern, text) is not None
    except (re.error, RecursionError, OverflowError):
        return True


def _is_type(value: Any, kind: str) -> bool:
    if kind == "integer":  # 5.0 is one, as the standard says
        return not isinstance(value, bool) and (isinstance(value, int) or (isinstance(value, float) and value % 1 == 0))
    if kind == "number":
        return not isinstance(value, bool) and (
            isinstance(value, int) or (isinstance(value, float) and isfinite(value))
        )
    if kind == "null":
        return value is None
    return isinstance(value, {"string": str, "boolean": bool, "array": list, "object": Mapping}[kind])


def _equal(value: Any, other: Any) -> bool:
    """Equality of JSON: `1` is `1.0`, and `true` is neither."""
    if isinstance(value, bool) or isinstance(other, bool):
        return value is other
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(_equal, value, other))
    if isinstance(value, Mapping) and isinstance(other, Mapping):
        return value.keys() == other.keys() and all(_equal(value[key], other[key]) for key in value)
    return bool(value == other)


def _shown(value: Any) -> str:
    from op_runtime.control_flow.text import as_text, shorten

    return shorten(as_text([value])[1:-1], 80)
