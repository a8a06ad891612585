"""Reading one JSON object of a reply: strictly first, then tolerantly where exactly one reading exists.

The tolerant reading (decision spec, section 5, rule 3) is ``json-repair``'s, and is not trusted alone: the text is also
split into tokens here, each mark outside of strings is put into its strict form, and both readings must be equal. So a
repair can never add, drop or change a character of a string, and what only one of the two understands is asked again.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from typing import Any, Final, NoReturn

MAX_DEPTH: Final = 100
"""Levels that a reply's JSON may nest; above the 64 that a schema may, and safe for every decoder's stack."""

MAX_REPAIR: Final = 200_000
"""Characters of an object that is still read tolerantly; longer broken ones are asked again."""

_STRING: Final = r'"(?:[^"\\]++|\\.)*+"'
_NESTING: Final = re.compile(rf"{_STRING}|(?P<open>[\[{{])|(?P<close>[\]}}])", re.DOTALL)
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_SURROGATE_ESCAPE: Final = re.compile(r"\\u[dD][89a-fA-F]")
_TOKEN: Final = re.compile(
    rf"""
      (?P<gap>[ \t\r\n]++)
    | (?P<odd_gap>[\s\ufeff\u200b\u2060]++)
    | (?P<comment>//[^\r\n]*+|\#[^\r\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/)
    | (?P<mark>[{{}}\[\]:])
    | (?P<comma>,)
    | (?P<double>{_STRING})
    | (?P<single>'(?:[^'\\]++|\\.)*+')
    | (?P<curly>[“”„][^“”„‟"\\]*+”|„[^“”„‟"\\]*+“|[‘’‚][^‘’‚‛'"\\]*+’|‚[^‘’‚‛'"\\]*+‘)
    | (?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?(?![\w.+-]))
    | (?P<word>-?[^\W\d]\w*+)
    """,
    re.VERBOSE | re.DOTALL,
)
_WORDS: Final = {"true": "true", "false": "false", "null": "null", "True": "true", "False": "false", "None": "null"}
_NOT_JSON: Final = ("NaN", "Infinity", "-Infinity", "-NaN", "nan", "inf", "-inf")
_RAW_BREAK: Final = re.compile(r"[\x00-\x1f]")
_QUOTES: Final = "“”„‟‘’‚‛«»"


@dataclass(frozen=True, slots=True)
class Reading:
    """An object as read; ``notes`` say what was repaired, one sentence each."""

    value: dict[str, Any]
    notes: tuple[str, ...] = ()


class UnreadableError(ValueError):
    """A text that is no JSON object, or one with more than one reading.

    ``kind`` is ``syntax``, ``duplicate_key`` or ``too_large``; the message says what is wrong to the one who wrote it.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


def read_object(text: str) -> Reading:
    """The JSON object that ``text`` is, lone surrogates replaced by U+FFFD.

    Raises:
        UnreadableError: it is no object, or cannot be read in exactly one way.
    """
    try:
        value, notes = strict_value(text), list[str]()
    except json.JSONDecodeError as error:
        value, notes = _tolerant(text, error.pos)
    if not isinstance(value, dict):
        raise UnreadableError("syntax", "the JSON is not an object")
    if _SURROGATE_ESCAPE.search(text) or _SURROGATE.search(text):
        cleaned = _without_surrogates(value)
        if cleaned != value:
            value = cleaned
            notes.append("half of a character pair was replaced by U+FFFD")
    return Reading(value, tuple(notes))


def strict_value(text: str) -> Any:
    """The value of strict JSON.

    Raises:
        json.JSONDecodeError: it is not JSON.
        UnreadableError: a key occurs twice, a number is none of JSON's or out of range, or it nests too deep.
    """
    _check_depth(text)
    try:
        return _DECODER.decode(text)
    except json.JSONDecodeError:
        raise
    except RecursionError:
        raise _too_deep() from None
    except UnreadableError:
        raise
    except ValueError:  # Python's limit on the digits of an integer
        raise UnreadableError("too_large", "a number has too many digits; use a smaller one") from None


def _finite(text: str) -> float:
    number = float(text)
    if math.isinf(number):
        raise UnreadableError("too_large", f"the number {_cut(text)} is out of range; use a smaller one")
    return number


def _constant(name: str) -> NoReturn:
    raise UnreadableError("syntax", f"{name} is not a JSON value; give a number, or null where that is allowed")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise UnreadableError("duplicate_key", f"the key {_cut(key)!r} stands twice in one object; give it once")
            seen.add(key)
    return result


_DECODER: Final = json.JSONDecoder(parse_float=_finite, parse_constant=_constant, object_pairs_hook=_unique)


def _too_deep() -> UnreadableError:
    return UnreadableError("too_large", f"the JSON nests more than {MAX_DEPTH} levels deep; make it flatter")


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = 0
    for match in _NESTING.finditer(text):
        if match.lastgroup == "open":
            depth += 1
            if depth > MAX_DEPTH:
                raise _too_deep()
        elif match.lastgroup == "close":
            depth -= 1


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    if isinstance(value, dict):
        return _unique([(_without_surrogates(key), _without_surrogates(item)) for key, item in value.items()])
    return value


def _tolerant(text: str, broken_at: int) -> tuple[Any, list[str]]:
    """The value and what was repaired, where the library and the tokens agree."""
    if len(text) > MAX_REPAIR:
        raise _syntax(text, broken_at)
    tokens = _tokens(text)
    try:
        value = strict_value("".join(tokens.strict))
    except json.JSONDecodeError:
        raise _syntax(text, broken_at) from None
    try:
        import json_repair
    except ImportError:
        raise _syntax(text, broken_at) from None
    try:
        repaired = json_repair.loads("".join(tokens.loose), skip_json_loads=True)
        agreed = _canonical(repaired) == _canonical(value)
    except (ValueError, TypeError, RecursionError):
        agreed = False
    if not agreed:
        raise _syntax(text, broken_at)
    return value, [f"the JSON was read in spite of {', '.join(tokens.repairs)}"]


@dataclass(slots=True)
class _Tokens:
    """A text's tokens in strict form, and with only their quotes made straight; what was unusual."""

    strict: list[str]
    loose: list[str]
    repairs: dict[str, None]


def _tokens(text: str) -> _Tokens:
    """The tokens of ``text``.

    Raises:
        UnreadableError: something outside of strings is no token of JSON or of a dialect that is read.
    """
    result = _Tokens([], [], {})
    position, last_comma = 0, -1
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None:
            raise _syntax(text, position)
        kind, token = match.lastgroup or "", match.group()
        strict, repair = _strict_token(text, position, kind, token)
        if repair:
            result.repairs[repair] = None
        if token in ("}", "]") and last_comma >= 0:
            result.strict[last_comma] = ""
            result.repairs["a comma before a closing bracket"] = None
        result.strict.append(strict)
        result.loose.append(strict if kind in ("curly", "odd_gap") else token)
        if kind == "comma":
            last_comma = len(result.strict) - 1
        elif kind not in ("gap", "odd_gap", "comment"):
            last_comma = -1
        position = match.end()
    return result


def _strict_token(text: str, position: int, kind: str, token: str) -> tuple[str, str]:
    """A token's strict form and the name of the repair, empty where it is strict already."""
    match kind:
        case "odd_gap":
            return " ", "white space that JSON does not have"
        case "comment":
            return " ", "a comment"
        case "word":
            if token in _NOT_JSON:
                _constant(token)
            if token not in _WORDS:
                raise _syntax(text, position)
            strict = _WORDS[token]
            return strict, "" if strict == token else "a Python constant"
        case "double":
            return _escaped_breaks(token)
        case "single":
            # the only escape that JSON does not know is the one of the delimiter itself
            inner = re.sub(r"\\(.)|\"", _requoted, token[1:-1], flags=re.DOTALL)
            return _escaped_breaks(f'"{inner}"')[0], "single quotes"
        case "curly":
            return _escaped_breaks(f'"{token[1:-1]}"')[0], "typographic quotes"
        case _:
            return token, ""


def _requoted(match: re.Match[str]) -> str:
    if match.group() == '"':
        return '\\"'
    return "'" if match.group(1) == "'" else match.group()


def _escaped_breaks(token: str) -> tuple[str, str]:
    if not _RAW_BREAK.search(token):
        return token, ""
    return _RAW_BREAK.sub(lambda match: f"\\u{ord(match.group()):04x}", token), "a raw line break in a string"


def _canonical(value: object) -> str:
    return json.dumps(value, sort_keys=True)


def _cut(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}..."


def _syntax(text: str, position: int) -> UnreadableError:
    """What is wrong around ``position``, for a model: the characters there and what to do about them."""
    start = max(0, position - 20)
    around = " ".join(text[start : position + 20].split())
    before = text[max(0, position - 200) : position].rstrip()
    after = text[position : position + 1]
    if after and after in _QUOTES or before.endswith(tuple(_QUOTES)):
        advice = 'use straight double quotes (") around keys and texts'
    elif before.endswith(('"', "'")) or after in ("\\", '"'):
        advice = r'put a comma between items, and escape quotes inside a text as \"'
    else:
        advice = "write strict JSON: double quotes around keys and texts, nothing left out"
    return UnreadableError("syntax", f"the JSON breaks off being readable near `{around}`; {advice}")
