"""Options in every form (decision spec, section 2; defects D15 to D20, D22, D45)."""

from __future__ import annotations

import functools
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from op_runtime.menu import (
    Function,
    Menu,
    Option,
    Unknown,
    build_menu,
    describe,
    from_annotation,
    is_function,
    is_registry,
)
from op_runtime.menu.unknown import OpaqueValue


def find(q: str, page: int = 1, runtime: object = None) -> None:
    """Find pages."""


def silent(q: str) -> None: ...


class Signal:
    """A class is a value."""


class Ask:
    """Ask somebody."""

    def __call__(self, who: str) -> None: ...


SENTINEL = object()


def one(options: object) -> tuple[str, str, object]:
    """The name, the kind and the description of the only option."""
    (option,) = build_menu(options).options
    return option.name, option.kind, option.description


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"go": find}, ("go", "function", "Find pages.")),
        ({"go": silent}, ("go", "function", None)),
        ({"go": (find, "when lost")}, ("go", "function", "when lost")),
        ({"go": (find, "")}, ("go", "function", "Find pages.")),
        ({"go": ("Answer.", {"a": int})}, ("go", "schema", "Answer.")),
        ({"go": ("Answer.", {})}, ("go", "schema", "Answer.")),
        ({"go": (SENTINEL, "when stuck")}, ("go", "value", "when stuck")),
        ({"go": ("VALUE", "when stuck")}, ("go", "value", "when stuck")),
        ({"go": ({"a": int}, "when stuck")}, ("go", "value", "when stuck")),
        ({"go": "VALUE"}, ("go", "value", None)),
        ({"go": {"status": "closed"}}, ("go", "value", None)),
        ({"go": [1, 2]}, ("go", "value", None)),
        ({"go": None}, ("go", "value", None)),
        ({"go": Signal}, ("go", "value", None)),
        ({"go": (Signal, "when over")}, ("go", "value", "when over")),
        ({"go": int}, ("go", "value", None)),
        ({"go": list[int]}, ("go", "value", None)),
        ({"go": Ask()}, ("go", "function", "Ask somebody.")),
        ({"go": lambda q: q}, ("go", "function", None)),
        ({"go": len}, ("go", "function", "Return the number of items in a container.")),
        ({"go": functools.partial(find, page=2)}, ("go", "function", "Find pages.")),
        ({"go": Option.value((3, 4))}, ("go", "value", None)),
        ({"go": Option.value(("a", "b"), "a pair")}, ("go", "value", "a pair")),
        ({"go": Option.value(find)}, ("go", "value", None)),
        ({"go": Option.function(find, "when lost")}, ("go", "function", "when lost")),
        ({"go": Option.schema({"a": int})}, ("go", "schema", None)),
        ({"go": Option.value(1, name="go")}, ("go", "value", None)),
        ([find], ("find", "function", "Find pages.")),
        ([(find, "when lost")], ("find", "function", "when lost")),
        (["retry"], ("retry", "value", None)),
        ([("retry", "when it failed")], ("retry", "value", "when it failed")),
        ([("emit", "Emit.", {"a": int})], ("emit", "schema", "Emit.")),
        ([Option.function(find)], ("find", "function", "Find pages.")),
        ([Option.function(lambda: 0, "x", name="zero")], ("zero", "function", "x")),
        ([Option.value((1, 2), name="pair")], ("pair", "value", None)),
        ([Option.value("retry", "again")], ("retry", "value", "again")),
        ([Option.schema({"a": int}, "Emit.", name="emit")], ("emit", "schema", "Emit.")),
        ([functools.partial(find, "x")], ("find", "function", "Find pages.")),
    ],
)
def test_each_documented_form(options: object, expected: tuple[str, str, object]) -> None:
    assert one(options) == expected


