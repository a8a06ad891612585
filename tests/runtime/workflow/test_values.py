"""Values come back from the journal equal and of the same types, and equal values have equal keys."""

import math
import pickle
from datetime import UTC, date, datetime, time, timedelta, timezone
from decimal import Decimal
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
import workflow_shapes as shapes
from hypothesis import given
from hypothesis import strategies as st
from op_runtime.workflow.values import ValueFormError, dump, key_form, load

VALUES: list[Any] = [
    None,
    True,
    0,
    -(10**30),
    10**5000,
    1.5,
    math.inf,
    -math.inf,
    "text",
    "",
    "中文 \u2028 \x00",
    "\ud800 alone",
    [],
    [1, [2, "x"]],
    {},
    {"a": [1], "b": {"c": None}},
    {1: "int", "1": "text", (1, 2): "tuple", None: 0, False: 1},
    {"$": "looks like a mark", "v": 1},
    {"$": "tuple"},
    (),
    (1,),
    ((1, [2]), {"x": (3,)}),
    set(),
    {1, 2},
    {"a", ("b", 1)},
    frozenset({1, frozenset({2})}),
    b"\x00\xff",
    bytearray(b"x"),
    Path("a/b.txt"),
    PurePosixPath("/x"),
    PureWindowsPath("C:\\x"),
    datetime(2024, 2, 29, 23, 59, 59, 999999),
    datetime(2024, 1, 1, tzinfo=UTC),
    datetime(2024, 7, 1, tzinfo=ZoneInfo("Europe/Berlin")),
    datetime(2024, 1, 1, tzinfo=timezone(timedelta(hours=5, minutes=30))),
    date(2024, 1, 1),
    time(1, 2, 3, 4),
    timedelta(days=-1, microseconds=7),
    Decimal("1.10"),
    UUID(int=5),
    1 + 2j,
    shapes.Colour.RED,
    shapes.Colour.BLUE,
    shapes.Level.LOW,
    shapes.Rights.READ | shapes.Rights.WRITE,
    shapes.Point(1, {"a"}),
    shapes.Frozen(shapes.Point(2), {1: (b"x",)}),
    shapes.Pair(1, (2, 3)),
]


def same(left: Any, right: Any) -> bool:
    """Equal, and of the same types all the way down."""
    if type(left) is not type(right) or left != right:
        return False
    if isinstance(left, list | tuple):
        return all(map(same, left, right))
    if isinstance(left, dict):
        return all(map(same, left, right)) and all(map(same, left.values(), right.values()))
    return True


@pytest.mark.parametrize("value", VALUES, ids=range(len(VALUES)))
def test_a_value_comes_back_equal_and_of_the_same_type(value: Any) -> None:
    text = dump(value)
    text.encode("utf-8")
    assert same(load(text), value)


def test_nan_comes_back() -> None:
    assert math.isnan(load(dump([math.nan]))[0])


def test_a_dataclass_comes_back_without_being_made_again() -> None:
    point = shapes.Point(1)
    point.made = 7
    assert load(dump(point)).made == 7


def test_a_time_zone_of_the_zone_database_stays_one() -> None:
    back = load(dump(datetime(2024, 7, 1, tzinfo=ZoneInfo("Europe/Berlin"))))
    assert back + timedelta(days=180) == datetime(2024, 12, 28, tzinfo=ZoneInfo("Europe/Berlin"))


leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary() | st.dates()
nested = st.recursive(
    leaves,
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.frozensets(leaves)
        | st.dictionaries(st.text() | st.integers() | st.just("$"), inner)
    ),
    max_leaves=15,
)


@given(nested)
def test_any_nested_value_comes_back(value: Any) -> None:
    assert same(load(dump(value)), value)
    assert key_form(load(dump(value))) == key_form(value)


def local() -> type:
    class Inside:
        pass

    return Inside


def cycle() -> list[Any]:
    found: list[Any] = []
    found.append(found)
    return found


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ([1, {"a": object()}], r"value\[1\]\['a'\]: object cannot be kept"),
        ({"f": len}, r"value\['f'\]: builtin_function_or_method cannot be kept"),
        (shapes.Plain(), "workflow_shapes.Plain cannot be kept"),
        (local()(), "Inside cannot be kept"),
        ({1, Path}, "cannot be kept"),
        (cycle(), r"value\[0\]: it holds itself"),
        (iter([1]), "list_iterator cannot be kept"),
        (Exception("x"), "Exception cannot be kept"),
    ],
)
def test_what_cannot_be_kept_is_named_with_its_place_and_type(value: Any, message: str) -> None:
    with pytest.raises(ValueFormError, match=message):
        dump(value)


def test_deep_nesting_is_an_error_of_its_own() -> None:
    value: list[Any] = []
    for _ in range(100_000):
        value = [value]
    with pytest.raises(ValueFormError, match="nested more than 200 deep"):
        dump(value)


def test_a_dataclass_that_no_other_process_would_find_cannot_be_kept() -> None:
    from dataclasses import make_dataclass

    with pytest.raises(ValueFormError, match="define it at the top of a module"):
        dump(make_dataclass("Lost", ["x"])(1))


def test_a_class_that_is_gone_is_named() -> None:
    text = dump(shapes.Point(1)).replace("shapes:Point", "shapes:Gone")
    with pytest.raises(ValueFormError, match="workflow_shapes:Gone is not there any more"):
        load(text)


def test_stored_text_cannot_make_objects_of_any_class() -> None:
    with pytest.raises(ValueFormError, match="is no dataclass any more"):
        load('{"$":"dataclass","v":{},"of":"subprocess:Popen"}')
    with pytest.raises(ValueFormError, match="is no enum any more"):
        load('{"$":"enum","v":"x","of":"os:system"}')


def test_keys_do_not_depend_on_object_identity() -> None:
    row = [1]
    shared, copies = (row, row), ([1], [1])
    assert pickle.dumps(shared) != pickle.dumps(copies)
    assert key_form(shared) == key_form(copies)


def test_equal_values_have_one_key() -> None:
    assert key_form({"a": 1, "b": 2}) == key_form({"b": 2, "a": 1})
    assert key_form({1: "x", "1": "y"}) == key_form({"1": "y", 1: "x"})
    assert key_form({"c", "a", "b"}) == key_form({"b", "c", "a"})
    assert key_form(0.0) == key_form(-0.0)


def test_different_values_have_different_keys() -> None:
    values = [1, True, 1.0, "1", None, "None", [1], (1,), {1}, {"1": 1}, {1: 1}, b"1", "", []]
    assert len({key_form(value) for value in values}) == len(values)


def test_functions_have_a_key_by_name_and_objects_have_none() -> None:
    assert key_form(local) == key_form(local)
    assert "local" in key_form(local)
    assert key_form(local) != key_form(cycle)
    with pytest.raises(ValueFormError, match="no form by which a step could be found again"):
        key_form([object()])
