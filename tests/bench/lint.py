"""Whole-tree runs of op-lint beside ruff and fixit, on one generated repository."""

from __future__ import annotations

import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from measure import command, interleaved, say, shown, table
from tree import long_module, write_tree

from op_lint.analysis import Project, analyze
from op_lint.check import check_source
from op_lint.files import SourceFile

BIN = Path(sys.executable).parent


def tool(name: str, *arguments: str) -> list[str]:
    """The command of a tool that is installed beside this Python."""
    return [str(BIN / name), *arguments]


def whole_tree(root: Path) -> None:
    """Effect: cold, warm and changed-file runs of the whole tree."""
    lint = tool("op-lint", "check", "--output-format", "json", ".")
    actions = {
        "op-lint, cold": command([*lint, "--no-cache"], root),
        "ruff --select D,ANN, cold": command(tool("ruff", "check", "--no-cache", "--select", "D,ANN", "."), root),
    }
    table("The whole tree, cold", interleaved(actions, 3), "ruff --select D,ANN, cold")
    ruff_warm = tool("ruff", "check", "--select", "D103", ".")
    warm = {
        "op-lint, nothing changed": command(lint, root),
        "ruff --select D103, cached": command(ruff_warm, root),
        "python -c pass": command([sys.executable, "-c", "pass"]),
        "op-lint --version": command(tool("op-lint", "--version")),
    }
    table("Nothing changed", interleaved(warm, 7), "ruff --select D103, cached")
    changed = next(root.rglob("module_0000.py"))

    def touch_and_run() -> None:
        with changed.open("a", encoding="utf-8") as file:
            file.write("# one more line\n")
        command(lint, root)()

    table("One file changed", interleaved({"op-lint": touch_and_run}, 5), "op-lint")


def fixit(root: Path) -> None:
    """Effect: fixit with one of its own rules, once: it takes minutes."""
    if not (BIN / "fixit").exists():
        say("\nfixit is not installed")
        return
    sample = sorted(root.rglob("module_00*.py"))[:100]
    paths = [str(path) for path in sample]
    rows = interleaved(
        {
            "op-lint, cold": command([*tool("op-lint", "check", "--no-cache"), *paths], root),
            "fixit, one rule": command([*tool("fixit", "lint"), *paths], root),
        },
        1,
        warmup=0,
    )
    table("100 of the files", rows, "op-lint, cold")


def growth() -> None:
    """Effect: the cost per 1,000 lines as the tree grows ten times."""
    for files, lines in ((130, 32_000), (1300, 320_000)):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            write_tree(root, files=files, lines=lines, agentic=files * 120 // 1300)
            seconds = interleaved({"": command(tool("op-lint", "check", "--no-cache", "."), root)}, 3)[""]
            say(f"  {files:>5} files: {shown(seconds)}, {shown(seconds / lines * 1000)} per 1,000 lines")


def keystrokes(agentic: int) -> None:
    """Effect: the processor time of a keystroke in a file of 2,000 lines, for what may be typed in it."""
    text = long_module(2000, agentic)
    path = "/nowhere/module.py"
    project = Project("/nowhere")
    body = text.index("found = [item")
    description = text.index('"when nothing is wrong"') + 5

    def cost(place: int, typed: str, run: Callable[[SourceFile], object]) -> float:
        times = []
        for count in range(1, 16):
            source = SourceFile(text[:place] + typed * count + text[place:])
            start = time.process_time()
            run(source)
            times.append(time.process_time() - start)
        return statistics.median(times[1:])

    def analysed(source: SourceFile) -> object:
        return analyze(source, path, project)

    def checked(source: SourceFile) -> object:
        return check_source(source, path, project=project)

    analysed(SourceFile(text))
    say(f"\nOne keystroke, {text.count(chr(10))} lines, {agentic} agentic functions: processor time, median of 14")
    for name, place, typed in (
        ("no slice changed", body, "x"),
        ("no slice changed, one more line", body, "x = 1\n        "),
        ("a slice changed", description, "y"),
    ):
        alone, rules = shown(cost(place, typed, analysed)), shown(cost(place, typed, checked))
        say(f"  {name:<32} {alone:>10}   with all rules {rules}")


def peak_memory(root: Path) -> None:
    """Effect: the peak resident memory of one cold run."""
    if sys.platform == "win32":
        return
    subprocess.run(tool("op-lint", "check", "--no-cache", "."), cwd=root, stdout=subprocess.DEVNULL, check=False)
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    say(f"\nPeak resident memory of the largest process so far: {peak // 1024} MiB")


def main() -> None:
    """Effect: prints the tables."""
    folder = Path(tempfile.mkdtemp())
    try:
        write_tree(folder)
        peak_memory(folder)
        whole_tree(folder)
        fixit(folder)
    finally:
        shutil.rmtree(folder)
    say("\nCost as the tree grows")
    growth()
    keystrokes(20)
    keystrokes(46)


if __name__ == "__main__":
    main()
