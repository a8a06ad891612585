"""A model's replies are recorded once and replayed without it; a miss says what has changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from op_runtime import agentic_function, decision, llm
from op_runtime.exec import Reply, ToolCall
from op_runtime.testing import RecordingMissError, ScriptedRuntime, recorded


class Model:
    """Answers what it is told to, and counts."""

    def __init__(self, *replies: Any) -> None:
        self.replies = list(replies)
        self.asked = 0

    def call(self, request: Any) -> Any:
        self.asked += 1
        return self.replies[self.asked - 1]


OPTIONS = {"keep": ("K", "Keep it."), "wipe": ("W", "Wipe it.")}


def choose(runtime: Any, prompt: str = "Pick one.", options: Any = None) -> Any:
    return decision.make(prompt, OPTIONS if options is None else options, runtime=runtime)


def test_a_recording_is_replayed_without_the_model(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "recording.json"
    model = Model("hm", '{"call": "keep"}')
    assert choose(recorded(file, model)) == "K"
    assert model.asked == 2
    for runtime in (recorded(file), recorded(file, model)):
        assert choose(runtime) == "K"
        assert not runtime.recording
    assert model.asked == 2


def test_tool_calls_and_stop_reasons_are_replayed(tmp_path: Path) -> None:
    @agentic_function
    def look(q: str) -> str:
        """Look."""
        return "seen " + q

    file = tmp_path / "r.json"
    answers = Reply("", (ToolCall("look", {"q": "x"}, "c1"),)), Reply("do", finish_reason="stop")
    assert recorded(file, Model(*answers)).exec("Work.", tools=[look]) == "do"
    replayed = recorded(file)
    assert replayed.exec("Work.", tools=[look]) == "do"
    assert [node.role for node in replayed.trace] == ["model", "function", "model"]


def test_equal_requests_get_their_replies_in_order_and_others_in_any(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    runtime = recorded(file, Model("1", "2", "other"))
    assert [llm(text, runtime=runtime) for text in ("same", "same", "else")] == ["1", "2", "other"]
    runtime = recorded(file)
    assert [llm(text, runtime=runtime) for text in ("else", "same", "same")] == ["other", "1", "2"]
    with pytest.raises(RecordingMissError, match="asked more often than it was recorded"):
        llm("same", runtime=runtime)


@agentic_function(system="Be brief.")
def work(prompt: str, before: str, options: Any, runtime: Any = None) -> Any:
    """Work."""
    llm(before)
    return choose(None, prompt, options)


@agentic_function(system="Be long.", name="work")
def other_context(prompt: str, before: str, options: Any, runtime: Any = None) -> Any:
    """Work."""
    llm(before)
    return choose(None, prompt, options)


@pytest.mark.parametrize(
    ("function", "prompt", "replies", "options", "changed", "words"),
    [
        (work, "Pick the best.", 1, OPTIONS, ("instruction",), ["-Pick one.", "+Pick the best."]),
        (work, "Pick one.", 1, {**OPTIONS, "wipe": ("W", "Wipe all.")}, ("option",), ["option: wipe", "Wipe all."]),
        (work, "Pick one.", 1, {**OPTIONS, "more": "M"}, ("option",), ["option: more"]),
        (work, "Pick one.", 1, dict(reversed(OPTIONS.items())), ("option",), ["their order"]),
        (work, "Pick!", 1, {**OPTIONS, "more": "M"}, ("instruction", "option"), ["+Pick!", "more"]),
    ],
)
def test_a_miss_says_which_part_of_the_prompt_has_changed(
    tmp_path: Path, function: Any, prompt: str, replies: int, options: Any, changed: tuple[str, ...], words: list[str]
) -> None:
    file = tmp_path / "r.json"
    work("Pick one.", "before", OPTIONS, runtime=recorded(file, Model("x", '{"call": "keep"}')))
    with pytest.raises(RecordingMissError) as caught:
        function(prompt, "before", options, runtime=recorded(file))
    assert caught.value.changed == changed
    for word in words:
        assert word in str(caught.value)


def test_a_miss_names_context_and_history(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    work("Pick one.", "before", OPTIONS, runtime=recorded(file, Model("x", '{"call": "keep"}')))
    with pytest.raises(RecordingMissError, match=r"context.*\n(.*\n)*.*-Be brief.*\n.*\+Be long") as caught:
        other_context("Pick one.", "before", OPTIONS, runtime=recorded(file))
    assert caught.value.changed == ("context",)

    content = json.loads(file.read_text(encoding="utf-8"))
    content["calls"][0]["reply"]["text"] = "another reply"
    file.write_text(json.dumps(content), encoding="utf-8")
    with pytest.raises(RecordingMissError) as caught:
        work("Pick one.", "before", OPTIONS, runtime=recorded(file))
    assert caught.value.changed == ("history",)


def test_recording_again_replaces_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    llm("a", runtime=recorded(file, Model("1")))
    llm("b", runtime=recorded(file, Model("2"), record=True))
    assert llm("b", runtime=recorded(file)) == "2"
    with pytest.raises(RecordingMissError):
        llm("a", runtime=recorded(file))


def test_without_a_recording_and_a_model_the_error_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="give a model once"):
        recorded(tmp_path / "r.json")
    with pytest.raises(TypeError, match="needs a model"):
        recorded(tmp_path / "r.json", record=True)
    broken = tmp_path / "broken.json"
    broken.write_text("[1]", encoding="utf-8")
    with pytest.raises(ValueError, match="is no recording"):
        recorded(broken)


def test_the_file_is_text_that_a_person_can_review(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    llm("Grüße, 中文", runtime=recorded(file, Model("schön")))
    text = file.read_text(encoding="utf-8")
    assert "Grüße, 中文" in text
    assert "schön" in text
    assert list(tmp_path.iterdir()) == [file]


def test_a34_a_lone_surrogate_is_recorded_and_replayed(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    assert llm("half: \ud83d", runtime=recorded(file, Model("\ud83d"))) == "\ufffd"
    assert llm("half: \ud83d", runtime=recorded(file)) == "\ufffd"


def test_a_runtime_of_any_kind_may_be_the_model(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    assert llm("a", runtime=recorded(file, lambda messages: "plain")) == "plain"
    assert isinstance(recorded(file, ScriptedRuntime(["x"]).backend), type(recorded(file)))
