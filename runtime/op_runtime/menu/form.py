"""The form controls that a UI shows for a function (metadata spec, section 6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from op_runtime.menu.metadata import Function, Parameter
from op_runtime.menu.schema import Boolean, Text, json_text
from op_runtime.menu.unknown import Unknown

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
    return tuple(_control(parameter) for parameter in function.visible)


def _control(parameter: Parameter) -> Control:
    field = parameter.field
    ghost, is_default = _ghost(parameter)
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
        str(field.description) if field.description else "",
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


def _ghost(parameter: Parameter) -> tuple[str, bool]:
    if parameter.placeholder:
        return parameter.placeholder, False
    text = parameter.default_text
    if text is None or text == "None" or text.startswith("_"):
        return "", False
    return _unquoted(text), True


def _unquoted(text: str) -> str:
    """A default's source text; a string literal without its prefix and quotes."""
    body = text.lstrip("rRuUbBfF")
    for quote in ('"""', "'''", '"', "'"):
        if body.startswith(quote) and body.endswith(quote) and len(body) >= 2 * len(quote):
            return body[len(quote) : -len(quote)]
    return text
