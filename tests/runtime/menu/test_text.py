"""Text that goes into a menu (decision spec, section 4; metadata spec, section 3; case B20, defect D25)."""

from __future__ import annotations

import inspect

import pytest
from op_runtime.menu import fold, from_annotation, summary
from op_runtime.menu.text import check_name, encodable, shown
from op_runtime.menu.unknown import OpaqueValue


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("one line", "one line"),
        ("a\nb", "a b"),
        ("a \n\t b", "a b"),
        ("a\r\nb\rc", "a b c"),
        ("a\u2028b\u2029c\x85d\x0be\x0cf\x1cg", "a b c d e f g"),
        ("two  spaces\tand a tab", "two  spaces\tand a tab"),
        ("  ends \n", "ends"),
        ("", ""),
        (" \n ", ""),
        ("{x} {0} %s $q `code`", "{x} {0} %s $q `code`"),
    ],
)
def test_a_run_of_white_space_with_a_line_break_becomes_one_space(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize(
    ("doc", "first"),
    [
        (None, ""),
        ("", ""),
        ("   \n  \n", ""),
        ("Find pages.", "Find pages."),
        ("Find pages\n    in the archive.\n\n    More text.\n    ", "Find pages in the archive."),
        ("\n        Find pages\n    in the archive.\n\n    More.\n", "Find pages in the archive."),
        ("Find.\n    \n    More.", "Find."),
        ("Find.\n \t \nMore.", "Find."),
        ("Find.\r\n\r\nMore.", "Find."),
        ("\n\u3000\n  Find.", "Find."),
        ("Find\tpages", "Find    pages"),
    ],
)
def test_the_summary_is_the_first_paragraph_on_one_line(doc: str | None, first: str) -> None:
    assert summary(doc) == first


@pytest.mark.parametrize(
    "doc", ["Find\n      pages\n    now.\n\n    More.", "\n    \tFind\n\tpages.\n", "a\n\n  b", "\u3000a\n\u3000 b\n c"]
)
def test_it_does_not_matter_whether_python_has_stripped_the_indentation(doc: str) -> None:
    assert summary(inspect.cleandoc(doc)) == summary(doc)


@pytest.mark.parametrize("name", ["retry", 'say "hi"', "é", "下一步", "a b", "{x}", "🍸"])
def test_a_name_may_be_any_text_on_one_line(name: str) -> None:
    assert check_name(name, "here", "option") == name


@pytest.mark.parametrize("name", ["a\nb", "a\rb", "a\x00", "\x1b[0m", "a\u2028b", "a\x85b", "a\tb", "\ud83d"])
def test_a_name_with_a_line_break_or_a_control_character_is_refused(name: str) -> None:
    with pytest.raises(TypeError, match=r"here: the option name .* holds a line break or a control character"):
        check_name(name, "here", "option")


@pytest.mark.parametrize(
    ("name", "message"), [("", "is empty"), ("  ", "is empty"), (1, "1 is not text"), (None, "not text")]
)
def test_a_name_is_text_that_is_not_empty(name: object, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        check_name(name, "here", "option")


def test_half_of_a_character_pair_is_written_as_an_escape() -> None:
    assert encodable("\U0001f378 \ud83d") == "\U0001f378 \\ud83d"


LOOP: list[object] = []
LOOP.append(LOOP)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("a", "'a'"),
        (5, "5"),
        (int, "int"),
        (list[int], "list[int]"),
        (from_annotation(int | None), "int | None"),
        (OpaqueValue("Signal()"), "Signal()"),
        (fold, "fold"),
        ({"a": str, 1: [int]}, "{'a': str, 1: [int]}"),
        ((str,), "(str,)"),
        ((), "()"),
        ((1, {"a": (int, str)}), "(1, {'a': (int, str)})"),
        (LOOP, "[[[[...]]]]"),
        ("x" * 100, "'" + "x" * 76 + "..."),
        (list(range(10**6)), "[" + ", ".join(map(str, range(30)))[:76] + "..."),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_value_in_an_error_message_is_short_and_names_types_plainly(value: object, text: str) -> None:
    assert shown(value) == text
