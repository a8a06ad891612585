"""Half-typed files: cut anywhere, or with characters missing, a file costs no exception, and only what was touched.

``OP_LINT_CUTS`` sets how many places of each file are tried, ``OP_LINT_CUT_SEED`` which ones (see CONTRIBUTING.md).
"""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path
from typing import TypeAlias

import pytest

from op_lint.analysis import Project
from op_lint.check import check_source
from op_lint.files import decode
from op_lint.finding import Finding
from op_lint.index import Index

TESTS = Path(__file__).parents[2]
CORPUS, EXAMPLES = TESTS / "corpus", TESTS.parent / "examples"
FILES = sorted([*CORPUS.rglob("*.py"), *EXAMPLES.rglob("*.py")])
CUTS = int(os.environ.get("OP_LINT_CUTS", "3"))
SEED = os.environ.get("OP_LINT_CUT_SEED", "4")

Said: TypeAlias = tuple[str, int, str]


class Case:
    """One file, and what is found in texts that are nearly its own."""

    def __init__(self, path: Path, what: str) -> None:
        self.path = path
        self.text = decode(path.read_bytes()).text
        self.lines = self.text.splitlines(keepends=True)
        self.random = random.Random(f"{SEED} {path.name} {what}")
        self.project = Project(str(CORPUS if CORPUS in path.parents else EXAMPLES))
        index = Index(decode(self.text.encode()).lines)
        self.starts = [_line(index, child.start_byte) for child in index.root.children]
        self.countable = len(self.lines) == self.text.count("\n") + (not self.text.endswith("\n") and bool(self.text))
        """Whether every line ends in a line feed: with a form feed or the like, lines are counted another way."""

    def places(self) -> list[int]:
        return [self.random.randrange(len(self.text) + 1) for _ in range(CUTS)]

    def check(self, text: str) -> list[Finding]:
        """What is found in a text; a failure inside is none of it."""
        project = Project(self.project.root, cache=self.project.cache)
        found = check_source(text, str(self.path), project=project).all_findings
        assert not [each for each in found if each.code == "OP005"], text
        count = text.count("\n") + text.count("\r") + 1
        assert all(each.range.end_line <= count for each in found), text
        return list(found)

    def touched(self, start: int, end: int) -> tuple[int, int]:
        """The lines (0-based, the second not included) of the top-level statements that a stretch of the text is in."""
        first = self.text.count("\n", 0, start)
        last = self.text.count("\n", 0, end)
        begin = max((line for line in self.starts if line <= first), default=0)
        after = min((line for line in self.starts if line > last), default=len(self.lines))
        return begin, after


def _line(index: Index, byte: int) -> int:
    return index.lines.position(index.lines.from_byte(byte))[0]


def said(found: list[Finding], first: int, last: int, moved: int = 0) -> Counter[Said]:
    """What is found on the lines from ``first`` on and before ``last``, each line less ``moved``.

    Of what does not parse, only on which line that is: which place in it is to blame may rest on what follows.
    """
    return Counter(
        (each.code, each.range.start_line - moved, "" if each.code == "OP001" else _rest(each, moved))
        for each in found
        if first <= each.range.start_line and each.range.end_line < last
    )


def _own(found: Counter[Said]) -> Counter[Said]:
    """Without what rests on how another statement is read, in whichever way: the form of a type (OP219)."""
    return Counter({each: count for each, count in found.items() if each[0] != "OP219"})


def _rest(each: Finding, moved: int) -> str:
    where = each.range
    return f"{where.start_column} {where.end_line - moved} {where.end_column} {each.severity} {each.message}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_stands_above_a_cut_keeps_its_findings(path: Path) -> None:
    case = Case(path, "cut")
    whole = case.check(case.text)
    for at in case.places() if case.countable else ():
        line, _ = case.touched(at, at)
        # What stands above may rest on what stands below, which the cut may have changed: so each finding is there with
        # all of that or with nothing of it, and those that are there with both are there.
        above = said(whole, 0, line)
        alone = said(case.check("".join(case.lines[:line])), 0, line)
        found = said(case.check(case.text[:at]), 0, line)
        assert above & alone <= found <= above | alone, case.text[:at]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_characters_that_are_missing_cost_only_the_statement_that_they_were_in(path: Path) -> None:
    case = Case(path, "missing")
    whole = case.check(case.text)
    for at in case.places():
        end = min(at + case.random.randint(1, 12), len(case.text))
        damaged = case.text[:at] + case.text[end:]
        found = case.check(damaged)
        if not case.countable:
            continue
        first, last = case.touched(max(at - 1, 0), end)
        blank = [line if not first <= number < last else "\n" for number, line in enumerate(case.lines)]
        without = case.check("".join(blank))
        moved = damaged.count("\n") - case.text.count("\n")
        # What another statement is found to be without this one and with it does not rest on it, and stays.
        for low, high, shift in ((0, first, 0), (last, len(case.lines) + 1, moved)):
            sure = _own(said(whole, low, high) & said(without, low, high))
            if not any(each.code == "OP001" for each in found):  # what is missing closed what was left open above
                sure = Counter({each: count for each, count in sure.items() if each[0] != "OP001"})
            assert sure <= said(found, low + shift, high + shift, shift), damaged
