"""Annotations as schemas (metadata spec, section 7; decision spec, section 4; cases B02, B04, B05, B17)."""

# ruff: noqa: UP006, UP007, UP042, UP045, the older spellings are what is tested
from __future__ import annotations

import collections.abc
import dataclasses
import datetime
import decimal
import enum
import pathlib
import sys
import types
import typing
import uuid
from typing import Annotated, Any, Generic, Literal, NamedTuple, NewType, Optional, TypedDict, TypeVar, Union

import pytest
import typing_extensions
from jsonschema import Draft202012Validator
from op_runtime.menu import FieldError, Scope, build_menu, from_annotation, validate
from op_runtime.menu.schema import Opaque, Record, Schema, Text

T = TypeVar("T")


class Colour(str, enum.Enum):
    RED = "red"
    BLUE = "blue"
    ROUGE = "red"


class Tone(enum.StrEnum):
    WARM = enum.auto()
    COLD = enum.auto()


class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 2


class Right(enum.Flag):
    READ = 1
    WRITE = 2


class Spot(enum.Enum):
    HERE = (1, 2)
    THERE = object


class Crossed(enum.Enum):
    ONE = "TWO"
    TWO = (2, 2)


def read(annotation: object, **names: object) -> Schema:
    schema = from_annotation(annotation, Scope({**globals(), **names}))
    Draft202012Validator.check_schema(schema.json_schema())
    return schema


@pytest.mark.parametrize(
    ("annotation", "display", "placeholder", "json_schema"),
    [
        (str, "str", "<str>", {"type": "string"}),
        (int, "int", 0, {"type": "integer"}),
        (float, "float", 0.0, {"type": "number"}),
        (bool, "bool", False, {"type": "boolean"}),
        (None, "None", None, {"type": "null"}),
        (type(None), "None", None, {"type": "null"}),
        (Any, "Any", None, {}),
        (object, "Any", None, {}),
        (list, "list", [], {"type": "array"}),
        (typing.List, "list", [], {"type": "array"}),
        (list[str], "list[str]", ["<str>"], {"type": "array", "items": {"type": "string"}}),
        (list[Any], "list[Any]", [], {"type": "array", "items": {}}),
        (set[int], "set[int]", [0], {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}),
        (frozenset, "frozenset", [], {"type": "array", "uniqueItems": True}),
        (tuple, "tuple", [], {"type": "array"}),
        (tuple[int, ...], "tuple[int, ...]", [0], {"type": "array", "items": {"type": "integer"}}),
        (tuple[()], "tuple[()]", [], {"type": "array", "minItems": 0, "maxItems": 0}),
        (dict, "dict", {}, {"type": "object"}),
        (dict[str, int], "dict[str, int]", {}, {"type": "object", "additionalProperties": {"type": "integer"}}),
        (collections.abc.Sequence[int], "list[int]", [0], {"type": "array", "items": {"type": "integer"}}),
        (collections.abc.Mapping, "dict", {}, {"type": "object"}),
        (datetime.datetime, "datetime", "<str>", {"type": "string", "format": "date-time"}),
        (datetime.date, "date", "<str>", {"type": "string", "format": "date"}),
        (uuid.UUID, "UUID", "<str>", {"type": "string", "format": "uuid"}),
        (pathlib.Path, "Path", "<str>", {"type": "string"}),
        (decimal.Decimal, "Decimal", "<str>", {"type": "string"}),
        (Literal["red", "blue"], '"red" | "blue"', "red", {"type": "string", "enum": ["red", "blue"]}),
        (
            Literal[1, True, None],
            "1 | true | None",
            1,
            {"type": ["boolean", "integer", "null"], "enum": [1, True, None]},
        ),
        (Colour, '"red" | "blue"', "red", {"type": "string", "enum": ["red", "blue"]}),
        (Tone, '"warm" | "cold"', "warm", {"type": "string", "enum": ["warm", "cold"]}),
        (Size, "1 | 2", 1, {"type": "integer", "enum": [1, 2]}),
        (Right, "1 | 2", 1, {"type": "integer", "enum": [1, 2]}),
        (Spot, '"HERE" | "THERE"', "HERE", {"type": "string", "enum": ["HERE", "THERE"]}),
        (Crossed, '"ONE" | "TWO"', "ONE", {"type": "string", "enum": ["ONE", "TWO"]}),
        (Literal[Tone.COLD], '"cold"', "cold", {"type": "string", "enum": ["cold"]}),
        (Annotated[int, []], "int", 0, {"type": "integer"}),
        (typing.Final[int], "int", 0, {"type": "integer"}),
        (NewType("UserId", int), "int", 0, {"type": "integer"}),
        (TypeVar("Free"), "Any", None, {}),
        (TypeVar("Bound", bound=int), "int", 0, {"type": "integer"}),
        (TypeVar("Either", int, str), "int | str", 0, {"anyOf": [{"type": "integer"}, {"type": "string"}]}),
        (dataclasses.InitVar[int], "int", 0, {"type": "integer"}),
        (bytes, "bytes", None, {}),
        (typing.Callable[[int], str], "Callable", None, {}),
        (collections.abc.Callable, "Callable", None, {}),
        (type[int], "type", None, {}),
        (list[...], "list[...]", [], {"type": "array", "items": {}}),
        (5, "5", None, {}),
    ],
    ids=str,
)
def test_each_type_has_one_display_one_placeholder_and_one_json_form(
    annotation: object, display: str, placeholder: object, json_schema: dict[str, object]
) -> None:
    schema = read(annotation)
    assert schema.display() == display
    assert schema.placeholder() == placeholder
    assert schema.json_schema() == json_schema


