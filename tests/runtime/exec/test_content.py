"""What may be the content of a call (metadata spec, section 3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from op_runtime.exec.content import check_content, with_text
from op_runtime.testing import ScriptedRuntime

IMAGE = {"type": "image", "path": "a.png"}


@pytest.mark.parametrize(
    ("content", "error", "words"),
    [
        (None, TypeError, ["NoneType"]),
        ({"type": "text", "text": "x"}, TypeError, ["list of blocks", "dict"]),
        (5, TypeError, ["int"]),
        ("", ValueError, ["empty"]),
        (" \n", ValueError, ["empty"]),
        ([], ValueError, ["empty"]),
        (["x"], TypeError, ["content[0]", "str"]),
        ([IMAGE, {"type": "video", "path": "x"}], TypeError, ["content[1]", "'video'"]),
        ([{"text": "x"}], TypeError, ["content[0]", "None"]),
        ([{"type": ["text"], "text": "x"}], TypeError, ["content[0]"]),
        ([{"type": "text", "content": "x"}], TypeError, ["content[0]", '"text"']),
        ([{"type": "image", "path": None}], TypeError, ["content[0]", '"path"']),
        ([{"type": "image", "path": "a", "detail": "high"}], TypeError, ["content[0]", "'detail'"]),
    ],
)
def test_malformed_content_is_named_before_any_call(content: Any, error: type[Exception], words: list[str]) -> None:
    runtime = ScriptedRuntime(["x"])
    with pytest.raises(error) as caught:
        runtime.exec(content)
    for word in words:
        assert word in str(caught.value)
    assert runtime.requests == []


def test_text_blocks_become_text_and_others_stay_blocks() -> None:
    assert check_content("a") == "a"
    assert check_content([{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]) == "a\n\nb"
    blocks = check_content([{"type": "text", "text": "a"}, {"type": "image", "path": Path("a.png")}])
    assert blocks == [{"type": "text", "text": "a"}, IMAGE]


def test_blocks_of_blank_text_alone_are_refused_before_any_call() -> None:
    runtime = ScriptedRuntime(["never sent"])
    with pytest.raises(ValueError, match="content is empty"):
        runtime.exec([{"type": "text", "text": ""}, {"type": "text", "text": " "}])
    assert runtime.requests == []


def test_text_is_added_at_the_end() -> None:
    assert with_text("a", "b") == "a\n\nb"
    assert with_text([IMAGE], "b") == [IMAGE, {"type": "text", "text": "b"}]


def test_blocks_are_sent_with_the_menu_last() -> None:
    runtime = ScriptedRuntime(['{"call": "a"}'])
    assert runtime.exec([IMAGE, {"type": "text", "text": "Look."}], choices=["a"]) == "a"
    *first, last = runtime.requests[0].messages[-1]["content"]
    assert first == [IMAGE, {"type": "text", "text": "Look."}]
    assert last["text"].endswith('a()\n    Call: {"call": "a"}\n')


def test_braces_and_percent_signs_in_content_are_left_alone() -> None:
    runtime = ScriptedRuntime(["x"])
    text = 'JSON like {"id": 1}, {0}, {q}, %s, $q'
    runtime.exec(text)
    assert runtime.prompts == [text]
