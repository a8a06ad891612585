"""Whole-tree runs of op-lint beside ruff and fixit, on one generated repository."""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from measure import as_installed, command, interleaved, say, shown, table
from tree import long_module, write_tree

from op_lint.analysis import Project, analyze
from op_lint.check import check_source
from op_lint.files import SourceFile

SETTLE = 2.1
"""Seconds after which a result of a file just written is kept (see ``op_lint.replay``)."""
BIN = Path(sys.executable).parent


def tool(name: str, *arguments: str) -> list[str]:
    """The command of a tool that is installed beside this Python."""
    return [str(BIN / name), *arguments]


LINT = ("op-lint", "check", "--output-format", "json")
FIXIT_RULE = '''
import libcst as cst
from fixit import LintRule


class AgenticSummary(LintRule):
    """A decorated function without a docstring: one of op-lint's eighty rules."""

    def visit_FunctionDef(self, node: cst.FunctionDef) -> None:
        decorators = (each.decorator for each in node.decorators)
        called = (each.func if isinstance(each, cst.Call) else each for each in decorators)
        if any(isinstance(each, cst.Name) and each.value == "agentic_function" for each in called):
            if node.get_docstring() is None:
                self.report(node, "an agentic function needs a docstring")
'''
SAMPLED = 13
"""One file of so many is given to fixit, spread evenly over the tree; its time is scaled by this."""


def whole_tree(root: Path) -> None:
    """Effect: cold, warm and changed-file runs of the whole tree, beside ruff."""
    ruff = ("ruff", "check", "--select", "D,ANN")
    table(
        "The whole tree, cold",
        interleaved(
            {
                "op-lint": command(tool(*LINT, "--no-cache", "."), root),
                "ruff --select D,ANN": command(tool(*ruff, "--no-cache", "."), root),
            },
            5,
        ),
        "ruff --select D,ANN",
    )
    warm = {
        "op-lint": command(tool(*LINT, "."), root),
        "ruff --select D103": command(tool("ruff", "check", "--select", "D103", "."), root),
        "ruff --select D,ANN": command(tool(*ruff, "."), root),
        "python -c pass": command([sys.executable, "-c", "pass"]),
        "op-lint --version": command(tool("op-lint", "--version")),
    }
    time.sleep(SETTLE)  # a file as new as that could change once more without a sign of it, so nothing is recorded
    table("Nothing changed", interleaved(warm, 9, warmup=2), "ruff --select D103")
    count = 0

    def changed(run: Callable[[], object]) -> Callable[[], object]:
        def write_and_run() -> None:
            nonlocal count
            count += 1
            with (root / "pkg_00" / "module_0000.py").open("a", encoding="utf-8") as file:
                file.write(f"# line {count}\n")
            run()

        return write_and_run

    one = {name: changed(warm[name]) for name in ("op-lint", "ruff --select D103", "ruff --select D,ANN")}
    table("One file changed", interleaved(one, 7), "ruff --select D103")


def fixit(root: Path) -> None:
    """Effect: fixit with one rule about agentic functions, on an even sample: the whole tree takes minutes."""
    if not (BIN / "fixit").exists():
        say("\nfixit is not installed")
        return
    files = sorted(root.rglob("module_*.py"))
    sample = [str(path) for path in files[::SAMPLED]]
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "agentic_rule.py").write_text(FIXIT_RULE, encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": folder}
        start = [*tool("fixit", "--rules", "agentic_rule", "lint")]

        def run(paths: list[str]) -> Callable[[], object]:
            return command([*start, *paths], root, environment)

        rows = interleaved({"start": run(sample[:1]), "sample": run(sample)}, 1, warmup=0)
        rows |= interleaved({"op-lint": command(tool(*LINT, "--no-cache", "."), root)}, 3)
    scaled = (rows["sample"] - rows["start"]) * SAMPLED + rows["start"]
    say(f"\nfixit, one rule: {len(sample)} of {len(files)} files in {shown(rows['sample'])}")
    name = f"fixit, scaled by {SAMPLED}"
    table("The whole tree, cold", {"op-lint, all rules": rows["op-lint"], name: scaled}, "op-lint, all rules")


def growth() -> None:
    """Effect: the cost per 1,000 lines as the tree grows ten times, and the peak memory."""
    say("\nCost as the tree grows, cold")
    for files, lines in ((130, 32_000), (1300, 320_000)):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            write_tree(root, files=files, lines=lines, agentic=files * 120 // 1300)
            seconds = interleaved({"": command(tool(*LINT, "--no-cache", "."), root)}, 5)[""]
            peaks = [peak(tool(*each, "--no-cache", "."), root) for each in (LINT, ("ruff", "check"))]
            say(
                f"  {files:>5} files: {shown(seconds)}, {shown(seconds / lines * 1000)} per 1,000 lines, "
                f"peak memory {peaks[0]} MiB (ruff {peaks[1]} MiB)"
            )


def peak(arguments: list[str], folder: Path) -> int:
    """Effect: runs a command. Gives the peak resident memory of its largest process in MiB, 0 where none is told."""
    if sys.platform == "win32":
        return 0
    measured = (
        "import resource, subprocess, sys\n"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)\n"
    )
    done = subprocess.run([sys.executable, "-c", measured, *arguments], cwd=folder, capture_output=True, check=True)
    return int(done.stdout) // (1024 if sys.platform == "linux" else 1024 * 1024)


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


def main() -> None:
    """Effect: prints the tables; takes some minutes."""
    as_installed()
    folder = Path(tempfile.mkdtemp())
    os.environ["OP_LINT_CACHE_DIR"] = str(folder / ".cache")
    try:
        write_tree(folder / "tree")
        whole_tree(folder / "tree")
        fixit(folder / "tree")
    finally:
        shutil.rmtree(folder)
    growth()
    keystrokes(20)
    keystrokes(46)


if __name__ == "__main__":
    main()
