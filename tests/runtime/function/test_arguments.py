"""What the decorator takes, and what it refuses (metadata spec, sections 1 and 2)."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from op_runtime import agentic_function, registry
from op_runtime.agentic.arguments import OPENPROGRAM_ONLY
from op_runtime.function import AgenticFunction


def decorated(**arguments: Any) -> Any:
    @agentic_function(**arguments)
    def paint(colour: str, size: int = 3, sid: str = "", runtime: Any = None) -> str:
        """Paint a wall."""
        return colour

    return paint


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"input": {"color": {"description": "x"}}}, TypeError, ["paint", "'color'", "did you mean 'colour'?"]),
        ({"input": {"colour": {"descripton": "x"}}}, TypeError, ["'descripton'", "did you mean 'description'?"]),
        ({"input": {"colour": {"description": 5}}}, TypeError, ["'colour'", '"description" must be a str']),
        ({"input": {"colour": "a description"}}, TypeError, ["'colour'", "must be a dict"]),
        ({"input": {"colour": {"options": []}}}, TypeError, ["'colour'"]),
        ({"input": {"colour": {"options": "abc"}}}, TypeError, ["'colour'"]),
        ({"input": {"colour": {"options": None}}}, TypeError, ["'colour'"]),
        ({"input": {"colour": {"hidden": "yes"}}}, TypeError, ['"hidden" must be a bool']),
        ({"input": {"colour": {"options_from": "tools"}}}, TypeError, ['"functions"']),
        ({"input": {"size": {"options": ["many"]}}}, TypeError, ["size"]),
        ({"input": ["colour"]}, TypeError, ["input= must be a dict"]),
        ({"expose": "none"}, ValueError, ["paint", "'none'", "'io', 'llm', 'full', 'hidden'"]),
        ({"expose": ["io"]}, ValueError, ["expose="]),
        ({"render_range": {"caller": 1}}, ValueError, ["paint", "'caller'", "did you mean 'callers'?"]),
        ({"render_range": {"callers": "all"}}, TypeError, ["'callers'", "must be an int"]),
        ({"render_range": {"callers": True}}, TypeError, ["must be an int"]),
        ({"render_range": {"subcalls": -2}}, ValueError, ["'subcalls'", "-2"]),
        ({"render_range": 3}, TypeError, ["render_range= must be a dict"]),
        ({"system": 5}, TypeError, ["system= must be text"]),
        ({"name": " "}, ValueError, ["name= is empty"]),
        ({"name": "a\nb"}, TypeError, ["name=", "'a\\nb'", "line break or a control character"]),
        ({"parameters": "x"}, TypeError, ["parameters="]),
        ({"as_tool": "yes"}, TypeError, ["as_tool= must be a bool"]),
        ({"toolset": 3}, TypeError, ["toolset="]),
        ({"unsafe_in": [3]}, TypeError, ["unsafe_in="]),
        ({"requires_approval": "always"}, TypeError, ["requires_approval="]),
        ({"available_if": True}, TypeError, ["available_if="]),
        ({"timeout": "5"}, TypeError, ["timeout="]),
        ({"timeout": 0}, ValueError, ["timeout="]),
        ({"cache_ttl": -1.0}, ValueError, ["cache_ttl="]),
        ({"cache": 1}, TypeError, ["cache="]),
        ({"compress": True}, TypeError, ["compress=", 'expose="io"']),
        ({"summarize": {"depth": 2}}, TypeError, ["summarize=", "render_range="]),
        ({"context": "x"}, TypeError, ["context=", "render_range="]),
        ({"inputs": {}}, TypeError, ["inputs=", "did you mean 'input'?"]),
        ({"tool_visible": True}, TypeError, ["tool_visible=", "OpenProgram"]),
    ],
)
def test_a_wrong_argument_raises_when_the_function_is_decorated(
    arguments: dict[str, Any], error: type[Exception], words: list[str]
) -> None:
    with pytest.raises(error) as caught:
        decorated(**arguments)
    for word in words:
        assert word in str(caught.value)


def test_all_problems_are_in_one_message_that_opens_with_the_functions_name() -> None:
    with pytest.raises(TypeError) as caught:
        decorated(input={"color": {}, "size": {"hint": "x"}}, system=1, cash=True)
    message = str(caught.value)
    assert message.startswith("paint: ")
    for word in ("'color'", "'hint'", "system=", "cash="):
        assert word in message


def test_problems_of_type_and_of_value_together_are_caught_as_either() -> None:
    for kind in (TypeError, ValueError):
        with pytest.raises(kind) as caught:
            decorated(expose="all", system=1)
        assert "expose=" in str(caught.value)
        assert "system=" in str(caught.value)


def test_deferred_keys_signature_keys_and_entries_for_injected_names_are_ignored() -> None:
    paint = decorated(
        input={
            "colour": {"description": "paint", "effects": ["x"], "cost_hint": 1, "type": "str", "required": True},
            "runtime": {"hidden": True},
            "exec_runtime": {"whatever": 1},
        }
    )
    assert paint.input_meta["colour"]["description"] == "paint"
    assert list(paint.spec["parameters"]["properties"]) == ["colour", "size", "sid"]


def test_dead_render_range_keys_are_one_warning_at_the_decorator_and_nothing_else() -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        paint = decorated(render_range={"depth": 2, "siblings": 3, "callers": 1})
    assert len(caught) == 1
    assert "'depth' and 'siblings'" in str(caught[0].message)
    assert "ignored" in str(caught[0].message)
    assert caught[0].filename == __file__
    assert paint.render_range["callers"] == 1


def test_bare_and_called_give_the_same() -> None:
    @agentic_function
    def bare(q: str) -> str:
        """Find pages."""
        return q

    called = decorated()
    for function in (bare, called):
        assert isinstance(function, AgenticFunction)
        assert function.expose == "io"
        assert function.system is None
        assert function.render_range is None
        assert dict(function.input_meta) == {}
    assert bare("x") == "x"
    assert bare.spec["description"] == "Find pages."


def test_the_decorators_arguments_are_attributes() -> None:
    paint = decorated(
        system="Be brief.",
        expose="full",
        toolset="web",
        unsafe_in={"mail"},
        defer=True,
        requires_approval=True,
        label="Painter",
    )
    assert paint.system == "Be brief."
    assert paint.expose == "full"
    assert paint.toolset == ("web",)
    assert paint.unsafe_in == ("mail",)
    assert paint.defer is True
    assert paint.requires_approval is True
    assert paint.label == "Painter"


def test_name_description_and_parameters_are_the_same_everywhere() -> None:
    schema = {"type": "object", "properties": {}}
    paint = decorated(name="brush", description="Brush it.", parameters=schema)
    assert paint.spec == {"name": "brush", "description": "Brush it.", "parameters": schema}
    assert registry.get("brush") is paint
    with pytest.raises(LookupError):
        registry.get("paint")


@pytest.mark.parametrize("answer", [False, None, 0, ZeroDivisionError])
def test_what_is_not_available_is_the_plain_function_and_not_registered(answer: object) -> None:
    def available() -> object:
        if isinstance(answer, type):
            raise answer
        return answer

    def find(q: str) -> str:
        """Find."""
        return q

    assert agentic_function(available_if=available)(find) is find
    with pytest.raises(LookupError):
        registry.get("find")


def test_what_is_available_is_decorated() -> None:
    paint = decorated(available_if=lambda: True)
    assert registry.get("paint") is paint


def test_as_tool_false_is_not_registered() -> None:
    decorated(as_tool=False)
    with pytest.raises(LookupError, match="no tool is registered as 'paint'"):
        registry.get("paint")


def test_a_class_and_a_second_decoration_are_refused() -> None:
    with pytest.raises(TypeError, match="decorates a function"):
        agentic_function(dict)
    with pytest.raises(TypeError, match="keyword-only"):
        agentic_function({"colour": {}})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="paint is decorated with @agentic_function twice"):
        agentic_function(decorated())


def test_openprograms_own_arguments_are_all_refused_here() -> None:
    for name in OPENPROGRAM_ONLY:
        with pytest.raises(TypeError, match=name):
            decorated(**{name: 1})
