"""Form controls (metadata spec, section 6; case G13; defects W1 to W7 where they touch a control)."""

from __future__ import annotations

import functools
import linecache
from pathlib import Path
from typing import Any

import pytest
from op_runtime.menu import (
    Control,
    SignatureParameter,
    Unknown,
    UnknownType,
    build_function,
    describe,
    form_controls,
    from_annotation,
)
from op_runtime.menu.source import default_texts


def control(annotation: object = None, entry: object = None, **more: Any) -> Control | None:
    schema = annotation if annotation is None else from_annotation(annotation)
    function = build_function("f", None, [SignatureParameter("x", schema=schema, **more)], {"x": entry or {}})
    return next(iter(form_controls(function)), None)


HIDDEN = {"hidden": True}
SOURCE = {"options_from": "functions"}
OPTIONS = {"options": ["a", "b"]}
NOTHING: dict[str, object] = {}
LONG = {"multiline": True}
SHORT = {"multiline": False}


@pytest.mark.parametrize(
    ("annotation", "entry", "widget"),
    [
        (str, HIDDEN, None),
        (bool, HIDDEN, None),
        (str, {**HIDDEN, **OPTIONS}, None),
        (str, {**HIDDEN, **SOURCE}, None),
        (bool, NOTHING, "toggle"),
        (bool, LONG, "toggle"),
        (bool, SOURCE, "toggle"),
        (bool, {"options": [True]}, "toggle"),
        (str, SOURCE, "select"),
        (str, {**SOURCE, **LONG}, "select"),
        (int, SOURCE, "select"),
        (str, OPTIONS, "chips"),
        (str, {**OPTIONS, **LONG}, "chips"),
        (int, {"options": [1]}, "chips"),
        (list[str], OPTIONS, "chips"),
        (str, NOTHING, "textarea"),
        (str, LONG, "textarea"),
        (str, SHORT, "input"),
        (None, NOTHING, "textarea"),
        (None, LONG, "textarea"),
        (None, SHORT, "input"),
        (int, NOTHING, "input"),
        (int, SHORT, "input"),
        (int, LONG, "textarea"),
        (str | None, NOTHING, "input"),
        (str | None, LONG, "textarea"),
        (dict, NOTHING, "input"),
        (Any, LONG, "textarea"),
        ("Missing", NOTHING, "input"),
    ],
    ids=str,
)
def test_the_control_of_each_kind_of_parameter(
    annotation: object, entry: dict[str, object], widget: str | None
) -> None:
    found = control(annotation, entry)
    assert (found and found.widget) == widget


@pytest.mark.parametrize("name", ["runtime", "exec_runtime", "review_runtime"])
def test_an_injected_parameter_has_no_control(name: str) -> None:
    assert form_controls(build_function("f", None, [SignatureParameter(name)], {name: {"options": ["a"]}})) == ()


@pytest.mark.parametrize("kind", ["var_positional", "var_keyword"])
def test_a_variadic_parameter_has_no_control(kind: Any) -> None:
    assert form_controls(build_function("f", None, [SignatureParameter("x", kind)])) == ()


def test_an_unannotated_parameter_is_shown_with_the_type_of_its_default() -> None:
    assert [(each.type, each.widget) for each in form_controls(describe(lambda a, b=True, c=3, d=None: 0))] == [
        ("str", "textarea"),
        ("bool", "toggle"),
        ("int", "input"),
        ("str", "textarea"),
    ]


@pytest.mark.parametrize(
    ("entry", "more", "line"),
    [
        ({}, {}, "x (int)"),
        ({}, {"default": 3}, "x (int, optional)"),
        ({"description": "how many"}, {}, "x (int) how many"),
        ({"label": "Count", "description": "how\n  many"}, {"default": None}, "Count (int, optional) how many"),
        ({"label": ""}, {}, "x (int)"),
    ],
)
def test_the_label_line(entry: dict[str, object], more: dict[str, Any], line: str) -> None:
    found = control(int, entry, **more)
    assert found is not None
    assert found.label_line == line


def test_chips_are_the_allowed_values_as_text() -> None:
    for annotation, options, choices in [
        (str, ["a", "b"], ("a", "b")),
        (int, ["5", 10], ("5", "10")),
        (int | None, [None, 1], ("null", "1")),
        (str, Unknown("imported"), ("<unknown: imported>",)),
    ]:
        found = control(annotation, {"options": options})
        assert found is not None
        assert (found.widget, found.choices) == ("chips", choices)


