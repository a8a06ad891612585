"""``input=`` and what it makes of a signature (metadata spec, sections 1 and 2; defects D27, D38, D39)."""

from __future__ import annotations

from typing import Any

import pytest
from op_runtime.menu import (
    MISSING,
    Function,
    SignatureParameter,
    Unknown,
    UnknownType,
    build_function,
    from_annotation,
    input_problems,
)

NAMES = ["text", "style", "runtime"]


@pytest.mark.parametrize(
    "metadata",
    [
        None,
        {},
        {"text": {}},
        {"text": {"description": "what", "options": ["a"], "hidden": False, "placeholder": "p", "multiline": True}},
        {"text": {"label": "Text", "options_from": "functions"}},
        {"text": {"source": "llm"}, "style": {"source": "context"}},
        {"text": {"effects": 1, "permissions": 2, "idempotent": 3, "latency_hint": 4, "cost_hint": 5}},
        {"text": {"type": "str", "default": 1, "required": True, "name": "x"}},
        {"runtime": {"hidden": True}, "exec_runtime": {"nonsense": 1}, "review_runtime": 5},
        Unknown("computed"),
        {"text": Unknown("computed"), Unknown("a key"): 1},
        {"text": {"options": Unknown("computed"), "hidden": Unknown("computed"), Unknown("key"): 1}},
    ],
    ids=str,
)
def test_what_the_contract_allows_has_no_problem(metadata: object) -> None:
    assert input_problems("polish", NAMES, metadata) == []


@pytest.mark.parametrize(
    ("metadata", "problem"),
    [
        ([], "input= must be a dict of parameters, not []"),
        ("text", "input= must be a dict of parameters, not 'text'"),
        (
            {"texts": {}},
            "input= describes 'texts', which polish() does not have; did you mean 'text'?",
        ),
        ({1: {}}, "input= describes 1, which polish() does not have"),
        (
            {"text": "what to polish"},
            "input['text'] must be a dict such as {\"description\": \"...\"}, not 'what to polish'",
        ),
        ({"text": None}, 'input[\'text\'] must be a dict such as {"description": "..."}, not None'),
        (
            {"text": {"desciption": "x"}},
            "input['text']: nothing reads the key 'desciption'; did you mean 'description'?",
        ),
        ({"text": {7: "x"}}, "input['text']: nothing reads the key 7"),
        ({"text": {"description": 5}}, "input['text']: \"description\" must be a str, not 5"),
        ({"text": {"hidden": "yes"}}, "input['text']: \"hidden\" must be a bool, not 'yes'"),
        ({"text": {"hidden": 1}}, "input['text']: \"hidden\" must be a bool, not 1"),
        ({"text": {"multiline": None}}, "input['text']: \"multiline\" must be a bool, not None"),
        ({"text": {"options": None}}, "input['text']: \"options\" must be a list of allowed values, not None"),
        ({"text": {"options": "abc"}}, "input['text']: \"options\" must be a list of allowed values, not 'abc'"),
        (
            {"text": {"options_from": "files"}},
            "input['text']: \"options_from\" must be \"functions\", the only source there is, not 'files'",
        ),
        ({"text": {"source": "user"}}, 'input[\'text\']: "source" must be "llm" or "context", not \'user\''),
        (
            {"text": {"options": ["a"], "options_from": "functions"}},
            'input[\'text\']: "options_from" and "options" both name the allowed values; keep one',
        ),
    ],
    ids=str,
)
def test_each_mistake_is_one_sentence_that_says_what_to_do(metadata: object, problem: str) -> None:
    assert input_problems("polish", NAMES, metadata) == [problem]


def parameter(name: str, annotation: object = MISSING, default: object = MISSING, **more: Any) -> SignatureParameter:
    schema = None if annotation is MISSING else from_annotation(annotation)
    return SignatureParameter(name, schema=schema, default=default, **more)


def build(*parameters: SignatureParameter, metadata: object = None, **more: Any) -> Function:
    return build_function("polish", "Polish a text.", parameters, metadata, **more)


def test_all_mistakes_come_in_one_error_that_opens_with_the_name() -> None:
    metadata = {"txt": {}, "n": {"options": ["x"], "hiden": True}}
    with pytest.raises(TypeError) as caught:
        build(parameter("text", str), parameter("n", int), metadata=metadata)
    assert str(caught.value) == (
        "polish: input= describes 'txt', which polish() does not have; did you mean 'text'?; "
        "input['n']: nothing reads the key 'hiden'; did you mean 'hidden'?; "
        "input['n']: the allowed value 'x' cannot be a value of type int"
    )


def test_lenient_reading_leaves_wrong_metadata_out() -> None:
    metadata = {"txt": {}, "n": {"options": ["x"], "description": "how many"}, "text": "what"}
    function = build(parameter("text", str), parameter("n", int), metadata=metadata, lenient=True)
    n = function.parameter("n")
    assert n is not None
    assert (n.field.description, n.field.options) == ("how many", None)


def test_metadata_reaches_the_parameter() -> None:
    entry = {"description": "what", "options": ["5"], "placeholder": "p", "multiline": False, "label": "L"}
    found = build(parameter("n", int, 3), metadata={"n": entry}).parameters[0]
    assert (found.field.description, found.field.options, found.placeholder) == ("what", (5,), "p")
    assert (found.multiline, found.label, found.field.default, found.field.required) == (False, "L", 3, False)


@pytest.mark.parametrize("entry", [{"hidden": True}, {"source": "context"}])
def test_hidden_and_injected_and_variadic_parameters_are_not_visible(entry: dict[str, object]) -> None:
    function = build(
        parameter("q", str),
        parameter("key", str, "k-123"),
        parameter("rest", int, kind="var_positional"),
        parameter("more", int, kind="var_keyword"),
        parameter("runtime"),
        parameter("exec_runtime", str, "x"),
        parameter("review_runtime"),
        metadata={"key": entry, "runtime": {"description": "ignored"}},
    )
    assert [each.name for each in function.visible] == ["q"]


@pytest.mark.parametrize(
    ("default", "display"),
    [
        (MISSING, "str"),
        (None, "str"),
        (True, "bool"),
        (3, "int"),
        (0.5, "float"),
        ("a", "str"),
        ([], "list"),
        ({}, "dict"),
        ((), "str"),
        (object(), "str"),
        (Unknown("imported"), "<unknown: imported>"),
    ],
)
def test_an_unannotated_parameter_has_the_type_of_its_default(default: object, display: str) -> None:
    found = build(parameter("x", default=default)).parameters[0]
    assert found.field.schema.display() == display
    assert not found.annotated


def test_unknown_parts_stay_unknown() -> None:
    assert build(parameter("x", str), metadata=Unknown("built")).parameters[0].field.description == Unknown("built")
    entry = {"description": Unknown("joined"), "options": Unknown("joined")}
    field = build(parameter("x", str), metadata={"x": entry}).parameters[0].field
    assert (field.description, field.options) == (Unknown("joined"), Unknown("joined"))
    assert isinstance(build(parameter("x", default=Unknown("?"))).parameters[0].field.schema, UnknownType)


def test_an_empty_description_counts_as_none() -> None:
    assert build(parameter("x", str), metadata={"x": {"description": ""}}).parameters[0].field.description is None


def test_the_summary_of_an_unknown_docstring_is_unknown() -> None:
    assert build_function("f", Unknown("imported"), []).summary == Unknown("imported")
    assert build_function("f", None, []).summary == ""
