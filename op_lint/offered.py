"""The options of a decision as they are written: which part of a display is a name, a handler, a schema."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from op_runtime.menu.names import META_KEYS

from op_lint.read.expr import Attribute, Call, Constant, Dict, Entry, Expr, Name, Sequence


@dataclass(frozen=True, slots=True)
class Offer:
    """One option of a display. ``name`` is the key, or the text that names it in a list; None for anything else."""

    index: int
    name: Expr | None
    handler: Expr
    """The whole value of the key, or the whole item."""
    function: Expr | None
    """What may be a function: the handler itself or the first part of its tuple."""
    description: Expr | None
    schema: Expr | None

    @property
    def text(self) -> str | None:
        """The name where it is written as text."""
        return self.name.value if isinstance(self.name, Constant) and isinstance(self.name.value, str) else None


def offers(container: Expr | None) -> tuple[Offer, ...]:
    """The options of a dict or list display that are written out one by one."""
    if isinstance(container, Dict):
        return tuple(
            _of_entry(index, entry.key, entry.value)
            for index, entry in enumerate(container.entries)
            if entry.key is not None
        )
    if isinstance(container, Sequence) and container.kind == "list":
        return tuple(_of_item(index, item) for index, item in enumerate(container.items))
    return ()


def _of_entry(index: int, key: Expr, handler: Expr) -> Offer:
    if isinstance(handler, Sequence) and handler.kind == "tuple" and len(handler.items) == 2:
        first, second = handler.items
        if isinstance(second, Dict):
            return Offer(index, key, handler, None, first, second)
        return Offer(index, key, handler, first, second, None)
    return _explicit(index, key, handler) or Offer(index, key, handler, handler, None, None)


def _of_item(index: int, item: Expr) -> Offer:
    if isinstance(item, Constant):
        return Offer(index, item, item, None, None, None)
    if isinstance(item, Sequence) and item.kind == "tuple" and item.items:
        first, *rest = item.items
        description = rest[0] if rest else None
        schema = rest[1] if len(rest) == 2 else None
        named = isinstance(first, Constant)
        return Offer(index, first if named else None, item, None if named else first, description, schema)
    return _explicit(index, None, item) or Offer(index, None, item, item, None, None)


def _explicit(index: int, key: Expr | None, handler: Expr) -> Offer | None:
    """``Option.schema(...)`` and its like; ``name=`` names the option."""
    if not isinstance(handler, Call) or not isinstance(handler.func, Attribute):
        return None
    kind = handler.func.attr
    target = handler.positional(0)
    if kind not in ("value", "function", "schema") or target is None:
        return None
    named, description = handler.keyword("name"), handler.keyword("description") or handler.positional(1)
    return Offer(
        index,
        key or (named.value if named else None),
        handler,
        target.value if kind == "function" else None,
        description.value if description else None,
        target.value if kind == "schema" else None,
    )


def last_name(expr: Expr | None) -> str | None:
    """The identifier that an expression ends with: ``find`` for ``desk.find``."""
    if isinstance(expr, Name):
        return expr.id
    return expr.attr if isinstance(expr, Attribute) else None


def key_text(entry: Entry) -> str | None:
    """The key of an entry where it is written as text."""
    return entry.key.value if isinstance(entry.key, Constant) and isinstance(entry.key.value, str) else None


def is_meta_spec(display: Dict) -> bool:
    """Whether a schema's dict describes one field: it has keys, and all are among those of a meta-spec."""
    keys = [key_text(entry) for entry in display.entries]
    return bool(keys) and all(key in META_KEYS for key in keys)


def templates(schema: Expr | None) -> Iterator[tuple[str, Expr]]:
    """Each type or template of a schema's fields, with its field's path, outer ones first."""
    if isinstance(schema, Dict):
        for entry in schema.entries:
            name = key_text(entry)
            if name is not None:
                yield from _template(name, entry.value)


def _template(path: str, expr: Expr) -> Iterator[tuple[str, Expr]]:
    yield path, expr
    if isinstance(expr, Sequence) and expr.kind == "list":
        for item in expr.items[:1]:
            yield from _template(path + "[]", item)
    elif isinstance(expr, Dict) and is_meta_spec(expr):
        for entry in expr.entries:
            key = key_text(entry)
            if key == "items":
                yield from _template(path + "[]", entry.value)
            elif key == "fields" and isinstance(entry.value, Dict):
                for name, inner in templates(entry.value):
                    yield f"{path}.{name}", inner
            elif key == "type" and isinstance(entry.value, Dict | Sequence):
                yield from _template(path, entry.value)
    elif isinstance(expr, Dict):
        for name, inner in templates(expr):
            yield f"{path}.{name}", inner
