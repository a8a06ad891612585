"""Medians of repeated runs, both sides in one process or one loop, printed as a table with ratios."""

from __future__ import annotations

import compileall
import importlib.util
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path


def interleaved(
    actions: dict[str, Callable[[], object]], repeat: int, warmup: int = 1, inner: int = 1
) -> dict[str, float]:
    """Effect: runs the actions in turn, so that a noisy minute hits all; the median wall seconds of each.

    An action is run ``inner`` times in a row before the next one, as a program does that uses only one of them.
    """
    times: dict[str, list[float]] = {name: [] for name in actions}
    for round_number in range(repeat + warmup):
        for name, action in actions.items():
            start = time.perf_counter()
            for _ in range(inner):
                action()
            if round_number >= warmup:
                times[name].append((time.perf_counter() - start) / inner)
    return {name: statistics.median(values) for name, values in times.items()}


def least_cpu_seconds(action: Callable[[], object], repeat: int) -> float:
    """Effect: runs ``action``; the least CPU seconds of ``repeat`` runs, which a busy machine disturbs least."""
    times = []
    for _ in range(repeat):
        start = time.process_time()
        action()
        times.append(time.process_time() - start)
    return min(times)


def command(
    arguments: Sequence[str], cwd: Path | None = None, env: Mapping[str, str] | None = None
) -> Callable[[], object]:
    """An action that runs a command to its end; its exit code is not looked at: findings are no failure."""
    nowhere = subprocess.DEVNULL
    return lambda: subprocess.run(arguments, cwd=cwd, env=env, stdout=nowhere, stderr=nowhere, check=False)


def as_installed() -> None:
    """Effect: compiles our modules, as pip does with those of every other program that is measured here."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for package in ("op_lint", "op_lsp", "op_runtime"):
        spec = importlib.util.find_spec(package)
        assert spec is not None
        for folder in spec.submodule_search_locations or ():
            compileall.compile_dir(folder, quiet=2)


def say(line: str) -> None:
    """Effect: prints one line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def shown(seconds: float) -> str:
    """A duration with a fitting unit."""
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} us"
    return f"{seconds * 1e3:.2f} ms" if seconds < 1 else f"{seconds:.2f} s"


def table(title: str, rows: dict[str, float], base: str) -> None:
    """Effect: prints the medians, each with its ratio to ``base``."""
    say(f"\n{title}")
    width = max(len(name) for name in rows)
    for name, seconds in rows.items():
        ratio = "" if name == base else f"   {seconds / rows[base]:8.2f} x {base}"
        say(f"  {name:<{width}}  {shown(seconds):>10}{ratio}")
