"""Where a point stands in code that may be half typed: in which calls, displays and strings.

A forward scan of brackets and strings from the start of the statement; it needs no parser, so it works where one gives
up. A string that its line does not close ends with the line, as Python says.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

_STATEMENT = re.compile(r"^(?:@|[^\W\d]\w*)", re.MULTILINE)
_TOKEN = re.compile(
    r"""
    (?P<comment>\#[^\r\n]*)
  | (?P<prefix>[rRbBuUfFtT]{0,2})(?P<quote>\"{3}|'{3}|"|')
  | (?P<name>[^\W\d]\w*(?:\s*\.\s*[^\W\d]\w*)*)
  | (?P<open>[(\[{])
  | (?P<close>[)\]}])
  | (?P<comma>,)
  | (?P<walrus>:=)
  | (?P<colon>:)
  | (?P<compare>[=!<>]=)
  | (?P<equal>=)
    """,
    re.VERBOSE,
)
_CONTENT = {
    quote: re.compile(rf"(?:[^\\{quote[0]}{stop}]++|\\(?:\r\n|[\s\S])?{inner})*+")
    for quote, stop, inner in (
        ('"', r"\r\n", ""),
        ("'", r"\r\n", ""),
        ('"""', "", '|"(?!"")'),
        ("'''", "", "|'(?!'')"),
    )
}
"""What stands inside of each kind of quotes."""
_LONG = re.compile(
    r"""(?P<long>\"{3}|'{3}) | \#[^\r\n]* | "(?:[^"\\\r\n]++|\\[\s\S])*+"? | '(?:[^'\\\r\n]++|\\[\s\S])*+'?""",
    re.VERBOSE,
)
"""The start of a triple-quoted string, and what may hold such quotes without starting one."""
_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_NAME = re.compile(r"[^\W\d]\w*\Z")
_MAX_BACK = 20_000
"""Characters before the point that are looked at: longer statements are no longer written by hand."""


@dataclass(slots=True)
class Text:
    """A string literal that a point stands in, from its first character inside the quotes to the point and beyond."""

    start: int
    end: int
    """Where it ends: its closing quote, the end of its line, or what looks like the end of an unclosed key."""
    quote: str
    closed: bool
    value: str


@dataclass(slots=True)
class Frame:
    """One open bracket around the point."""

    bracket: str
    start: int
    callee: str
    """The dotted name in front of a parenthesis or a bracket; empty for a display."""
    keyword: str = ""
    """The keyword whose value the point is in."""
    key: str | None = None
    """The text key whose value the point is in (in a brace)."""
    index: int = 0
    """How many commas at this level stand before the point."""
    keys: list[str] = field(default_factory=list)
    """Text keys of this level, those behind the point too."""
    keywords: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Nesting:
    """What is around a point: brackets from the outermost in, the string, the word that is being typed."""

    frames: list[Frame]
    text: Text | None
    word: str
    in_comment: bool
    statement: int
    """The offset of the statement's start."""

    @property
    def inner(self) -> Frame | None:
        """The innermost bracket."""
        return self.frames[-1] if self.frames else None

    @property
    def at_key(self) -> bool:
        """Whether a key (not a value) of the innermost brace is being typed."""
        return self.inner is not None and self.inner.bracket == "{" and self.inner.key is None


def nesting(text: str, offset: int) -> Nesting:
    """What is around an offset."""
    start = _statement_start(text, offset)
    frames: list[Frame] = []
    literal: Text | None = None
    last_name = last_text = ""
    for match in _tokens(text, start, offset):
        if match.group("comment") is not None:
            if match.start() < offset <= _line_end(text, match.start()):
                return Nesting(frames, None, "", True, start)
        elif match.group("quote"):
            end, closed = _string_end(text, match.end(), match.group("quote"))
            if match.end() <= offset <= end:
                literal = Text(match.end(), end, match.group("quote"), closed, text[match.end() : end])
                break
            last_text, last_name = text[match.end() : end], ""
            continue
        elif match.group("open"):
            callee = last_name if match.group("open") in "([" else ""
            frames.append(Frame(match.group("open"), match.start(), re.sub(r"\s", "", callee)))
        elif match.group("close"):
            while frames and _CLOSERS[frames[-1].bracket] != match.group("close"):
                frames.pop()
            if frames:
                frames.pop()
        elif frames:
            _note(frames[-1], match, last_name, last_text)
        last_name = match.group("name") or ""
        if not match.group("name"):
            last_text = ""
    word = re.search(r"\w*\Z", text[start:offset])
    behind = offset if literal is None else literal.end + (len(literal.quote) if literal.closed else 0)
    for depth, frame in enumerate(reversed(frames)):
        _look_ahead(text, behind, frame, depth)
    return Nesting(frames, literal, word.group() if word and literal is None else "", False, start)


