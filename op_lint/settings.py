"""``op-lint config``: the settings of a path, and which file each comes from."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import fields
from pathlib import Path

from op_lint.cli import CLEAN, UsageError
from op_lint.config import Config, ConfigError, Configs, Settings


def show(options: argparse.Namespace) -> int:
    """Effect: writes the settings of a path, or their JSON Schema. Gives the exit code."""
    if options.schema:
        from op_lint.schema import text

        sys.stdout.write(text())
        return CLEAN
    path = os.path.abspath(options.path)  # noqa: PTH100 - links stay
    try:
        config = Configs().of(str(Path(path) / "_.py") if Path(path).is_dir() else path)
    except ConfigError as error:
        raise UsageError(str(error)) from None
    sys.stdout.write(_json(config) if options.format == "json" else _text(config))
    return CLEAN


def _rows(config: Config) -> list[tuple[str, object, str | None]]:
    """Each setting that is not extend, with its value and the file that says it."""
    return [
        (each.name.replace("_", "-"), getattr(config.settings, each.name), config.origins.get(each.name))
        for each in fields(Settings)
        if each.name != "extend"
    ]


def _text(config: Config) -> str:
    lines = [f"# root: {config.root}", f"# file: {config.file or 'none'}"]
    lines += [f"# extends: {file}" for file in config.files[1:]]
    for name, value, origin in _rows(config):
        said = "not set" if value is None else toml(value)
        lines.append(f"{name} = {said}  # {origin or 'default'}")
    return "\n".join(lines) + "\n"


def _json(config: Config) -> str:
    rows = {name: {"value": value, "from": origin} for name, value, origin in _rows(config)}
    listed = {"root": config.root, "file": config.file, "extends": list(config.files[1:]), "settings": rows}
    return json.dumps(listed, indent=2) + "\n"


def toml(value: object) -> str:
    """A value of TOML, on one line."""
    if isinstance(value, dict):
        inner = ", ".join(f"{json.dumps(key, ensure_ascii=False)} = {toml(each)}" for key, each in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        return f"[{', '.join(map(toml, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
