"""Reads the sections of a docstring: parameters and results, in Google, NumPy and reST style.

Everything here counts lines of the docstring's value, 0-based. Text in doctests, literal blocks and fenced code is
never a section; a parameter's own name and a deeper indentation win over the list of headings.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["parameters", "returns"]

_PARAMETERS = {
    "args", "arguments", "parameters", "params", "keyword args", "keyword arguments", "keyword parameters",
    "other parameters", "other args", "other arguments",
}  # fmt: skip
_RETURNS = {"returns", "return", "yields", "yield"}
_OTHER = {
    "attributes", "example", "examples", "methods", "note", "notes", "raises", "receives", "references", "see also",
    "todo", "warning", "warnings", "warns",
}  # fmt: skip
_KINDS: dict[str, Kind] = {**dict.fromkeys(_PARAMETERS, "parameters"), **dict.fromkeys(_RETURNS, "returns")}

_HEADING = re.compile(r"([A-Za-z]+(?: [A-Za-z]+)?)\s*:\s*$")
_ONE_LINE = re.compile(r"((?:Returns|Yields)):\s+\S")
_UNDERLINE = re.compile(r"(?:-{3,}|={3,})\s*$")
_NAME = re.compile(r"(?:[-*]\s+)?`{0,2}(\*{0,2}[^\W\d]\w*)`{0,2}")
_NUMPY_NAMES = re.compile(r"(\*{0,2}[^\W\d]\w*(?:\s*,\s*\*{0,2}[^\W\d]\w*)*)\s*(?::(.*))?$")
_FIELD = re.compile(r":([A-Za-z]+)(?:\s+([^:`]*?))?\s*:(?=\s|$)")
_FIELD_PARAMETERS = {"param", "parameter", "arg", "argument", "key", "keyword", "kwarg", "kwparam"}
_FIELD_RETURNS = {"return", "returns", "rtype", "yield", "yields", "ytype"}


@dataclass(frozen=True, slots=True)
class Described:
    """One parameter of a section; ``text`` is on one line, None where the entry's form could not be read."""

    name: str
    text: str | None
    line: int


@dataclass(frozen=True, slots=True)
class Section:
    """Lines ``start`` to ``end`` (exclusive, no blank ones at the end) of a docstring.

    ``heading`` is the text that marks the section, such as ``Args:`` or ``:param q:``, as it stands in line ``start``.
    """

    kind: Kind
    heading: str
    start: int
    end: int
    entries: tuple[Described, ...]


def sections(value: str, parameters: Collection[str]) -> tuple[Section, ...]:
    """The parameter and result sections of a docstring, in order; ``parameters`` are the names in the signature."""
    return tuple(_Reader(value, parameters).read())


def code_lines(value: str) -> frozenset[int]:
    """The lines of a docstring that belong to a doctest, a literal block or fenced code."""
    return frozenset(_Reader(value, ()).code)


def descriptions(found: Sequence[Section]) -> dict[str, str]:
    """What the sections say about each parameter; the first text counts."""
    result: dict[str, str] = {}
    for section in found:
        for entry in section.entries:
            if entry.text:
                result.setdefault(entry.name, entry.text)
    return result