@pytest.mark.parametrize(
    ("text", "ghost"),
    [
        ("3", "3"),
        ('"abc"', "abc"),
        ("'abc'", "abc"),
        ('r"a\\b"', "a\\b"),
        ('"""long"""', "long"),
        ('"say \\"hi\\""', 'say \\"hi\\"'),
        ('"k=v"', "k=v"),
        ('"a, b: (c)"', "a, b: (c)"),
        ('"None"', "None"),
        ('"_x"', "_x"),
        ('"a" "b"', '"a" "b"'),
        ('"a" + b', '"a" + b'),
        ("(1, 2)", "(1, 2)"),
        ("(5)", "5"),
        ('("abc")', "abc"),
        ("(  # why\n    5\n)", "5"),
        ("frozenset()", "frozenset()"),
        ("[1,\n    2]", "[1, 2]"),
        ("Mode.FAST", "Mode.FAST"),
        ("None", ""),
        ("_MISSING", ""),
        ("(_MISSING)", ""),
        ('""', ""),
        ("x y", "x y"),
    ],
)
def test_ghost_text_is_the_defaults_source_without_quotes(text: str, ghost: str) -> None:
    found = control(None, default=object(), default_text=text)
    assert found is not None
    assert (found.ghost, found.ghost_is_default) == (ghost, bool(ghost))


def test_a_placeholder_wins_and_is_no_value() -> None:
    found = control(str, {"placeholder": "Paste it..."}, default="abc", default_text='"abc"')
    assert found is not None
    assert (found.ghost, found.ghost_is_default) == ("Paste it...", False)


def test_without_a_default_there_is_no_ghost() -> None:
    found = control(str)
    assert found is not None
    assert (found.ghost, found.ghost_is_default) == ("", False)


_SENTINEL = object()
LIMIT = 5


def written(
    a: int = LIMIT,
    b: str = "k=v",  # a comment (with brackets)
    c: Any = (1, 2),
    d: Any = frozenset(),
    *,
    e: int = 10_000,
    f: Any = _SENTINEL,
    g: int = (7),
    h: str,
    i: Any = len,
    j: float = 1e3,
    k: Any = {"a": [1, 2]},  # noqa: B006
) -> None: ...


SHOWN = ["LIMIT", "k=v", "(1, 2)", "frozenset()", "10_000", "", "7", "", "len", "1e3", '{"a": [1, 2]}']


def ghosts(target: Any) -> list[str]:
    return [each.ghost for each in form_controls(describe(target))]


def test_a_live_function_shows_the_source_of_its_defaults() -> None:
    assert ghosts(written) == SHOWN


class Desk:
    def find(self, a: int = LIMIT, b: str = "x") -> None: ...

    def __call__(self, a: int = LIMIT) -> None: ...


def test_methods_partials_and_wrappers_show_the_source_too() -> None:
    @functools.wraps(written)
    def wrapped(*args: Any, **kwargs: Any) -> None: ...

    assert ghosts(wrapped) == SHOWN
    assert ghosts(Desk().find) == ["LIMIT", "x"]
    assert ghosts(Desk()) == ["LIMIT"]
    assert ghosts(functools.partial(Desk().find, b="y")) == ["LIMIT"]


def test_without_source_a_default_is_written_as_python_would() -> None:
    space: dict[str, Any] = {"_S": object()}
    exec("def h(a=3, b='x', c=(1, 2), d=None, e=_S, f=len, g=lambda: 0): 'Do it.'", space)
    assert default_texts(space["h"]) == {}
    assert ghosts(space["h"]) == ["3", "x", "(1, 2)", "", "", "len", ""]


def test_a_lambda_and_a_builtin_have_no_source_that_is_read() -> None:
    assert ghosts(lambda a=3: a) == ["3"]
    assert default_texts(len) == {}
    assert default_texts(None) == {}


def test_source_that_was_edited_after_the_import_is_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "edited.py"
    file.write_text("def f(a=3, b='x'): ...\n")
    space: dict[str, Any] = {"__name__": "edited"}
    exec(compile(file.read_text(), str(file), "exec"), space)
    file.write_text("def f(a=4, b='x'): ...\n")
    linecache.checkcache(str(file))
    assert ghosts(space["f"]) == ["3", "x"]


def test_unknown_parts_are_shown_as_unknown() -> None:
    found = control(None, Unknown("built"), default=Unknown("imported"), default_text="settings.LIMIT")
    assert found is not None
    assert (found.type, found.description, found.ghost) == ("<unknown: imported>", "<unknown: built>", "settings.LIMIT")
    function = build_function("f", None, [SignatureParameter("x", schema=UnknownType("computed"))])
    assert form_controls(function)[0].type == "<unknown: computed>"
