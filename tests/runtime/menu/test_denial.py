"""A call that the sentence around it denies is not picked."""

from __future__ import annotations

import pytest
from op_runtime.menu import build_menu
from op_runtime.menu.reply import ReplyError, read_reply

MENU = build_menu(["wipe", "bye"])


@pytest.mark.parametrize(
    "reply",
    [
        'I must not do {"call": "wipe"}.',
        'I won\'t send {"call": "wipe"}',
        'Let us rather avoid {"call": "wipe"}.',
        '我不会选 {"call": "wipe"}',
        'NOT {"call": "wipe"}',
    ],
)
@pytest.mark.parametrize("last", [False, True])
def test_a_denied_call_is_asked_about(reply: str, last: bool) -> None:
    with pytest.raises(ReplyError, match="seems to deny it") as caught:
        read_reply(reply, MENU, last=last)
    assert caught.value.kind == "ambiguous"


@pytest.mark.parametrize(
    "reply",
    [
        'Nothing is left to do, {"call": "bye"}',
        'I will not wipe anything. My pick: {"call": "bye"}',
        'Not sure, but {"call": "bye"}',
        '<think>no, do not wipe</think>{"call": "bye"}',
        'This is no error:\n{"call": "bye"}',
        'No doubt: {"call": "bye"}',
        '```json\n{"call": "bye"}\n```',
        'I must not say {"call": "bye"} twice.\n{"call": "bye"}',
        '{"call": "bye"} and not the other one',
    ],
)
def test_a_denial_of_something_else_does_not_count(reply: str) -> None:
    assert read_reply(reply, MENU).option.name == "bye"
