"""What ``op-lint check`` and ``op-lint menu`` do, once the arguments are known."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from op_lint.analysis import Project, analyze
from op_lint.check import Report, check_bytes, check_source, project_for, unreadable
from op_lint.cli import CLEAN, FAILED, FINDINGS, UsageError, parser
from op_lint.config import Config, ConfigError, Configs, option_problems, unknown_selectors
from op_lint.facts import DecisionFacts, FileFacts
from op_lint.files import SourceFile, UnreadableError, discover, read_bytes, read_source
from op_lint.fix import Fixed, diff, fix_report, write
from op_lint.rules import every

PYTHON = (".py", ".pyi", ".pyw", "")
"""Endings of files that may be named; a file without one may be a script."""


def check(options: argparse.Namespace) -> int:
    """Effect: checks files, writes the report, and the fixed files with ``--fix``. Gives the exit code."""
    run = _Run(options)
    paths = options.paths or ["."]
    if options.stdin_filename is not None and not options.paths:
        paths = ["-"]
    if "-" in paths:
        if paths != ["-"]:
            raise UsageError("`-` stands for stdin and cannot be mixed with paths")
        run.stdin(options.stdin_filename or "<stdin>")
    else:
        run.paths(paths)
    return run.finish()


MIGRATION = (
    "OP102", "OP103", "OP104", "OP203", "OP205", "OP207", "OP208", "OP209", "OP211", "OP214", "OP215",
)  # fmt: skip
"""The rules whose fixes move a function that is documented in its docstring to ``input=``."""


def migrate(options: argparse.Namespace) -> int:
    """Effect: shows what moving functions to ``input=`` would change; with ``write`` changes the files.

    Gives the exit code: 0 also where there is something to change.
    """
    words = ["check", "--unsafe-fixes", "--quiet", "--exit-zero", "--fix" if options.write else "--diff"]
    selected = [*MIGRATION, *(["OP216"] if options.hide else [])]
    run = _Run(parser().parse_args([*words, "--select", ",".join(selected), *options.paths]))
    run.paths(options.paths)
    if options.write:
        sys.stderr.write(f"migrated {run.changed} of {len(run.reports)} files\n")
    elif run.changed:
        sys.stderr.write(f"{run.changed} of {len(run.reports)} files would change; run again with --write\n")
    else:
        run.say("there is nothing to migrate")
    return run.finish()


@dataclass(slots=True)
class _Run:
    options: argparse.Namespace
    configs: Configs = field(default_factory=Configs)
    projects: dict[str, Project] = field(default_factory=dict)
    reports: list[Report] = field(default_factory=list)
    failed: bool = False
    fixed: int = 0
    changed: int = 0
    said: set[str] = field(default_factory=set)
    select: list[str] | None = None
    ignore: list[str] = field(default_factory=list)
    extend_select: list[str] = field(default_factory=list)
    findings_to_stderr: bool = False

    def __post_init__(self) -> None:
        self.select = _codes(self.options.select) if self.options.select else None
        self.ignore = _codes(self.options.ignore)
        self.extend_select = _codes(self.options.extend_select)
        unknown = unknown_selectors([*(self.select or ()), *self.ignore, *self.extend_select], every())
        if unknown:
            raise UsageError("; ".join(unknown))

    def config(self, path: str) -> Config:
        """The configuration of a file with what the command line says on top. Raises ConfigError."""
        config = Config(root=str(Path.cwd())) if self.options.isolated else self.configs.of(path)
        settings = config.settings
        for problem in option_problems(config, every()):
            raise ConfigError(f"{config.file}: {problem}")
        for problem in unknown_selectors(_selectors(config), every()):
            self.say(f"{config.file}: {problem}")
        return config.override(
            select=settings.select if self.select is None else self.select,
            ignore=[*settings.ignore, *self.ignore],
            extend_select=[*(settings.extend_select if self.select is None else ()), *self.extend_select],
            exclude=[*settings.exclude, *(self.options.exclude or ())],
        )

    def project(self, config: Config) -> Project:
        """The project of a configuration; files that share one share what is known of their modules."""
        if config.root not in self.projects:
            self.projects[config.root] = project_for(config)
        return self.projects[config.root]

    def say(self, message: str) -> None:
        """Effect: writes a message to stderr, each once."""
        if message not in self.said:
            self.said.add(message)
            sys.stderr.write(f"op-lint: {message}\n")

    def fail(self, message: str) -> None:
        """Effect: says what could not be done; the exit code tells of it, the rest goes on."""
        self.failed = True
        self.say(message)

    def paths(self, paths: Sequence[str]) -> None:
        """Effect: checks all files that the paths lead to."""
        found = discover(paths, exclude=self.excludes, force_exclude=self.options.force_exclude)
        for message in found.missing.values():
            self.fail(message)
        checked = 0
        for file in found.files:
            if file.explicit and Path(file.path).suffix.lower() not in PYTHON:
                self.fail(f"{file.path}: this is not a Python file: its name does not end in .py")
                continue
            checked += 1
            try:
                self.file(file.path, explicit=file.explicit)
            except ConfigError as error:
                self.fail(str(error))
        if not checked and not self.failed:
            self.say("nothing was checked: no Python files in " + ", ".join(paths))

    def excludes(self, path: str) -> bool:
        """Whether the nearest configuration excludes a path."""
        try:
            return self.config(path).excludes(path)
        except ConfigError:
            return False  # reported where the file is checked

    def file(self, path: str, *, explicit: bool) -> None:
        """Effect: checks one file and, when asked to, fixes it. Raises ConfigError."""
        config = self.config(path)
        try:
            data = read_bytes(path)
        except UnreadableError as error:
            self.reports.append(unreadable(path, error, config))
            return
        project = self.project(config)
        report = check_bytes(data, path, config, project=project, explicit=explicit)
        if not (self.options.fix or self.options.diff):
            self.reports.append(report)
            return

        def again(source: SourceFile) -> Report:
            return check_source(source, path, config, project=project, explicit=explicit)

        outcome = fix_report(report, again, unsafe=self.options.unsafe_fixes)
        self.fixes(report, outcome, path)

    def fixes(self, before: Report, outcome: Fixed, path: str) -> None:
        """Effect: writes a fixed file, or its diff."""
        if outcome.problem:
            self.fail(f"{path}: {outcome.problem}")
        after = outcome.report.source
        if outcome.applied and after is not None and before.source is not None:
            self.fixed += outcome.applied
            self.changed += 1
            if self.options.diff:
                sys.stdout.write(diff(path, before.source, after))
            else:
                try:
                    write(path, after)
                except OSError as error:
                    self.fail(f"{path}: the fixed file cannot be written: {error.strerror or error}")
                    outcome = Fixed(before, 0)
        self.reports.append(outcome.report)

    def stdin(self, path: str) -> None:
        """Effect: checks what stands on stdin; with ``--fix`` the fixed text goes to stdout, findings to stderr."""
        data = sys.stdin.buffer.read()
        try:
            config = self.config(path)
        except ConfigError as error:
            raise UsageError(str(error)) from None
        if self.options.force_exclude and config.excludes(path):
            self.say(f"{path} is excluded")
            return
        project = self.project(config)
        report = check_bytes(data, path, config, project=project)
        if not (self.options.fix or self.options.diff):
            self.reports.append(report)
            return
        outcome = fix_report(
            report, lambda source: check_source(source, path, config, project=project), unsafe=self.options.unsafe_fixes
        )
        if outcome.problem:
            self.fail(f"{path}: {outcome.problem}")
        after = outcome.report.source
        if self.options.diff:
            if report.source is not None and after is not None:
                sys.stdout.write(diff(path, report.source, after))
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(data if after is None else after.encode())
            self.findings_to_stderr = True
        self.fixed += outcome.applied
        self.changed += bool(outcome.applied)
        self.reports.append(outcome.report)

    def finish(self) -> int:
        """Effect: writes the report. Gives the exit code."""
        self.reports.sort(key=lambda report: report.path)
        stream = sys.stderr if self.findings_to_stderr else sys.stdout
        if self.options.output_format == "json":
            from op_lint.report import json

            if not self.options.diff:
                stream.write(json.render(self.reports))
        elif not self.options.diff:
            from op_lint.report import text

            text.write(text.render(self.reports, quiet=self.options.quiet), stream)
            if not self.options.quiet:
                self.sum_up(text.summary(self.reports))
        found = any(report.findings for report in self.reports) or (self.options.diff and self.changed)
        if self.failed:
            return FAILED
        return FINDINGS if found and not self.options.exit_zero else CLEAN

    def sum_up(self, counted: str) -> None:
        """Effect: writes one line of figures to stderr."""
        from op_lint.report.text import count

        if self.fixed:
            sys.stderr.write(f"applied {count(self.fixed, 'fix', 'fixes')} in {count(self.changed, 'file')}\n")
        if counted:
            sys.stderr.write(counted + "\n")
        elif self.reports and not self.failed:
            sys.stderr.write(f"{count(len(self.reports), 'file')} checked, nothing found\n")


def _codes(values: Iterable[str] | None) -> list[str]:
    return [code.strip() for value in values or () for code in value.split(",") if code.strip()]


def _selectors(config: Config) -> list[str]:
    settings = config.settings
    per_file = [code for codes in settings.per_file_ignores.values() for code in codes]
    return [
        *(settings.select or ()),
        *settings.ignore,
        *settings.extend_select,
        *settings.severity,
        *settings.rules,
        *per_file,
    ]


def menu(target: str) -> int:
    """Effect: writes the menu of each decision of a file, or of one function in it. Gives the exit code."""
    path, _, name = target.partition("::")
    if not Path(path).exists():
        raise UsageError(f"{path}: there is no such file")
    try:
        source = read_source(path)
        config = Configs().of(path)
    except (UnreadableError, ConfigError) as error:
        raise UsageError(f"{path}: {error}") from None
    facts = analyze(source, path, project_for(config))
    decisions = [decision for decision in facts.decisions if not name or _inside(decision, name)]
    blocks = [_decision(decision) for decision in decisions]
    if not blocks and name:
        blocks = [_entry(facts, name)]
    if not blocks:
        raise UsageError(f"{path}: there is no decision in this file")
    if len(blocks) == 1:
        sys.stdout.write(blocks[0])
    else:
        for decision, block in zip(decisions, blocks, strict=True):
            where = decision.function.qualname + "()" if decision.function else "the module"
            sys.stdout.write(f"# {path}:{decision.range.start_line + 1} in {where}\n{block}\n")
    return CLEAN if all(decision.result.menu is not None for decision in decisions) else FINDINGS


def _inside(decision: DecisionFacts, name: str) -> bool:
    function = decision.function
    return function is not None and name in (function.name, function.qualname)


def _decision(decision: DecisionFacts) -> str:
    result = decision.result
    if result.menu is not None:
        return result.menu.render()
    if result.error is not None:
        return f"{result.error_type or 'error'}: {result.error}\n"
    return f"{result.unknown or 'the options cannot be told from source'}\n"


def _entry(facts: FileFacts, name: str) -> str:
    """The menu that an agentic function would be the only option of."""
    from op_runtime.menu import Unknown, build_menu

    function = next((each for each in facts.functions if name in (each.name, each.qualname)), None)
    if function is None:
        names = ", ".join(each.qualname for each in facts.functions)
        raise UsageError(
            f"{facts.path}: there is no agentic function {name}" + (f"; there are {names}" if names else "")
        )
    described = facts.described.get(function.qualname)
    if described is None or isinstance(described, Unknown):
        raise UsageError(f"{facts.path}: what {name} tells a model cannot be told from source: {described}")
    return build_menu([described]).render()
