"""The configuration for editors: a JSON Schema of ``[tool.op-lint]`` and ``op-lint.toml``, made from the settings."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from op_lint.config import LEVELS, Settings
from op_lint.rules import ALL
from op_lint.rules.base import Rule

FILE = Path(__file__).parent / "op-lint.schema.json"
"""The schema as it is published with the package."""

ADDRESS = "https://op-lint.readthedocs.io/en/stable/op-lint.schema.json"

SAID = {
    "select": "Only these rules: codes, prefixes of codes, names, ALL.",
    "ignore": "Not these rules; the most exact selector decides, and this one in a tie.",
    "extend_select": "These rules as well.",
    "severity": "The severity of single rules; advice that is raised is on.",
    "per_file_ignores": "Rules that are off in files that fit a pattern, as in .gitignore.",
    "decorators": "Modules whose agentic_function counts besides the known ones.",
    "src": "Folders, seen from this file, where absolute imports start.",
    "exclude": "Files and folders that are skipped, as in .gitignore.",
    "rules": "Options of single rules, by their names.",
    "extend": "Another configuration, seen from here, for what is not said here; its paths and patterns start there.",
    "target_version": "The oldest Python that the files run on: syntax that is newer is an error (OP001).",
    "workflow_files": "Files that hold workflow source (rules OP6), as in .gitignore.",
}
"""What each setting is for."""

_TYPES: dict[type, dict[str, Any]] = {
    int: {"type": "integer"},
    bool: {"type": "boolean"},
    str: {"type": "string"},
    list: {"type": "array", "items": {"type": "string"}},
}


def schema(rules: Iterable[Rule] = ALL) -> dict[str, Any]:
    """The schema of one table of settings; unknown keys are refused, as ``op-lint`` refuses them."""
    from pydantic import TypeAdapter

    rules = tuple(rules)
    made = TypeAdapter(Settings).json_schema()
    properties = {}
    for name, kind in made["properties"].items():
        said = {key: value for key, value in kind.items() if key not in ("title", "default")}
        properties[name.replace("_", "-")] = {"description": SAID[name], **_without_null(said)}
    selector = {"type": "string", "examples": ["ALL", *(rule.code for rule in rules), *(rule.name for rule in rules)]}
    for name in ("select", "ignore", "extend-select"):
        properties[name]["items"] = selector
    level = {"enum": list(LEVELS)}
    properties["severity"] = {
        "description": SAID["severity"],
        "type": "object",
        "properties": {each: level for rule in rules for each in (rule.code, rule.name)},
        "additionalProperties": level,
    }
    properties["rules"] = {
        "description": SAID["rules"],
        "type": "object",
        "properties": {each: _options(rule) for rule in rules if rule.options for each in (rule.name, rule.code)},
    }
    properties["target-version"]["pattern"] = r"^(3\.\d+|py3\d+)$"
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": ADDRESS,
        "title": "op-lint",
        "description": "Settings of op-lint, in op-lint.toml or under [tool.op-lint] of a pyproject.toml.",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def _without_null(kind: dict[str, Any]) -> dict[str, Any]:
    """TOML has no null: what may be absent is not written."""
    branches = [each for each in kind.get("anyOf", ()) if each != {"type": "null"}]
    return branches[0] if branches else kind


def _options(rule: Rule) -> dict[str, Any]:
    return {
        "description": rule.summary,
        "type": "object",
        "properties": {name: _TYPES[kind] for name, kind in rule.options.items()},
        "additionalProperties": False,
    }


def text() -> str:
    """The schema as the published file holds it."""
    return json.dumps(schema(), indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8", newline="")
