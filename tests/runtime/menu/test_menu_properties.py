"""What holds for every schema: what the menu shows, what a tool spec says and what the reader takes agree."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from op_runtime.menu import (
    FieldError,
    SignatureParameter,
    build_function,
    build_menu,
    form_controls,
    strict,
    tool_spec,
    validate,
    validate_fields,
)
from op_runtime.menu.schema import (
    AnyJson,
    Boolean,
    Choice,
    DictOf,
    Field,
    Integer,
    ListOf,
    Null,
    Number,
    Record,
    Schema,
    SetOf,
    Text,
    TupleOf,
    union,
)
from op_runtime.menu.values import is_json
from strict_rules import problems

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
JSON = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3), max_leaves=8
)
NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=8).filter(str.strip)
CHOICES = st.lists(
    st.none() | st.booleans() | st.integers(-3, 3) | st.text(max_size=4), min_size=1, max_size=4, unique_by=repr
).map(lambda values: Choice(tuple(values)))
LEAVES = st.sampled_from([Text(), Integer(), Number(), Boolean(), Null(), AnyJson(), ListOf(), DictOf()]) | CHOICES


def fields(schemas: st.SearchStrategy[Schema]) -> st.SearchStrategy[tuple[Field, ...]]:
    one = st.builds(Field, NAMES, schemas, st.none() | st.text(max_size=10), required=st.booleans())
    return st.lists(one, max_size=3, unique_by=lambda field: field.name).map(tuple)


def schemas(*leaves: st.SearchStrategy[Schema]) -> st.SearchStrategy[Schema]:
    return st.recursive(
        st.one_of(LEAVES, *leaves),
        lambda inner: (
            st.builds(ListOf, inner)
            | st.builds(DictOf, inner)
            | st.lists(inner, min_size=1, max_size=3).map(lambda items: TupleOf(tuple(items)))
            | st.builds(lambda item: TupleOf((item,), variadic=True), inner)
            | st.lists(inner, min_size=2, max_size=3).map(lambda members: union(tuple(members)))
            | fields(inner).map(Record)
        ),
        max_leaves=6,
    )


HASHABLE = st.sampled_from([Text(), Integer(), Number(), Boolean(), TupleOf((Integer(), Text()))]) | CHOICES
SCHEMAS = schemas(st.builds(SetOf, HASHABLE, st.booleans()))
SETLESS = schemas()
"""Without sets, which take equal items though a JSON schema asks for unique ones."""


def accepted(schema: Schema, value: Any) -> bool:
    try:
        validate(schema, value, "x", [])
    except FieldError:
        return False
    return True


@given(SCHEMAS)
def test_a_json_schema_is_valid_and_takes_the_placeholder(schema: Schema) -> None:
    found = schema.json_schema()
    Draft202012Validator.check_schema(found)
    assert is_json(schema.placeholder())
    assert Draft202012Validator(found).is_valid(schema.placeholder())


def filled(value: Any) -> Any:
    """A placeholder with a real text wherever it wants one."""
    if isinstance(value, list):
        return [filled(item) for item in value]
    if isinstance(value, dict):
        return {key: filled(item) for key, item in value.items()}
    return "real" if value == "<str>" else value


@given(SCHEMAS)
@example(union((Record((Field("0", Text()),)), Record(()))))
def test_a_placeholder_is_accepted_once_its_texts_are_filled_in(schema: Schema) -> None:
    value = schema.placeholder()
    assert accepted(schema, filled(value))
    if '"<str>"' in json.dumps(value) and "<str>" not in schema.display():
        assert not accepted(schema, value)


@given(SETLESS, JSON)
@settings(max_examples=300)
def test_what_json_schema_refuses_the_reader_refuses_or_repairs(schema: Schema, value: Any) -> None:
    notes: list[str] = []
    try:
        validate(schema, value, "x", notes)
    except FieldError:
        return
    assert notes or Draft202012Validator(schema.json_schema()).is_valid(value)


@given(SCHEMAS, JSON)
def test_reading_never_fails_in_another_way_and_gives_the_same_twice(schema: Schema, value: Any) -> None:
    text = json.dumps(value)
    assert accepted(schema, value) == accepted(schema, json.loads(text))
    assert json.dumps(value) == text  # the reply itself is not changed


@given(st.lists(SCHEMAS, min_size=2, max_size=4), JSON)
def test_the_order_of_a_union_does_not_decide_whether_a_value_fits(members: list[Schema], value: Any) -> None:
    assert accepted(union(tuple(members)), value) == accepted(union(tuple(reversed(members))), value)


@given(st.dictionaries(NAMES, SCHEMAS, max_size=3), st.text(max_size=40))
def test_a_menu_has_one_line_for_each_thing_it_says(schemas: dict[str, Schema], text: str) -> None:
    schemas.pop("decision", None)
    menu = build_menu({"emit": (text, schemas), "stop": (1, text)})
    rendered = menu.render()
    assert rendered.splitlines() == rendered.split("\n")[:-1]
    assert rendered.encode().decode() == rendered
    emit, stop = rendered.removesuffix("\n").split("\n\n")
    call = json.loads(emit.rpartition("    Call: ")[2])
    assert call["call"] == "emit"
    assert stop.endswith('    Call: {"call": "stop"}')
    assert Draft202012Validator(menu.json_schema()).is_valid(call)


@given(
    st.dictionaries(st.sampled_from("abc"), st.tuples(SCHEMAS, st.booleans(), JSON), max_size=3),
    st.text(max_size=10),
)
def test_the_example_call_of_a_function_is_one_that_is_accepted(
    parameters: dict[str, tuple[Schema, bool, Any]], description: str
) -> None:
    signature = [
        SignatureParameter(name, schema=schema, **({"default": default} if optional else {}))
        for name, (schema, optional, default) in parameters.items()
    ]
    function = build_function("f", description, signature)
    call = json.loads(build_menu([function]).render().rpartition("Call: ")[2])
    given_ = {name: value if parameters[name][1] else filled(value) for name, value in call.get("args", {}).items()}
    validate_fields(build_menu([function]).options[0].fields, given_, "", [], fill=False)
    spec = tool_spec(function)["parameters"]
    Draft202012Validator.check_schema(spec)
    schema, reason = strict(spec)
    assert (schema is None) == bool(reason)
    assert schema is None or problems(schema) == []
    assert len(form_controls(function)) == len(signature)
