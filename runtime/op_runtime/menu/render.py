"""The menu text: a pure function of the options (decision spec, section 4)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from op_runtime.menu.schema import DictOf, Field, ListOf, Record, Schema, SetOf, TupleOf, Union
from op_runtime.menu.text import as_text, encodable, fold
from op_runtime.menu.unknown import Unknown
from op_runtime.menu.values import escape_breaks, is_json, json_text

if TYPE_CHECKING:
    from op_runtime.menu.options import MenuOption

_INDENT = "    "


def render_menu(options: Sequence[MenuOption]) -> str:
    """All blocks, one empty line apart, and a line end; unknown parts stand in place as ``<unknown: ...>``."""
    return "\n\n".join(render_option(option) for option in options) + "\n"


def render_option(option: MenuOption) -> str:
    """The block of one option, without a line end."""
    function = option.function
    if function is None or option.unknown is not None or option.fields is not function.fields:
        return _block(option)
    known = function.memo.get("block")
    if known is None or known[:2] != (option.name, option.description):
        known = function.memo["block"] = option.name, option.description, _block(option)
    text: str = known[2]
    return text


def _block(option: MenuOption) -> str:
    if option.unknown is not None:
        lines = [f"{option.name}: {option.unknown}" if option.name else fold(str(option.unknown))]
        if option.description:
            lines.append(_INDENT + fold(as_text(option.description)))
        return encodable("\n".join(lines))
    signature = ", ".join(f"{field.name}: {field.schema.display()}" for field in option.fields)
    lines = [f"{option.name}({signature})"]
    description = fold(as_text(option.description)) if option.description else ""
    if description:
        lines.append(_INDENT + description)
    for field in option.fields:
        lines.extend(_INDENT + line for line in detail_lines(field))
    lines.append(f"{_INDENT}Call: {example_call(option.name, option.fields)}")
    return encodable("\n".join(lines))


def detail_lines(field: Field) -> list[str]:
    """The lines of a menu about one field and what is nested in it, without the indent of their block."""
    return [_detail(field.name, field), *_nested(field.name, field.schema)]


def example_call(name: str, fields: Sequence[Field]) -> str:
    """The JSON of an example pick: every required field, and each optional one whose default is JSON."""
    arguments = {field.name: field.example() for field in fields if field.in_example}
    call: dict[str, object] = {"call": name}
    if arguments:
        call["args"] = arguments
    return escape_breaks(_ENCODER.encode(call))


def _stand_in(value: object) -> str:
    if isinstance(value, Unknown):
        return str(value)
    raise TypeError(f"{value!r} has no JSON form")


_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=_stand_in)


def _detail(path: str, field: Field) -> str:
    line = path
    description = fold(as_text(field.description)) if field.description else ""
    if description:
        line += f": {description}"
    if isinstance(field.options, Unknown):
        line += f" (options: {field.options})"
    elif field.options:
        line += f" (options: {', '.join(json_text(option) for option in field.options)})"
    if not field.required:
        if isinstance(field.default, Unknown):
            line += f" (optional, default {field.default})"
        elif is_json(field.default):
            line += f" (optional, default {json_text(field.default)})"
        else:
            line += " (optional)"
    return line


def _nested(path: str, schema: Schema) -> Iterator[str]:
    """The detail lines of nested fields that have a description or allowed values."""
    match schema:
        case Record():
            for field in schema.fields:
                inner = f"{path}.{field.name}"
                if field.description or field.options:
                    yield _detail(inner, field)
                yield from _nested(inner, field.schema)
        case ListOf(item) | SetOf(item) if item is not None:
            yield from _nested(f"{path}[]", item)
        case TupleOf(items) if items:
            for index, item in enumerate(items):
                yield from _nested(f"{path}[]" if schema.variadic else f"{path}[{index}]", item)
        case DictOf(value) if value is not None:
            yield from _nested(f"{path}[*]", value)
        case Union(members):
            yield from dict.fromkeys(line for member in members for line in _nested(path, member))
        case _:
            return
