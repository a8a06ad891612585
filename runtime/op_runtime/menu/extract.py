"""Finding picks in a reply: which objects stand in it at the outermost level, and which of them name an option.

One pass over the text, in time linear in its length. Inside of an object nothing is looked at, whether it can be read
or not (decision spec, section 5, rule 1): a payload's own ``action`` field can never become the pick.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Final

from op_runtime.menu.names import ARGS_KEYS, CALL_KEYS
from op_runtime.menu.tolerant import UnreadableError, read_cut, read_object

MAX_REPLY: Final = 10_000_000
"""Characters of a reply that is looked at; a longer one is asked again."""

MAX_CANDIDATES: Final = 100
"""Objects with a call key that are read; a reply with more of them is asked again."""

MAX_BRACES: Final = 20_000
"""Braces that open code or an object that is not small; a reply with more of them before a call is asked again."""

MAX_OPEN: Final = 1_000
"""Braces of one object that may be open at once; what follows more of them is not looked at."""

_GAP: Final = r"(?:\s++|//[^\r\n]*+|\#[^\r\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)*+"
_KEY: Final = re.compile(rf"(?:{'|'.join(CALL_KEYS)})\\?[\"'“”‘’]?\s*+:")
_SHORT_GAP: Final = r"(?:\s++|(?://|\#)[^\r\n]{0,100}+(?=[\r\n])|/\*[^*]{0,100}+\*/)*+"
"""A gap whose comments are short: one that runs on is read again from every brace in it."""

_CODE: Final = re.compile(rf"{_SHORT_GAP}(?:[^\W\d][\w.]*+(?!\s*+[\"':=])|[;()<>|!?&$@^~`*%+=\\-]|\Z)")
"""What follows a brace that opens a block of code, a placeholder or a formula, and no object."""

_OPENING: Final = re.compile(r"\{\s*+[\"'“”‘’]")

_TAG: Final = r"</?(?i:think)>"
_THINK_END: Final = re.compile("</think>", re.IGNORECASE)
_FENCE: Final = r"(?:^|\n)(?P<fence>[ \t]*+(?:`{3,}+|~{3,}+)[^\n]*+)"
_NO_FENCE: Final = r"(?:\n+(?=\n)|\n(?![ \t]*+(?:`{3}|~{3})))"
_PLAIN: Final = r"""[^{}"'`<“”„‟‘’‚‛/\#\\]*+"""
_STRING: Final = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_LEAF: Final = rf"\{{{_PLAIN}(?:{_STRING}{_PLAIN})*+\}}"
_FLAT: Final = rf"\{{{_PLAIN}(?:(?:{_STRING}|{_LEAF}){_PLAIN})*+\}}"
_ONE_FLAT: Final = re.compile(_FLAT, re.DOTALL)
_FLATS: Final = re.compile(rf"(?:{_FLAT}[\s,]*+)*+", re.DOTALL)

_OUTSIDE: Final = re.compile(
    rf"""
    (?: (?!\A[ \t]*+(?:`{{3}}|~{{3}}))[^{{}}<\n]++ | {_NO_FENCE} | <(?!/?(?i:think)>) )*+
    (?: (?P<flat>(?:{_FLAT}[\s,]*+)++)
      | (?P<brace>\{{)
      | (?P<close>\}}++)
      | (?P<think>(?:(?i:</think>)\s*+)++|{_TAG})
      | (?:(?:^|\n)(?:```\n```|~~~\n~~~)(?=\n|\Z))++
      | {_FENCE}
    )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
"""Up to the next thing that counts outside of objects. A pair of empty fences changes nothing."""

_QUOTED: Final = r"""
    (?: \"\"\"(?:[^"\\]++|\\.|"(?!""))*+(?:\"\"\")?
      | "(?:[^"\\]++|\\.)*+"?
      | \'\'\'(?:[^'\\]++|\\.|'(?!''))*+(?:\'\'\')?
      | '(?:[^'\\]++|\\.)*+'?
      | `(?!``)(?:[^`\\]++|\\.)*+`?
      | [“”„‟](?:[^“”„‟\\]++|\\.)*+[“”„‟]?
      | [‘’‚‛](?:[^‘’‚‛\\]++|\\.)*+[‘’‚‛]?
    )"""
"""A text in any quotes that models write; one that is never closed takes the rest."""

_INSIDE: Final = re.compile(
    rf"""
    (?: [^"'`“”„‟‘’‚‛{{}}\[<\n,:/\#]++
      | (?:\[++|[,:])(?:{_GAP}{_QUOTED})?+
      | "(?:[^"\\]++|\\.)*+"?
      | {_FLAT}
      | //[^\r\n]*+ | \#[^\r\n]*+ | /\*(?:[^*]++|\*(?!/))*+(?:\*/)?
      | {_NO_FENCE} | <(?!/?(?i:think)>)
      | ['`“”„‟‘’‚‛/]
    )*+
    (?: (?P<open>\{{[\[{{]*+)(?:{_GAP}{_QUOTED})?+
      | (?P<close>\}}[\]}}]*+)
      | (?P<think>{_TAG})
      | {_FENCE}
    )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
