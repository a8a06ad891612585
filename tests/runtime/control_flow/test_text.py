"""How any value is shown to a model."""

from collections import namedtuple
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import Enum
from pathlib import PurePosixPath
from uuid import UUID

import pytest
from op_runtime.control_flow.text import as_text, shorten


@dataclass
class Row:
    name: str
    size: int


class Color(Enum):
    RED = "red"


class Word(str, Enum):  # noqa: UP042  (the older spelling is what is tested)
    ONE = "one"


class Plain:
    pass


class Broken:
    def __repr__(self) -> str:
        raise ValueError("no")


class Model:
    def model_dump(self, mode: str) -> dict[str, str]:
        return {"mode": mode}


Pair = namedtuple("Pair", "left right")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("as {it} is\n%s", "as {it} is\n%s"),
        ("", ""),
        (None, "null"),
        (True, "true"),
        (3, "3"),
        (0.5, "0.5"),
        (["分析", 1], '["分析", 1]'),
        ((1, 2), "[1, 2]"),
        ({"a": {"b": [None]}}, '{"a": {"b": [null]}}'),
        ({1: "a", (1, 2): "b", None: "c"}, '{"1": "a", "[1, 2]": "b", "null": "c"}'),
        ({"b", "a", "c"}, '["a", "b", "c"]'),
        (frozenset({3, 1}), "[1, 3]"),
        (Row("x", 2), '{"name": "x", "size": 2}'),
        ([Row("x", 2)], '[{"name": "x", "size": 2}]'),
        (Pair(1, "r"), '{"left": 1, "right": "r"}'),
        (Color.RED, '"red"'),
        (Word.ONE, '"one"'),
        (PurePosixPath("a/b.py"), '"a/b.py"'),
        (date(2024, 2, 29), '"2024-02-29"'),
        (
            [Decimal("1.10"), timedelta(hours=1), UUID(int=7)],
            '["1.10", "1:00:00", "00000000-0000-0000-0000-000000000007"]',
        ),
        ("é".encode(), '"é"'),
        (b"\xff", '"\\\\xff"'),
        (ValueError("no"), '"ValueError: no"'),
        (KeyError(), '"KeyError"'),
        (Model(), '{"mode": "json"}'),
        (Plain(), '"<Plain>"'),
        (Broken(), '"<Broken>"'),
        (Plain, '"<Plain>"'),
        (len, '"<len>"'),
        (1 + 2j, '"(1+2j)"'),
    ],
)
def test_a_value_is_shown_as(value: object, text: str) -> None:
    assert as_text(value) == text


def test_a_value_inside_itself_ends() -> None:
    loop: list[object] = [1]
    loop.append(loop)
    assert as_text(loop) == '[1, "..."]'


def test_the_same_value_twice_is_shown_twice() -> None:
    row = [1]
    assert as_text([row, row]) == "[[1], [1]]"


def test_deep_nesting_ends() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert as_text(deep) == "[" * 40 + '"..."' + "]" * 40


def test_the_middle_of_a_long_text_is_cut_out() -> None:
    assert shorten("a" * 500) == "a" * 500
    assert shorten("a" * 300 + "b" + "c" * 300) == "a" * 250 + " [...] " + "c" * 250
    assert shorten("abcdef", 3) == "a [...] ef"


def test_a_lone_surrogate_is_replaced() -> None:
    assert as_text("a\ud800b") == "a\ufffdb"
    assert as_text(["\udfff"]) == '["\ufffd"]'


def test_a_number_too_long_for_decimal_digits_is_shown() -> None:
    assert as_text(10**5000) == '"' + hex(10**5000) + '"'
