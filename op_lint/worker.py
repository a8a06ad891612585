"""Checks files for a run, here or in another process: the same plain data either way."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from op_lint.analysis import Project
from op_lint.cache import Entry, Files
from op_lint.check import Report, check_bytes, project_for, unreadable
from op_lint.config import Config
from op_lint.files import UnreadableError, decode, read_bytes
from op_lint.resolve.reach import may_name_ours
from op_lint.result import found_in, to_plain
from op_lint.slices import file_of, load

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext


@dataclass(frozen=True, slots=True)
class Job:
    """A file to check; ``path`` is absolute."""

    path: str
    explicit: bool
    config: Config


@dataclass(slots=True)
class Worker:
    """Checks one file after the other; files of one configuration share what is known of their modules."""

    slices: str | None = None
    """The folder of the cache in which slices are kept; None where nothing is."""
    projects: dict[str, Project] = field(default_factory=dict)
    files: Files = field(default_factory=Files)

    def project(self, config: Config) -> Project:
        """The project of a configuration."""
        if config.root not in self.projects:
            self.projects[config.root] = project_for(config)
            if self.slices is not None:
                self.projects[config.root].reader.kept = partial(load, file_of(config.root, self.slices))
        return self.projects[config.root]

    def is_relevant(self, job: Job) -> bool:
        """Effect: reads a file. Gives whether it may name something of ours."""
        try:
            project = self.project(job.config)
            module = project.module(job.path, decode(read_bytes(job.path)))
            return module is not None and may_name_ours(project, module)
        except UnreadableError:
            return False
        except Exception:  # reported where the file is checked
            return True

    def report(self, job: Job, data: bytes | None = None) -> Report:
        """Effect: reads and checks a file; ``data`` is taken instead of its bytes."""
        try:
            given = read_bytes(job.path) if data is None else data
        except UnreadableError as error:
            return unreadable(job.path, error, job.config)
        return check_bytes(given, job.path, job.config, project=self.project(job.config), explicit=job.explicit)

    def entry(self, job: Job) -> Entry:
        """Effect: checks a file. Gives its findings, and what they rest on."""
        try:
            data = read_bytes(job.path)
        except UnreadableError as error:
            return Entry([to_plain(each) for each in found_in(unreadable(job.path, error, job.config))], {}, {}, {})
        project = self.project(job.config)
        project.consulted.clear()
        project.searched.clear()
        project.reader.fresh = {}
        report = self.report(job, data)
        others = sorted(project.consulted - {job.path})
        folders = sorted({os.path.dirname(each) for each in (job.path, *others)})  # noqa: PTH120
        return Entry(
            [to_plain(each) for each in found_in(report)],
            {each: self.files.digest(each) for each in others},
            dict(sorted(project.searched.items())),
            {folder: self.files.top(folder) for folder in folders},
            project.reader.fresh or {},
        )


def check_all(jobs: Sequence[Job], processes: int, worker: Worker) -> Iterator[Entry]:
    """Effect: checks files in some processes, or by ``worker`` alone where that is 1. Gives them in the jobs' order."""
    if processes <= 1 or len(jobs) < 2:
        worker.files = Files()
        for job in jobs:
            yield worker.entry(job)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    size = max(1, min(20, len(jobs) // (processes * 4)))
    begin = partial(_begin, worker.slices)
    with ProcessPoolExecutor(min(processes, len(jobs)), mp_context=_context(), initializer=begin) as pool:
        try:
            yield from pool.map(_entry, jobs, chunksize=size)
        except BaseException:  # Ctrl-C: nobody waits for what was begun
            pool.shutdown(wait=False, cancel_futures=True)
            for process in active_children():
                process.terminate()
            raise


_own: list[Worker] = []
"""The worker of this process, where it is one of several."""


def _begin(slices: str | None) -> None:
    _own[:] = [Worker(slices)]


def _entry(job: Job) -> Entry:
    return _own[0].entry(job)


def _context() -> BaseContext:
    import multiprocessing
    import sys
    import threading

    # A copy of this process has everything imported already; with threads it may hang.
    copies = sys.platform == "linux" and threading.active_count() == 1
    return multiprocessing.get_context("fork" if copies else "spawn")
