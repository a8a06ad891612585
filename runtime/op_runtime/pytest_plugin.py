"""The pytest plugin: the fixtures `scripted_runtime` and `assert_menu`, and the option `--op-compat`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from op_runtime.testing import ScriptedRuntime


def pytest_addoption(parser: pytest.Parser) -> None:
    """Effect: add `--op-compat`."""
    group = parser.getgroup("op-lint")
    group.addoption(
        "--op-compat",
        action="store_true",
        default=False,
        help="make `openprogram` importable as op_runtime where that framework is not installed",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Effect: with `--op-compat`, install the compatibility layer before any test module is imported."""
    if config.getoption("--op-compat"):
        from op_runtime.compat import install

        install()


@pytest.fixture
def scripted_runtime() -> Iterator[Callable[..., ScriptedRuntime]]:
    """Make runtimes with prepared replies, as `ScriptedRuntime([...])` does; each is closed when the test ends."""
    from op_runtime.testing import ScriptedRuntime

    made: list[ScriptedRuntime] = []

    def make(replies: Iterable[object] = (), **options: Any) -> ScriptedRuntime:
        runtime = ScriptedRuntime(replies, **options)
        made.append(runtime)
        return runtime

    yield make
    for runtime in made:
        runtime.close()


@pytest.fixture
def assert_menu() -> Callable[[object, object], None]:
    """Check a menu: `assert_menu(options, snapshot)`, see `op_runtime.testing.assert_menu`."""
    from op_runtime.testing import assert_menu as check

    return check
