"""What a model would notice between two states of a project's menus and tools."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any

from op_lint.lock import Entry, Field, Lock, Name, Offered

ALIKE = 0.75
"""How much of two options must be the same for one to be the other under a new name."""


@dataclass(frozen=True, slots=True)
class Change:
    """One difference; ``breaking`` where a call that was right before is refused or missing now."""

    where: str
    what: str
    breaking: bool = False


def changes(old: Lock, new: Lock) -> list[Change]:
    """The differences, sorted by place; entries that only moved to another file are named as moved."""
    found: list[Change] = []
    moved = _moved(old, new)
    for name in sorted({*old, *new}):
        if name in moved:
            found.append(Change(str(moved[name]), f"moved here from {name.path}"))
            found += _entry(str(moved[name]), old[name], new[moved[name]])
        elif name not in new:
            found.append(Change(str(name), f"{name.kind} removed", breaking=True))
        elif name in old:
            found += _entry(str(name), old[name], new[name])
        elif name not in moved.values():
            found.append(Change(str(name), f"{name.kind} added"))
    return found


def _moved(old: Lock, new: Lock) -> dict[Name, Name]:
    """Entries that are gone, by what they are called, with the one entry that is new and called the same."""
    fresh = [name for name in new if name not in old]
    found: dict[Name, Name] = {}
    for name in (each for each in old if each not in new):
        same = [each for each in fresh if replace(each, path=name.path) == name]
        if len(same) == 1 and same[0] not in found.values():
            found[name] = same[0]
    return found


def _entry(where: str, old: Entry, new: Entry) -> Iterator[Change]:
    if old.problem != new.problem:
        if new.problem:
            yield Change(where, f"there is no menu any more: {new.problem}", breaking=not old.problem)
        else:
            yield Change(where, "there is a menu now")
        return
    renamed = _renamed(old.options, new.options)
    for name, offered in old.options.items():
        if name in renamed:
            yield Change(where, f'"{name}" renamed to "{renamed[name]}"', breaking=True)
            yield from _offered(where, renamed[name], offered, new.options[renamed[name]])
        elif name not in new.options:
            yield Change(where, f'"{name}" removed', breaking=True)
        else:
            yield from _offered(where, name, offered, new.options[name])
    for name in new.options:
        if name not in old.options and name not in renamed.values():
            yield Change(where, f'"{name}" added')
    kept = [name for name in old.options if name in new.options]
    if kept != [name for name in new.options if name in old.options]:
        yield Change(where, "the options stand in another order")


def _renamed(old: Mapping[str, Offered], new: Mapping[str, Offered]) -> dict[str, str]:
    gone = [name for name in old if name not in new]
    fresh = [name for name in new if name not in old]
    found: dict[str, str] = {}
    if len(old) == len(new) == 1 and gone:  # a tool, or a decision with one option
        return {gone[0]: fresh[0]}
    for name in gone:
        scored = [(_alike(old[name], new[each]), each) for each in fresh if each not in found.values()]
        score, best = max(scored, default=(0.0, ""))
        if score >= ALIKE:
            found[name] = best
    return found


def _alike(one: Offered, other: Offered) -> float:
    if one.kind != other.kind or not (one.description or one.fields):
        return 0.0
    parts = [SequenceMatcher(None, one.description, other.description).ratio()] if one.description else []
    if one.fields or other.fields:
        names = {*one.fields, *other.fields}
        parts.append(sum(one.fields.get(name) == other.fields.get(name) for name in names) / len(names))
    return sum(parts) / len(parts)


def _offered(where: str, name: str, old: Offered, new: Offered) -> Iterator[Change]:
    if old.kind != new.kind:
        yield Change(
            where, f'"{name}" is a {new.kind} now, it was a {old.kind}', breaking=bool(new.fields) != bool(old.fields)
        )
    if old.description != new.description:
        yield Change(where, f'"{name}" description: {_quoted(old.description)} is now {_quoted(new.description)}')
    for argument, part in old.fields.items():
        if argument not in new.fields:
            yield Change(where, f'"{name}": parameter "{argument}" removed', breaking=True)
        else:
            yield from _field(where, f'"{name}": "{argument}"', part, new.fields[argument])
    for argument, part in new.fields.items():
        if argument not in old.fields:
            must = "required" if part.required else "optional"
            yield Change(where, f'"{name}": {must} parameter "{argument}" added', breaking=part.required)
    for title in sorted({*old.definitions, *new.definitions}):
        before, after = old.definitions.get(title), new.definitions.get(title)
        if before is not None and after is not None:
            yield from _schema(where, f'"{name}": type {title}', before, after)


def _field(where: str, what: str, old: Field, new: Field) -> Iterator[Change]:
    if old.required != new.required:
        yield Change(where, f"{what} is {'required' if new.required else 'optional'} now", breaking=new.required)
    yield from _schema(where, what, old.schema, new.schema)


def _schema(where: str, what: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    if old == new:
        return
    if old.get("description") != new.get("description"):
        said = f"{_quoted(old.get('description', ''))} is now {_quoted(new.get('description', ''))}"
        yield Change(where, f"{what} description: {said}")
    yield from _values(where, what, old.get("enum"), new.get("enum"))
    if old.get("default") != new.get("default") or ("default" in old) != ("default" in new):
        yield Change(where, f"{what} default: {_shown(old, 'default')} is now {_shown(new, 'default')}")
    if (
        old.get("items") != new.get("items")
        and isinstance(old.get("items"), dict)
        and isinstance(new.get("items"), dict)
    ):
        yield from _schema(where, f"{what} items", old["items"], new["items"])
    yield from _properties(where, what, old, new)
    rest = ("description", "enum", "default", "items", "properties", "required")
    before = {key: value for key, value in old.items() if key not in rest}
    after = {key: value for key, value in new.items() if key not in rest}
    if before != after or ("items" in old) != ("items" in new):
        yield Change(where, f"{what} type: {_quoted(before)} is now {_quoted(after)}", breaking=True)


def _values(where: str, what: str, old: list[Any] | None, new: list[Any] | None) -> Iterator[Change]:
    if old == new:
        return
    if new is None:
        yield Change(where, f"{what} takes any value now")
    elif old is None:
        yield Change(where, f"{what} takes only {_quoted(new)} now", breaking=True)
    else:
        gone = [value for value in old if value not in new]
        fresh = [value for value in new if value not in old]
        if gone:
            yield Change(where, f"{what} no longer takes {', '.join(map(_quoted, gone))}", breaking=True)
        if fresh:
            yield Change(where, f"{what} takes {', '.join(map(_quoted, fresh))} as well")
        if not gone and not fresh:
            yield Change(where, f"{what} lists its values in another order")


def _properties(where: str, what: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    before, after = old.get("properties", {}), new.get("properties", {})
    must, must_now = set(old.get("required", ())), set(new.get("required", ()))
    for name, schema in before.items():
        if name not in after:
            yield Change(where, f"{what}.{name} removed", breaking=True)
        else:
            yield from _field(
                where, f"{what}.{name}", Field(name in must, schema), Field(name in must_now, after[name])
            )
    for name in after:
        if name not in before:
            kind = "required" if name in must_now else "optional"
            yield Change(where, f"{what}.{name} added, {kind}", breaking=name in must_now)


def _shown(schema: Mapping[str, Any], key: str) -> str:
    return _quoted(schema[key]) if key in schema else "none"


def _quoted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def text(found: list[Change]) -> str:
    """The changes for a terminal: a line for each place, its changes below; ``!`` marks breaking ones."""
    lines = []
    place = None
    for change in found:
        if change.where != place:
            place = change.where
            lines.append(place)
        lines.append(f"  {'!' if change.breaking else ' '} {change.what}")
    return "".join(line + "\n" for line in lines)


def markdown(found: list[Change]) -> str:
    """The changes for a comment on a pull request."""
    from op_lint.report.markdown import escaped

    if not found:
        return "Models are told the same as before.\n"
    breaking = sum(change.breaking for change in found)
    said = f"{len(found)} change{'s' if len(found) > 1 else ''} in what models are told"
    lines = [f"**{said}" + (f", {breaking} breaking**" if breaking else "**"), ""]
    place = None
    for change in found:
        if change.where != place:
            place = change.where
            lines += ["", f"**{escaped(place)}**", ""]
        lines.append(f"- {'⚠️ breaking: ' if change.breaking else ''}{escaped(change.what)}")
    return "\n".join(lines) + "\n"


def as_json(found: list[Change]) -> str:
    """A JSON list of ``where``, ``what`` and ``breaking``."""
    listed = [{"where": each.where, "what": each.what, "breaking": each.breaking} for each in found]
    return json.dumps(listed, indent=2) + "\n"
