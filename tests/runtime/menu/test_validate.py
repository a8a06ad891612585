"""Values of a reply as the declared types (decision spec, section 5, rules 5 and 7; cases A17, A26, A32, B10, B11)."""

# ruff: noqa: UP042, an Enum with a str mixin is what is tested
from __future__ import annotations

import dataclasses
import datetime
import decimal
import enum
import math
import pathlib
import time
import uuid
from typing import Annotated, Any, Literal, NamedTuple, TypedDict

import pydantic
import pytest
from op_runtime.menu import Field, FieldError, from_annotation, from_template, validate, validate_field, validate_fields


class Colour(str, enum.Enum):
    RED = "red"
    BLUE = "blue"


@dataclasses.dataclass
class Point:
    x: int
    y: float = 0.5


@dataclasses.dataclass
class Even:
    n: int

    def __post_init__(self) -> None:
        if self.n % 2:
            raise ValueError("n must be even")


class Pair(NamedTuple):
    left: int
    right: str = "r"


class Leaf(TypedDict, total=False):
    name: str


class Order(pydantic.BaseModel):
    sku: Annotated[str, pydantic.Field(description="stock number", min_length=2)]
    count: int = pydantic.Field(default=1, alias="howMany", ge=1)
    at: datetime.date | None = None


def read(annotation: object, value: object, notes: list[str] | None = None) -> object:
    return validate(from_annotation(annotation), value, "p", [] if notes is None else notes)


def refused(annotation: object, value: object) -> FieldError:
    with pytest.raises(FieldError) as caught:
        read(annotation, value)
    return caught.value


@pytest.mark.parametrize(
    ("annotation", "value", "expected"),
    [
        (str, "a", "a"),
        (str, "", ""),
        (str, " <str> ", " <str> "),
        (int, 5, 5),
        (int, 10**400, 10**400),
        (float, 5, 5.0),
        (float, 5.5, 5.5),
        (bool, True, True),
        (None, None, None),
        (Any, {"a": [1, None]}, {"a": [1, None]}),
        (list, [1, "a"], [1, "a"]),
        (list[float], [1, 2.5], [1.0, 2.5]),
        (tuple[int, str], [1, "a"], (1, "a")),
        (tuple[int, ...], [1, 2], (1, 2)),
        (tuple, [1], (1,)),
        (tuple[()], [], ()),
        (set[int], [1, 1], {1}),
        (frozenset[str], ["a"], frozenset({"a"})),
        (set[tuple[int, int]], [[1, 2]], {(1, 2)}),
        (dict[str, float], {"a": 1}, {"a": 1.0}),
        (dict[int, str], {"1": "a"}, {1: "a"}),
        (dict[Colour, int], {"red": 1}, {Colour.RED: 1}),
        (Literal["a", 1], 1, 1),
        (Colour, "red", Colour.RED),
        (list[Colour], ["blue"], [Colour.BLUE]),
        (pathlib.Path, "a/b", pathlib.Path("a/b")),
        (datetime.datetime, "2024-02-29T10:00:00", datetime.datetime(2024, 2, 29, 10)),
        (datetime.date, "2024-02-29", datetime.date(2024, 2, 29)),
        (datetime.time, "10:30", datetime.time(10, 30)),
        (uuid.UUID, "12345678123456781234567812345678", uuid.UUID("12345678123456781234567812345678")),
        (decimal.Decimal, "1.10", decimal.Decimal("1.10")),
        (Point, {"x": 1}, Point(1)),
        (Point, {"x": 1, "y": 2}, Point(1, 2.0)),
        (list[Point], [{"x": 1}], [Point(1)]),
        (Pair, {"left": 1}, Pair(1)),
        (Leaf, {}, {}),
        (Order, {"sku": "ab", "howMany": 3, "at": "2024-01-02"}, Order(sku="ab", howMany=3, at="2024-01-02")),
        (int | None, None, None),
        (Colour | None, "red", Colour.RED),
    ],
    ids=str,
)
def test_a_value_that_fits_comes_as_the_declared_type(annotation: object, value: object, expected: object) -> None:
    result = read(annotation, value)
    assert result == expected
    assert type(result) is type(expected)


