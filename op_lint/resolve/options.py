"""Options whose value source cannot tell, but whose place in the menu it can: a value option shows only its name."""

from __future__ import annotations

from dataclasses import replace

from op_runtime.menu import OpaqueValue

from op_lint.resolve.values import (
    DictPart,
    EnumMember,
    ItemsPart,
    Leaf,
    OptionPart,
    Part,
    is_function,
    is_text,
    shape_of,
    unknown_of,
)


def settled(part: Part) -> Part:
    """The same container; handlers that are surely values stand for themselves, descriptions may be unknown."""
    part = _texts(part)
    if isinstance(part, DictPart):
        return replace(part, entries=[(key, _handler(value)) for key, value in part.entries])
    if isinstance(part, ItemsPart) and part.kind == "list":
        return replace(part, items=[_item(item) for item in part.items])
    return part


def _texts(part: Part, *, inside: bool = False) -> Part:
    """The same with the texts that members of an Enum are, where a name or a description stands."""
    if isinstance(part, Leaf) and isinstance(part.value, EnumMember) and part.value.text:
        return replace(part, value=part.value.value)
    if isinstance(part, DictPart):
        return replace(part, entries=[(_texts(key), _described_texts(value)) for key, value in part.entries])
    if isinstance(part, ItemsPart) and not (inside and part.kind != "tuple"):
        return replace(part, items=[_texts(item, inside=True) for item in part.items])
    return part


def _described_texts(part: Part) -> Part:
    return _texts(part, inside=True) if isinstance(part, ItemsPart) and part.kind == "tuple" else part


def _handler(part: Part) -> Part:
    if isinstance(part, Leaf):
        return _value(part)
    if isinstance(part, ItemsPart) and part.kind == "tuple" and len(part.items) == 2:
        first, second = part.items
        if isinstance(second, DictPart) and _unknown_text(first):
            return OptionPart("schema", second, part.place, first, expr=part.expr)
        if _unknown_text(second):
            return _described(part, first, second)
        if is_text(second):
            return replace(part, items=[_value(first), second])
    return part


def _item(part: Part) -> Part:
    if not isinstance(part, ItemsPart) or part.kind != "tuple" or len(part.items) < 2:
        return part
    first, second = part.items[0], part.items[1]
    if not _unknown_text(second):
        return part
    if is_text(first) and len(part.items) == 2:
        return OptionPart("value", first, part.place, second, first, part.expr)
    if is_text(first) and len(part.items) == 3 and isinstance(part.items[2], DictPart):
        return OptionPart("schema", part.items[2], part.place, second, first, part.expr)
    if is_function(first) and len(part.items) == 2:
        return OptionPart("function", first, part.place, second, expr=part.expr)
    return part


def _described(part: ItemsPart, target: Part, description: Part) -> Part:
    if is_function(target):
        return OptionPart("function", target, part.place, description, expr=part.expr)
    if shape_of(target):
        return OptionPart("value", _value(target), part.place, description, expr=part.expr)
    return part


def _value(part: Part) -> Part:
    missing = unknown_of(part)
    if missing is not None and isinstance(part, Leaf) and part.shape:
        return replace(part, value=OpaqueValue(missing.reason))
    return part


def _unknown_text(part: Part) -> bool:
    return unknown_of(part) is not None and shape_of(part) == "text"