class _Reader:
    def __init__(self, value: str, parameters: Collection[str]) -> None:
        self.lines = [line.expandtabs() for line in re.split(r"\r\n|\r|\n", value)]
        self.parameters = parameters
        later = [_indent(line) for line in self.lines[1:] if line.strip()]
        self.margin = min(later, default=0)
        self.code = self._code_lines()

    def read(self) -> list[Section]:
        found: list[Section] = []
        number = 0
        while number < len(self.lines):
            section = None if number in self.code else self._section(number)
            if section is None:
                number += 1
                continue
            if section.kind is not None:
                found.append(section.section)
            number = max(section.end, number + 1)
        return _joined(found)

    def _indent(self, number: int) -> int:
        """The indentation of a line; the first one, which stands behind the quotes, counts as at the margin."""
        return self.margin if number == 0 else _indent(self.lines[number])

    def _code_lines(self) -> set[int]:
        code: set[int] = set()
        number = 0
        while number < len(self.lines):
            text = self.lines[number].strip()
            end = number
            if text.startswith(">>>"):
                while end < len(self.lines) and self.lines[end].strip():
                    end += 1
            elif text.startswith(("```", "~~~")):
                closing = range(number + 1, len(self.lines))
                end = next((each for each in closing if self.lines[each].strip().startswith(text[:3])), number) + 1
            elif text.endswith("::") and not _FIELD.match(text):
                end = self._block_end(number)
                if text.lower().rstrip(":") in _KINDS:
                    end = number
            code.update(range(number, end))
            number = max(end, number + 1)
        return code

    def _block_end(self, number: int) -> int:
        """The first line after ``number`` that stands no deeper than it; blank lines belong to the block."""
        outer = self._indent(number)
        end = number + 1
        while end < len(self.lines) and (not self.lines[end].strip() or self._indent(end) > outer):
            end += 1
        return end

    def _last(self, start: int, end: int) -> int:
        while end > start + 1 and not self.lines[end - 1].strip():
            end -= 1
        return end

    def _section(self, number: int) -> _Found | None:
        text = self.lines[number].strip()
        return self._underlined(number, text) or self._google(number, text) or self._field(number, text)

    def _google(self, number: int, text: str) -> _Found | None:
        match = _HEADING.match(text)
        if match is None or self._indent(number) > self.margin:
            return self._one_line(number, text)
        word = match.group(1)
        if word.lower() not in _KINDS and word.lower() not in _OTHER:
            return None
        if word in self.parameters and word.lower() == word and not self._deeper_follows(number):
            return None
        kind = _KINDS.get(word.lower())
        end = self._block_end(number)
        if kind == "parameters" and not self._deeper_follows(number):
            end = self._flat_end(number)
        if self._last(number, end) == number + 1:
            return None
        entries = self._google_entries(number + 1, end) if kind == "parameters" else ()
        return self._found(kind, text, number, end, entries)

    def _deeper_follows(self, number: int) -> bool:
        following = next((each for each in range(number + 1, len(self.lines)) if self.lines[each].strip()), None)
        return following is not None and self._indent(following) > self._indent(number)

    def _flat_end(self, number: int) -> int:
        """The end of a list of parameters that is not indented under its heading."""
        end = number + 1
        while end < len(self.lines) and self.lines[end].strip():
            name = _NAME.match(self.lines[end].strip())
            deeper = self._indent(end) > self._indent(number)
            if not deeper and (name is None or name.group(1).lstrip("*") not in self.parameters):
                break
            end += 1
        return end

    def _one_line(self, number: int, text: str) -> _Found | None:
        match = _ONE_LINE.match(text)
        if match is None or self._indent(number) > self.margin or number == 0 or self.lines[number - 1].strip():
            return None
        return self._found("returns", match.group(1) + ":", number, self._block_end(number), ())

    def _underlined(self, number: int, text: str) -> _Found | None:
        if not self._is_underlined(number):
            return None
        kind = _KINDS.get(text.rstrip(":").lower())
        end = number + 2
        while end < len(self.lines) and not (end not in self.code and self._is_underlined(end)):
            if self.lines[end].strip() and self._indent(end) < self._indent(number):
                break
            if kind is not None and end > number + 2 and self._leaves(end, number, kind):
                break
            end += 1
        entries = self._numpy_entries(number + 2, end) if kind == "parameters" else ()
        return self._found(kind, text, number, end, entries)

    def _leaves(self, number: int, heading: int, kind: Kind) -> bool:
        """Whether a line behind an empty one is text of its own and no further entry of an underlined section."""
        if self.lines[number - 1].strip() or not self.lines[number].strip():
            return False
        if self._indent(number) != self._indent(heading):
            return False
        if kind == "parameters":
            match = _NUMPY_NAMES.match(self.lines[number].strip())
            names = match.group(1).split(",") if match else []
            return not any(name.strip().lstrip("*") in self.parameters for name in names)
        return self.lines[number].rstrip().endswith(":") or not self._deeper_follows(number)

    def _is_underlined(self, number: int) -> bool:
        if number + 1 >= len(self.lines) or not _UNDERLINE.match(self.lines[number + 1].strip()):
            return False
        text = self.lines[number].strip()
        return bool(text) and len(text) <= 40 and self._indent(number) <= self._indent(number + 1)

    def _field(self, number: int, text: str) -> _Found | None:
        match = _FIELD.match(text)
        if match is None:
            return None
        word, about = match.group(1).lower(), (match.group(2) or "").split()
        end = number + 1
        while end < len(self.lines) and self.lines[end].strip() and self._indent(end) > self._indent(number):
            end += 1
        if word in _FIELD_RETURNS:
            return self._found("returns", match.group(), number, end, ())
        if word == "type" and about:
            return self._found("parameters", match.group(), number, end, ())
        if word not in _FIELD_PARAMETERS or not about:
            return None
        body = _one([text[match.end() :], *self.lines[number + 1 : end]])
        entry = Described(about[-1].lstrip("*\\"), body, number)
        return self._found("parameters", match.group(), number, end, (entry,))

    def _found(self, kind: Kind | None, heading: str, start: int, end: int, entries: tuple[Described, ...]) -> _Found:
        return _Found(kind, heading, start, self._last(start, end), entries)

    def _google_entries(self, start: int, end: int) -> tuple[Described, ...]:
        shown = [number for number in range(start, end) if self.lines[number].strip()]
        if not shown:
            return ()
        base = self._indent(shown[0])
        found: list[Described] = []
        texts: list[str] = []
        number = start
        while number < end:
            line = self.lines[number]
            starts = line.strip() and self._indent(number) <= base
            entry, used = self._google_entry(number, end) if starts else (None, 1)
            if entry is not None:
                _close(found, texts)
                found.append(entry)
                texts = [entry.text] if entry.text is not None else []
            elif found and line.strip() and (not starts or self.lines[number - 1].strip()):
                texts.append(line)
            number += used
        _close(found, texts)
        return tuple(found)

    def _google_entry(self, number: int, end: int) -> tuple[Described | None, int]:
        """The entry that opens in a line, with the text behind its mark, and how many lines its head takes."""
        text = self.lines[number].strip()
        match = _NAME.match(text)
        if match is None:
            return None, 1
        name, rest = match.group(1).lstrip("*"), text[match.end() :]
        known = name in self.parameters
        used = 1
        if rest.lstrip().startswith("("):
            close = _closing(rest)
            while close is None and number + used < end:
                rest += " " + self.lines[number + used].strip()
                used += 1
                close = _closing(rest)
            if close is None:
                return (Described(name, None, number), 1) if known else (None, 1)
            rest = rest[close + 1 :]
        rest = rest.lstrip()
        if rest.startswith(":"):
            return Described(name, rest[1:].strip(), number), used
        dash = re.match(r"(?:--?|[–—])\s+", rest)
        if dash and known:
            return Described(name, rest[dash.end() :].strip(), number), used
        if known and (used > 1 or rest[:1] in ("", "=", "-", "–", "—") or text[match.end() :].lstrip()[:1] == "("):
            return Described(name, None, number), used
        return None, 1

    def _numpy_entries(self, start: int, end: int) -> tuple[Described, ...]:
        found: list[Described] = []
        number = start
        while number < end:
            line = self.lines[number]
            match = _NUMPY_NAMES.match(line.strip())
            if not line.strip() or self._indent(number) > self._indent(start) or match is None:
                number += 1
                continue
            stop = min(self._block_end(number), end)
            body = _one(self.lines[number + 1 : stop])
            names = [name.strip().lstrip("*") for name in match.group(1).split(",")]
            if not body and (match.group(2) or "").count(" ") > 2:
                body = _one([match.group(2)])  # the text stands where the type belongs
            found.extend(Described(name, body, number) for name in names)
            number = max(stop, number + 1)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class _Found:
    """A section while reading; ``kind`` is None for headings that nothing is reported about."""

    kind: Kind | None
    heading: str
    start: int
    end: int
    entries: tuple[Described, ...]

    @property
    def section(self) -> Section:
        assert self.kind is not None
        return Section(self.kind, self.heading, self.start, self.end, self.entries)


def _joined(found: list[Section]) -> list[Section]:
    """Neighbouring reST fields of one kind as one section."""
    result: list[Section] = []
    for section in found:
        last = result[-1] if result else None
        both = last is not None and last.heading.startswith(":") and section.heading.startswith(":")
        if last is not None and both and last.kind == section.kind and last.end == section.start:
            entries = last.entries + section.entries
            result[-1] = Section(last.kind, last.heading, last.start, section.end, entries)
        else:
            result.append(section)
    return result


def _close(found: list[Described], texts: list[str]) -> None:
    if found and found[-1].text is not None:
        found[-1] = Described(found[-1].name, _one(texts), found[-1].line)


def _one(lines: Sequence[str]) -> str:
    return " ".join(" ".join(lines).split())


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _closing(text: str) -> int | None:
    """Where the bracket that opens ``text`` closes; None where it does not."""
    depth = 0
    quote = ""
    for number, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
            if depth == 0:
                return number
    return None