@pytest.mark.parametrize(
    ("annotation", "value", "message"),
    [
        (str, 5, "p: must be str, but an integer was given"),
        (str, None, "p: must be str, but null was given"),
        (int, True, "p: must be int, but true was given"),
        (int, 5.0, "p: must be int, but a decimal number was given"),
        (int, "5", "p: must be int, but a string was given"),
        (float, True, "p: must be float, but true was given"),
        (float, "1", "p: must be float, but a string was given"),
        (float, 10**400, "p: must be a finite number"),
        (float, math.inf, "p: must be a finite number"),
        (float, math.nan, "p: must be a finite number"),
        (Any, {"a": [math.nan]}, "p.a[0]: must be a finite number"),
        (bool, 1, "p: must be bool, but an integer was given"),
        (bool, "true", "p: must be bool, but a string was given"),
        (None, 0, "p: must be None, but an integer was given"),
        (list[int], "a", "p: must be list[int], but a string was given"),
        (list[int], [1, "a"], "p[1]: must be int, but a string was given"),
        (tuple[int, str], [1], "p: must be tuple[int, str]: 2 items, but 1 were given"),
        (tuple[int, str], {}, "p: must be tuple[int, str], but an object was given"),
        (set, [[1]], "p: has items that a set cannot hold"),
        (dict, [], "p: must be dict, but a list was given"),
        (dict[str, int], {"a b": "x"}, 'p["a b"]: must be int, but a string was given'),
        (dict[int, str], {"x": "a"}, 'p: has the key "x", which cannot be int'),
        (dict[Colour, int], {"green": 1}, 'p: has the key "green", which cannot be "red" | "blue"'),
        (pathlib.Path, 5, "p: must be Path, but an integer was given"),
        (datetime.date, "soon", 'p: must be date as text, but "soon" is not'),
        (uuid.UUID, "x", 'p: must be UUID as text, but "x" is not'),
        (decimal.Decimal, "NaN", 'p: must be Decimal as text, but "NaN" is not'),
        (Point, [], "p: must be dict, but a list was given"),
        (Point, {"x": "a"}, "p.x: must be int, but a string was given"),
        (list[Point], [{"x": 1}, {"x": None}], "p[1].x: must be int, but null was given"),
        (Even, {"n": 1}, "p: is no valid Even: n must be even"),
        (Order, {"sku": "a"}, "p: is no valid Order: sku: String should have at least 2 characters"),
        (int | str, [], "p: must be int | str, but a list was given"),
        (Point | None, {"x": "a"}, "p.x: must be int, but a string was given"),
        (list[int] | dict[str, int], [1, "a"], "p[1]: must be int, but a string was given"),
    ],
    ids=str,
)
def test_a_value_that_does_not_fit_says_where_and_what(annotation: object, value: object, message: str) -> None:
    error = refused(annotation, value)
    assert (str(error), error.kind) == (message, "type_mismatch")


@pytest.mark.parametrize(
    "annotation", [str, pathlib.Path, str | None, int | str, str | Any, Any, list[str], list[str] | Any]
)
def test_a_placeholder_handed_back_is_an_error(annotation: object) -> None:
    value = ["<str>"] if "list" in str(annotation) else "<str>"
    error = refused(annotation, value)
    assert 'still holds the placeholder "<str>"' in str(error)


def test_the_description_of_a_field_is_no_value_of_it() -> None:
    assert refused(str, {"type": "str", "description": "words"}).kind == "type_mismatch"


def test_a_missing_nested_field_is_named_with_its_path() -> None:
    error = refused(list[Point], [{"y": 1}])
    assert (error.kind, error.path) == ("missing_required", "p[0].x")


def test_extra_fields_of_a_nested_object_are_dropped_and_named() -> None:
    notes: list[str] = []
    assert read(list[Point], [{"x": 1, "z": 2}], notes) == [Point(1)]
    assert notes == ["p[0]: dropped z, which it does not have"]


class Kitten(TypedDict):
    kind: Literal["cat"]
    lives: int


class Puppy(TypedDict):
    kind: Literal["dog"]
    lives: float


@pytest.mark.parametrize(
    ("annotation", "value", "expected"),
    [
        (float | int, 5, 5),
        (int | float, 5, 5),
        (int | float, 5.0, 5.0),
        (bool | int, True, True),
        (int | bool, True, True),
        (float | bool, 1, 1.0),
        (str | Colour, "red", Colour.RED),
        (Colour | str, "red", Colour.RED),
        (str | Colour, "green", "green"),
        (str | Colour, " Red ", " Red "),
        (Literal["auto"] | int, 5, 5),
        (pathlib.Path | str, "a", "a"),
        (str | pathlib.Path, "a", "a"),
        (list[float] | list[int], [1, 2], [1, 2]),
        (list[int] | list[float], [1, 2.0], [1.0, 2.0]),
        (dict[str, float] | dict[str, int], {"a": 1}, {"a": 1}),
        (Any | int, 5, 5),
        (Kitten | Puppy, {"kind": "dog", "lives": 1}, {"kind": "dog", "lives": 1.0}),
        (Point | Pair, {"left": 1}, Pair(1)),
        (Leaf | Point, {"x": 1, "y": 2}, Point(1, 2.0)),
        (Point | Leaf, {"x": 1, "y": 2}, Point(1, 2.0)),
    ],
    ids=str,
)
def test_in_a_union_the_exact_type_wins_in_any_order(annotation: object, value: object, expected: object) -> None:
    result = read(annotation, value)
    assert (result, type(result)) == (expected, type(expected))
    if isinstance(result, list):
        assert list(map(type, result)) == list(map(type, expected))  # type: ignore[call-overload]


