"""Which of several options a sentence mentions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from op_runtime.control_flow.answer import normal
from op_runtime.menu.denial import CLAUSE, DENIAL

# Letters of scripts that put no space between words: there, a word may begin and end anywhere.
_UNSPACED = r"\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
# "+" and "#" belong to a word: C is neither C++ nor C#
_SPACED = rf"(?:[^\W_{_UNSPACED}]|[+#])"
_BEFORE = rf"(?<!{_SPACED})(?<!{_SPACED}[-_./'\u2019])"
_AFTER = rf"(?![-_./'\u2019]*{_SPACED})(?!,\d)"
_WORD = re.compile(rf"{_SPACED}+|[{_UNSPACED}]")

_MARK = "\ue000"  # stands where an option was, so that the words of the option are not taken for the sentence's


def mentioned(text: str, options: Sequence[str]) -> tuple[str | None, str]:
    """Find the one option in `text` (in normal form): `(option, "")`, or `(None, "ambiguous" | "unknown_call")`.

    An option counts as a run of whole words, whatever stands between them; where one option is part of a longer
    one, the longer one counts. A mention in a clause that also denies ("not", "rather than") is ambiguous, and so is
    one beside another option that is a letter ("A or B"), since that letter may be a word of the sentence or a name.
    """
    spans: list[tuple[int, int, str]] = []
    for option in options:
        pattern = _pattern(option)
        if pattern:
            spans += [(match.start(), -match.end(), option) for match in re.finditer(pattern, text)]
    outside: list[str] = []
    masked: list[str] = []
    reach = 0
    for start, minus_end, option in sorted(spans):
        end = -minus_end
        if end > reach:
            outside.append(option)
            masked += [text[reach:start], _MARK]
            reach = end
    masked.append(text[reach:])
    if not outside:
        return None, "unknown_call"
    picked = outside[0]
    rest = "".join(masked)
    others = [option for option in options if option != picked]
    if any(option != picked for option in outside) or _same_words(picked, options) or _letter_in(rest, others):
        return None, "ambiguous"
    clauses = CLAUSE.split(rest)
    if any(_MARK in clause and DENIAL.search(clause) for clause in clauses):
        return None, "ambiguous"
    return picked, ""


def _letter_in(text: str, options: Sequence[str]) -> bool:
    """Tell whether `text` has one of those `options` that are one letter as a word, wherever in a clause."""
    letters = [word for option in options if len(word := normal(option)) == 1 and re.match(_SPACED, word)]
    return any(re.search(_BEFORE + re.escape(letter) + _AFTER, text) for letter in letters)


def _pattern(option: str) -> str:
    """Give the pattern that finds `option` in a text in normal form; empty where it has no letters."""
    words: list[str] = _WORD.findall(normal(option))
    if not words:
        return ""
    if len(option) == 1 and not re.match(_SPACED, words[0]):
        # one sign of an unspaced script is part of many words (对 in 对不起)
        return rf"(?<![^\W_]){words[0]}(?![^\W_])"
    body = re.escape(words[0])
    for left, right in pairwise(words):
        # 1.5 is not 15
        body += (r"[\W_]+" if left[-1].isdigit() and right[0].isdigit() else r"[\W_]*") + re.escape(right)
    before = _BEFORE if re.match(_SPACED, words[0]) else ""
    after = _AFTER if re.match(_SPACED, words[-1][-1]) else ""
    if words[0][0].isdigit():
        before += "(?<!-)"  # 1 is not -1
    if len(words) == 1 and len(words[0]) == 1 and after:
        # a letter alone is a word of many sentences ("a", "I"): only as the last word of its clause is it a name
        after += r"(?![\W_]*? \w)"
    return before + body + after


def _same_words(picked: str, options: Sequence[str]) -> bool:
    """Tell whether another option has the same letters, so that a mention cannot mean one of them (C, C++)."""
    words: list[str] = _WORD.findall(normal(picked))
    return any(option != picked and _WORD.findall(normal(option)) == words for option in options)
