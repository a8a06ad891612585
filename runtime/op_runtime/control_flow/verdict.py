"""Reads YES or NO out of what a judge answered."""

from __future__ import annotations

import re

from op_runtime.control_flow.answer import as_json, json_answers, normal, visible

# Latin letters and digits: Chinese is written without spaces, so it may follow a word directly.
_LETTER = r"[^\W_\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff]"
_END = rf"(?!_*{_LETTER})(?![-'\u2019]{_LETTER})"
# In Chinese a word ends where no letter of any script follows: 是否 and 对不起 do not say 是 and 对.
_END_ZH = r"(?![^\W_])"

_HOLDS = r"(?:满足|滿足|成立|符合|达到|達到|达成|達成)(?:条件|條件|要求)?"
_YES_ZH = rf"(?:(?:是|对|對)(?:的)?|真|没错|沒錯|正确|正確|(?:条件|條件)?(?:已经|已經|已|完全|都)?{_HOLDS}了?)"
_NO_ZH = (
    rf"(?:否|不是的?|不对|不對|不|假|错误|錯誤|错|錯|不正确|不正確"
    rf"|(?:条件|條件)?(?:不|未|没有|沒有|没|沒|尚未|还未|還未|还没有|还没|還沒|并未|並未|并不|並不){_HOLDS})"
)
_YES = rf"(?:(?:yes|yep|yeah|yup|true){_END}|{_YES_ZH}{_END_ZH})"
_NO = rf"(?:(?:no|nope|nah|false){_END}|{_NO_ZH}{_END_ZH})"

_FIRST = re.compile(rf"(?P<yes>{_YES})|(?P<no>{_NO})")
_ALONE = re.compile(rf"(?:(?P<yes>{_YES}|y|correct|right)|(?P<no>{_NO}|n|incorrect|wrong))[\W_]*")
# Possessive: tags and marks overlap, and a text of nothing but them must not be read in every possible way.
_LEADING = re.compile(r"(?:<[^<>\n]*>|\d+[.)]\s|[\W_])*+")
_MARKS = re.compile(r"[\W_]+")
_LABEL = re.compile(
    r"(?:[^\W\d_]+ ){0,3}?(?:answer|verdict|judge?ment|conclusion|final|答案|结论|判定|判断)(?: is)?\s*:"
)

# Phrases that begin with one of the words and answer nothing.
_PHRASES = re.compile(
    r"[ -](?:idea|clue|doubt|problem|comment|answer|opinion|matter|one|verdict|judge?ment"
    r"|positives?|negatives?|alarms?)\b"
)
_JOINED = re.compile(
    r"\s*[/|&\u3001\\]\s*|[\W_]*\b(?:or|and)\b[\W_]*(?:also[\W_]+)?|[\W_]*(?:或者?|和|也|又|还是|還是|与)"
)


def read_verdict(reply: object) -> bool | None:
    """Give True for YES, False for NO, None where the reply says neither, or both.

    The first word decides (spec 3 section 1): yes / no, true / false, 是 / 否 and their like, in any case, width
    and markdown, after reasoning blocks. `None` too for a reply that takes it back in a line of its own, that
    offers both words, or that begins with a phrase such as "no idea". A JSON answer is read under its answer key.
    """
    text = visible(reply)
    value, is_json = as_json(text)
    if not is_json or isinstance(value, str):
        return _read_words(value if isinstance(value, str) else text)
    read = {_read_value(item) for item in json_answers(value)} - {None}
    return read.pop() if len(read) == 1 else None


def _read_value(value: object) -> bool | None:
    if isinstance(value, bool):
        return value
    return _read_words(value) if isinstance(value, str) else None


def _read_words(text: str) -> bool | None:
    text = normal(text)
    text = text[_start(text) :]
    whole = _ALONE.fullmatch(text)
    if whole:
        return whole["yes"] is not None
    first = _FIRST.match(text)
    if first is None:
        return None
    verdict = first["yes"] is not None
    rest = text[first.end() :]
    if _PHRASES.match(rest) or _says_both(verdict, rest):
        return None
    return verdict


def _start(text: str) -> int:
    leading = _LEADING.match(text)
    return leading.end() if leading else 0


def _says_both(verdict: bool, rest: str) -> bool:
    joined = _JOINED.match(rest)
    if joined:
        second = _FIRST.match(rest, joined.end())
        if second and (second["yes"] is not None) != verdict:
            return True
    lines = [line.strip() for line in rest.splitlines()[1:]]
    if any(_opposite(verdict, line) for line in lines):
        return True
    words = [word for word in _MARKS.split(rest) if word]
    return all(map(_ALONE.fullmatch, words)) and any(_opposite(verdict, word) for word in words)


def _opposite(verdict: bool, line: str) -> bool:
    """Tell whether `line`, after a label such as "final answer:", is nothing but the other verdict."""
    line = line[_start(line) :]
    label = _LABEL.match(line)
    if label:
        line = line[label.end() :]
        line = line[_start(line) :]
    alone = _ALONE.fullmatch(line)
    return alone is not None and (alone["yes"] is not None) != verdict
