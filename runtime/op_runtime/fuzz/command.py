"""`op-run fuzz FILE.py[::NAME]`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from op_runtime.fuzz.check import Failure, check_menu
from op_runtime.fuzz.find import decisions

_SHOWN: Final = 20
"""Failures of one decision that are printed in full."""


def main(argv: Sequence[str]) -> int:
    """Effect: try the decisions of a file, print what was read wrongly, and give the exit code."""
    from op_runtime.run import UsageError, load, split_target

    parser = argparse.ArgumentParser(
        prog="op-run fuzz",
        description="Try the decisions of a file on the mistakes that models make. No model is asked, and nothing that"
        " is picked is run; the file itself is imported.",
    )
    parser.add_argument("target", metavar="FILE.py[::NAME]")
    path, name = split_target(parser.parse_args(argv).target)
    module = load(path)
    found = decisions(module, Path(path).read_text(encoding="utf-8-sig"), name)
    if not found.decisions and not found.skipped:
        if name is not None:
            raise UsageError(f"{path} has no decision in {name} and no agentic function of that name")
        _say(f"{path}: no decision and no agentic function to try")
    failures = 0
    for decision in found.decisions:
        report = check_menu(decision.menu)
        failures += len(report.failures)
        verdict = f"{len(report.failures)} read wrongly" if report.failures else "all read rightly"
        _say(f"{path}:{decision.line}: {decision.name}: {report.replies} replies, {verdict}")
        for reason in report.skipped:
            _say(f"  not tried: {reason}")
        for failure in report.failures[:_SHOWN]:
            _say(_shown(failure))
        if len(report.failures) > _SHOWN:
            _say(f"  and {len(report.failures) - _SHOWN} more")
    for reason in found.skipped:
        _say(f"{path}: not tried: {reason}")
    return 1 if failures else 0


def _shown(failure: Failure) -> str:
    return (
        f"  {failure.kind}: option {failure.option!r}, mistake: {failure.mistake}\n"
        f"    reply: {failure.reply[:300]}\n"
        f"    {failure.detail}"
    )


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