def test_a_fixed_tuple_states_each_item() -> None:
    schema = read(tuple[int, str])
    assert (schema.display(), schema.placeholder()) == ("tuple[int, str]", [0, "<str>"])
    items = [{"type": "integer"}, {"type": "string"}]
    assert schema.json_schema() == {"type": "array", "minItems": 2, "maxItems": 2, "prefixItems": items}


@pytest.mark.parametrize(
    "annotation",
    [
        int | None,
        Optional[int],
        Union[None, int],
        Union[int, None | int],
        Annotated[int | None, "how many"],
        Optional[Annotated[int, "how many"]],
        "int | None",
        "Optional[int]",
        "'int' | None",
        "Optional['int']",
        typing_extensions.TypeAliasType("Count", int | None),
    ],
    ids=str,
)
def test_every_spelling_of_an_optional_int_is_shown_alike(annotation: object) -> None:
    assert read(annotation).display() == "int | None"


def test_unions_are_flat_and_name_each_type_once_with_none_last() -> None:
    assert read(Union[None, str, int | str]).display() == "str | int | None"
    assert read(Literal[1] | Literal[True]).display() == "1 | true"  # equal in Python, two values in JSON


def test_an_enum_gives_its_member_and_an_alias_member_is_no_second_value() -> None:
    assert validate(read(Colour), "red", "c", []) is Colour.RED
    assert validate(read(Spot), "HERE", "s", []) is Spot.HERE
    assert validate(read(Crossed), "TWO", "x", []) is Crossed.TWO
    assert validate(read(Literal[Tone.COLD, "other"]), "cold", "t", []) is Tone.COLD


def test_an_enum_without_members_has_no_json_form() -> None:
    assert isinstance(read(enum.Enum("Nothing", [])), Opaque)


@pytest.mark.parametrize(
    ("annotation", "display"),
    [
        ("Missing", "Missing"),
        ("pkg.Missing", "Missing"),
        ("Missing[int]", "Missing"),
        ("Missing | None", "Missing | None"),
        ("'Missing' | None", "Missing | None"),
        ("Optional[Missing]", "Missing | None"),
        ("list[Missing]", "list[Missing]"),
        ("dict[str, list[Missing | int]]", "dict[str, list[Missing | int]]"),
        ("Literal['a'] | Missing", '"a" | Missing'),
        ("Annotated[Missing, 1]", "Missing"),
        ("tuple[Missing, ...]", "tuple[Missing, ...]"),
        ("how many pages", "how many pages"),
        ("two\n lines", "two lines"),
        ("1 +", "1 +"),
        ("[" * 300, "[" * 300),
    ],
)
def test_a_name_that_does_not_resolve_stands_where_it_is_and_takes_no_other_down(annotation: str, display: str) -> None:
    assert read(annotation).display() == display