def test_a_union_of_choices_names_them_all() -> None:
    error = refused(Literal["auto"] | int, "never")
    assert (error.kind, str(error)) == ("enum_violation", 'p: must be "auto" | int, but "never" was given')
    error = refused(Colour | None, "green")
    assert str(error) == 'p: must be one of "red", "blue", but "green" was given'


def test_unions_inside_each_other_cost_no_more_than_their_sum() -> None:
    schema = from_template({"next": Any})
    chain: dict[str, Any] = {"value": 0}
    node = from_annotation(Chain)
    for _ in range(90):
        chain = {"next": chain}
    started = time.perf_counter()
    with pytest.raises(FieldError):
        validate(node, chain, "p", [])
    assert time.perf_counter() - started < 5  # trying each way at each level would take longer than anybody waits
    validate(schema, {"next": chain}, "p", [])


class Chain(TypedDict, total=False):
    next: Chain | Link
    value: str


class Link(TypedDict, total=False):
    next: Link | Chain
    value: str


def test_a_value_deeper_than_the_stack_is_a_tidy_error() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    node: list[Any] = []
    node.append(node)
    schema = from_template({"tree": node_template()})
    for error in (refused(Any, deep), refused_by(schema, {"tree": {"name": "a", "children": deep}})):
        assert error.kind == "type_mismatch"
    while deep:  # freed level by level, the C stack is no deeper than the rest
        deep = deep[0]


def node_template() -> dict[str, Any]:
    node: dict[str, Any] = {"name": str}
    node["children"] = [node]
    return node


def refused_by(schema: Any, value: object) -> FieldError:
    with pytest.raises(FieldError) as caught:
        validate(schema, value, "p", [])
    return caught.value


def field(annotation: object, *, options: list[Any] | None = None, **more: Any) -> Field:
    required = "default" not in more
    allowed = tuple(options) if options else None
    return Field("p", from_annotation(annotation), options=allowed, required=required, **more)


@pytest.mark.parametrize(
    ("annotation", "options", "value", "expected"),
    [
        (str, ["red", "green"], "red", "red"),
        (str, ["red", "green"], " Red ", "red"),
        (str, ["Red", "red"], "red", "red"),
        (str, ["STRASSE"], "straße", "STRASSE"),
        (int, [5, 10], "5", 5),
        (int, [5, 10], " 10\n", 10),
        (float, [0.5, 2.0], 2, 2.0),
        (float, [0.5, 2.0], "2", 2.0),
        (float, [0.5, 2.0], "2.0", 2.0),
        (str, ["5"], 5, "5"),
        (list[str], ["a", "b"], ["a", " B "], ["a", "b"]),
        (set[int], [1, 2], [1, "2"], {1, 2}),
        (tuple[int, ...], [1, 2], ["2"], (2,)),
        (list[str] | None, ["a"], None, None),
        (list[str] | None, ["a"], ["a"], ["a"]),
        (str | list[str], ["a"], "A", "a"),
        (str | list[str], ["a"], ["A"], ["a"]),
        (int | None, [1], None, None),
        (Colour, ["red"], "Red", Colour.RED),
        (pathlib.Path, ["a", "b"], "a", pathlib.Path("a")),
        (bool, [True], True, True),
    ],
    ids=str,
)
def test_an_allowed_value_is_the_exact_one_or_the_only_one_that_reads_alike(
    annotation: object, options: list[Any], value: object, expected: object
) -> None:
    notes: list[str] = []
    result = validate_field(field(annotation, options=options), value, "p", notes)
    assert (result, type(result)) == (expected, type(expected))


def test_a_repaired_value_is_recorded() -> None:
    notes: list[str] = []
    validate_field(field(list[str], options=["red"]), ["red", " Red "], "p", notes)
    assert notes == ['p[1]: " Red " was read as "red"']


