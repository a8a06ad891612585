"""The configuration of each file of a run: what files say, and what the command line says on top."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from op_lint.cli import UsageError
from op_lint.config import LEVELS, Config, ConfigError, Configs, given, unknown_selectors
from op_lint.rules import every


class Chosen:
    """Effect: reads configuration files."""

    def __init__(self, options: argparse.Namespace) -> None:
        self._isolated = Config(root=str(Path.cwd())) if options.isolated else None
        self._configs = Configs()
        self._bases: dict[str, Config] = {}
        self._made: dict[int, tuple[Config, Config | ConfigError]] = {}
        self._select = codes(options.select) if options.select else None
        if self._select == []:
            raise UsageError("--select names no rule: nothing would be checked")
        self._ignore = codes(options.ignore)
        self._extend_select = codes(options.extend_select)
        self._exclude = list(options.exclude or ())
        self._severity = _levels(options.severity or ())
        self._per_file = _per_file(options.per_file_ignores or ())
        self._settings = _settings(options.config or ())
        if options.workflow:
            self._settings["workflow_files"] = ["*"]
        said = [*(self._select or ()), *self._ignore, *self._extend_select, *self._severity]
        unknown = unknown_selectors([*said, *(code for _, each in self._per_file for code in each)], every())
        if unknown:
            raise UsageError("; ".join(unknown))

    def of(self, path: str) -> Config:
        """The configuration of a file. Raises ConfigError."""
        folder = os.path.dirname(path.rstrip("/"))  # noqa: PTH120 - thousands of times
        base = self._isolated or self._bases.get(folder)
        if base is None:
            base = self._bases[folder] = self._configs.of(path)
        if id(base) not in self._made:
            try:
                self._made[id(base)] = (base, self._make(base))
            except ConfigError as error:
                self._made[id(base)] = (base, error)
        made = self._made[id(base)][1]
        if isinstance(made, ConfigError):
            raise made
        return made

    def excludes(self, path: str) -> bool:
        """Whether the nearest configuration excludes a path."""
        try:
            return self.of(path).excludes(path)
        except ConfigError:
            return False  # reported where the file is checked

    def files(self) -> set[str]:
        """The configuration files that were read."""
        return {file for config, _ in self._made.values() for file in config.files}

    def _make(self, config: Config) -> Config:
        config = config.override(**self._settings)
        settings = config.settings
        per_file = dict(settings.per_file_ignores)
        for pattern, wanted in self._per_file:
            per_file[pattern] = [*per_file.get(pattern, ()), *wanted]
        return config.override(
            select=settings.select if self._select is None else self._select,
            ignore=[*settings.ignore, *self._ignore],
            extend_select=[*(settings.extend_select if self._select is None else ()), *self._extend_select],
            exclude=[*settings.exclude, *self._exclude],
            severity={**settings.severity, **self._severity},
            per_file_ignores=per_file,
        )


def codes(values: Iterable[str] | None) -> list[str]:
    """The words of arguments that hold several, with commas."""
    return [code.strip() for value in values or () for code in value.split(",") if code.strip()]


def _levels(values: Iterable[str]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for value in values:
        code, _, level = value.partition("=")
        if level not in LEVELS:
            raise UsageError(f"--severity {value}: expected CODE=LEVEL, where LEVEL is error, warning or info")
        made[code.strip()] = level
    return made


def _per_file(values: Iterable[str]) -> list[tuple[str, list[str]]]:
    made = []
    for value in values:
        pattern, _, wanted = value.rpartition(":")
        if not pattern or not codes([wanted]):
            raise UsageError(f"--per-file-ignores {value}: expected PATTERN:CODES, such as tests/*:OP101,OP203")
        made.append((pattern, codes([wanted])))
    return made


def _settings(values: Iterable[str]) -> dict[str, Any]:
    made: dict[str, Any] = {}
    for value in values:
        try:
            made.update(given(value))
        except ConfigError as error:
            raise UsageError(str(error)) from None
    return made
