from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from op_lint.files import Lines, client_column, own_column
from op_lint.read.expr import Range


def test_lines_end_at_the_three_line_breaks_and_nowhere_else() -> None:
    lines = Lines("a\x0cb\u2028c\x85d\rtwo\r\nthree\n")
    assert [lines.line(number) for number in range(lines.count)] == ["a\x0cb\u2028c\x85d", "two", "three", ""]


@pytest.mark.parametrize("text", ["", "\n", "a\x0cb\u2028c\x85d\n\ntwo", "a\x0b\n🎉\x1cb\n"])
def test_lines_without_a_carriage_return_end_there_too(text: str) -> None:
    lines = Lines(text)
    assert [lines.line(number) for number in range(lines.count)] == text.split("\n")
    assert lines.starts == Lines(text.replace("\n", "\r")).starts


def test_offset_and_position_are_inverse() -> None:
    lines = Lines("ab\r\ncd\re")
    assert lines.position(4) == (1, 0)
    assert lines.offset(1, 0) == 4
    assert lines.position(7) == (2, 0)
    assert lines.position(8) == (2, 1)


@pytest.mark.parametrize(("line", "column", "offset"), [(-1, 3, 0), (0, 99, 2), (7, 0, 5), (1, 99, 5)])
def test_a_place_outside_the_text_is_moved_to_the_nearest_inside(line: int, column: int, offset: int) -> None:
    assert Lines("ab\r\nc").offset(line, column) == offset


def test_an_emoji_is_one_column_two_utf16_units_and_four_bytes() -> None:
    line = 'label = "🎉"; spec = {"q": {"descripton": "query"}}'
    column = line.index('"descripton"') - 0
    assert (column, client_column(line, column, "utf-16"), client_column(line, column, "utf-8")) == (27, 28, 30)
    assert own_column(line, 28, "utf-16") == own_column(line, 30, "utf-8") == own_column(line, 27, "utf-32") == 27


def test_a_column_inside_an_astral_character_is_moved_to_its_start() -> None:
    assert own_column("🎉x", 1, "utf-16") == 0
    assert own_column("🎉x", 99, "utf-16") == 2


def test_a_lone_surrogate_costs_no_position() -> None:
    lines = Lines("\ud800 = 1")
    assert lines.from_byte(lines.to_byte(4)) == 4


def test_slice_gives_the_text_of_a_range() -> None:
    assert Lines("x = {\n 'é': 1}\n").slice(Range(0, 4, 1, 8)) == "{\n 'é': 1}"


@given(st.text(st.sampled_from("aé漢🎉\n\r\u0301"), max_size=4000), st.data())
def test_bytes_and_code_points_agree_with_the_codec(text: str, data: st.DataObject) -> None:
    lines = Lines(text)
    offset = data.draw(st.integers(0, len(text)))
    byte = len(text[:offset].encode())
    assert (lines.to_byte(offset), lines.from_byte(byte)) == (byte, offset)


def test_bytes_and_code_points_agree_across_many_blocks() -> None:
    text = "aé漢🎉" * 3000
    lines = Lines(text)
    for offset in range(0, len(text), 97):
        byte = len(text[:offset].encode())
        assert (lines.to_byte(offset), lines.from_byte(byte)) == (byte, offset)


@given(st.text(st.sampled_from("aé🎉\n\r"), max_size=30), st.text(st.sampled_from("b漢\n\r"), max_size=6), st.data())
def test_lines_after_an_edit_are_those_of_the_new_text(text: str, typed: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    lines = Lines(text)
    assert lines.count
    edited = lines.edited(start, end, typed)
    fresh = Lines(text[:start] + typed + text[end:])
    assert (edited.text, edited.starts) == (fresh.text, fresh.starts)
