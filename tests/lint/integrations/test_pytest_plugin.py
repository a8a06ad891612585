"""``pytest --op-lint`` fails where files have findings."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CLEAN = 'from op_runtime import agentic_function\n\n\n@agentic_function\ndef f(runtime=None):\n    """Find pages."""\n'


def run(folder: Path, *words: str) -> tuple[int, str]:
    """Pytest beside all the plugins that are installed here, as in anybody's environment."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_each_file_is_a_test(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(CLEAN, "utf-8")
    (tmp_path / "dirty.py").write_text(CLEAN.replace('    """Find pages."""\n', "    return 1\n"), "utf-8")
    (tmp_path / "op-lint.toml").write_text('exclude = ["gen"]\n', "utf-8")
    (tmp_path / "gen").mkdir()
    (tmp_path / "gen" / "x.py").write_text((tmp_path / "dirty.py").read_text("utf-8"), "utf-8")
    code, out = run(tmp_path, "--op-lint")
    assert code == 1
    assert "1 failed, 1 passed" in out
    assert "dirty.py:5:5: warning OP101 f() has no summary" in out
    assert "Traceback" not in out
    assert run(tmp_path, "--op-lint", "-m", "op_lint", "tools.py")[0] == 0


def test_tests_of_every_other_kind_run_beside_the_checks(tmp_path: Path) -> None:
    """Each plugin sees the checks as well as its own tests; the last one spreads them over processes."""
    (tmp_path / "test_x.py").write_text(
        "import asyncio\n"
        "import unittest\n\n"
        "import hypothesis\n"
        "import pytest\n"
        "from hypothesis import strategies as st\n\n\n"
        "def test_plain(tmp_path):\n    pass\n\n\n"
        "@hypothesis.given(st.integers())\ndef test_any(n):\n    pass\n\n\n"
        "@pytest.mark.asyncio\nasync def test_async():\n    await asyncio.sleep(0)\n\n\n"
        "class T(unittest.TestCase):\n    def test_case(self):\n        pass\n",
        "utf-8",
    )
    code, out = run(tmp_path, "--op-lint", "-n", "2")
    assert code == 0, out
    assert "5 passed" in out


def test_without_the_option_nothing_is_added(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text("def test_x():\n    pass\n", "utf-8")
    code, out = run(tmp_path)
    assert code == 0
    assert "1 passed" in out


def test_a_wrong_configuration_is_an_error_of_collection(tmp_path: Path) -> None:
    (tmp_path / "tools.py").write_text(CLEAN, "utf-8")
    (tmp_path / "op-lint.toml").write_text("ignroe = []\n", "utf-8")
    code, out = run(tmp_path, "--op-lint")
    assert code == 2
    assert 'did you mean "ignore"?' in out