def test_a_value_keeps_its_identity() -> None:
    value = {"status": "closed"}
    menu = build_menu({"a": value, "b": (SENTINEL, "x"), "c": Option.value(value)})
    assert [option.target for option in menu.options] == [value, SENTINEL, value]
    assert menu.options[0].target is menu.options[2].target is value
    assert build_menu(["retry"]).options[0].target == "retry"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (None, r"options must be a dict \{name: handler\} or a list, not None \(NoneType\)"),
        (("a", "b"), r"options must be a dict .*, not \('a', 'b'\) \(tuple\)"),
        ({"a", "b"}, r"options must be a dict .* \(set\)"),
        ("abc", r"options must be a dict .*, not 'abc' \(str\)"),
        (find, r"options must be a dict .*, not find \(function\)"),
        ({1: "one"}, "the option name 1 is not text"),
        ({None: find}, "the option name None is not text"),
        ({find: "d"}, "the option name find is not text"),
        ({"": find}, "options: the option name is empty"),
        ({"a\nb": find}, r"the option name 'a\\nb' holds a line break"),
        (["a\nb"], r"options\[0\]: the option name 'a\\nb' holds a line break"),
        ({"a": (3, 4)}, r"option 'a': \(3, 4\) is no option; write fn, \(fn, \"when to pick\"\).*Option\.value"),
        ({"a": ()}, "option 'a': an empty tuple is no option"),
        ({"a": (find,)}, r"option 'a': \(find,\) is no option"),
        ({"a": (find, {"a": str})}, r"option 'a': \(find, \{'a': str\}\) is no option"),
        ({"a": ("V", 5)}, r"option 'a': \('V', 5\) is no option"),
        ({"a": (find, "d", {"a": int})}, "is no option"),
        ({"a": ("n", "d", {"a": int}, 4)}, "is no option"),
        ({"a": (5, {"a": int})}, "is no option"),
        ({"a": (find, None)}, r"\(find, None\) is no option"),
        ({"a": Option.value(1, name="b")}, r"its key and its name= \('b'\) differ"),
        ({"a": Option.function(Signal)}, "Option.function takes a function, not Signal"),
        ({"a": Option.function("x")}, "Option.function takes a function, not 'x'"),
        ({"a": Option.value(1, 5)}, "the description must be text, not 5"),
        ({"a": Option.schema("x")}, r"option 'a': a schema is a dict of fields such as .*, not 'x'"),
        ([()], r"options\[0\]: an empty tuple is no option; write fn"),
        ([5], r"options\[0\]: 5 is no option of a list"),
        ([None], r"options\[0\]: None is no option of a list"),
        ([{"a": find}], r"options\[0\]: \{'a': .* is no option of a list"),
        ([["a", "b"]], r"options\[0\]: \['a', 'b'\] is no option of a list"),
        ([Signal], r"options\[0\]: Signal is no option of a list"),
        (
            [("emit", {"a": int})],
            r"options\[0\]: \('emit', .*\) is no option; .*\(\"name\", \"when to pick\", \{schema\}\)",
        ),
        ([("a",)], r"options\[0\]: \('a',\) is no option"),
        ([(1, "d")], r"options\[0\]: \(1, 'd'\) is no option"),
        ([(find, {"a": str})], "is no option"),
        ([(find, "d", {})], "is no option"),
        ([("a", "b", "c")], "is no option"),
        ([("n", "d", {"a": int}, 4)], "is no option"),
        ([lambda: 0], r"options\[0\]: a function without a name .* use the dict form \{\"name\": fn\}"),
        ([functools.partial(lambda: 0)], "a function without a name"),
        ([Ask()], "a function without a name"),
        ([(lambda: 0, "d")], "a function without a name"),
        ([Option.value((1, 2))], r"options\[0\]: the option has no name; pass name=, or use the dict form"),
        ([Option.schema({"a": int})], "the option has no name"),
    ],
)
def test_a_malformed_option_is_a_type_error_that_shows_the_right_form(options: object, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        build_menu(options)


@pytest.mark.parametrize("options", [{}, []])
def test_no_options_are_a_value_error(options: object) -> None:
    with pytest.raises(ValueError, match="options are empty"):
        build_menu(options)


@pytest.mark.parametrize("options", [["a", "a"], [find, (find, "x")], [find, "find"], ["a", ("a", "b", {})]])
def test_a_name_given_twice_is_a_value_error(options: object) -> None:
    with pytest.raises(ValueError, match="two options are named"):
        build_menu(options)


def test_a_field_named_decision_is_a_value_error() -> None:
    with pytest.raises(ValueError, match="a field named 'decision' would overwrite"):
        build_menu({"a": ("A.", {"decision": str})})


def test_a_menu_is_given_back_as_it_is() -> None:
    menu = build_menu(["a"])
    assert build_menu(menu) is menu


def test_names_are_found_exactly() -> None:
    menu = build_menu(["no", "not sure", "no, but later"])
    assert menu.names == ("no", "not sure", "no, but later")
    found = menu.get("not sure")
    assert found is not None
    assert found.name == "not sure"
    assert menu.get("not") is None


def test_unknown_parts_make_unknown_options_that_keep_what_is_known() -> None:
    part = Unknown("built at run time")
    menu = build_menu({"a": part, "b": (part, "when lost"), "c": ("Answer.", part), "d": find, part: find})
    assert [(option.name, option.kind) for option in menu.options] == [
        ("a", "unknown"),
        ("b", "unknown"),
        ("c", "unknown"),
        ("d", "function"),
        ("", "unknown"),
    ]
    assert menu.names == ("a", "b", "c", "d")
    assert [option.kind for option in build_menu([part, ("a", part), (part, "x")]).options] == ["unknown"] * 3


def test_a_stand_in_for_a_value_is_a_value() -> None:
    assert one({"a": OpaqueValue("Signal()")}) == ("a", "value", None)


@pytest.mark.parametrize(
    "value", [find, len, Ask(), functools.partial(find), lambda: 0, describe(find), Ask().__call__]
)
def test_any_callable_but_a_class_is_a_function(value: object) -> None:
    assert is_function(value)


@pytest.mark.parametrize(
    "value",
    [Signal, int, list[int], int | None, Any, "x", 5, None, from_annotation(int), Unknown("x"), OpaqueValue("x")],
)
def test_a_class_and_everything_else_is_a_value(value: object) -> None:
    assert not is_function(value)


def registry() -> dict[str, Any]:
    return {
        "look up": {
            "function": find,
            "description": "when lost",
            "input": {
                "q": {"source": "llm", "type": str, "description": "words", "options": ["a", "b"]},
                "page": {"source": "context"},
            },
        }
    }


def test_a_ready_made_registry_is_read_when_it_is_asked_for() -> None:
    assert build_menu(registry(), registry=True).render() == (
        "look up(q: str)\n"
        "    when lost\n"
        '    q: words (options: "a", "b")\n'
        '    Call: {"call": "look up", "args": {"q": "a"}}\n'
    )
    assert one(registry())[1] == "value"
    assert is_registry(registry())
    assert not is_registry({"a": find})
    assert not is_registry({})


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"description": 5}, "the description must be text, not 5"),
        ({"input": []}, None),
        ({"input": ["q"]}, '"input" must be a dict of parameters'),
        ({"input": {"q": {"options": ("a", "b")}}}, r"input\['q'\]: \"options\" must be a list"),
        ({"input": {"q": {"type": int, "options": ["a"]}}}, "the allowed value 'a' cannot be a value of type int"),
    ],
)
def test_a_wrong_registry_entry_is_a_type_error(entry: dict[str, Any], message: str | None) -> None:
    options = {"look up": {"function": find, **entry}}
    if message is None:
        assert build_menu(options, registry=True).names == ("look up",)
        return
    with pytest.raises(TypeError, match=message):
        build_menu(options, registry=True)


