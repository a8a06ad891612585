"""The shipped hooks, run by pre-commit itself in a repository of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[3]
CLEAN = 'from op_runtime import agentic_function\n\n\n@agentic_function\ndef f(runtime=None):\n    """Find pages."""\n'
DIRTY = CLEAN.replace('    """Find pages."""\n', "    return 1\n")
FIXABLE = CLEAN.replace("Find pages.", "Find\n    pages.")


def git(folder: Path, *words: str) -> None:
    names = ["-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *names, *words], cwd=folder, check=True, capture_output=True)


def pre_commit(folder: Path, hook: str) -> tuple[int, str]:
    bin_folder = str(Path(sys.executable).parent)
    environment = {
        **os.environ,
        "PATH": bin_folder + os.pathsep + os.environ["PATH"],
        "PRE_COMMIT_HOME": str(folder.parent / "pre-commit"),
    }
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "run", hook, "--all-files", "--verbose"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A repository with the hooks as they are shipped, but run where they are installed already: no network."""
    folder = tmp_path / "repository"
    (folder / "gen").mkdir(parents=True)
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    local = [{**hook, "language": "system"} for hook in hooks]
    config = {"repos": [{"repo": "local", "hooks": local}]}
    (folder / ".pre-commit-config.yaml").write_text(yaml.safe_dump(config), "utf-8")
    (folder / "op-lint.toml").write_text('exclude = ["gen"]\n', "utf-8")
    (folder / "gen" / "x.py").write_text(DIRTY, "utf-8")
    (folder / "a.py").write_text(CLEAN, "utf-8")
    git(folder, "init", "-q")
    git(folder, "add", ".")
    return folder


def test_clean_files_pass_and_excluded_ones_are_skipped(folder: Path) -> None:
    code, said = pre_commit(folder, "op-lint")
    assert code == 0, said
    assert "1 file checked, nothing found" in said


def test_findings_stop_the_commit(folder: Path) -> None:
    (folder / "a.py").write_text(DIRTY, "utf-8")
    code, said = pre_commit(folder, "op-lint")
    assert code == 1
    assert "a.py:5:5: warning OP101" in said
    assert "gen/x.py" not in said


def test_fixes_are_made_and_reported(folder: Path) -> None:
    (folder / "a.py").write_text(FIXABLE, "utf-8")
    git(folder, "add", ".")
    assert pre_commit(folder, "op-lint-fix")[0] == 1
    assert (folder / "a.py").read_text("utf-8") == CLEAN
    assert pre_commit(folder, "op-lint-fix")[0] == 0


def test_the_lock_is_looked_after(folder: Path) -> None:
    code, said = pre_commit(folder, "op-lint-lock")
    assert code == 1
    assert "there is no lock file; `op-lint lock` makes one" in said
    subprocess.run([sys.executable, "-m", "op_lint.cli", "lock"], cwd=folder, check=True, capture_output=True)
    assert pre_commit(folder, "op-lint-lock")[0] == 0
