"""Declared allowed values as the parameter's type has them (metadata spec, section 7; defects D35, D36, D38, T6)."""

# ruff: noqa: UP042, an Enum with a str mixin is what is tested
from __future__ import annotations

import enum
import pathlib
from typing import Any, Literal

import pytest
from op_runtime.menu import Unknown, from_annotation
from op_runtime.menu.coerce import coerce_option, same_json
from op_runtime.menu.templates import coerce_options, options_problem


class Colour(str, enum.Enum):
    RED = "red"
    BLUE = "blue"


class Spot(enum.Enum):
    HERE = (1, 2)
    THERE = 2


@pytest.mark.parametrize(
    ("annotation", "option", "expected"),
    [
        (str, "a", "a"),
        (str, 5, "5"),
        (str, 0.5, "0.5"),
        (int, 5, 5),
        (int, "5", 5),
        (int, " 5 ", 5),
        (int, "-5", -5),
        (int, 5.0, 5),
        (float, 5, 5.0),
        (float, "5", 5.0),
        (float, "0.5", 0.5),
        (float, 0.5, 0.5),
        (bool, True, True),
        (int | None, None, None),
        (int | None, "5", 5),
        (int | str, "5", "5"),
        (str | int, 5, 5),
        (Any, "a", "a"),
        (Any, True, True),
        (list[int], "5", 5),
        (list, "a", "a"),
        (set[float], 1, 1.0),
        (tuple[int, str], "a", "a"),
        (list[int] | None, "5", 5),
        (Colour, "red", "red"),
        (Colour, Colour.RED, "red"),
        (str, Colour.RED, "red"),
        (Spot, Spot.HERE, "HERE"),
        (Spot, Spot.THERE, 2),
        (Spot, "2", 2),
        (Literal[1, 2], "1", 1),
        (Literal["1", 2], 2, 2),
        (pathlib.Path, "a/b", "a/b"),
    ],
    ids=str,
)
def test_an_allowed_value_becomes_one_of_the_type(annotation: object, option: object, expected: object) -> None:
    result = coerce_option(from_annotation(annotation), option)
    assert (result, type(result)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("annotation", "option"),
    [
        (bool, "on"),
        (bool, "true"),
        (bool, 1),
        (bool, 0),
        (int, True),
        (str, True),
        (float, False),
        (str, None),
        (int, None),
        (int, 0.5),
        (int, 1.9),
        (int, "0.5"),
        (int, "auto"),
        (int, "5_0"),
        (int, "٥"),
        (int, "true"),
        (int, "9" * 5_000),
        (float, "auto"),
        (float, "NaN"),
        (float, "1e999"),
        (float, 10**400),
        (Colour, "green"),
        (Literal[1, True], "True"),
        (list[int], "a"),
        (list[int] | None, None),
        (dict, "a"),
        (dict[str, int], "a"),
        ("Missing", float("nan")),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_a_value_that_cannot_be_of_the_type_is_refused(annotation: object, option: object) -> None:
    with pytest.raises(ValueError, match="cannot be a value of type"):
        coerce_option(from_annotation(annotation), option)


def test_a_text_that_is_no_date_is_no_allowed_date() -> None:
    import datetime

    assert coerce_option(from_annotation(datetime.date), "2024-01-02") == "2024-01-02"
    with pytest.raises(ValueError, match="'soon' cannot be a value of type date"):
        coerce_option(from_annotation(datetime.date), "soon")


@pytest.mark.parametrize("options", [["a"], [1, 2.5, True, None, "a"], [1, True], [Colour.RED], [Unknown("x"), "a"]])
def test_a_list_of_distinct_scalars_is_fine(options: list[object]) -> None:
    assert options_problem(options) is None


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (None, '"options" must be a list of allowed values, not None'),
        ("abc", "\"options\" must be a list of allowed values, not 'abc'"),
        (("a", "b"), "\"options\" must be a list of allowed values, not ('a', 'b')"),
        ({"a": 1}, "\"options\" must be a list of allowed values, not {'a': 1}"),
        ([], '"options" is empty, so no value would be allowed; list the values or leave it out'),
        (["a", "b", "a"], "\"options\" lists 'a' twice"),
        ([["a"]], "\"options\" may hold text, finite numbers, booleans and None, not ['a']"),
        ([{"a": 1}], "\"options\" may hold text, finite numbers, booleans and None, not {'a': 1}"),
        ([str], '"options" may hold text, finite numbers, booleans and None, not str'),
        ([float("inf")], '"options" may hold text, finite numbers, booleans and None, not inf'),
        ([b"a"], "\"options\" may hold text, finite numbers, booleans and None, not b'a'"),
    ],
)
def test_anything_else_is_a_problem_that_says_so(options: object, problem: str) -> None:
    assert options_problem(options) == problem


def test_two_spellings_of_one_value_are_a_problem() -> None:
    with pytest.raises(TypeError, match=r"here: \"options\" lists 5 twice, once as '5'"):
        coerce_options(from_annotation(int), [5, "5"], "here")
    with pytest.raises(TypeError, match=r"lists 1\.0 twice"):
        coerce_options(from_annotation(float), [1, 1.0], "here")


def test_an_unknown_among_them_makes_them_all_unknown() -> None:
    assert coerce_options(from_annotation(int), [5, Unknown("computed")], "here") == Unknown("computed")


def test_the_error_names_the_place_the_value_and_the_type() -> None:
    with pytest.raises(TypeError, match=r"here: the allowed value 'x' cannot be a value of type int \| float"):
        coerce_options(from_annotation(int | float), ["x"], "here")


def test_json_equality_is_not_pythons() -> None:
    assert same_json({"a": [1, "x"]}, {"a": [1, "x"]})
    assert not same_json(1, True)
    assert not same_json(1, 1.0)
    assert not same_json([1], [True])
    assert not same_json({"a": 1}, {"a": 1, "b": 2})
    assert not same_json({"a": 0}, {"a": False})
