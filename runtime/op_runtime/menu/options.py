"""Options in every documented form, read into one ``Menu`` (decision spec, section 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from op_runtime.menu.annotations import from_annotation
from op_runtime.menu.definitions import Definitions
from op_runtime.menu.live import recall
from op_runtime.menu.metadata import Function
from op_runtime.menu.render import render_menu
from op_runtime.menu.schema import Field, Schema, object_schema
from op_runtime.menu.templates import coerce_options, fields_from_template, is_type, options_problem
from op_runtime.menu.text import check_name, shown
from op_runtime.menu.unknown import OpaqueValue, Unknown
from op_runtime.menu.values import MISSING, Json

OptionKind: TypeAlias = Literal["function", "value", "schema", "unknown"]


@dataclass(frozen=True, slots=True)
class Option:
    """An option spelt out, usable wherever a handler is; made by ``Option.value``, ``.function`` and ``.schema``."""

    kind: Literal["function", "value", "schema"]
    target: object
    description: str | Unknown | None = None
    name: str | None = None

    @classmethod
    def value(cls, value: object, description: str | None = None, *, name: str | None = None) -> Option:
        """A value that is handed back as it is, whatever it looks like: a tuple, a function, a class."""
        return cls("value", value, description, name)

    @classmethod
    def function(cls, fn: Callable[..., Any], description: str | None = None, *, name: str | None = None) -> Option:
        """A function that is run with the arguments that the model gives."""
        return cls("function", fn, description, name)

    @classmethod
    def schema(cls, schema: Mapping[str, object], description: str | None = None, *, name: str | None = None) -> Option:
        """A structured answer: ``{"decision": name, **fields}``."""
        return cls("schema", schema, description, name)


@dataclass(frozen=True, slots=True)
class MenuOption:
    """One entry of a menu, whatever form it was written in."""

    name: str
    """Empty where source cannot tell it (``kind`` is then ``unknown``)."""
    kind: OptionKind
    description: str | Unknown | None = None
    fields: tuple[Field, ...] = ()
    """The parameters that the model fills."""
    target: object = field(default=None, compare=False)
    """A function option's callable, a value option's value."""
    function: Function | None = None
    unknown: Unknown | None = None

    def _branch(self, definitions: Definitions) -> dict[str, Json]:
        if self.kind == "unknown":  # nor is it known what may be given with it
            name = {"const": self.name} if self.name else {"type": "string"}
            return {"type": "object", "properties": {"call": name}, "required": ["call"]}
        arguments = object_schema(self.fields, definitions)
        required = ["call", "args"] if any(item.required for item in self.fields) else ["call"]
        return {
            "type": "object",
            "properties": {"call": {"const": self.name}, "args": {**arguments, "additionalProperties": False}},
            "required": required,
            "additionalProperties": False,
        }


@dataclass(frozen=True, slots=True)
class Menu:
    """The options of one decision, in order."""

    options: tuple[MenuOption, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """The names that a pick may have."""
        return tuple(option.name for option in self.options if option.name)

    def get(self, name: str) -> MenuOption | None:
        """The option of this exact name, or None."""
        return next((option for option in self.options if option.name == name), None)

    def render(self) -> str:
        """The text that a model reads, byte for byte."""
        return render_menu(self.options)

    def json_schema(self) -> dict[str, Json]:
        """The JSON Schema of a valid pick, one branch for each option."""
        definitions = Definitions()
        return definitions.attach({"anyOf": [option._branch(definitions) for option in self.options]})


def build_menu(options: object, *, registry: bool = False) -> Menu:
    """The menu of a dict or a list of options; a ``Menu`` is given back as it is.

    With ``registry`` a ready-made one (``{name: {"function": ..., "description": ..., "input": {...}}}``) is read too.

    Raises:
        TypeError: a wrong container or a malformed option; the message shows the right form.
        ValueError: no options, duplicate names, a field named ``decision``.
    """
    if isinstance(options, Menu):
        return options
    if not isinstance(options, dict | list):
        kind = "function" if isinstance(options, Function) else type(options).__name__
        raise TypeError(f"options must be a dict {{name: handler}} or a list, not {shown(options)} ({kind})")
    if not options:
        raise ValueError("options are empty: the model has nothing to pick; offer at least one")
    if isinstance(options, dict):
        return Menu(tuple(_from_dict(options, registry=registry)))
    read = [_list_item(item, index) for index, item in enumerate(options)]
    seen: set[str] = set()
    for option in read:
        if option.name and option.name in seen:
            raise ValueError(
                f"two options are named {option.name!r}; a pick names one, so give them different names "
                "(the dict form lets you choose)"
            )
        seen.add(option.name)
    return Menu(tuple(read))


def is_registry(options: object) -> bool:
    """Whether ``options`` is a ready-made registry: a dict whose every entry is a dict that holds a ``function``."""
    return (
        isinstance(options, dict)
        and bool(options)
        and all(isinstance(entry, dict) and is_function(entry.get("function")) for entry in options.values())
    )


def is_function(value: object) -> bool:
    """Whether ``value`` is run when picked: any callable but a class."""
    if isinstance(value, Function):
        return True
    return callable(value) and not isinstance(value, type | Schema | Unknown | OpaqueValue) and not is_type(value)


def _from_dict(options: dict[Any, Any], *, registry: bool) -> list[MenuOption]:
    entries = registry and is_registry(options)
    result = []
    for key, handler in options.items():
        if isinstance(key, Unknown):
            result.append(MenuOption("", "unknown", unknown=key))
            continue
        name = check_name(key, "options", "option")
        result.append(_registry_entry(name, handler) if entries else _dict_entry(name, handler))
    return result


def _dict_entry(name: str, handler: object) -> MenuOption:
    where = f"option {name!r}"
    if isinstance(handler, Unknown):
        return MenuOption(name, "unknown", unknown=handler)
    if isinstance(handler, Option):
        if handler.name is not None and handler.name != name:
            raise TypeError(f"{where}: its key and its name= ({handler.name!r}) differ; keep one")
        return _explicit(name, handler)
    if isinstance(handler, tuple):
        return _dict_tuple(name, handler, where)
    return _function(name, handler) if is_function(handler) else MenuOption(name, "value", target=handler)


_DICT_FORMS = (
    'write fn, (fn, "when to pick"), (value, "when to pick") or ("description", {schema}); '
    "for a value that is itself a tuple write Option.value((...))"
)
_LIST_FORMS = (
    'write fn, (fn, "when to pick"), "name", ("name", "when to pick") or ("name", "when to pick", {schema}); '
    "for other values use the dict form {name: value}"
)


def _dict_tuple(name: str, handler: tuple[object, ...], where: str) -> MenuOption:
    if len(handler) == 2:
        first, second = handler
        if isinstance(second, Unknown):
            return MenuOption(name, "unknown", unknown=second)
        if isinstance(second, str):
            if isinstance(first, Unknown):
                return MenuOption(name, "unknown", second, unknown=first)
            if is_function(first):
                return _function(name, first, second)
            return MenuOption(name, "value", second, target=first)
        if isinstance(second, dict) and isinstance(first, str):
            return _schema(name, first, second)
        if isinstance(first, Unknown):
            return MenuOption(name, "unknown", unknown=first)
    raise TypeError(f"{where}: {_tuple_shown(handler)} is no option; {_DICT_FORMS}")


def _list_item(item: object, index: int) -> MenuOption:
    where = f"options[{index}]"
    if isinstance(item, Unknown):
        return MenuOption("", "unknown", unknown=item)
    if isinstance(item, str):
        return MenuOption(check_name(item, where, "option"), "value", target=item)
    if isinstance(item, Option):
        return _list_explicit(item, where)
    if isinstance(item, tuple):
        return _list_tuple(item, where)
    if is_function(item):
        return _named_function(item, None, where)
    raise TypeError(f"{where}: {shown(item)} is no option of a list; {_LIST_FORMS}")


def _list_tuple(item: tuple[object, ...], where: str) -> MenuOption:
    unknown = next((part for part in item if isinstance(part, Unknown)), None)
    if unknown is not None:
        first = item[0]
        return MenuOption(first if isinstance(first, str) else "", "unknown", unknown=unknown)
    match item:
        case (str() as name, str() as description):
            return MenuOption(check_name(name, where, "option"), "value", description, target=name)
        case (str() as name, str() as description, dict() as schema):
            return _schema(check_name(name, where, "option"), description, schema)
        case (handler, str() as description) if is_function(handler):
            return _named_function(handler, description, where)
    raise TypeError(f"{where}: {_tuple_shown(item)} is no option; {_LIST_FORMS}")


def _tuple_shown(item: tuple[object, ...]) -> str:
    if not item:
        return "an empty tuple"
    inner = ", ".join(shown(part) for part in item)
    return f"({inner},)" if len(item) == 1 else f"({inner})"


def _list_explicit(item: Option, where: str) -> MenuOption:
    if item.name is None and item.kind != "schema" and isinstance(item.target, Unknown):
        return MenuOption("", "unknown", unknown=item.target)
    if item.kind == "function":
        if item.name is None:
            if not is_function(item.target):
                raise TypeError(f"{where}: Option.function takes a function, not {shown(item.target)}")
            return _named_function(item.target, item.description, where)
        return _explicit(check_name(item.name, where, "option"), item)
    if item.name is not None:
        return _explicit(check_name(item.name, where, "option"), item)
    if item.kind == "value" and isinstance(item.target, str):
        return _explicit(check_name(item.target, where, "option"), item)
    raise TypeError(f"{where}: the option has no name; pass name=, or use the dict form {{name: option}}")


def _explicit(name: str, option: Option) -> MenuOption:
    description = option.description
    if description is not None and not isinstance(description, str | Unknown):
        raise TypeError(f"option {name!r}: the description must be text, not {shown(description)}")
    if option.kind == "value":
        return MenuOption(name, "value", description, target=option.target)
    if isinstance(option.target, Unknown):
        return MenuOption(name, "unknown", description, unknown=option.target)
    if option.kind == "schema":
        return _schema(name, description, option.target)
    if not is_function(option.target):
        raise TypeError(f"option {name!r}: Option.function takes a function, not {shown(option.target)}")
    return _function(name, option.target, description)


def _schema(name: str, description: str | Unknown | None, schema: object) -> MenuOption:
    return MenuOption(name, "schema", description or None, fields_from_template(schema, f"option {name!r}"))


def _describe(handler: object) -> Function:
    if isinstance(handler, Function):
        return handler
    assert callable(handler)
    return recall(handler)


def _named_function(handler: object, description: str | Unknown | None, where: str) -> MenuOption:
    function = _describe(handler)
    if not function.name:
        raise TypeError(
            f"{where}: a function without a name (a lambda, a partial of one, a callable object) cannot be "
            'named in a list; use the dict form {"name": fn}'
        )
    return _of_function(check_name(function.name, where, "option"), function, description, handler)


def _function(name: str, handler: object, description: str | Unknown | None = None) -> MenuOption:
    return _of_function(name, _describe(handler), description, handler)


def _of_function(name: str, function: Function, description: str | Unknown | None, handler: object) -> MenuOption:
    return MenuOption(
        name,
        "function",
        description if description else (function.summary or None),
        function.fields,
        target=function.target if handler is function else handler,
        function=function,
    )


def _registry_entry(name: str, entry: Mapping[str, object]) -> MenuOption:
    where = f"option {name!r}"
    function = _describe(entry["function"])
    description = entry.get("description")
    if description is not None and not isinstance(description, str | Unknown):
        raise TypeError(f"{where}: the description must be text, not {shown(description)}")
    metadata = entry.get("input") or {}
    if not isinstance(metadata, Mapping):
        raise TypeError(f'{where}: "input" must be a dict of parameters, not {shown(metadata)}')
    parameters = []
    for parameter in function.parameters:
        extra = metadata.get(parameter.name)
        if isinstance(extra, Mapping):
            shape = parameter.field
            schema = from_annotation(extra["type"]) if is_type(extra.get("type", MISSING)) else shape.schema
            text = extra.get("description")
            allowed = extra.get("options")
            problem = options_problem(allowed) if allowed else None
            if problem:
                raise TypeError(f"{where}: input[{parameter.name!r}]: {problem}")
            shape = replace(
                shape,
                schema=schema,
                description=text if isinstance(text, str) and text else shape.description,
                options=coerce_options(schema, allowed, where)
                if isinstance(allowed, list) and allowed
                else shape.options,
            )
            hidden = parameter.hidden or extra.get("source") not in (None, "llm")
            parameter = replace(parameter, field=shape, hidden=hidden)
        parameters.append(parameter)
    return _of_function(name, replace(function, parameters=tuple(parameters)), description, entry["function"])
