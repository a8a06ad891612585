"""The prompt after a reply that picks nothing for sure: one problem, said so that a model can act on it."""

from __future__ import annotations

import pytest
from op_runtime.menu import build_menu
from op_runtime.menu.reask import SHOWN_REPLY, reask, shortened
from op_runtime.menu.reply import ReplyError, read_reply


def write(text: str, tone: str = "plain") -> None:
    """Write a text."""


def wait(seconds: int) -> None:
    """Wait."""


MENU = build_menu([write, wait, "done"])
REPLIES = {
    "no_action": "I would rather wait.",
    "syntax": '{"call": "write", "args": {"text": "He said "go" and left"}}',
    "truncated": '{"call": "write", "args": {"text": "Once upon a ti',
    "ambiguous": '{"call": "done"} or {"call": "wait", "args": {"seconds": 1}}',
    "unknown_call": '{"call": "wriet", "args": {"text": "x"}}',
    "bad_args": '{"call": "write", "args": {"texts": "x"}}',
    "type_mismatch": '{"call": "wait", "args": {"seconds": "soon"}}',
    "missing_required": '{"call": "wait"}',
    "duplicate_key": '{"call": "done", "call": "wait"}',
    "too_large": '{"call": "wait", "args": {"seconds": 1e999}}',
}


def prompt(reply: str) -> tuple[ReplyError, str]:
    with pytest.raises(ReplyError) as caught:
        read_reply(reply, MENU)
    return caught.value, reask(caught.value, reply, MENU)


@pytest.mark.parametrize("kind", REPLIES)
def test_each_kind_has_its_own_complete_prompt(kind: str) -> None:
    error, text = prompt(REPLIES[kind])
    assert error.kind == kind
    assert REPLIES[kind] in text
    assert error.message in text
    assert MENU.render() in text
    assert "JSON only" in text.splitlines()[-1]
    for word in ("line 1", "column", "char ", "Expecting", "Traceback"):
        assert word not in text


def test_the_advice_differs_from_kind_to_kind() -> None:
    advice = [reask(ReplyError(kind, "x", None), "reply", MENU) for kind in (*REPLIES, "enum_violation")]
    assert len(set(advice)) == 11


def test_a_cut_reply_is_not_called_bad_json() -> None:
    text = prompt(REPLIES["truncated"])[1]
    assert "cut off" in text
    assert "make `text` shorter or split the work" in text
    assert "strict JSON" not in text


def test_the_prompt_does_not_grow_with_the_reply() -> None:
    short, long = (prompt("x" * size)[1] for size in (SHOWN_REPLY, 50_000))
    assert len(long) == len(short)
    assert "x" * SHOWN_REPLY not in long


def test_the_end_of_the_reply_is_shown_too() -> None:
    text = prompt("beginning " + "x" * 5_000 + " the end")[1]
    assert "beginning" in text
    assert "the end" in text


@pytest.mark.parametrize("size", [0, 1, 499, 500, 501, 10_000])
def test_a_reply_is_shortened_in_the_middle(size: int) -> None:
    text = "a" * (size // 2) + "b" * (size - size // 2)
    result = shortened(text)
    assert len(result) == min(size, SHOWN_REPLY)
    if size > SHOWN_REPLY:
        assert result.startswith("aaa")
        assert result.endswith("bbb")
        assert "left out" in result


def test_an_empty_reply_is_said_to_be_empty() -> None:
    assert "(empty)" in prompt("  ")[1]


def test_the_prompt_can_be_sent() -> None:
    prompt('half \ud83d {"call": "wr\ud83d"}')[1].encode()


def test_braces_in_a_reply_are_only_text() -> None:
    assert "{0} {q} %s $q" in prompt("{0} {q} %s $q")[1]
