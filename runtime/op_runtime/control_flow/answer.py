"""What a model's reply says, without what is wrapped around it: reasoning, fences, markdown."""

from __future__ import annotations

import json
import re
import unicodedata

from op_runtime.control_flow.text import as_text

_THINK = re.compile(r"<(/?)(?:think|thinking|reasoning)>", re.IGNORECASE)
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})[^\n`]*$\n?", re.MULTILINE)
_STRUCK = re.compile(r"~~[^~\n]*~~")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")

ANSWER_KEYS = (
    *("call", "action", "function", "tool"),
    *("answer", "choice", "option", "pick", "picked", "route", "selected", "selection"),
    *("decision", "judgement", "judgment", "verdict", "result", "response", "value"),
    *("satisfied", "met", "holds", "condition_met", "答案", "回答", "选择", "判定", "判断", "结果", "结论"),
)
"""Keys under which a JSON answer holds the answer; a key outside them may as well hold what was rejected."""


def visible(reply: object) -> str:
    """Give the reply without reasoning blocks and the lines that fence it; no reply at all is empty text.

    An unclosed block hides what follows, a closing mark without an opening one what precedes it (spec 2 section 5).
    """
    text = "" if reply is None else as_text(reply)
    kept: list[str] = []
    start: int | None = 0  # None inside a block
    for mark in _THINK.finditer(text):
        if mark[1]:
            if start is not None:
                kept.clear()
            start = mark.end()
        elif start is not None:
            kept.append(text[start : mark.start()])
            start = None
    if start is not None:
        kept.append(text[start:])
    return _FENCE.sub("", "".join(kept)).strip()


def normal(text: str) -> str:
    r"""Give `text` with one form for each character: full-width letters narrow, no case, nothing invisible.

    What is struck out (`~~so~~`) is gone, and markdown's escapes (`a\_b`) are undone.
    """
    text = _INVISIBLE.sub("", _STRUCK.sub(" ", text))
    text = re.sub(r"\\([\\`*_{}\[\]()#+\-.!<>|~])", r"\1", text)
    return unicodedata.normalize("NFKC", text).casefold().strip()


def as_json(text: str) -> tuple[object, bool]:
    """Read `text` as one JSON value: `(value, True)`, or `(None, False)` where it is none."""
    if not text.startswith(("{", "[", '"')):
        return None, False
    try:
        return json.loads(text, object_pairs_hook=_distinct), True
    except (ValueError, RecursionError):
        return None, False


def _distinct(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice: which of them is meant cannot be told")
    return found


def json_answers(value: object) -> list[object]:
    """Give what a JSON reply may mean as its answer: itself, its only element, or what stands under an answer key."""
    if isinstance(value, dict):
        return [item for key, item in value.items() if normal(key) in ANSWER_KEYS]
    if isinstance(value, list):
        return list(value) if len(value) == 1 else []
    return [value]
