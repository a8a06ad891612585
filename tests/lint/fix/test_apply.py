"""Edits on text: which can be applied at once, and what comes out."""

from __future__ import annotations

import pytest

from op_lint import check_source
from op_lint.files import Lines
from op_lint.finding import Edit, Fix
from op_lint.fix import apply_edits, compatible, fix_report
from op_lint.read.expr import Range


def edit(line: int, start: int, end: int, text: str) -> Edit:
    return Edit(Range(line, start, line, end), text)


def test_edits_are_applied_by_place_whatever_their_order() -> None:
    edits = [edit(1, 0, 1, "X"), edit(0, 3, 3, "!"), edit(0, 0, 1, "")]
    assert apply_edits(Lines("🎉bc\r\ndef"), edits) == "bc!\r\nXef"


def test_a_form_feed_and_a_line_separator_are_no_line_ends() -> None:
    assert apply_edits(Lines("a\x0cb\u2028c\nd"), [edit(1, 0, 1, "D")]) == "a\x0cb\u2028c\nD"


def test_of_fixes_that_touch_the_first_is_taken() -> None:
    first = Fix("1", (edit(0, 0, 2, "a"), edit(0, 8, 9, "b")), "safe")
    touching = Fix("2", (edit(0, 2, 4, "c"),), "safe")
    apart = Fix("3", (edit(0, 5, 6, "d"),), "safe")
    same = Fix("4", (edit(0, 9, 9, "e"),), "safe")
    assert compatible([same, apart, touching, first]) == [first, apart]


@pytest.mark.parametrize(
    "broken",
    [
        'def find(q: "a) -> str:\n    """Find pages."""\n    return q\n',
        "def find(runtime=None):  # noqa: E501",
        "def find(q: str r: str):\n    return q\n",
        'def find(q: str):\n    """Find "pages\n    return q\n',
    ],
)
def test_what_does_not_parse_is_left_as_it_is(broken: str) -> None:
    head = "from op_runtime import agentic_function\n\n\n"
    sound = '@agentic_function(input={"q": {"description": "words"}, "runtime": {}})\ndef look(q: str, runtime=None):\n'
    sound += '    """Look."""\n\n\n'
    text = f"{head}{sound}@agentic_function\n{broken}"
    report = check_source(text, "a.py")
    outcome = fix_report(report, lambda source: check_source(source, "a.py"), unsafe=True)
    assert outcome.problem is None
    assert outcome.report.source is not None
    assert outcome.report.source.text == text.replace(', "runtime": {}', "")
