"""Pydantic models as parameters and schema types (metadata spec, section 7; decision spec, section 3)."""

from __future__ import annotations

import datetime
import enum
from typing import Annotated, Generic, Literal, TypeVar

import pydantic
import pytest
from jsonschema import Draft202012Validator
from op_runtime.menu import FieldError, build_menu, from_annotation, validate
from op_runtime.menu.schema import Record, Schema
from pydantic import AliasChoices, AliasPath, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

T = TypeVar("T")


class Tone(enum.Enum):
    WARM = "warm"
    COLD = "cold"


class Item(BaseModel):
    sku: Annotated[str, Field(description="stock number", min_length=2)]
    count: int = Field(1, ge=1, description="how many")
    tags: list[str] = Field(default_factory=list)
    stamp: str = Field(default_factory=lambda: "now")
    tone: Tone = Tone.COLD
    at: datetime.date | None = None


class Aliased(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel)

    first_name: str
    second: str = Field(alias="no2")
    third: str = Field(validation_alias="third-name")
    fourth: str = Field(validation_alias=AliasChoices(AliasPath("x", 0), "fourth-name", "other"))
    fifth: str = Field("e", serialization_alias="outOnly")


class Numbers(pydantic.RootModel[list[int]]):
    """A bare list."""


class Node(BaseModel):
    name: str
    parts: list[Node] = []


class Box(BaseModel, Generic[T]):
    held: T
    more: list[Box[T]] = []


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str


class Home(BaseModel):
    pet: Annotated[Cat | Dog, Field(discriminator="kind")]
    mail: pydantic.SecretStr | None = None


@pydantic.dataclasses.dataclass
class Checked:
    n: int = pydantic.Field(description="how many", gt=0)
    m: int = 3


def read(kind: object) -> Record:
    schema: Schema = from_annotation(kind)
    Draft202012Validator.check_schema(schema.json_schema())
    assert isinstance(schema, Record)
    return schema


def test_a_model_shows_its_fields_their_descriptions_and_defaults() -> None:
    assert build_menu({"order": ("Order.", {"item": Item})}).render() == (
        "order(item: dict)\n"
        "    Order.\n"
        "    item\n"
        "    item.sku: stock number\n"
        "    item.count: how many (optional, default 1)\n"
        '    Call: {"call": "order", "args": {"item": '
        '{"sku": "<str>", "count": 1, "tags": [], "tone": "cold", "at": null}}}\n'
    )


def test_a_model_is_built_and_checks_itself() -> None:
    made = validate(read(Item), {"sku": "ab", "tone": "warm", "at": "2024-01-02"}, "item", [])
    assert made == Item(sku="ab", tone=Tone.WARM, at=datetime.date(2024, 1, 2))
    with pytest.raises(FieldError, match="item: is no valid Item: count: Input should be greater than or equal to 1"):
        validate(read(Item), {"sku": "ab", "count": 0}, "item", [])
    with pytest.raises(FieldError, match=r'item\.tone: must be one of "warm", "cold"'):
        validate(read(Item), {"sku": "ab", "tone": "hot"}, "item", [])


def test_fields_go_by_the_name_that_they_are_read_from() -> None:
    schema = read(Aliased)
    names = [field.name for field in schema.fields]
    assert names == ["firstName", "no2", "third-name", "fourth-name", "fifth"]
    made = validate(schema, {name: name for name in names}, "a", [])
    assert isinstance(made, Aliased)
    assert (made.first_name, made.second, made.third, made.fourth) == ("firstName", "no2", "third-name", "fourth-name")


def test_a_root_model_can_be_filled() -> None:
    assert validate(read(Numbers), {"root": [1, 2]}, "n", []) == Numbers([1, 2])


def test_a_model_inside_itself_ends() -> None:
    assert validate(read(Node), {"name": "a", "parts": [{"name": "b"}]}, "n", []) == Node(
        name="a", parts=[Node(name="b")]
    )
    with pytest.raises(FieldError, match=r"n\.parts\[0\]\.name: is required"):
        validate(read(Node), {"name": "a", "parts": [{}]}, "n", [])


def test_a_generic_model_is_read_with_its_arguments() -> None:
    schema = read(Box[int])
    assert schema.placeholder() == {"held": 0, "more": []}
    assert validate(schema, {"held": 1, "more": [{"held": 2}]}, "b", []) == Box[int](held=1, more=[Box[int](held=2)])
    assert "Ref(" not in schema.fields[1].schema.display()  # pydantic's own stand-in for the model inside itself


def test_a_union_is_told_apart_by_its_kind() -> None:
    assert validate(read(Home), {"pet": {"kind": "dog", "name": "Rex"}}, "h", []) == Home(
        pet=Dog(kind="dog", name="Rex")
    )
    with pytest.raises(FieldError, match=r"h\.pet\.name: is required"):
        validate(read(Home), {"pet": {"kind": "dog"}}, "h", [])


def test_a_type_that_only_the_model_knows_is_left_to_the_model() -> None:
    made = validate(read(Home), {"pet": {"kind": "cat"}, "mail": "secret"}, "h", [])
    assert isinstance(made, Home)
    assert made.mail is not None
    assert made.mail.get_secret_value() == "secret"


def test_a_pydantic_dataclass_is_read_like_a_model() -> None:
    schema = read(Checked)
    assert [(field.name, field.description, field.required) for field in schema.fields] == [
        ("n", "how many", True),
        ("m", None, False),
    ]
    assert validate(schema, {"n": 1}, "c", []) == Checked(n=1)
    with pytest.raises(FieldError, match="c: is no valid Checked: n: Input should be greater than 0"):
        validate(schema, {"n": 0}, "c", [])
