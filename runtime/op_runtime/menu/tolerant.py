"""Reading one JSON object of a reply: strictly first, then tolerantly where exactly one reading exists.

The tolerant reading (decision spec, section 5, rule 3) is ``json-repair``'s, and is not trusted alone: the text is also
split into tokens here, each mark outside of strings is put into its strict form, and both readings must have the same
structure; the library is not even shown the strings. So a repair can never add, drop or change a character of a text,
and what only one of the two understands is asked again.
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

MAX_TOKENS: Final = 20_000
"""Its tokens, white space and marks included, up to which it is."""

_STRING: Final = r'"(?:[^"\\]++|\\.)*+"'
_NESTING: Final = re.compile(
    rf"""
    (?: [^\[\]{{}}"]++ | {_STRING}?
      | \[[^\[\]{{}}"]*+\] | \{{[^\[\]{{}}"]*+\}} )*+
    (?: (?P<open>[\[{{]++) | (?P<close>[\]}}]++) )
    """,
    re.VERBOSE | re.DOTALL,
)
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
    | (?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)
    | (?P<word>-?[^\W\d]\w*+)
    """,
    re.VERBOSE | re.DOTALL,
)
_WORDS: Final = {"true": "true", "false": "false", "null": "null", "True": "true", "False": "false", "None": "null"}
_NOT_JSON: Final = ("NaN", "Infinity", "-Infinity", "-NaN", "nan", "inf", "-inf")
_RAW_BREAK: Final = re.compile(r"\\.|[\x00-\x1f]", re.DOTALL)
_QUOTES: Final = "“”„‟‘’‚‛«»"


@dataclass(frozen=True, slots=True)
class Reading:
    """An object as read; ``notes`` say what was repaired, one sentence each."""

    value: dict[str, Any]
    notes: tuple[str, ...] = ()


class UnreadableError(ValueError):
    """A text that is no JSON object, or one with more than one reading.

    ``kind`` is ``syntax``, ``truncated``, ``duplicate_key`` or ``too_large``; the message says what is wrong to the
    model that wrote it.
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
    if _SURROGATE_ESCAPE.search(text) or (not text.isascii() and _SURROGATE.search(text)):
        cleaned = _without_surrogates(value)
        if cleaned != value:
            value = cleaned
            notes.append("half of a character pair was replaced by U+FFFD")
    return Reading(value, tuple(notes))


def read_cut(text: str) -> NoReturn:
    """Refuse an object that ends too early, with the worse fault where it has one: it is never completed.

    Raises:
        UnreadableError: always; ``truncated``, or ``too_large`` where it nests too deep.
    """
    _check_depth(text)
    raise UnreadableError("truncated", "the reply breaks off in the middle of an object")


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
                raise UnreadableError(
                    "duplicate_key", f"the key {_cut(key)!r} stands twice in one object; give it once"
                )
            seen.add(key)
    return result


_DECODER: Final = json.JSONDecoder(parse_float=_finite, parse_constant=_constant, object_pairs_hook=_unique)


def _too_deep() -> UnreadableError:
    return UnreadableError("too_large", f"the JSON nests more than {MAX_DEPTH} levels deep; make it flatter")


def _check_depth(text: str) -> None:
    if text.count("[") + text.count("{") <= MAX_DEPTH:
        return
    depth = position = 0
    while match := _NESTING.match(text, position):
        position = match.end()
        if match.lastgroup == "open":
            depth += position - match.start("open")
            if depth >= MAX_DEPTH:  # the brackets around nothing but scalars are the last level
                raise _too_deep()
        else:
            depth -= position - match.start("close")


def clean(text: str) -> str:
    """``text`` with U+FFFD for each lone surrogate, which no encoder takes; as long as before."""
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
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
        agreed = _canonical(repaired) == _canonical(json.loads("".join(tokens.numbered)))
    except (ValueError, TypeError, RecursionError):
        agreed = False
    if not agreed:
        raise _syntax(text, broken_at)
    return value, [f"the JSON was read in spite of {', '.join(tokens.repairs)}"]


@dataclass(slots=True)
class _Tokens:
    """A text's tokens in strict form, and what was unusual.

    In ``numbered`` and ``loose`` a number stands for the content of each string, so that no repair can reach a text;
    ``loose`` keeps the marks and words that are not strict.
    """

    strict: list[str]
    numbered: list[str]
    loose: list[str]
    repairs: dict[str, None]


def _tokens(text: str) -> _Tokens:
    """The tokens of ``text``.

    Raises:
        UnreadableError: something outside of strings is no token of JSON or of a dialect that is read.
    """
    result = _Tokens([], [], [], {})
    position, before, comma = 0, "", -1  # the last token but gaps, and where it stands if it may be a comma too many
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or len(result.strict) == MAX_TOKENS:
            raise _syntax(text, position)
        kind, token = match.lastgroup or "", match.group()
        strict, repair = _strict_token(text, position, kind, token)
        if repair:
            result.repairs[repair] = None
        if token in ("}", "]") and comma >= 0:
            result.strict[comma] = result.numbered[comma] = ""
            result.repairs["a comma before a closing bracket"] = None
        if kind not in ("gap", "odd_gap", "comment"):
            comma = len(result.strict) if kind == "comma" and before not in ("{", "[", ",", ":") else -1
            before = token
        result.strict.append(strict)
        number = f'"{len(result.strict)}"' if kind in ("double", "single", "curly") else ""
        result.numbered.append(number or strict)
        result.loose.append(number or (strict if kind in ("odd_gap", "comment") else token))
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
    escaped = _RAW_BREAK.sub(_escaped_break, token)
    return escaped, "" if escaped == token else "a raw line break or control character in a string"


def _escaped_break(match: re.Match[str]) -> str:
    char = match.group()
    return f"\\u{ord(char):04x}" if len(char) == 1 else char


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
    if (after and after in _QUOTES) or before.endswith(tuple(_QUOTES)):
        advice = 'use straight double quotes (") around keys and texts'
    elif before.endswith(('"', "'")) or after in ("\\", '"'):
        advice = r"put a comma between items, and escape quotes inside a text as \""
    else:
        advice = "write strict JSON: double quotes around keys and texts, nothing left out"
    return UnreadableError("syntax", f"the JSON breaks off being readable near `{around}`; {advice}")