"""Up to the next thing that counts inside of an object; quotes other than ``"`` count only where a text may begin."""


@dataclass(frozen=True, slots=True)
class Region:
    """An outermost object of a reply, or what looks like one, at ``text[start:end]``."""

    start: int
    end: int
    closed: bool = True


@dataclass(frozen=True, slots=True)
class Candidate:
    """A region with a call key: the object that it is, or why it cannot be read."""

    region: Region
    value: dict[str, Any] | None
    notes: tuple[str, ...] = ()
    problem: UnreadableError | None = None
    wrapper: str | None = None
    """The key of the wrapper that was taken off."""


def extract_action(text: str) -> dict[str, Any] | None:
    """The pick in a reply as the model wrote it (``{"call": ..., "args": ...}``), or None.

    None too where several different ones stand in it: which one is meant is then not known.
    """
    try:
        found = candidates(text)
    except UnreadableError:
        return None
    picks = [item.value for item in found if item.value is not None]
    preferred = [pick for pick in picks if "call" in pick] or picks
    if not preferred or any(not item.region.closed for item in found):
        return None
    return preferred[0] if all(same(pick, preferred[0]) for pick in preferred) else None


def same(left: object, right: object) -> bool:
    """Whether two JSON values are equal as JSON, where ``1`` is neither ``true`` nor ``1.0``."""
    if type(left) is not type(right):
        return False
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(item, right[key]) for key, item in left.items())
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    return left == right


def candidates(text: str) -> list[Candidate]:
    """The objects of a reply that have a call key, in order, wrappers taken off; those that cannot be read too.

    Raises:
        UnreadableError: the reply is too long, or holds too many such objects.
    """
    if len(text) > MAX_REPLY:
        raise UnreadableError("too_large", f"the reply is longer than {MAX_REPLY} characters")
    return [candidate for region in regions(text) if (candidate := _read(text, region))]


def _read(text: str, region: Region) -> Candidate | None:
    source = text[region.start : region.end]
    try:
        reading = read_object(source) if region.closed else read_cut(source)
    except UnreadableError as problem:
        return Candidate(region, None, problem=problem)
    wrapper, pick = _unwrapped(reading.value)
    return Candidate(region, pick, reading.notes, wrapper=wrapper) if _has_call(pick) else None


def _unwrapped(value: dict[str, Any]) -> tuple[str | None, dict[str, Any]]:
    """The call that ``value`` is nothing but a wrapper of, and its key; ``value`` itself where it is none."""
    if len(value) == 1:
        (key, inner), *_ = value.items()
        if key == "tool_calls" and isinstance(inner, list) and len(inner) == 1:
            inner = inner[0]
        function = key in CALL_KEYS and isinstance(inner, dict) and "name" in inner
        if isinstance(inner, dict) and key not in ARGS_KEYS and not function and _has_call(inner):
            return key, inner
    return None, value


def _has_call(value: dict[str, Any]) -> bool:
    return any(value.get(key) is not None for key in CALL_KEYS)


def regions(text: str) -> list[Region]:
    """The outermost objects of ``text`` that hold a call key, outside of reasoning blocks, in order.

    A brace that opens code and is never closed hides nothing; an object that is never closed hides what follows it.
    """
    return _Scan(text).run()


def holds_cut_object(text: str) -> bool:
    """Whether the first object of ``text`` is never closed."""
    opening = _OPENING.search(text)
    if opening is None or _ONE_FLAT.match(text, opening.start()):
        return False
    scan = _Scan(text)
    scan.object(opening.start())
    return scan.cut