def _note(frame: Frame, match: re.Match[str], last_name: str, last_text: str) -> None:
    if match.group("comma"):
        frame.index += 1
        frame.keyword, frame.key = "", None
    elif match.group("colon") and frame.bracket == "{" and frame.key is None:
        frame.key = last_text or last_name
        if last_text:
            frame.keys.append(last_text)
    elif match.group("equal") and frame.bracket == "(" and _NAME.match(last_name):
        frame.keyword = last_name
        frame.keywords.append(last_name)


def _look_ahead(text: str, offset: int, frame: Frame, depth: int) -> None:
    """The keys and keywords of this level behind the point, as far as the brackets balance."""
    last_name = last_text = ""
    for match in _tokens(text, offset, min(len(text), offset + _MAX_BACK)):
        if match.group("quote"):
            end, _ = _string_end(text, match.end(), match.group("quote"))
            last_text, last_name = text[match.end() : end], ""
            continue
        if match.group("open"):
            depth += 1
        elif match.group("close"):
            depth -= 1
            if depth < 0:
                return
        elif depth == 0 and match.group("colon") and frame.bracket == "{" and last_text:
            frame.keys.append(last_text)
        elif depth == 0 and match.group("equal") and frame.bracket == "(" and last_name:
            frame.keywords.append(last_name)
        elif match.group("name") in ("def", "class", "return", "import"):
            return
        last_name = match.group("name") or ""
        if not match.group("name"):
            last_text = ""


def _tokens(text: str, start: int, stop: int) -> Iterator[re.Match[str]]:
    position = start
    while position < stop and (match := _TOKEN.search(text, position, stop)) is not None:
        yield match
        position = match.end()
        if match.group("quote"):
            end, closed = _string_end(text, match.end(), match.group("quote"))
            position = end + (len(match.group("quote")) if closed else 0)


def _string_end(text: str, start: int, quote: str) -> tuple[int, bool]:
    """Where a string's content ends, and whether by its quote."""
    match = _CONTENT[quote].match(text, start)
    end = match.end() if match is not None else start
    return end, text.startswith(quote, end)


def _line_end(text: str, offset: int) -> int:
    match = re.compile(r"[\r\n]|\Z").search(text, offset)
    return match.start() if match else len(text)


def _statement_start(text: str, offset: int) -> int:
    """The start of the top-level statement around the offset, its decorators included."""
    low = max(0, offset - _MAX_BACK)
    start = low
    strings = _long_strings(text, offset)
    for match in _STATEMENT.finditer(text, low, offset):
        here = match.start()
        if (here == 0 or text[here - 1] in "\r\n") and not _inside(here, strings):
            both = text[start : start + 1] == "@" and text[here] == "@"
            if not (both and _only_decorators(text, start, here)):
                start = here
    return start


def _long_strings(text: str, stop: int) -> list[tuple[int, int]]:
    """Where the triple-quoted strings are that start before an offset: their lines may look like statements."""
    found: list[tuple[int, int]] = []
    position = 0
    while (match := _LONG.search(text, position, stop)) is not None:
        position = match.end()
        if quote := match.group("long"):
            position = _string_end(text, position, quote)[0] + len(quote)
            found.append((match.start(), position))
    return found


def _inside(offset: int, spans: list[tuple[int, int]]) -> bool:
    before = bisect_right(spans, (offset, offset)) - 1
    return before >= 0 and spans[before][0] < offset < spans[before][1]


def _only_decorators(text: str, start: int, stop: int) -> bool:
    return not re.search(r"^(?:def|class|async)\b", text[start:stop], re.MULTILINE)


_DEF = re.compile(r"(?:async[ \t]+)?def[ \t]+([^\W\d]\w*)[ \t]*(?:\[[^\]]*\])?[ \t]*\(")


def signature_after(text: str, offset: int) -> tuple[str, list[str]] | None:
    """Name and parameters of the next ``def`` behind a point, None where another statement comes first."""
    match = _DEF.search(text, offset)
    if match is None:
        return None
    between = text[offset : match.start()]
    if re.search(r"^(?:class|def|[^\W\d]\w*\s*=)", between, re.MULTILINE):
        return None
    return match.group(1), _parameters(text, match.end())


def _parameters(text: str, start: int) -> list[str]:
    names: list[str] = []
    depth, fresh = 0, True
    for match in _tokens(text, start, min(len(text), start + _MAX_BACK)):
        if match.group("open"):
            depth += 1
        elif match.group("close"):
            if depth == 0:
                break
            depth -= 1
        elif depth == 0 and match.group("comma"):
            fresh = True
            continue
        elif depth == 0 and fresh and match.group("name") and text[match.start() - 1] != "*":
            names.append(match.group("name"))
        fresh = False
    return names
