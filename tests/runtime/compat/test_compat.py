"""Functions that were written for OpenProgram run here, where that framework is not installed."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from op_runtime import agentic_function as own
from op_runtime import compat, decision, registry
from op_runtime.testing import ScriptedRuntime


@pytest.fixture
def installed() -> Iterator[None]:
    with registry.isolated():
        assert compat.install()
        yield
        compat.uninstall()


def names(module: str) -> Any:
    return importlib.import_module(module)


@pytest.mark.usefixtures("installed")
def test_the_names_are_this_runtimes() -> None:
    import op_runtime

    for module in ("openprogram", "openprogram.agentic_programming"):
        found = names(module)
        for name in ("Runtime", "llm", "agent", "goal", "DecisionError", "parallel", "route", "conditional"):
            assert getattr(found, name) is getattr(op_runtime, name)
        assert found.decision is decision
    assert names("openprogram.agentic_programming.decision").make is decision.make
    assert names("openprogram.agentic_programming.function").agentic_function is compat.agentic_function
    assert names("openprogram").agentic_programming.decision.render_options is decision.render_options


@pytest.mark.usefixtures("installed")
def test_arguments_that_only_openprogram_has_are_ignored() -> None:
    @compat.agentic_function(tool_visible=True, can_use=["x"], max_result_chars=5, register_globally=False)
    def find(q: str, runtime: Any = None) -> str:
        """Find."""
        return q

    assert find("x", runtime=ScriptedRuntime()) == "x"


@pytest.mark.usefixtures("installed")
def test_wrong_metadata_is_one_warning_and_legacy_arguments_are_still_errors() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")

        @compat.agentic_function(input={"qq": {"description": "x"}, "q": {"hint": "y", "description": "words"}})
        def find(q: str, runtime: Any = None) -> str:
            """Find."""
            return q

    assert len(caught) == 1
    assert caught[0].filename == __file__
    assert "'qq'" in str(caught[0].message)
    assert "'hint'" in str(caught[0].message)
    assert find.spec["parameters"]["properties"]["q"]["description"] == "words"
    with pytest.raises(TypeError, match="compress="):
        compat.agentic_function(compress=True)(find.__wrapped__)
    with pytest.raises(ValueError, match="expose="):
        compat.agentic_function(expose="everything")(find.__wrapped__)


@pytest.mark.usefixtures("installed")
def test_this_runtimes_own_decorator_stays_strict() -> None:
    with pytest.raises(TypeError):

        @own(input={"qq": {}})
        def find(q: str) -> str:
            """Find."""
            return q


@pytest.mark.usefixtures("installed")
def test_a_name_that_is_not_there_is_an_import_error_that_says_so() -> None:
    with pytest.raises(AttributeError, match="stand-in for openprogram has no webui"):
        _ = names("openprogram").webui
    with pytest.raises(ModuleNotFoundError):
        names("openprogram.webui")


def test_installing_twice_is_installing_once_and_it_can_be_undone() -> None:
    assert compat.install()
    first = sys.modules["openprogram"]
    assert compat.install()
    assert sys.modules["openprogram"] is first
    compat.uninstall()
    assert not [name for name in sys.modules if name.startswith("openprogram")]
    with pytest.raises(ModuleNotFoundError):
        names("openprogram")


def test_an_installed_framework_is_never_shadowed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "openprogram"
    package.mkdir()
    (package / "__init__.py").write_text("REAL = True\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert not compat.install()
    assert not compat.is_installed()
    assert "openprogram" not in sys.modules


def test_one_that_is_imported_already_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    real = ModuleType("openprogram")
    monkeypatch.setitem(sys.modules, "openprogram", real)
    assert not compat.install()
    assert sys.modules["openprogram"] is real
