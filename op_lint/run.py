"""One run of ``op-lint check``: which files, what of the cache still holds, fixes, the report, the exit code."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from op_lint import replay, slices, tokens
from op_lint.cache import Store, key_of, rule_files
from op_lint.check import Report, check_bytes, check_source
from op_lint.choose import Chosen
from op_lint.cli import CLEAN, FAILED, FINDINGS, UsageError, save
from op_lint.config import Config, ConfigError
from op_lint.files import SourceFile, discover
from op_lint.files.notebook import SUFFIX
from op_lint.fix import Fixed, diff, fix_report, fixes_of, write
from op_lint.read.reader import Cache
from op_lint.result import Plain, Result, found_in, from_plain, settled
from op_lint.worker import Job, Worker, check_all

PYTHON = (".py", ".pyi", ".pyw", ".ipynb", "")
"""Endings of files that may be named; a file without one may be a script."""

MUCH = 25
"""Files to analyse from which a second process gains more than it costs to start."""

_RULING = (".gitignore", ".git" + os.sep + "HEAD", "op-lint.toml", "pyproject.toml")
"""Files that rule over a folder and what is in it."""


def check(options: argparse.Namespace) -> int:
    """Effect: checks files, writes the report, and the fixed files with ``--fix``. Gives the exit code."""
    if options.watch:
        from op_lint.watching import watch

        return watch(options)
    run = Run(options)
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


@dataclass(slots=True)
class _Target:
    """A file to check."""

    shown: str
    job: Job
    key: str
    store: Store | None
    plain: list[Plain] | None = None


@dataclass(slots=True)
class Run:
    """What is known in the course of one run."""

    options: argparse.Namespace
    started: int = field(default_factory=time.time_ns)
    results: list[Result] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    fixed: int = 0
    changed: int = 0
    suppressed: int = 0
    held: int = 0
    """Findings that the baseline kept back."""
    said: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    inputs: set[str] = field(default_factory=set)
    worker: Worker = field(default_factory=Worker)
    findings_to_stderr: bool = False
    _chosen: Chosen | None = None
    stores: dict[str, Store] = field(default_factory=dict)
    save: bool = True
    """Whether the results are written to the cache at the end."""
    _keys: dict[tuple[int, bool], str] = field(default_factory=dict)
    _slices: dict[str, Cache] = field(default_factory=dict)
    """What was parsed, by the folder of its configuration."""

    @property
    def chosen(self) -> Chosen:
        """The configurations of the run."""
        if self._chosen is None:
            self._chosen = Chosen(self.options)
        return self._chosen

    def say(self, message: str) -> None:
        """Effect: writes a message to stderr, each once."""
        line = f"op-lint: {message}\n"
        if line not in self.said:
            self.to_stderr(line)

    def to_stderr(self, text: str) -> None:
        """Effect: writes to stderr what a repetition would write too."""
        self.said.append(text)
        sys.stderr.write(text)

    def fail(self, message: str) -> None:
        """Effect: says what could not be done; the exit code tells of it, the rest goes on."""
        self.failures.append(message)
        self.say(message)

    def paths(self, paths: Sequence[str]) -> None:
        """Effect: checks all files that the paths lead to."""
        chosen = self.chosen
        found = discover(paths, exclude=chosen.excludes, force_exclude=self.options.force_exclude)
        self.inputs.update(found.folders)
        for path, message in found.missing.items():
            self.inputs.add(path)
            self.fail(message)
        targets = []
        wrong = False
        for file in found.files:
            if file.explicit and Path(file.path).suffix.lower() not in PYTHON:
                self.fail(f"{file.path}: this is not a Python file: its name does not end in .py")
                continue
            try:
                targets.append(self._target(file.path, explicit=file.explicit))
            except ConfigError as error:
                wrong = True
                self.fail(str(error))
        if not targets and not self.failures and not wrong:
            self.say("nothing was checked: no Python files in " + ", ".join(paths))
        if self.options.show_files:
            self.written.extend(target.shown + "\n" for target in targets)
        elif self.options.add_noqa:
            for target in targets:
                self._add_noqa(target)
        elif self.options.fix or self.options.diff:
            for target in targets:
                self._fix(target)
        else:
            self._check(targets)

    def _target(self, path: str, *, explicit: bool) -> _Target:
        config = self.chosen.of(path)
        full = os.path.abspath(path)  # noqa: PTH100 - links stay
        known = (id(config), explicit)
        if known not in self._keys:
            self._keys[known] = key_of(config, explicit=explicit)
        return _Target(path, Job(full, explicit, config), self._keys[known], self._store(config))

    def _store(self, config: Config) -> Store | None:
        if self.options.no_cache or self.options.show_files:
            return None
        if config.root not in self.stores:
            self.stores[config.root] = Store(config.root, self.options.cache_dir or replay.folder())
        return self.stores[config.root]

    def _check(self, targets: Sequence[_Target]) -> None:
        if not self.options.no_cache:
            self.worker.slices = self.options.cache_dir or replay.folder()
        missed = []
        for target in targets:
            if target.store is not None:
                target.plain = target.store.get(target.job.path, target.key)
            if target.plain is None:
                missed.append(target)
        self.log(f"{len(targets) - len(missed)} of {len(targets)} results are in the cache")
        processes = self.options.jobs or self._processes(missed)
        from op_lint.progress import shown

        entries = check_all([target.job for target in missed], processes, self.worker)
        for target, entry in zip(missed, shown(entries, len(missed), sys.stderr), strict=True):
            target.plain = entry.found
            if target.store is not None:
                target.store.put(target.job.path, target.key, entry)
                self._slices.setdefault(target.job.config.root, {}).update(entry.slices)
        for target in targets:
            found = tuple(from_plain(each) for each in target.plain or ())
            self.results.append(Result(target.job.path, target.shown, found))
            self.inputs.add(target.job.path)
            if target.store is not None and self.save:
                self.inputs.update(target.store.inputs(target.job.path, target.key))
        if self.save:
            self._save()

    def _save(self) -> None:
        """Effect: writes what was found out to the cache."""
        for store in self.stores.values():
            store.save()
        for root, fresh in self._slices.items():
            if fresh and self.worker.slices is not None:
                slices.add(slices.file_of(root, self.worker.slices), fresh)
        self._slices.clear()

    def _processes(self, targets: Sequence[_Target]) -> int:
        """How many processes are worth their start, judged by how many files name something of ours."""
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        if cores < 2 or len(targets) < MUCH:
            return 1
        relevant = sum(self.worker.is_relevant(target.job) for target in targets)
        return min(cores, 1 + relevant // MUCH)

    def log(self, message: str) -> None:
        """Effect: with ``--verbose`` says how far the run is."""
        if self.options.verbose:
            self.to_stderr(f"op-lint: {(time.time_ns() - self.started) / 1e6:7.1f} ms: {message}\n")

    def _fix(self, target: _Target) -> None:
        """Effect: checks one file and applies its fixes, or shows them."""
        job = target.job
        if target.store is not None:
            plain = target.store.get(job.path, target.key)
            found = tuple(from_plain(each) for each in plain or ())
            if plain is not None and not fixes_of([each.finding for each in found], unsafe=True):
                self.results.append(Result(job.path, target.shown, found))
                return
        project = self.worker.project(job.config)
        report = self.worker.report(job)

        def again(source: SourceFile) -> Report:
            return check_source(source, job.path, job.config, project=project, explicit=job.explicit)

        outcome = fix_report(report, again, unsafe=self.options.unsafe_fixes)
        if outcome.problem:
            self.fail(f"{target.shown}: {outcome.problem}")
        after = outcome.report.source
        if outcome.applied and after is not None and report.source is not None:
            if self.options.diff:
                self.written.append(diff(target.shown, report.source, after))
            else:
                try:
                    write(job.path, after)
                except OSError as error:
                    self.fail(f"{target.shown}: the fixed file cannot be written: {error.strerror or error}")
                    outcome = Fixed(report, 0)
            self.fixed += outcome.applied
            self.changed += bool(outcome.applied)
        self.results.append(Result(job.path, target.shown, found_in(outcome.report)))

    def _add_noqa(self, target: _Target) -> None:
        """Effect: writes comments into a file that suppress what is found in it."""
        from op_lint.noqa import add_noqa

        job = target.job
        project = self.worker.project(job.config)
        report = self.worker.report(job)
        if job.path.endswith(SUFFIX):
            if report.findings:
                self.say(f"{target.shown}: op-lint writes no notebooks; put the comments in by hand")
            self.results.append(Result(job.path, target.shown, found_in(report)))
            return

        def again(source: SourceFile) -> Report:
            return check_source(source, job.path, job.config, project=project, explicit=job.explicit)

        added = add_noqa(report, again)
        if added.problem:
            self.fail(f"{target.shown}: {added.problem}")
        elif added.suppressed and added.report.source is not None:
            try:
                write(job.path, added.report.source)
            except OSError as error:
                self.fail(f"{target.shown}: the file cannot be written: {error.strerror or error}")
                added = replace(added, report=report, suppressed=0)
        self.suppressed += added.suppressed
        self.results.append(Result(job.path, target.shown, found_in(added.report)))

    def stdin(self, path: str) -> None:
        """Effect: checks what stands on stdin; with ``--fix`` the fixed text goes to stdout, findings to stderr."""
        if sys.stdin is None:
            raise UsageError("`-` stands for stdin, which is closed")
        data = sys.stdin.buffer.read()
        try:
            config = self.chosen.of(path)
        except ConfigError as error:
            raise UsageError(str(error)) from None
        if self.options.force_exclude and config.excludes(path):
            self.say(f"{path} is excluded")
            return
        file = path if path == "<stdin>" else os.path.abspath(path)  # noqa: PTH100 - links stay
        project = self.worker.project(config)
        report = check_bytes(data, file, config, project=project)
        if not (self.options.fix or self.options.diff):
            self.results.append(Result(file, path, found_in(report)))
            return
        outcome = fix_report(
            report, lambda source: check_source(source, file, config, project=project), unsafe=self.options.unsafe_fixes
        )
        if outcome.problem:
            self.fail(f"{path}: {outcome.problem}")
        after = outcome.report.source
        if self.options.diff:
            if report.source is not None and after is not None:
                self.written.append(diff(path, report.source, after))
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(data if after is None or not outcome.applied else after.encode())
            self.findings_to_stderr = True
        self.fixed += outcome.applied
        self.changed += bool(outcome.applied)
        self.results.append(Result(file, path, found_in(outcome.report)))

    def finish(self) -> int:
        """Effect: writes the report, and keeps it for a repetition. Gives the exit code."""
        self.results = settled(sorted(self.results, key=lambda result: result.path))
        self.hide()
        counted = "" if self.options.diff or self.options.show_files else self.report()
        stream = sys.stderr if self.findings_to_stderr else sys.stdout
        text = "".join(self.written)
        if self.options.output_file is not None and not self.options.diff:
            try:
                save(self.options.output_file, text)
            except OSError as error:
                raise UsageError(f"{self.options.output_file}: {error.strerror or error}") from None
        else:
            stream.write(text)
            stream.flush()  # so that the figures come last wherever both streams lead
        self.to_stderr(counted)
        code = self.code()
        self.log("done")
        if not self.options.no_cache:
            self._record(code, text)
        return code

    def hide(self) -> None:
        """Effect: takes out of the results what ``--since`` and the baseline keep back."""
        if self.options.since is not None:
            from op_lint.since import GitError, only_changed

            try:
                self.results = only_changed(self.results, self.options.since)
            except GitError as error:
                raise UsageError(str(error)) from None
        from op_lint.keeping import held_back

        if not self.options.no_baseline:
            applied = held_back(self)
            self.held = applied.held if applied is not None else 0

    def code(self) -> int:
        """The exit code."""
        if self.failures:
            return FAILED
        found = any(result.found for result in self.results) or (self.options.diff and self.changed)
        if self.options.exit_non_zero_on_fix and self.fixed:
            return FINDINGS
        return FINDINGS if found and not self.options.exit_zero else CLEAN

    def report(self) -> str:
        """Effect: adds the report to what is written. Gives figures for people."""
        from op_lint.report import render, text

        name = self.options.output_format or "text"
        if self.options.statistics:
            from op_lint.report.statistics import statistics

            self.written.append(statistics(self.results, as_json=name == "json"))
            return ""
        if name != "text":
            self.written.append(render(name, self.results, self.failures))
            return ""
        stream = sys.stderr if self.findings_to_stderr else sys.stdout
        to_file = self.options.output_file is not None
        pieces = text.pieces(self.results, source=not self.options.quiet)
        self.written.append("".join(said for said, _ in pieces) if to_file else text.painted(pieces, stream))
        return "" if self.options.quiet else self._figures(text.summary(self.results))

    def _figures(self, counted: str) -> str:
        from op_lint.report.text import count

        lines = []
        if self.options.add_noqa:
            lines.append(f"suppressed {count(self.suppressed, 'finding')}")
        if self.fixed:
            lines.append(f"applied {count(self.fixed, 'fix', 'fixes')} in {count(self.changed, 'file')}")
        new = " new" if self.held else ""
        if counted:
            lines.append(counted)
        elif self.results and not self.failures:
            lines.append(f"{count(len(self.results), 'file')} checked, nothing{new} found")
        if self.held:
            lines.append(f"{count(self.held, 'finding')} of the baseline not shown; --no-baseline shows all")
        return "".join(f"{line}\n" for line in lines)

    def _record(self, code: int, text: str) -> None:
        words = getattr(self.options, "words", None)
        if words is None:
            return
        inputs = self.inputs | self.chosen.files() | set(rule_files()) | ({tokens.named()} - {""})
        folders = {os.path.dirname(os.path.abspath(path)) for path in inputs}  # noqa: PTH100, PTH120
        folders |= {os.path.abspath(path) for path in inputs if os.path.isdir(path)}  # noqa: PTH100, PTH112
        for folder in _with_parents(folders):
            inputs.update(folder + os.sep + name for name in _RULING)
        replay.record(words, code, text, "".join(self.said), inputs, started=self.started)


def _with_parents(folders: set[str]) -> set[str]:
    found: set[str] = set()
    for folder in folders:
        while folder not in found:
            found.add(folder)
            folder = os.path.dirname(folder)  # noqa: PTH120
    return found
