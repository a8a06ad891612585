"""The mistakes that models make in a reply, each applied to a valid one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from op_runtime.menu import Field, Menu, MenuOption

Outcome: TypeAlias = Literal["same", "ask", "same or ask"]
"""What must come of a reply: the pick that was meant, one more question, or either of both, but never another pick."""


@dataclass(frozen=True, slots=True)
class Mistaken:
    """A reply with a mistake in it; `last` says how it is read: as `exec(choices=)` does, or as `decision.make`."""

    mistake: str
    reply: str
    outcome: Outcome
    last: bool = False


def text(name: str, arguments: dict[str, Any], **changes: Any) -> str:
    """Give a call as JSON."""
    call: dict[str, Any] = {"call": name}
    if arguments:
        call["args"] = arguments
    return json.dumps({**call, **changes}, ensure_ascii=False)


def mistakes(menu: Menu, option: MenuOption, arguments: dict[str, Any]) -> Iterator[Mistaken]:
    """Give the valid reply, and what models make of it."""
    good = text(option.name, arguments)
    yield from _wrapped(good)
    yield from _reasoned(menu, option, good)
    yield from _quoted(good)
    yield from _shaped(option, arguments)
    yield from _cut(good)
    yield from _named(menu, option, arguments)
    for field in option.fields:
        if field.name in arguments:
            yield from _field(option, arguments, field)


def _wrapped(good: str) -> Iterator[Mistaken]:
    yield Mistaken("nothing", good, "same")
    yield Mistaken("nothing, read as the end of a turn", good, "same", last=True)
    yield Mistaken("prose around the call", f"Sure, here it is.\n{good}\nDone.", "same")
    yield Mistaken("a code fence", f"```json\n{good}\n```", "same")
    yield Mistaken("a code fence without a language", f"```\n{good}\n```", "same")
    yield Mistaken("no-break spaces around the call", f"\u00a0{good}\u00a0", "same")
    yield Mistaken("the call twice", f"{good}\n{good}", "same")
    yield Mistaken("prose alone", "I think we should search the archive first.", "ask")
    yield Mistaken("an empty reply", "", "ask")
    yield Mistaken("a refusal", "I cannot help with that.", "ask")


def _reasoned(menu: Menu, option: MenuOption, good: str) -> Iterator[Mistaken]:
    yield Mistaken("reasoning before the call", f"<think>Let me see: {{}}</think>\n{good}", "same")
    yield Mistaken("the call in unclosed reasoning", f"<think>Maybe {good}", "ask")
    for other in menu.options:
        if other.name != option.name:
            draft = text(other.name, {})
            yield Mistaken("another option in the reasoning", f"<think>Maybe {draft}?</think>\n{good}", "same")
            yield Mistaken("another option quoted first", f"You want {draft}?\n{good}", "ask")
            yield Mistaken(
                "another option quoted first, read as the end of a turn", f"{draft}\n{good}", "same", last=True
            )
            yield Mistaken("another option inside the call", _with(good, "note", {"call": other.name}), "same or ask")
            return


def _with(good: str, key: str, value: object) -> str:
    call = json.loads(good)
    return json.dumps({**call, "args": {**call.get("args", {}), key: value}}, ensure_ascii=False)


def _quoted(good: str) -> Iterator[Mistaken]:
    yield Mistaken("a trailing comma", good[:-1] + ",}", "same or ask")
    yield Mistaken("single quotes", repr(json.loads(good)), "same or ask")
    yield Mistaken("typographic quotes", _typographic(good), "same or ask")
    yield Mistaken("a comment", good[:-1] + " // the best choice\n}", "same or ask")
    yield Mistaken("raw line breaks in text", good.replace("\\n", "\n"), "same or ask")
    yield Mistaken("Python's literals", _python(good), "same or ask")
    yield Mistaken("a duplicate key", '{"call": "nothing", ' + good[1:], "ask")
    yield Mistaken("an inner quote that is not escaped", good.replace('\\"', '"'), "same or ask")


def _typographic(good: str) -> str:
    parts = good.split('"')
    return "".join(part + ("" if index == len(parts) - 1 else "“”"[index % 2]) for index, part in enumerate(parts))


def _python(good: str) -> str:
    return good.replace(": true", ": True").replace(": false", ": False").replace(": null", ": None")


def _shaped(option: MenuOption, arguments: dict[str, Any]) -> Iterator[Mistaken]:
    name = option.name
    if arguments:
        for key in ("arguments", "parameters", "input"):
            reply = json.dumps({"call": name, key: arguments}, ensure_ascii=False)
            yield Mistaken(f'"{key}" for "args"', reply, "same or ask")
        inner = json.dumps(arguments, ensure_ascii=False)
        yield Mistaken("the arguments as text", text(name, {}, args=inner), "same or ask")
        yield Mistaken("a misspelt key for the arguments", json.dumps({"call": name, "agrs": arguments}), "ask")
        yield Mistaken("the call nested under its name", json.dumps({name: arguments}), "ask")
    for key in ("action", "function", "tool"):
        reply = json.dumps({key: name, "args": arguments}, ensure_ascii=False)
        yield Mistaken(f'"{key}" for "call"', reply, "same or ask")
    function = {"function": {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}}
    yield Mistaken("a tool call's shape", json.dumps(function, ensure_ascii=False), "same or ask")
    for value in (False, 0, 7, True, "x", [1]):
        yield Mistaken("no object for the arguments", text(name, {}, args=value), "ask")
    if any(field.required for field in option.fields):
        nothing: tuple[Any, ...] = (None, "", [], {})
        for empty in nothing:
            yield Mistaken("no arguments", text(name, {}, args=empty), "ask")


def _cut(good: str) -> Iterator[Mistaken]:
    for length in {len(good) // 2, len(good) - 1, len(good) - 2}:
        yield Mistaken("a reply that is cut off", good[:length], "ask")


def _named(menu: Menu, option: MenuOption, arguments: dict[str, Any]) -> Iterator[Mistaken]:
    for wrong in (option.name + "s", option.name.upper(), option.name[:-1], "delete_everything"):
        if wrong and menu.get(wrong) is None:
            yield Mistaken("a name that is not offered", text(wrong, arguments), "ask")
    yield Mistaken("an invented argument", _with(text(option.name, arguments), "zq_extra_0", 1), "same or ask")
    yield Mistaken(
        "a runtime given by the model", _with(text(option.name, arguments), "runtime", "EVIL"), "same or ask"
    )


_WRONG: Final[tuple[tuple[str, Callable[[Field, Any], Any]], ...]] = (
    ("the placeholder handed back", lambda field, value: field.example() if field.example() == "<str>" else ...),
    ("a list for the value", lambda field, value: [[value]]),
    (
        "the description for the value",
        lambda field, value: ... if isinstance(value, dict) else {"type": "str", "description": "words"},
    ),
    ("NaN for the value", lambda field, value: float("nan") if isinstance(value, float) else ...),
    ("true for a number", lambda field, value: True if type(value) in (int, float) else ...),
    ("text for a number", lambda field, value: "soon" if type(value) in (int, float) else ...),
)


def _field(option: MenuOption, arguments: dict[str, Any], field: Field) -> Iterator[Mistaken]:
    value = arguments[field.name]
    left_out = {key: item for key, item in arguments.items() if key != field.name}
    if field.required:
        yield Mistaken("a required argument left out", text(option.name, left_out), "ask")
    slip = _slip(field.name)
    if all(slip != other.name for other in option.fields):
        yield Mistaken("a misspelt argument", text(option.name, {**left_out, slip: value}), "ask")
    for mistake, change in _WRONG:
        wrong = change(field, value)
        if wrong is not ... and not _accepts_anything(field):
            yield Mistaken(mistake, text(option.name, {**arguments, field.name: wrong}), "ask")
    if field.options:
        yield Mistaken("a value that is not allowed", text(option.name, {**arguments, field.name: "zq_nothing"}), "ask")


def _accepts_anything(field: Field) -> bool:
    """Whether the type leaves open what is wrong for it."""
    schema = field.schema.json_schema()
    return "type" not in schema and "enum" not in schema and "const" not in schema


def _slip(name: str) -> str:
    return name.upper() if name.upper() != name else name.lower()
