"""Which field of a schema option a point of a document stands on, and what a model writes there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from op_runtime.menu import ListOf, MenuOption, Record, detail_lines

from op_lint.facts import FileFacts, SourceMap
from op_lint.files import Lines
from op_lint.read.expr import Range
from op_lsp import places, words
from op_lsp.convert import Point

_KEY = re.compile(r"""(?:[rRuU]?)(["'])(?P<key>[^"']*)\1\s*:\s*\(?\s*$""")


@dataclass(frozen=True, slots=True)
class SchemaAt:
    """One place of a schema: ``path`` leads from the schema's fields to it; empty for the schema itself."""

    option: MenuOption
    path: tuple[str, ...]
    range: Range
    type: Range | None = None
    """Where a field's type is written, None for the schema itself and for a field that has fields of its own."""

    @property
    def example(self) -> object:
        """What a model writes there, by example; raises LookupError for a word of a field's description."""
        value: object = {field.name: field.example() for field in self.option.fields if field.in_example}
        for part in self._inside:
            match value:
                case [first, *_] if part == "[]":
                    value = first
                case dict() if part in value:
                    value = value[part]
                case _:
                    raise LookupError(part)
        return value

    @property
    def detail(self) -> str:
        """Its line in the menu, empty where that says no more than its name."""
        name = "".join(part if part == "[]" else f".{part}" for part in self._inside).lstrip(".")
        lines = (line for field in self.option.fields for line in detail_lines(field))
        return next((line for line in lines if line.startswith((f"{name}:", f"{name} ("))), "")

    @property
    def _inside(self) -> list[str]:
        """The path without the words of the descriptions it leads through: ``fields`` and ``items``.

        A word that it ends with stays: it is what is pointed at.
        """
        inside: list[str] = []
        schema: object = {field.name: field.schema for field in self.option.fields}
        for number, part in enumerate(self.path):
            within = number + 1 < len(self.path)
            if isinstance(schema, dict):
                schema = schema.get(part)
            elif isinstance(schema, Record) and part in (known := {each.name: each.schema for each in schema.fields}):
                schema = known[part]
            elif isinstance(schema, ListOf) and (part == "[]" or (part == "items" and within)):
                schema, part = schema.item, "[]"
            elif isinstance(schema, Record) and part == "fields" and within:
                continue
            inside.append(part)
        return inside


def schema_at(facts: FileFacts, lines: Lines, point: Point) -> SchemaAt | None:
    """The innermost place of a schema that a point stands on: on a field's key or value, else in the schema."""
    found = [item for item in _schemas(facts, lines) if item.range.contains(*point)]
    return min(found, key=lambda item: places.size(item.range), default=None)


def _schemas(facts: FileFacts, lines: Lines) -> Iterator[SchemaAt]:
    for decision in facts.decisions:
        menu = decision.result.menu
        kinds = [option.kind for option in menu.options] if menu is not None else []
        for part, place in decision.result.sources.items():
            index = part[0]
            if menu is None or not isinstance(index, int) or kinds[index] != "schema" or place.path != facts.path:
                continue
            if part[1:] == ("handler",):
                path: tuple[str, ...] = ()
                target = places.target_range(place.range, lines)
                if target is not None:
                    yield SchemaAt(menu.options[index], (), target)
            elif part[1:2] == ("schema",):
                path = tuple(map(str, part[2:]))
            else:
                continue
            where = _with_key(place.range, path[-1] if path else "", lines)
            yield SchemaAt(menu.options[index], path, where, _type(decision.result.sources, part) if path else None)


def _type(sources: SourceMap, part: tuple[int | str, ...]) -> Range | None:
    inside = {str(each[len(part)]) for each in sources if len(each) > len(part) and each[: len(part)] == part}
    if not inside:
        return sources[part].range
    described = "type" in inside and inside <= set(words.META_KEYS)
    return sources[*part, "type"].range if described else None


def _with_key(value: Range, name: str, lines: Lines) -> Range:
    """The value with the key before it, where both stand on one line."""
    match = _KEY.search(lines.line(value.start_line)[: value.start_column])
    if match is None or match["key"] != name:
        return value
    return Range(value.start_line, match.start(), value.end_line, value.end_column)
