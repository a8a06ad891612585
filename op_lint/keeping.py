"""``op-lint baseline``, and the use of a baseline in a run."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from op_lint.cli import CLEAN, FINDINGS, UsageError, save, say
from op_lint.config import ConfigError

if TYPE_CHECKING:
    from op_lint.baseline import Applied
    from op_lint.run import Run

FILE = "op-lint-baseline.json"


def write(options: argparse.Namespace) -> int:
    """Effect: checks files and writes what is found into the baseline. Gives the exit code."""
    from op_lint.baseline import counted, dumps

    run = _checked(options)
    file = _place(run)
    entries = counted(run.results, str(file.parent))
    try:
        save(str(file), dumps(entries))
    except OSError as error:
        raise UsageError(f"{file}: the baseline cannot be written: {error.strerror or error}") from None
    say(f"{file}: {sum(entries.values())} finding(s)")
    return run.code() if run.failures else CLEAN


def stale(options: argparse.Namespace) -> int:
    """Effect: lists the entries of the baseline that no longer occur. Gives the exit code."""
    run = _checked(options)
    if not _place(run).is_file():
        raise UsageError(f"{_place(run)}: there is no baseline; `op-lint baseline write` makes one")
    applied = held_back(run)
    for key, number in applied.stale if applied else ():
        times = f" ({number} times)" if number > 1 else ""
        sys.stdout.write(f"{key.path}: {key.code} {key.symbol} {key.text}{times}\n")
    if run.failures:
        return run.code()
    return FINDINGS if applied and applied.stale else CLEAN


def held_back(run: Run) -> Applied | None:
    """Effect: takes what the baseline holds out of a run's results, and says what of it no longer occurs."""
    file = _place(run)
    run.inputs.add(str(file))
    if run.options.baseline is None and not file.is_file():
        return None
    from op_lint.baseline import Applied, BaselineError, apply, load
    from op_lint.rules import find

    try:
        entries = load(file)
    except BaselineError as error:
        raise UsageError(str(error)) from None
    applied = apply(run.results, entries, str(file.parent))
    active = []
    for key, number in applied.stale:
        rule = find(key.code)
        path = Path(file.parent, key.path)
        if rule is None or run.chosen.of(str(path)).selects(rule):
            active.append((key, number))
    run.results = list(applied.results)
    if active and not run.options.quiet and run.options.since is None:
        total = sum(number for _, number in active)
        run.say(f"{file.name}: {total} finding(s) of the baseline no longer occur; see `op-lint baseline stale`")
    return Applied(applied.results, tuple(active), applied.held)


def _checked(options: argparse.Namespace) -> Run:
    from op_lint.arguments import parser
    from op_lint.result import settled
    from op_lint.run import Run

    words = ["check", "--quiet", *(["--baseline", options.baseline] if options.baseline else []), *options.paths]
    run = Run(parser().parse_args(words))
    run.paths(options.paths or ["."])
    run.results = settled(sorted(run.results, key=lambda result: result.path))
    return run


def _place(run: Run) -> Path:
    """The baseline's file: beside the configuration of the working folder, else in the working folder."""
    if run.options.baseline is not None:
        return Path(os.path.abspath(run.options.baseline))  # noqa: PTH100 - links stay
    try:
        return Path(run.chosen.of(str(Path.cwd() / "_.py")).root, FILE)
    except ConfigError:
        return Path.cwd() / FILE
