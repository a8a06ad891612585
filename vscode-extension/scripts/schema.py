"""Writes schemas/op-lint.schema.json from the settings and rules of op-lint; --check only says whether it is current."""

from __future__ import annotations

import json
import sys
from dataclasses import fields
from pathlib import Path
from typing import Any

from op_lint.config import LEVELS, Settings
from op_lint.rules import ALL

FILE = Path(__file__).parent.parent / "schemas" / "op-lint.schema.json"

TEXTS = {"type": "array", "items": {"type": "string"}}
TYPES = {int: {"type": "integer"}, bool: {"type": "boolean"}, str: {"type": "string"}, list: TEXTS}


def selectors() -> dict[str, Any]:
    """A list of rules: codes, names, the first characters of codes, or ALL."""
    known = [name for rule in ALL for name in (rule.code, rule.name)]
    return {"type": "array", "items": {"anyOf": [{"enum": ["ALL", *known]}, {"type": "string"}]}}


def keys() -> dict[str, dict[str, Any]]:
    """The schema of each setting, without its description."""
    level = {"enum": list(LEVELS)}
    options = {
        rule.name: {
            "type": "object",
            "description": f"{rule.code}: {rule.summary}.",
            "properties": {name: TYPES[kind] for name, kind in rule.options.items()},
            "additionalProperties": False,
        }
        for rule in ALL
        if rule.options
    }
    severities = {rule.code: {**level, "description": f"{rule.name}: {rule.summary}."} for rule in ALL}
    return {
        "select": selectors(),
        "ignore": selectors(),
        "extend-select": selectors(),
        "severity": {"type": "object", "properties": severities, "additionalProperties": level},
        "per-file-ignores": {"type": "object", "additionalProperties": selectors()},
        "decorators": TEXTS,
        "src": TEXTS,
        "exclude": TEXTS,
        "rules": {"type": "object", "properties": options},
        "extend": {"type": "string"},
        "target-version": {"type": "string"},
        "workflow-files": TEXTS,
    }


DESCRIPTIONS = {
    "select": "The rules that are on. Without it: all but advice.",
    "ignore": "Rules that are off; of the selectors that fit, the most exact one decides.",
    "extend-select": "Rules that are on besides those of select.",
    "severity": "The severity of a rule, by its code or name.",
    "per-file-ignores": "Rules that are off in the files that fit a pattern.",
    "decorators": "Import paths whose agentic_function counts besides the known ones.",
    "src": "Folders that imports are looked up in.",
    "exclude": "Files and folders that are not checked, as patterns of .gitignore.",
    "rules": "The options of rules, by the name of the rule.",
    "extend": "Another configuration that this one goes on from.",
    "target-version": "The oldest Python that the code must run on, as in 3.11.",
    "workflow-files": "Patterns of files that hold generated workflows.",
}


def schema() -> dict[str, Any]:
    """The JSON Schema of op-lint.toml, and of the table tool.op-lint of pyproject.toml."""
    names = [field.name.replace("_", "-") for field in fields(Settings)]
    known = keys()
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "$id": "https://op-lint.readthedocs.io/en/stable/op-lint.schema.json",
        "title": "Settings of op-lint",
        "type": "object",
        "properties": {
            name: {"description": DESCRIPTIONS.get(name, ""), **known.get(name, {})} for name in names
        },
        "additionalProperties": False,
    }


def main(arguments: list[str]) -> int:
    """Effect: writes the schema. Gives 1 when --check finds that it is not current."""
    text = json.dumps(schema(), indent=2) + "\n"
    current = FILE.read_text(encoding="utf-8") if FILE.exists() else ""
    if "--check" in arguments:
        if text != current:
            sys.stderr.write(f"{FILE} is out of date: run python {__file__}\n")
        return int(text != current)
    FILE.write_text(text, encoding="utf-8", newline="")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
