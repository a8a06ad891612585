"""The lock file: what models are told by each decision and each tool of a project, as sorted text for reviews."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from op_runtime.menu import Function, Menu, MenuOption, Unknown, tool_spec
from op_runtime.menu.definitions import Definitions
from op_runtime.menu.schema import object_schema

from op_lint.facts import FileFacts
from op_lint.tokens import estimate

FILE = "op-lint.lock"
HEAD = "# What models are told, by decision and tool. Written by `op-lint lock`; do not edit.\nversion 1\n"


class LockError(Exception):
    """A lock file that cannot be read; the message says which line."""


@dataclass(frozen=True, slots=True)
class Field:
    """One argument: its JSON schema (with description and allowed values), and whether it must be given."""

    required: bool
    schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Offered:
    """One option, or the one thing that a tool is. ``unknown`` is what source cannot tell about it."""

    kind: str
    description: str = ""
    fields: Mapping[str, Field] = field(default_factory=dict)
    definitions: Mapping[str, Any] = field(default_factory=dict)
    unknown: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Name:
    """What an entry is known by; ``number`` counts the decisions of one function."""

    path: str
    owner: str
    kind: str
    number: int = 0

    def __str__(self) -> str:
        number = f" #{self.number + 1}" if self.number else ""
        return f"{self.kind} {self.path}::{self.owner or '<module>'}{number}"


@dataclass(frozen=True, slots=True)
class Entry:
    """One decision or tool. ``problem`` says why there is no menu; ``characters`` is the length of what is sent."""

    options: Mapping[str, Offered]
    characters: int = 0
    problem: str = ""
    size: str = ""


Lock = dict[Name, Entry]


def entries(facts: FileFacts, path: str) -> Lock:
    """The decisions and tools of one file, which is known by ``path``."""
    found: Lock = {}
    numbers: dict[str, int] = {}
    for decision in facts.decisions:
        owner = decision.function.qualname if decision.function else ""
        name = Name(path, owner, "decision", numbers.get(owner, 0))
        numbers[owner] = name.number + 1
        result = decision.result
        if result.menu is not None:
            found[name] = _decision(result.menu)
        else:
            said = result.error if result.error is not None else str(getattr(result.unknown, "reason", ""))
            found[name] = Entry({}, problem=said or "the options cannot be told from source")
    for qualname, function in facts.described.items():
        name = Name(path, qualname, "tool")
        if isinstance(function, Unknown):
            found[name] = Entry({}, problem=function.reason)
        else:
            found[name] = _tool(function)
    return found


def _decision(menu: Menu) -> Entry:
    text = menu.render()
    options = {option.name: _option(option) for option in menu.options}
    return Entry(options, len(text), size=str(estimate(text)))


def _option(option: MenuOption) -> Offered:
    definitions = Definitions()
    schema = definitions.attach(object_schema(option.fields, definitions))
    description, unknown = _told(option.description)
    if option.unknown is not None:
        unknown = option.unknown.reason
    return _offered(option.kind, description, schema, unknown)


def _tool(function: Function) -> Entry:
    spec = tool_spec(function)
    text = json.dumps(spec, ensure_ascii=False, default=str)
    description, unknown = _told(function.description if function.description is not None else function.summary)
    offered = _offered("tool", description, dict(spec["parameters"]), unknown)
    return Entry({str(spec["name"]): offered}, len(text), size=str(estimate(text)))


def _told(description: object) -> tuple[str, str]:
    if isinstance(description, Unknown):
        return "", description.reason
    return str(description or ""), ""


def _offered(kind: str, description: str, schema: Mapping[str, Any], unknown: str) -> Offered:
    required = set(schema.get("required", ()))
    fields = {name: Field(name in required, _plain(part)) for name, part in schema.get("properties", {}).items()}
    return Offered(kind, description, fields, _plain(schema.get("$defs", {})), unknown)


def _plain(value: Any) -> Any:
    """The same as JSON gives it back."""
    return json.loads(json.dumps(value, default=str))


def dumps(lock: Lock) -> str:
    """A lock file's text: a block for each entry, sorted; options and arguments in the order that models see."""
    blocks = [HEAD]
    for name, entry in sorted(lock.items()):
        lines = [f"{name.kind} {_json(name.path)} {_json(name.owner)} {name.number}"]
        if entry.problem:
            lines.append(f"  problem {_json(entry.problem)}")
        else:
            lines.append(f"  size {_json(entry.size)} {entry.characters}")
        for option, offered in entry.options.items():
            lines.append(f"  option {_json(option)} {offered.kind} {_json(offered.description)}")
            if offered.unknown:
                lines.append(f"    unknown {_json(offered.unknown)}")
            for argument, part in offered.fields.items():
                must = "required" if part.required else "optional"
                lines.append(f"    {must} {_json(argument)} {_json(part.schema)}")
            for title, part_of in sorted(offered.definitions.items()):
                lines.append(f"    type {_json(title)} {_json(part_of)}")
        blocks.append("\n".join(lines) + "\n")
    return "\n".join(blocks)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def loads(text: str) -> Lock:
    """What a lock file says. Raises LockError."""
    reader = _Reader()
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            reader.line(line)
        except (ValueError, KeyError, IndexError, AttributeError, TypeError):
            raise LockError(
                f"line {number}: this is not a line of a lock file: write it again with `op-lint lock`"
            ) from None
    if not reader.versioned:
        raise LockError("there is no version in it: write it again with `op-lint lock`")
    return reader.lock


class _Reader:
    def __init__(self) -> None:
        self.lock: Lock = {}
        self.versioned = False
        self._entry: dict[str, Any] = {}
        self._offered: dict[str, Any] = {}

    def line(self, line: str) -> None:
        word, *values = _words(line)
        if word == "version":
            if values != [1]:
                raise ValueError
            self.versioned = True
        elif word in ("decision", "tool"):
            path, owner, number = values
            self._name = Name(path, owner, word, number)
            self._entry = {"options": {}}
        elif word == "problem":
            (self._entry["problem"],) = values
        elif word == "size":
            self._entry["size"], self._entry["characters"] = values
        elif word == "option":
            self._option, kind, description = values
            self._offered = {"kind": kind, "description": description, "fields": {}, "definitions": {}}
        elif word == "unknown":
            (self._offered["unknown"],) = values
        elif word in ("required", "optional"):
            argument, schema = values
            self._offered["fields"][argument] = Field(word == "required", schema)
        elif word == "type":
            title, schema = values
            self._offered["definitions"][title] = schema
        else:
            raise ValueError
        if word != "version":
            if self._offered and line.startswith("  ") and word not in ("size", "problem"):
                self._entry["options"][self._option] = Offered(**self._offered)
            else:
                self._offered = {}
            self.lock[self._name] = Entry(**self._entry)


_DECODER = json.JSONDecoder()


def _words(line: str) -> list[Any]:
    """The parts of a line: bare words, and JSON."""
    found: list[Any] = []
    at = len(line) - len(line.lstrip())
    while at < len(line):
        if line[at] in '"{[' or line[at].isdigit():
            value, at = _DECODER.raw_decode(line, at)
        else:
            end = line.find(" ", at)
            end = len(line) if end < 0 else end
            value, at = line[at:end], end
        found.append(value)
        at += 1
    return found


def merged(parts: Iterable[Lock]) -> Lock:
    """The entries of several files."""
    return {name: entry for part in parts for name, entry in part.items()}
