"""``op-lint check --watch``: checks again whenever a file is saved, with everything still in memory."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Collection, Iterable
from pathlib import Path

from op_lint.cache import Store
from op_lint.cli import CLEAN, UsageError
from op_lint.run import Run
from op_lint.worker import Worker

_READ = (".py", ".toml", ".gitignore", ".json")
"""Endings of the files that a result may rest on."""


def watch(options: argparse.Namespace, changes: Iterable[Collection[str]] | None = None) -> int:
    """Effect: checks, waits for a change, checks again, until interrupted. Gives the last exit code.

    ``changes`` are the paths that changed, once for each check; without it the file system is watched.
    """
    if options.fix or options.diff or options.add_noqa or options.paths == ["-"]:
        raise UsageError("--watch only checks: it goes with neither stdin nor --fix, --diff and --add-noqa")
    paths = options.paths or ["."]
    worker = Worker()
    stores: dict[str, Store] = {}
    code = _once(options, paths, worker, stores)
    sys.stdout.flush()
    sys.stderr.write("waiting for changes; Ctrl-C ends\n")
    from op_lint.read import cst  # noqa: F401 - half a second, spent while people read and not when they wait

    try:
        for changed in _changes(paths) if changes is None else changes:
            started = time.perf_counter()
            for path in changed:
                for project in worker.projects.values():
                    project.forget(path)
                for store in stores.values():
                    store.files.forget(path)
            code = _once(options, paths, worker, stores)
            sys.stdout.flush()
            sys.stderr.write(f"checked in {(time.perf_counter() - started) * 1000:.0f} ms; waiting for changes\n")
    except KeyboardInterrupt:
        sys.stderr.write("\n")  # behind the ^C that the terminal shows
    for store in stores.values():
        store.save()
    return code


def _once(options: argparse.Namespace, paths: list[str], worker: Worker, stores: dict[str, Store]) -> int:
    run = Run(argparse.Namespace(**{**vars(options), "words": None}), worker=worker, stores=stores, save=False)
    try:
        run.paths(paths)
        return run.finish()
    except UsageError as error:  # a configuration that is wrong now may be right after the next change
        sys.stderr.write(f"op-lint: {error}\n")
        return CLEAN


def _changes(paths: list[str]) -> Iterable[Collection[str]]:
    from watchfiles import watch as watched

    def counts(_: object, path: str) -> bool:
        return path.endswith(_READ)

    places = [path if Path(path).is_dir() else str(Path(path).parent) for path in paths]
    for found in watched(*places, watch_filter=counts, debounce=50, step=10):
        yield {path for _, path in found}