@pytest.mark.parametrize(
    ("annotation", "options", "value"),
    [
        (str, ["red", "green"], "blue"),
        (str, ["Red", "red"], " RED "),  # two read alike
        (str, ["abc"], "ab"),  # a part is no match
        (bool, [True], "true"),
        (bool, [True], 1),
        (str, ["true"], True),
        (int, [1], True),
        (int, [5], 5.0),
        (int, [1], 1.5),
        (list[str], ["a"], ["a", "b"]),
        (str, ["a"], None),
        (str, ["a"], ["a"]),
        (str, ["a"], {"a": 1}),
        (str | None, ["a"], "null"),
    ],
    ids=str,
)
def test_any_other_value_is_refused(annotation: object, options: list[Any], value: object) -> None:
    with pytest.raises(FieldError) as caught:
        validate_field(field(annotation, options=options), value, "p", [])
    assert caught.value.kind == "enum_violation"


def test_a_list_parameter_wants_a_list_of_allowed_items() -> None:
    with pytest.raises(FieldError, match=r"p: must be list\[str\], but a string was given"):
        validate_field(field(list[str], options=["a"]), "a", "p", [])


def test_a_refusal_lists_twenty_allowed_values_and_counts_the_rest() -> None:
    with pytest.raises(FieldError) as caught:
        validate_field(field(str, options=[f"v{n}" for n in range(25)]), "x", "p", [])
    assert str(caught.value).endswith('"v18", "v19" and 5 more, but "x" was given')


@pytest.mark.parametrize(
    ("annotation", "default", "value"),
    [
        (int, None, None),
        (int, "auto", "auto"),
        (str, "<str>", "<str>"),
        (list, {"a": [1]}, {"a": [1]}),
        (int, True, True),
    ],
    ids=str,
)
def test_a_defaults_own_value_is_always_valid(annotation: object, default: object, value: object) -> None:
    assert validate_field(field(annotation, default=default), value, "p", []) == value


def test_a_default_outside_its_allowed_values_is_still_valid() -> None:
    assert validate_field(field(str, options=["red"], default="purple"), "purple", "p", []) == "purple"


def test_a_default_is_compared_as_json() -> None:
    with pytest.raises(FieldError):
        validate_field(field(str, default=1), True, "p", [])


def test_a_default_that_fits_is_converted_like_any_value() -> None:
    assert validate_field(field(Colour, default="red"), "red", "p", []) is Colour.RED
    assert repr(validate_field(field(float, default=5), 5, "p", [])) == "5.0"


def fields(*each: Field) -> tuple[Field, ...]:
    return each


def test_null_is_left_out_where_a_parameter_has_a_default_and_no_null() -> None:
    notes: list[str] = []
    n = Field("n", from_annotation(int), required=False, default=3)
    assert validate_fields(fields(n), {"n": None}, "", notes, fill=False) == {}
    assert notes == ["n: null was read as left out"]
    assert validate_fields(fields(n), {"n": None}, "", [], fill=True) == {"n": 3}


def test_null_is_none_where_the_type_accepts_it() -> None:
    n = Field("n", from_annotation(int | None), required=False, default=3)
    assert validate_fields(fields(n), {"n": None}, "", [], fill=False) == {"n": None}


def test_null_for_a_required_parameter_is_a_wrong_type() -> None:
    with pytest.raises(FieldError, match="n: must be int, but null was given"):
        validate_fields(fields(Field("n", from_annotation(int))), {"n": None}, "", [], fill=False)


def test_everything_optional_takes_nothing() -> None:
    host = Field("host", from_annotation(str), required=False, default="localhost")
    assert validate_fields(fields(host), {}, "", [], fill=False) == {}


def test_a_missing_required_field_is_named() -> None:
    with pytest.raises(FieldError) as caught:
        validate_fields(fields(Field("n", from_annotation(int))), {}, "", [], fill=False)
    assert (caught.value.kind, str(caught.value)) == ("missing_required", "n: is required and missing")


def test_values_come_in_the_order_of_the_fields() -> None:
    a, b = Field("a", from_annotation(int)), Field("b", from_annotation(int))
    assert list(validate_fields(fields(a, b), {"b": 1, "a": 2, "x": 3}, "", [], fill=False)) == ["a", "b"]


def test_a_filled_default_is_a_copy() -> None:
    items = Field("items", from_annotation(list), required=False, default=[])
    first = validate_fields(fields(items), {}, "", [], fill=True)["items"]
    assert first == []
    assert first is not items.default


def test_an_error_inside_a_constructor_that_is_no_value_error_is_not_swallowed() -> None:
    @dataclasses.dataclass
    class Broken:
        n: int

        def __post_init__(self) -> None:
            raise TypeError("the program is wrong")

    with pytest.raises(TypeError, match="the program is wrong"):
        read(Broken, {"n": 1})
