"""``pytest --op-lint``: one test for each file, which fails with the file's findings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from op_lint.config import Configs
    from op_lint.worker import Worker


def pytest_addoption(parser: pytest.Parser) -> None:
    """Effect: adds the option."""
    parser.getgroup("op-lint").addoption(
        "--op-lint", action="store_true", help="check the collected folders' files too"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Effect: makes the marker known by which these tests are chosen: ``-m op_lint``."""
    config.addinivalue_line("markers", "op_lint: a file's check by op-lint")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """The check of a Python file, where it is asked for and the configuration does not exclude the file."""
    if file_path.suffix != ".py" or not parent.config.getoption("--op-lint"):
        return None
    made: pytest.Collector = CheckedFile.from_parent(parent, path=file_path)
    return made


class FindingsError(Exception):
    """A file has findings; the message is their report."""


class CheckedFile(pytest.File):
    """One Python file."""

    def collect(self) -> Iterator[pytest.Item]:
        """Its check."""
        from op_lint.config import ConfigError

        try:
            excluded = _shared(self.config)[0].of(str(self.path)).excludes(str(self.path))
        except ConfigError as error:
            raise self.CollectError(str(error)) from None
        if not excluded:
            yield Check.from_parent(self, name="op-lint")


class Check(pytest.Item):
    """The check of one file."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.add_marker("op_lint")
        # Plugins of tests with fixtures look here; pytest-lsp fails on an item that has none of it.
        self.funcargs: dict[str, object] = {}

    def runtest(self) -> None:
        """Effect: checks the file. Raises FindingsError."""
        from op_lint.report import render
        from op_lint.result import Result, found_in, settled
        from op_lint.worker import Job

        configs, worker = _shared(self.config)
        report = worker.report(Job(str(self.path), False, configs.of(str(self.path))))
        shown = os.path.relpath(self.path, self.config.rootpath)
        (result,) = settled([Result(str(self.path), shown, found_in(report))])
        if result.found:
            raise FindingsError(render("text", [result]))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The report, without a traceback into this program."""
        if isinstance(excinfo.value, FindingsError):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the test is, for its head."""
        return self.path, None, "op-lint"


_SHARED: pytest.StashKey[tuple[Configs, Worker]] = pytest.StashKey()


def _shared(config: pytest.Config) -> tuple[Configs, Worker]:
    """What all checks of a session share."""
    from op_lint.config import Configs
    from op_lint.worker import Worker

    if _SHARED not in config.stash:
        config.stash[_SHARED] = (Configs(), Worker())
    return config.stash[_SHARED]
