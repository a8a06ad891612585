"""Tests a rule by its own examples: the five checks that ours and third-party rules are held to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from op_lint.check import Report, check_bytes, check_source
from op_lint.config import Config, Settings
from op_lint.files import Lines, SourceFile
from op_lint.finding import Finding
from op_lint.fix import fix_report
from op_lint.read.expr import Range
from op_lint.rules.base import PRELUDE, Example, Rule

MINIMUM = 4
"""Examples that a rule needs, and half of them near misses that it is silent about."""


def unmarked(source: str) -> tuple[str, list[Range]]:
    """The source without its ``«»`` marks, and the ranges that they enclose."""
    text: list[str] = []
    spans: list[tuple[int, int]] = []
    opened: list[int] = []
    for char in source:
        if char == "«":
            opened.append(len(text))
        elif char == "»":
            spans.append((opened.pop(), len(text)))
        else:
            text.append(char)
    plain = "".join(text)
    lines = Lines(plain)
    return plain, sorted(lines.range(start, end) for start, end in spans)


def whole(source: str, path: str = "") -> tuple[str, int]:
    """An example as a file of its own, and how many lines were put in front of it."""
    if path.startswith("workflow_"):
        return source, 0
    if any(line.startswith(("import ", "from ")) for line in source.splitlines()) or source.startswith("#"):
        return source, 0
    return PRELUDE + source, PRELUDE.count("\n")


def problems(rule: Rule) -> list[str]:
    """What is wrong with a rule, judged by its examples; empty where nothing is."""
    return list(_problems(rule))


def _problems(rule: Rule) -> Iterator[str]:
    if len(rule.bad) + len(rule.good) < MINIMUM or len(rule.good) < MINIMUM // 2:
        yield f"{rule.code} needs {MINIMUM} examples, {MINIMUM // 2} of them near misses"
    safeties: set[str] = set()
    for number, example in enumerate(rule.bad):
        found, report = _own(rule, example)
        safeties |= {finding.fix.safety for finding in found if finding.fix}
        for problem in _flagged(example, found):
            yield f"{rule.code} bad[{number}]: {problem}"
        for problem in _fixed(rule, example, report, found):
            yield f"{rule.code} bad[{number}]: {problem}"
    for number, example in enumerate(rule.good):
        found, report = _own(rule, example)
        if found or "«" in example.source:
            yield f"{rule.code} good[{number}]: flagged: {[finding.message for finding in found]}"
        broken = [problem.message for problem in report.facts.problems if problem.kind != "unreadable"]
        if broken and not rule.code.startswith("OP0"):
            yield f"{rule.code} good[{number}]: {broken}"
    if safeties != set(rule.fixes):
        yield f"{rule.code} says that its fixes are {rule.fixes}; its examples show {tuple(sorted(safeties))}"


def _own(rule: Rule, example: Example) -> tuple[list[Finding], Report]:
    text, _ = unmarked(example.source)
    report = _only(rule, _check(whole(text, example.path)[0], example.path, rule if rule.alone else None))
    return list(report.all_findings), report


def _only(rule: Rule, report: Report) -> Report:
    return replace(report, all_findings=tuple(each for each in report.all_findings if each.code == rule.code))


def _check(text: str, path: str, rule: Rule | None) -> Report:
    rules = None if rule is None else [rule]
    data = text.encode("utf-8", "surrogatepass")
    return check_bytes(
        data, path, Config(settings=Settings(select=["ALL"], workflow_files=["workflow_*.py"])), rules=rules
    )


def _flagged(example: Example, found: Sequence[Finding]) -> Iterator[str]:
    text, wanted = unmarked(example.source)
    shift = whole(text, example.path)[1]
    lines = Lines(text)
    seen = sorted(_moved(finding.range, -shift) for finding in found)
    if seen != wanted:
        marked, flagged = [lines.slice(each) for each in wanted], [lines.slice(each) for each in seen]
        yield f"the marks say {marked} at {wanted}, flagged are {flagged} at {seen}"


def _moved(where: Range, lines: int) -> Range:
    return Range(where.start_line + lines, where.start_column, where.end_line + lines, where.end_column)


def _fixed(rule: Rule, example: Example, report: Report, found: Sequence[Finding]) -> Iterator[str]:
    def check(source: SourceFile) -> Report:
        rules = [rule] if rule.alone else None
        report = check_source(
            source,
            example.path,
            Config(settings=Settings(select=["ALL"], workflow_files=["workflow_*.py"])),
            rules=rules,
        )
        return _only(rule, report)

    outcome = fix_report(report, check, unsafe=True)
    if outcome.problem is not None:
        yield outcome.problem
    if outcome.report.source is None or not outcome.applied:
        if example.fixed is not None:
            yield "there is no fix"
        return
    text = outcome.report.source.text
    wanted = example.fixed if example.fixed is None else whole(example.fixed, example.path)[0]
    if text != wanted:
        yield f"the fix gives\n{text}\nnot\n{wanted}"
        return
    left = [finding.message for finding in outcome.report.findings if finding.code == rule.code]
    if len(left) > sum(finding.fix is None for finding in found):
        yield f"the fixed text is not silent: {left}"
    if fix_report(check(SourceFile(text)), check, unsafe=True).applied:
        yield "fixing twice changes the text again"
    yield from _nothing_new(example, text)


def _nothing_new(example: Example, text: str) -> Iterator[str]:
    def said(source: str) -> list[tuple[str, str]]:
        return sorted((each.code, each.message) for each in _check(source, example.path, None).findings)

    before = said(whole(unmarked(example.source)[0], example.path)[0])
    for each in said(text):
        if each in before:
            before.remove(each)
        else:
            yield f"after the fix there is something new: {each}"