def test_text_remembers_what_did_not_resolve() -> None:
    scope = Scope()
    from_annotation("dict[str, Missing]", scope)
    assert scope.unresolved == ["Missing"]


def test_one_unresolved_parameter_does_not_change_another() -> None:
    def find(q: str, page: Missing, count: int | Missing = 3) -> None:  # type: ignore[name-defined]  # noqa: F821
        """Find pages."""

    assert build_menu([find]).render().splitlines()[0] == "find(q: str, page: Missing, count: int | Missing)"


class Leaf(TypedDict):
    name: typing.Required[str]
    size: typing.NotRequired[int]


class Tree(Leaf, total=False):
    parts: typing.Annotated[typing.Required[list[Tree]], "the parts"]
    note: str


class Foreign(typing_extensions.TypedDict):
    """TypedDict of another module than ``typing``."""

    kept: typing_extensions.ReadOnly[typing_extensions.NotRequired[int]]
    name: str


class Halfway(TypedDict):
    known: int
    gone: typing.NotRequired[Missing]  # type: ignore[name-defined]  # noqa: F821


@pytest.mark.parametrize(
    ("kind", "names", "required"),
    [
        (Leaf, ["name", "size"], ["name"]),
        (Tree, ["name", "size", "parts", "note"], ["name", "parts"]),
        (Foreign, ["kept", "name"], ["name"]),
        (Halfway, ["known", "gone"], ["known"]),
    ],
)
def test_typed_dict_keys_are_required_as_they_say_even_in_text(
    kind: type, names: list[str], required: list[str]
) -> None:
    schema = read(kind)
    assert isinstance(schema, Record)
    assert [field.name for field in schema.fields] == names
    assert [field.name for field in schema.fields if field.required] == required


@dataclasses.dataclass
class Point:
    x: int = dataclasses.field(metadata={"description": "to the right"})
    y: int = 0
    seed: dataclasses.InitVar[int] = 7
    tags: list[str] = dataclasses.field(default_factory=list, kw_only=True)
    stamp: str = dataclasses.field(default_factory=lambda: "now")
    size: int = dataclasses.field(init=False, default=1)
    count: typing.ClassVar[int] = 0


def test_a_dataclass_shows_what_its_constructor_takes() -> None:
    schema = read(Point)
    assert isinstance(schema, Record)
    assert [field.name for field in schema.fields] == ["x", "y", "seed", "tags", "stamp"]
    assert [field.required for field in schema.fields] == [True, False, False, False, False]
    assert schema.fields[0].description == "to the right"
    assert schema.placeholder() == {"x": 0, "y": 0, "seed": 7, "tags": []}  # no code of a factory is run
    made = validate(schema, {"x": 1, "tags": ["a"]}, "p", [])
    assert made == Point(x=1, tags=["a"])


class Pair(NamedTuple):
    left: int
    right: str = "r"


class Wide(Pair):
    """Says nothing of its own."""


def test_a_named_tuple_is_an_object_and_is_built() -> None:
    assert read(Pair).placeholder() == {"left": 0, "right": "r"}
    assert validate(read(Wide), {"left": 1}, "p", []) == Wide(1)
    assert read(collections.namedtuple("Loose", "a b", defaults=[2])).placeholder() == {"a": None, "b": 2}


@dataclasses.dataclass
class Box(Generic[T]):
    held: T
    more: list[Box[T]] = dataclasses.field(default_factory=list)


