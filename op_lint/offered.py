"""The options of a decision as the runtime reads them, each part with the place where it is written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from op_runtime.menu import Function, Unknown
from op_runtime.menu.names import META_KEYS

from op_lint.facts import DecisionFacts, FunctionFacts
from op_lint.read.expr import Constant
from op_lint.resolve.values import DictPart, InstancePart, ItemsPart, Leaf, OptionPart, Part

MAX_DEPTH = 64
"""Levels of a schema that are looked at; a schema may hold itself."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One option. ``handler`` is what follows a dict's key, or a list's whole item; ``target`` is what it is about."""

    name: str | None
    """The name that a model picks, where source tells it."""
    handler: Part
    target: Part
    description: Part | None
    schema: Part | None
    in_list: bool

    @property
    def function(self) -> Function | None:
        """The function that is run when it is picked; None for other options."""
        if isinstance(self.handler, OptionPart) and self.handler.kind != "function":
            return None
        return self.target.value if isinstance(self.target, Leaf) and isinstance(self.target.value, Function) else None

    @property
    def explicit(self) -> bool:
        """Whether it is written as ``Option.value(...)`` or its kin."""
        return isinstance(self.handler, OptionPart)


def offers(decision: DecisionFacts) -> tuple[Offer, ...]:
    """The options of a decision, in order; those that source cannot tell are left out."""
    part = decision.part
    if isinstance(part, DictPart):
        last = {text(key) or id(key): (key, value) for key, value in part.entries}
        return tuple(_in_dict(text(key), value) for key, value in last.values() if not unknown(key))
    if isinstance(part, ItemsPart) and part.kind == "list":
        return tuple(_in_list(item) for item in part.items if not unknown(item))
    return ()


def _in_dict(name: str | None, handler: Part) -> Offer:
    if isinstance(handler, OptionPart):
        return _explicit(name, handler, in_list=False)
    if isinstance(handler, ItemsPart) and handler.kind == "tuple" and len(handler.items) == 2:
        first, second = handler.items
        if isinstance(second, DictPart):
            return Offer(name, handler, second, first, second, in_list=False)
        return Offer(name, handler, first, second, None, in_list=False)
    return Offer(name, handler, handler, None, None, in_list=False)


def _in_list(item: Part) -> Offer:
    if isinstance(item, OptionPart):
        return _explicit(None, item, in_list=True)
    if isinstance(item, ItemsPart) and item.kind == "tuple" and item.items:
        first, *rest = item.items
        description = rest[0] if rest else None
        schema = rest[1] if len(rest) == 2 else None
        return Offer(_own_name(first), item, schema or first, description, schema, in_list=True)
    return Offer(_own_name(item), item, item, None, None, in_list=True)


def _explicit(name: str | None, option: OptionPart, *, in_list: bool) -> Offer:
    name = (
        name
        or (text(option.name) if option.name is not None else None)
        or (_own_name(option.target) if in_list else None)
    )
    schema = option.target if option.kind == "schema" else None
    return Offer(name, option, option.target, option.description, schema, in_list)


def _own_name(part: Part) -> str | None:
    if isinstance(part, Leaf) and isinstance(part.value, Function):
        return part.value.name or None
    return text(part)


def text(part: Part | None) -> str | None:
    """The text that a part is, or None."""
    return part.value if isinstance(part, Leaf) and isinstance(part.value, str) else None


def unknown(part: Part | None) -> bool:
    """Whether source cannot tell what a part is."""
    return isinstance(part, Leaf) and isinstance(part.value, Unknown)


def declared_as_tool(function: FunctionFacts) -> bool:
    """Whether a function's decorator says that it is a tool: by ``as_tool=True``, ``toolset=`` or ``name=``."""
    call = function.arguments
    as_tool = call.keyword("as_tool") if call else None
    if as_tool is not None:
        return isinstance(as_tool.value, Constant) and as_tool.value.value is True
    return call is not None and any(call.keyword(name) is not None for name in ("toolset", "name"))


def is_meta_spec(part: DictPart) -> bool:
    """Whether a schema's dict describes one field: it has keys, and all are among those of a meta-spec."""
    return bool(part.entries) and all(text(key) in META_KEYS for key, _ in part.entries)


def fields(schema: Part | None) -> Iterator[tuple[str, Part, Part]]:
    """The fields of a schema's dict: name, key and template."""
    for key, value in schema.entries if isinstance(schema, DictPart) else ():
        name = text(key)
        if name is not None:
            yield name, key, value


def templates(schema: Part | None) -> Iterator[tuple[str, Part]]:
    """Each template of a schema with its field's path, outer ones first."""
    for name, _, value in fields(schema):
        yield from _template(name, value, 0)


def _template(path: str, part: Part, depth: int) -> Iterator[tuple[str, Part]]:
    if depth > MAX_DEPTH:
        return
    yield path, part
    if isinstance(part, ItemsPart) and part.kind == "list":
        for item in part.items[:1]:
            yield from _template(path + "[]", item, depth + 1)
    elif isinstance(part, DictPart) and is_meta_spec(part):
        for name, _, value in fields(part):
            if name == "items":
                yield from _template(path + "[]", value, depth + 1)
            elif name == "fields":
                for inner, _, template in fields(value):
                    yield from _template(f"{path}.{inner}", template, depth + 1)
    else:
        for inner, _, template in fields(part):
            yield from _template(f"{path}.{inner}", template, depth + 1)


__all__ = [
    "DictPart",
    "InstancePart",
    "ItemsPart",
    "Leaf",
    "Offer",
    "OptionPart",
    "Part",
    "declared_as_tool",
    "fields",
    "is_meta_spec",
    "offers",
    "templates",
    "text",
    "unknown",
]
