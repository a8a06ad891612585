"""The pytest plugin: fixtures, and the option that lets functions for OpenProgram run unchanged."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path

import pytest

USES = """
def test_fixtures(scripted_runtime, assert_menu):
    from op_runtime import decision
    runtime = scripted_runtime(['{"call": "a"}'])
    assert decision.make("Pick.", ["a"], runtime=runtime) == "a"
    assert_menu(["a"], 'a()\\n    Call: {"call": "a"}\\n')
"""
COMPAT = '''
from openprogram.agentic_programming import agentic_function, decision

@agentic_function(tool_visible=True)
def route(msg, runtime=None):
    """Route a message."""
    return decision.make("Pick.", {"done": "OVER"})

def test_route(scripted_runtime):
    assert route("hi", runtime=scripted_runtime(['{"call": "done"}'])) == "OVER"
'''


def run(folder: Path, source: str, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / "test_it.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", "-p", "no:xdist"]
    return subprocess.run([*command, *options, "test_it.py"], cwd=folder, capture_output=True, text=True, check=False)


def test_the_plugin_is_registered_through_an_entry_point() -> None:
    (entry,) = entry_points(group="pytest11", name="op_runtime.pytest_plugin")
    assert entry.value == "op_runtime.pytest_plugin"


@pytest.mark.parametrize("options", [(), ("-p", "op_runtime.testing"), ("-p", "op_runtime.pytest_plugin")])
def test_the_fixtures_are_there_however_it_is_loaded(tmp_path: Path, options: tuple[str, ...]) -> None:
    done = run(tmp_path, USES, *options)
    assert done.returncode == 0, done.stdout + done.stderr


def test_op_compat_makes_openprogram_importable_and_nothing_else_does(tmp_path: Path) -> None:
    done = run(tmp_path, COMPAT, "-p", "op_runtime.testing", "--op-compat")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "No module named 'openprogram'" in run(tmp_path, COMPAT).stdout