def test_a_generic_class_is_read_with_its_arguments() -> None:
    assert read(Box[int]).placeholder() == {"held": 0, "more": []}
    assert read(Box).placeholder() == {"held": None, "more": []}
    with pytest.raises(FieldError, match=r"b\.more\[0\]\.held: must be int, but a string was given"):
        validate(read("Box[int]"), {"held": 1, "more": [{"held": "x"}]}, "b", [])


def test_two_instances_of_a_generic_class_do_not_mix() -> None:
    schema = read(dict[str, Box[int] | Box[str]])
    definitions = schema.json_schema()["$defs"]
    assert sorted(part["properties"]["held"]["type"] for part in definitions.values()) == ["integer", "string"]


def test_aliases_may_refer_to_themselves() -> None:
    schema = read(typing_extensions.TypeAliasType("Json", "dict[str, Json] | list[Json] | str | int"))  # noqa: F821
    assert schema.display() == "dict[str, Json] | list[Json] | str | int"
    assert validate(schema, {"a": [1, {"b": "x"}]}, "j", []) == {"a": [1, {"b": "x"}]}
    with pytest.raises(FieldError):
        validate(schema, {"a": [1, {"b": None}]}, "j", [])


def test_a_class_inside_itself_ends_and_is_still_checked_all_the_way_down() -> None:
    schema = read(Tree)
    assert schema.json_schema()["$defs"].keys() == {"Tree"}
    deep: dict[str, Any] = {"name": "leaf", "parts": []}
    for _ in range(50):
        deep = {"name": "node", "parts": [deep]}
    validate(schema, deep, "t", [])
    deepest = deep
    while deepest["parts"]:
        deepest = deepest["parts"][0]
    deepest["name"] = 5
    with pytest.raises(FieldError, match=r"t\.parts\[0\].*\.name: must be str"):
        validate(schema, deep, "t", [])


def test_classes_that_contain_each_other_end() -> None:
    space: dict[str, Any] = {}
    module = types.ModuleType("mutual")
    sys.modules["mutual"] = module
    exec(
        "import dataclasses\n"
        "@dataclasses.dataclass\nclass A:\n    b: 'B | None' = None\n"
        "@dataclasses.dataclass\nclass B:\n    a: 'A | None' = None\n",
        module.__dict__,
        space,
    )
    module.__dict__.update(space)
    for kind in (space["A"], space["B"]):
        kind.__module__ = "mutual"
    schema = from_annotation(space["A"])
    Draft202012Validator.check_schema(schema.json_schema())
    assert validate(schema, {"b": {"a": {"b": None}}}, "x", []) == space["A"](space["B"](space["A"](None)))


def test_fields_of_a_base_class_are_resolved_where_they_are_written(tmp_path: pathlib.Path) -> None:
    base = types.ModuleType("base_module")
    sys.modules["base_module"] = base
    exec(
        "from __future__ import annotations\nimport dataclasses\nNumber = int\n"
        "@dataclasses.dataclass\nclass Base:\n    n: Number\n",
        base.__dict__,
    )

    @dataclasses.dataclass
    class Derived(base.Base):  # type: ignore[misc, name-defined]
        text: str = ""

    assert from_annotation(Derived).placeholder() == {"n": 0, "text": ""}


def test_a_field_named_like_its_type_keeps_the_type() -> None:
    module = types.ModuleType("shadow")
    sys.modules["shadow"] = module
    exec(
        "from __future__ import annotations\nimport dataclasses\nfrom datetime import date\n"
        "@dataclasses.dataclass\nclass Day:\n    date: date | None = None\n",
        module.__dict__,
    )
    schema = from_annotation(module.Day)
    assert isinstance(schema, Record)
    assert schema.fields[0].schema.display() == "date | None"


def test_annotations_nested_too_deep_are_refused_clearly() -> None:
    annotation: Any = int
    for _ in range(100):
        annotation = list[annotation]
    with pytest.raises(ValueError, match="nests more than 64 levels deep; flatten it"):
        read(annotation)


def test_schemas_stand_for_themselves() -> None:
    assert read(Text()) == Text()
