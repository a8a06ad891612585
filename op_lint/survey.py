"""All files of some paths, analysed: what lock, graph and rename look at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from op_lint.analysis import Project, analyze
from op_lint.check import project_for
from op_lint.cli import UsageError
from op_lint.config import Config, ConfigError, Configs
from op_lint.facts import FileFacts
from op_lint.files import SourceFile, UnreadableError, discover
from op_lint.files.notebook import read_code


@dataclass(frozen=True, slots=True)
class Surveyed:
    """One file; ``path`` is absolute."""

    path: str
    source: SourceFile
    facts: FileFacts
    project: Project


@dataclass(slots=True)
class Survey:
    """Effect: reads files and configurations. Files that cannot be read are told to ``say``."""

    say: Callable[[str], None]
    configs: Configs = field(default_factory=Configs)
    _projects: dict[str, Project] = field(default_factory=dict)

    def config(self, path: str) -> Config:
        """The configuration of a file. Raises UsageError."""
        try:
            return self.configs.of(path)
        except ConfigError as error:
            raise UsageError(str(error)) from None

    def project(self, path: str) -> Project:
        """The project of a file; files of one configuration share one."""
        config = self.config(path)
        if config.root not in self._projects:
            self._projects[config.root] = project_for(config)
        return self._projects[config.root]

    def file(self, path: str) -> Surveyed:
        """One file; of a notebook, what its code cells make together. Raises UnreadableError."""
        full = os.path.abspath(path)  # noqa: PTH100 - links stay
        source = read_code(full)
        project = self.project(full)
        return Surveyed(full, source, analyze(source, full, project, thorough=False), project)

    def files(self, paths: Sequence[str], naming: str | None = None) -> Iterator[Surveyed]:
        """The files that paths lead to and that name something of ours, or ``naming``, sorted. Raises UsageError."""
        found = discover(paths, exclude=lambda path: self.config(path).excludes(path))
        for message in found.missing.values():
            raise UsageError(message)
        for each in found.files:
            try:
                surveyed = self.file(each.path)
            except UnreadableError as error:
                self.say(f"{each.path}: {error}")
                continue
            named = naming is not None and naming in surveyed.source.text
            if named:
                surveyed.project.module(surveyed.path, surveyed.source)
            if named or surveyed.facts.relevant:
                yield surveyed


def seen_from(path: str, folder: str) -> str:
    """A path from a folder, with ``/``."""
    return os.path.relpath(path, folder).replace(os.sep, "/")


def root_of(configs: Configs) -> str:
    """The folder of the configuration of the working folder, else the working folder. Raises UsageError."""
    try:
        return configs.of(str(Path.cwd() / "_.py")).root
    except ConfigError as error:
        raise UsageError(str(error)) from None
