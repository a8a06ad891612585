"""Cases that people met in other tools, end to end: suppressions in odd places, odd files, new syntax."""

from __future__ import annotations

import pytest

from op_lint import Config, Report, check_bytes, check_source
from op_lint.config import Settings
from op_lint.files import SourceFile
from op_lint.fix import apply_edits, fix_report

EVERYTHING = Config(settings=Settings(select=["ALL"]))
FIND = '@agentic_function\ndef find(runtime=None):\n    """Find pages."""\n'
IMPORT = "from op_runtime import agentic_function\n\n\n"


def codes(report: Report) -> list[str]:
    return [finding.code for finding in report.findings]


def test_a_comment_deep_in_a_comprehension_counts() -> None:
    text = """from op_runtime import parallel, validate_and_retry


def drafts(runtime):
    return parallel([
        lambda t=t: validate_and_retry(
            action=lambda: t.upper(),
            check="ok?",{0}
            retry=lambda: t, max_retries=2)
        for t in ["a", "b"]
    ])
"""
    assert codes(check_source(text.replace("{0}", ""), config=EVERYTHING)) == ["OP508"]
    quiet = text.replace("{0}", "  # op-lint: ignore[vague-condition]")
    assert codes(check_source(quiet, config=EVERYTHING)) == []


def test_codes_of_other_tools_stay() -> None:
    text = IMPORT + "import os  # noqa: F401, OP203\nurl = 'https://example.invalid'  # noqa\n\n\n" + FIND

    def check(source: SourceFile) -> Report:
        return check_source(source, config=EVERYTHING)

    after = fix_report(check(SourceFile(text)), check, unsafe=True).report.source
    assert after is not None
    assert after.text == text.replace(", OP203", "")


@pytest.mark.parametrize("summary", ["👩‍👩‍👧‍👦" * 60, "e\u0301" * 119])
def test_a_length_counts_what_is_seen(summary: str) -> None:
    text = IMPORT + FIND.replace("Find pages", summary)
    assert "OP107" not in codes(check_source(text, config=EVERYTHING))


def test_tabs_mixed_with_spaces_cost_one_finding() -> None:
    text = (
        IMPORT
        + '@agentic_function\ndef find(runtime=None):\n\t """Find pages."""\n\t if runtime:\n\t\t pass\n\n\n'
        + FIND
    )
    compile(text, "a.py", "exec")
    report = check_source(text, config=EVERYTHING)
    assert codes(report).count("OP006") <= 1
    assert "OP005" not in codes(report)
    assert [function.name for function in report.facts.functions][-1] == "find"


def test_nested_replacement_fields_are_read() -> None:
    text = """from op_runtime import conditional


def flow(d, w, p, runtime):
    material = f"{d['k']:{'>'}{w}} {p!r:{w}.{w}} {{literal}}"
    return conditional("Is it cheap?", material, lambda: "a", lambda: "b", runtime=runtime)
"""
    assert codes(check_source(text, config=EVERYTHING)) == []


@pytest.mark.parametrize("end", ["", "\n", "#c", "if 1:\n    pass\n    ", "def f():\n  pass\n  # c"])
def test_a_file_may_end_anyhow(end: str) -> None:
    assert codes(check_source(IMPORT + FIND + end, config=EVERYTHING)) == []
    assert codes(check_source(end, config=EVERYTHING)) == []


def test_a_continuation_at_the_end_is_one_finding_inside_the_file() -> None:
    text = IMPORT + FIND + "x = 1\\\n"
    (found,) = check_source(text, config=EVERYTHING).findings
    assert found.code == "OP001"
    assert found.range.end_line <= text.count("\n")


def test_syntax_that_is_newer_than_this_python_is_read() -> None:
    text = (
        IMPORT
        + '''type Words = list[str]


@agentic_function(input={"w": {"description": "words"}, "fallback": {"description": "what to give for none"}})
def first[T](w: Words, fallback: T, runtime=None) -> str | T:
    """Take the first word."""
    try:
        return t"{w[0]}"
    except IndexError, KeyError:
        return fallback
'''
    )
    report = check_source(text, config=EVERYTHING)
    assert "OP001" not in codes(report)
    assert [function.name for function in report.facts.functions] == ["first"]


@pytest.mark.parametrize("depth", [199, 2000])
def test_brackets_that_would_end_the_process_cost_at_most_one_finding(depth: int) -> None:
    deep = f'@agentic_function(input={"[" * depth}{"]" * depth})\ndef deep(runtime=None):\n    """Dig."""\n\n\n'
    report = check_source(IMPORT + deep + FIND, config=EVERYTHING)
    assert sorted(set(codes(report))) in (["OP006"], ["OP001"], ["OP001", "OP006"])
    assert codes(report).count("OP006") <= 1
    assert "find" in [function.name for function in report.facts.functions]


def test_a_lambda_right_behind_else_costs_one_finding() -> None:
    text = (
        '''from op_runtime import agentic_function, route


@agentic_function
def flow(quick: bool = (lambda: True)()if True else(lambda: False)(), runtime=None):
    """Find the way."""
    pick = (lambda: "a") if quick else(lambda: route("Who?", ["a", "b"], "text"))
    return pick()


'''
        + FIND
    )
    report = check_source(text, config=EVERYTHING)
    assert codes(report).count("OP006") <= 1
    assert "OP005" not in codes(report)
    assert "find" in [function.name for function in report.facts.functions]


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"# -*- coding: latin-1 -*-\ns = '\xe9'\n", []),
        (b"\xef\xbb\xbfs = '\xc3\xa9'\r\n", []),
        (b"s = '\xe9'\n", ["OP002"]),
        (b"# coding: klingon\ns = 1\n", ["OP002"]),
        (b"s = 1\x00\n", ["OP002"]),
    ],
)
def test_encodings(data: bytes, found: list[str]) -> None:
    assert codes(check_bytes(data, "a.py", EVERYTHING)) == found


def test_a_fix_keeps_the_byte_order_mark_and_every_line_end() -> None:
    data = (
        b"\xef\xbb\xbffrom op_runtime import agentic_function\r\n"
        b"@agentic_function(input={'q': {'descripton': 'w'}})\n"
        b"def f(q: str, runtime=None):\r\n    'Find.'\r\n"
    )
    report = check_bytes(data, "a.py", Config(settings=Settings(select=["OP204"])))
    (finding,) = report.findings
    assert finding.fix is not None
    assert report.source is not None
    fixed = report.source.with_text(apply_edits(report.source.lines, finding.fix.edits))
    assert fixed.encode() == data.replace(b"descripton", b"description")