class _Scan:
    """The state of one pass: the regions so far, and the braces of code that may still close around some of them."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.found: list[Region] = []
        self.code: list[tuple[int, int]] = []  # where a brace of code stands, and how many regions precede it
        self.braces = 0
        self.fence = ""
        self.cut = False  # whether an object runs to the end without being closed
        self.key = -1
        self.last_key = max(text.rfind(key) for key in CALL_KEYS)
        self.end = max(self.last_key, text.rfind("</"))  # the end of a reasoning block may hide what precedes it

    def run(self) -> list[Region]:
        position = 0
        while (
            self.last_key >= 0
            and (position <= self.end or self.code)
            and (match := _OUTSIDE.match(self.text, position))
        ):
            position = self.step(match)
        return self.found

    def step(self, match: re.Match[str]) -> int:
        match match.lastgroup:
            case "flat":
                self.flat(match.start("flat"), match.end())
            case "brace":
                self.braces += 1
                if self.braces > MAX_BRACES:
                    raise UnreadableError("too_large", f"the reply holds more than {MAX_BRACES} braces; give one call")
                if not _CODE.match(self.text, match.end()):
                    return self.object(match.start("brace"))
                self.code.append((match.start("brace"), len(self.found)))
            case "close":
                for end in range(match.start("close"), match.end()):
                    if not self.code:
                        break
                    start, count = self.code.pop()
                    del self.found[count:]
                    self.add(Region(start, end + 1))
            case "think":
                return self.think(match)
            case _:
                self.code.clear()
                if match.lastgroup:
                    self.at_fence(match.group("fence"))
        return match.end()

    def flat(self, position: int, end: int) -> None:
        """Add the objects of a run of small ones."""
        while (key := self.next_key(position)) < end:
            before = _FLATS.match(self.text, position, key)  # those that end before the key
            match = _ONE_FLAT.search(self.text, before.end() if before else position, end)
            if match is None:
                return
            self.add(Region(match.start(), match.end()))
            position = match.end()

    def next_key(self, position: int) -> int:
        """Where the next call key stands from ``position`` on."""
        if self.key < position:
            match = _KEY.search(self.text, position)
            self.key = match.start() if match else len(self.text)
        return self.key

    def add(self, region: Region) -> None:
        """Keep ``region`` if it holds a call key.

        Raises:
            UnreadableError: there are too many.
        """
        if self.next_key(region.start) < region.end:
            self.found.append(region)
            if len(self.found) > MAX_CANDIDATES:
                raise UnreadableError("too_large", f"the reply holds more than {MAX_CANDIDATES} calls; give one")

    def think(self, match: re.Match[str]) -> int:
        """Skip a reasoning block, or forget what precedes the end of one; where to go on."""
        if match.group("think")[1] == "/":
            self.found.clear()
            self.code.clear()
            return match.end()
        return self.after_think(match.end())

    def after_think(self, position: int) -> int:
        end = _THINK_END.search(self.text, position)
        return end.end() if end else len(self.text)

    def at_fence(self, line: str) -> bool:
        """Note a line that opens or closes a fence; whether it closes one."""
        line = line.strip()
        if not self.fence:
            self.fence = line[: len(line) - len(line.lstrip(line[0]))]
        elif line.startswith(self.fence) and not line.strip(line[0]):
            self.fence = ""
            return True
        return False

    def object(self, start: int) -> int:
        """Add the region that opens at ``start``; where to go on."""
        depth, position = 0, start
        while match := _INSIDE.match(self.text, position):
            position = match.end()
            match match.lastgroup:
                case "open":
                    depth += match.group("open").count("{")
                    if depth > MAX_OPEN:
                        break
                case "close":
                    closing = match.group("close").count("}")
                    if closing >= depth:
                        end = match.start("close")
                        for _ in range(depth):
                            end = self.text.index("}", end) + 1
                        self.add(Region(start, end))
                        return end
                    depth -= closing
                case "think":
                    if match.group("think")[1] == "/":
                        return self.think(match)
                    position = self.after_think(position)
                case _:
                    if self.fence and self.at_fence(match.group("fence")):
                        self.add(Region(start, match.start("fence"), closed=False))
                        return position
        self.cut = True
        self.add(Region(start, len(self.text), closed=False))
        return len(self.text)
