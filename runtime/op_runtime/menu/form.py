"""The form controls that a UI shows for a function (metadata spec, section 6)."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from op_runtime.menu.metadata import Function, Parameter
from op_runtime.menu.schema import Boolean, Text
from op_runtime.menu.source import default_texts, written
from op_runtime.menu.text import as_text, fold
from op_runtime.menu.unknown import Unknown
from op_runtime.menu.values import MISSING, json_text

Widget: TypeAlias = Literal["toggle", "select", "chips", "textarea", "input"]


@dataclass(frozen=True, slots=True)
class Control:
    """One row of a form: ``choices`` are the chips; Tab turns ghost text into the value where ``ghost_is_default``."""

    name: str
    widget: Widget
    label: str
    type: str
    optional: bool
    description: str
    ghost: str
    ghost_is_default: bool
    choices: tuple[str, ...] = ()

    @property
    def label_line(self) -> str:
        """``label (type, optional)  description``."""
        kind = f"{self.type}, optional" if self.optional else self.type
        return f"{self.label} ({kind})" + (f" {self.description}" if self.description else "")


def form_controls(function: Function) -> tuple[Control, ...]:
    """The controls of a function's parameters, in signature order; hidden, injected and variadic ones have none."""
    visible = function.visible
    texts: dict[str, str] = {}
    if any(parameter.default_text is None and parameter.default is not MISSING for parameter in visible):
        texts = default_texts(function.target)
    return tuple(_control(parameter, texts) for parameter in visible)


def _control(parameter: Parameter, texts: Mapping[str, str]) -> Control:
    field = parameter.field
    ghost, is_default = _ghost(parameter, texts)
    widget = _widget(parameter)
    options = field.options
    if isinstance(options, Unknown):
        choices: tuple[str, ...] = (str(options),)
    else:
        choices = tuple(option if isinstance(option, str) else json_text(option) for option in options or ())
    return Control(
        parameter.name,
        widget,
        parameter.label or parameter.name,
        field.schema.display(),
        not field.required,
        fold(as_text(field.description)) if field.description else "",
        ghost,
        is_default,
        choices if widget == "chips" else (),
    )


def _widget(parameter: Parameter) -> Widget:
    if isinstance(parameter.field.schema, Boolean):
        return "toggle"
    if parameter.options_from:
        return "select"
    if parameter.field.options:
        return "chips"
    if isinstance(parameter.field.schema, Text):
        return "input" if parameter.multiline is False else "textarea"
    return "textarea" if parameter.multiline else "input"


def _ghost(parameter: Parameter, texts: Mapping[str, str]) -> tuple[str, bool]:
    if parameter.placeholder:
        return parameter.placeholder, False
    text = parameter.default_text
    if text is None:
        if parameter.default is MISSING:
            return "", False
        text = texts.get(parameter.name, "")
        if not text or _is_stale(text, parameter.default):
            text = written(parameter.default)
    text = _bare(text) if text else "None"
    if text == "None" or text.startswith("_"):
        return "", False
    ghost = fold(_unquoted(text))
    return ghost, bool(ghost)


def _is_stale(text: str, default: object) -> bool:
    """Whether the source says another value: the file was edited after it was imported."""
    try:
        value = ast.literal_eval(text)
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError):
        return False  # no literal: only running it could tell
    return type(value) is not type(default) or value != default


def _bare(text: str) -> str:
    """An expression's source without comments and brackets around it, so that two ways of slicing it agree."""
    wrapped = f"({text}\n)"
    try:
        return ast.get_source_segment(wrapped, ast.parse(wrapped, mode="eval").body) or text
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return text


_STRING: Final = re.compile(r"[rRuUbBfF]{0,2}(\"{3}|'{3}|[\"'])((?:(?!\1)[^\\]|\\.)*)\1", re.DOTALL)


def _unquoted(text: str) -> str:
    """A default's source text; a single string literal without its prefix and quotes."""
    literal = _STRING.fullmatch(text)
    return literal.group(2) if literal else text
