"""`make demo` shows what it says it shows, wherever it is started."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from op_lint import check_source

ROOT = Path(__file__).parent.parent
DEMO = ROOT / "examples" / "demo.py"


def demo(cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(DEMO)],
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        check=False,
    )


def test_the_demonstration_comes_out_as_it_should_twice() -> None:
    first, second = demo(ROOT), demo(ROOT)
    assert (first.returncode, first.stderr) == (0, "")
    assert first.stdout.rstrip().endswith("All of it came out as it should.")
    assert first.stdout == second.stdout


@pytest.mark.parametrize(
    "shown",
    [
        "$ op-lint check examples/support_desk\n",
        "OP001",
        "OP404",
        'refund(order_number: str, amount: float, reason: "damaged" | "late" | "lost" | "charged twice")\n'
        "    Pay money back for an order that arrived damaged, late or not at all.\n",
        "T-1 Cup arrived in pieces\n     Refunded 18.50 euros on A-1001 (blue cup): damaged.\n",
        "T-2 Where is my lamp??\n     Handed T-2 over to legal (urgent, A lamp was lost. He names a lawyer.)\n",
        "function handle_ticket(session_id=<hidden>, runtime=<hidden>)",
        "! unknown_call: there is no option `reply`",
    ],
)
def test_the_demonstration_shows(shown: str) -> None:
    assert shown in demo(ROOT).stdout


def test_the_demonstration_works_from_another_folder_and_on_an_old_terminal(tmp_path: Path) -> None:
    done = demo(tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, "")
    assert "T-3 Charged twice? \\U0001f914" in done.stdout


@pytest.mark.parametrize("path", sorted((ROOT / "examples" / "broken").glob("*.py")), ids=lambda path: path.stem)
def test_a_broken_example_has_the_one_mistake_that_its_name_says(path: Path) -> None:
    report = check_source(path.read_text(encoding="utf-8"), str(path))
    assert [f"{finding.code.lower()}_{finding.name.replace('-', '_')}" for finding in report.findings] == [path.stem]
