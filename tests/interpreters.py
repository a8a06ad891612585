"""The Pythons of this machine, to run the standard-library part of the project under each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def interpreters() -> list[str]:
    """The Python that runs the tests, then each of 3.11 and newer where version managers put them."""
    managed = Path.home() / ".pyenv" / "versions"
    found = [str(path) for path in sorted(managed.glob("3.*/bin/python")) if int(path.parts[-3].split(".")[1]) >= 11]
    return [sys.executable, *found]


def run_with(python: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Effect: runs a Python that finds ``op_runtime``, for a minute at most, and leaves no compiled files."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "runtime"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([python, *arguments], env=environment, capture_output=True, timeout=60, check=False)