def branch(menu: Menu, pick: object) -> bool:
    schema = menu.json_schema()
    Draft202012Validator.check_schema(schema)
    return bool(Draft202012Validator(schema).is_valid(pick))


def test_the_json_schema_takes_valid_picks_and_no_others() -> None:
    menu = build_menu({"find": find, "done": "DONE", "emit": ("Emit.", {"steps": [{"to": str}], "n": int | None})})
    assert branch(menu, {"call": "find", "args": {"q": "a"}})
    assert branch(menu, {"call": "find", "args": {"q": "a", "page": 2}})
    assert branch(menu, {"call": "done"})
    assert branch(menu, {"call": "done", "args": {}})
    assert branch(menu, {"call": "emit", "args": {"steps": [{"to": "x"}], "n": None}})
    assert not branch(menu, {"call": "find"})
    assert not branch(menu, {"call": "find", "args": {"q": 5}})
    assert not branch(menu, {"call": "find", "args": {"q": "a", "runtime": 1}})
    assert not branch(menu, {"call": "gone"})
    assert not branch(menu, {"call": "emit", "args": {"steps": [{}]}})
    assert not branch(menu, {"call": "done", "note": "x"})


def test_a_function_instead_of_options_is_named_alike_from_source_and_at_run_time() -> None:
    live = "options must be a dict {name: handler} or a list, not <lambda> (function)"
    for options in (lambda: 1, Function("", None, ())):
        with pytest.raises(TypeError, match=re.escape(live)):
            build_menu(options)  # type: ignore[arg-type]
