"""Half-typed files: cut anywhere, or with characters missing, a file costs no exception, and only what was touched.

``OP_LINT_CUTS`` sets how many places of each file are tried: 200 take many minutes.
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from op_lint.analysis import Project
from op_lint.check import Report, check_source
from op_lint.files import decode
from op_lint.index import Index

CORPUS = Path(__file__).parents[2] / "corpus"
FILES = sorted(CORPUS.glob("*.py"))
CUTS = int(os.environ.get("OP_LINT_CUTS", "5"))
SEED = 4


def check(text: str, path: Path, project: Project) -> Report:
    return check_source(text, str(path), project=Project(str(CORPUS), cache=project.cache))


def before(report: Report, line: int, *, broken: bool) -> list[tuple[object, ...]]:
    """What is found above a line, syntax errors included unless there are some without any cut: they may grow."""
    return [
        (each.code, each.range, each.message, each.severity)
        for each in report.all_findings
        if each.range.end_line < line and not (broken and each.code == "OP001")
    ]


def untouched(index: Index, text: str, at: int) -> int:
    """The first line of the top-level statement that a place is in, which ends those that are sure to be untouched."""
    byte = len(text[:at].encode())
    start = 0
    for child in index.root.children:
        if child.start_byte <= byte:
            start = child.start_byte
    return index.lines.position(index.lines.from_byte(start))[0]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_stands_above_a_cut_keeps_its_findings(path: Path) -> None:
    text = decode(path.read_bytes()).text
    project = Project(str(CORPUS))
    rng = random.Random(f"{SEED} {path.name}")
    index = Index(decode(path.read_bytes()).lines)
    broken = bool(index.broken)
    for _ in range(CUTS):
        at = rng.randrange(len(text) + 1)
        line = untouched(index, text, at)
        # What stands above may rest on what stands below, which the cut may have changed: so each finding is there with
        # all of that or with nothing of it, and those that are there with both are there.
        head = "".join(text.splitlines(keepends=True)[:line])
        if len(head.splitlines()) != line:
            continue  # a form feed or the like: lines are counted another way
        alone = before(check(head, path, project), line, broken=broken)
        whole = before(check(text, path, project), line, broken=broken)
        report = check(text[:at], path, project)
        assert not [each for each in report.all_findings if each.code == "OP005"], text[:at]
        found = before(report, line, broken=broken)
        assert {*alone} & {*whole} <= {*found} <= {*alone} | {*whole}, text[:at]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_characters_that_are_missing_cost_no_exception(path: Path) -> None:
    text = decode(path.read_bytes()).text
    project = Project(str(CORPUS))
    rng = random.Random(f"{SEED} {path.name} missing")
    for _ in range(CUTS):
        at = rng.randrange(len(text) + 1)
        damaged = text[:at] + text[at + rng.randint(1, 12) :]
        report = check(damaged, path, project)
        assert not [each for each in report.all_findings if each.code == "OP005"], damaged
        count = damaged.count("\n") + 1
        assert all(each.range.end_line <= count for each in report.all_findings)
