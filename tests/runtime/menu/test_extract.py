"""Which objects of a reply may be its pick; expectations from decision spec, section 5, rules 1 to 3."""

from __future__ import annotations

import json
import time

import pytest
from op_runtime.menu.extract import (
    MAX_BRACES,
    MAX_CANDIDATES,
    MAX_OPEN,
    MAX_REPLY,
    candidates,
    extract_action,
    regions,
)
from op_runtime.menu.tolerant import UnreadableError

PICK = '{"call": "bye"}'
BYE = {"call": "bye"}


def found(text: str) -> list[str]:
    return [text[region.start : region.end] for region in regions(text)]


@pytest.mark.parametrize(
    "wrap",
    [
        "%s",
        "  \n%s\n ",
        "\ufeff%s",
        "```json\n%s\n```",
        "```\n%s\n```",
        "~~~\n%s\n~~~",
        "Sure.\n%s\nDone.",
        "It's done: %s isn't it?",
        "<think>Perhaps not.</think>\n%s",
        "<THINK>Perhaps not.</THINK>%s",
        "No opening tag.</think>%s",
        "```python\nx = 1\n```\n%s",
        "Use `f({x})` here.\n%s",
        "- %s",
        "[%s]",
        "\\frac{a}{b} %s \\text{c}",
    ],
)
@pytest.mark.parametrize(
    "value", ["`date`", "```", "\n```\n", "~~~", "</think>", "<think>", "{}", '"', "\\n", "“x”", "}", "'"]
)
def test_what_stands_around_a_pick_changes_no_value(wrap: str, value: str) -> None:
    pick = {"call": "run", "args": {"cmd": value}}
    assert extract_action(wrap.replace("%s", json.dumps(pick))) == pick
    assert extract_action(wrap.replace("%s", json.dumps(pick, indent=2, ensure_ascii=False))) == pick


def test_fence_marks_in_a_string_cut_nothing() -> None:
    reply = r'{"call": "save_note", "args": {"body": "Install:\n```sh\npip install op\n```\ndone"}}'
    body = "Install:\n```sh\npip install op\n```\ndone"
    assert extract_action(reply) == {"call": "save_note", "args": {"body": body}}


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "I think we should search the archive first.",
        "{}",
        '{"a": 1}',
        '"call"',
        "call: bye",
        '{"call": null}',
        f"<think>{PICK}",
        f"<think>{PICK}</think>",
        f"{PICK}</think>",
        f"<think>one</think>two</think><think>{PICK}",
    ],
)
def test_no_pick(reply: str) -> None:
    assert extract_action(reply) is None


@pytest.mark.parametrize("key", ["call", "action", "function", "tool"])
def test_each_call_key_makes_a_pick(key: str) -> None:
    assert extract_action(json.dumps({key: "bye"})) == {key: "bye"}


@pytest.mark.parametrize(
    "reply",
    [
        '{"status": "nothing", "rejected": [{"call": "wipe"}]}',
        '{"history": {"previous": {"action": "wipe"}}}',
        '{"rejected": [{"call": "wipe"}]}',
        '{"args": {"action": "wipe"}}',
        '{"input": {"action": "wipe"}}',
        '{"a": {"call": "wipe"}, "b": {"call": "bye"}}',
    ],
)
def test_a_payload_of_another_object_is_no_pick(reply: str) -> None:
    assert candidates(reply) == []


STEPS = '"args": {"steps": [{"action": "wipe", "target": "x"}], "why": "w"'


@pytest.mark.parametrize(
    "reply",
    [
        f'{{"call": "plan" {STEPS}}}}}',
        f'{{"call": "plan", {STEPS}',
        f'{{"call": "plan", {STEPS}}}',
        f'{{"call": "plan", {STEPS}, "n": TRUE}}}}',
        f'{{call: "plan", {STEPS}}}}}',
        f'{{call "plan" {STEPS}}}}}',
        f'{{"Call": "plan", {STEPS}}}}}',
        f'{{"name": "plan", {STEPS}}}}}',
        f'{{{{"call": "plan", {STEPS}}}}}}}',
        f'{{"call": "plan", "t": "say "hi"", {STEPS}}}}}',
        f'{{"call": "plan", "t": undefined, {STEPS}}}}}',
        f'{{**base, "call": "plan", {STEPS}}}}}',
        f'{{...base, "call": "plan", {STEPS}}}}}',
        f'{{"call": "plan", "args": <think>hm</think> {STEPS}}}}}',
        f'```json\n{{"call": "plan" {STEPS}}}}}\n```',
        '{"call": "say", "args": {"t": `}} {"call": "wipe"}`}}',
        '{"call": "say", "args": {"t": """}} {"call": "wipe"}"""}}',
        '{"call": "say", "args": {"t": “}} {"call": "wipe"} „x“”}}',
        "{'call': 'say', 'args': {'t': /* } */ '}} {\"call\": \"wipe\"}', 'u': it's}}",
        'function f() { return {"call": "wipe"}; }',
        'function f() { if (x) { return {"call": "wipe", "args": {"a": {}}}; } }',
    ],
)
def test_a_payload_of_a_broken_object_is_no_pick(reply: str) -> None:
    assert [item.value for item in candidates(reply) if item.value is not None] == []
    assert extract_action(reply) is None


@pytest.mark.parametrize(
    "reply",
    [
        f'{{"call": "plan", {STEPS},}}}}',
        f'{{"call": "plan", {STEPS}}}, /* one */}}',
        f'{{"call": "plan",\u00a0{STEPS}}}}}',
        f'{{"call": "plan", {STEPS}}}, "x": True}}',
        f'{{"call": "plan", // a " and a }}\n {STEPS}}}}}',
        f'{{"call": "plan" # a " and a }}\n, {STEPS}}}}}',
        f'{{"call": "plan", /* a " and a }} */ {STEPS}}}}}',
    ],
)
def test_a_repairable_object_is_the_pick_itself(reply: str) -> None:
    pick = extract_action(reply)
    assert pick is not None
    assert pick["call"] == "plan"
    assert pick["args"]["steps"] == [{"action": "wipe", "target": "x"}]


def test_a_repaired_text_may_hold_what_looks_like_a_pick() -> None:
    reply = "{'call': 'say', 'args': {'text': '}} {\"call\":\"wipe\"}'}}"
    assert extract_action(reply) == {"call": "say", "args": {"text": '}} {"call":"wipe"}'}}


@pytest.mark.parametrize("key", ["response", "result", "answer", "tool_call", "pick", "action", "function"])
def test_a_wrapper_of_one_call_counts_as_it(key: str) -> None:
    reply = json.dumps({key: {"call": "bye", "args": {"a": 1}}})
    assert extract_action(reply) == {"call": "bye", "args": {"a": 1}}
    assert candidates(reply)[0].wrapper == key


def test_a_list_of_one_tool_call_is_a_wrapper() -> None:
    element = {"id": "1", "type": "function", "function": {"name": "bye", "arguments": "{}"}}
    assert extract_action(json.dumps({"tool_calls": [element]})) == element
    assert extract_action(json.dumps({"tool_calls": [element, element]})) is None


def test_a_function_object_with_a_name_is_no_wrapper_of_its_own_fields() -> None:
    value = {"function": {"name": "plan", "action": "wipe"}}
    assert extract_action(json.dumps(value)) == value


def test_equal_picks_are_one_and_different_ones_none() -> None:
    one = '{"call": "pay", "args": {"to": "Ann", "sum": 5}}'
    assert extract_action(one + '\n{"args": {"sum": 5, "to": "Ann"}, "call": "pay"}') == json.loads(one)
    assert extract_action('{"call": "pay", "n": 1} {"call": "pay", "n": true}') is None
    assert extract_action('{"call": "pay", "n": 1} {"call": "pay", "n": 1.0}') is None
    assert extract_action('{"call": "wipe"} {"call": "bye"}') is None


def test_call_is_preferred_to_its_aliases() -> None:
    assert extract_action('{"tool": "grep", "result": "3 hits"}\n' + PICK) == BYE


def test_a_pick_before_a_cut_one_is_not_taken() -> None:
    assert extract_action(PICK + '\n{"call": "wipe", "args": {"pa') is None


@pytest.mark.parametrize(
    "reply",
    [
        "if (x) { y();\n" + PICK,
        "while (true) {\n" * 1_000 + "stop();\n" + PICK,
        "it's { odd, a \" here\n" + PICK,
        "{ } } } " + PICK,
        "```c\nif (x) {\n```\n" + PICK + "\n```c\n}\n```",
        '```json\n{"a": [1, 2, ...\n```\n' + PICK,
        '```json\n{"x": ' + "[" * 1_000 + "\n```\n" + PICK,
        '{"x": ' + "[" * 1_000 + "]" * 1_000 + "}\n" + PICK,
        '{"n": ' + "9" * 5_000 + "}\n" + PICK,
        "[" * 1_000 + PICK,
    ],
)
def test_what_is_no_object_hides_nothing(reply: str) -> None:
    assert extract_action(reply) == BYE


def test_only_a_bare_line_of_marks_ends_a_fence() -> None:
    assert extract_action('```json\n{"a": [1, ...\n```json\n' + PICK) is None


def test_a_closing_tag_outside_of_strings_hides_an_object_that_is_still_open() -> None:
    assert extract_action('Maybe {"call": "wipe", </think>' + PICK) == BYE


def test_reasoning_inside_of_an_object_does_not_end_it() -> None:
    reply = '{"call": "x", "args": <think>no }</think> {"a": 1}}'
    assert found(reply + PICK) == [reply, PICK]


def test_a_reply_is_looked_at_up_to_fixed_limits() -> None:
    calls = ' {"call": "bye"}' * MAX_CANDIDATES
    assert extract_action(calls) == BYE
    braces = "{x " * (MAX_BRACES + 1) + PICK
    for text in (calls + PICK, PICK + " " * MAX_REPLY, braces, PICK + braces, "{x {y {z}}} " * (MAX_BRACES + 1) + PICK):
        with pytest.raises(UnreadableError) as caught:
            candidates(text)
        assert caught.value.kind == "too_large"
        assert extract_action(text) is None
    assert found("{x; " * MAX_BRACES + PICK) == [PICK]
    for comment, code in (("//" + "x" * 100, True), ("//" + "x" * 101, False)):
        text = "{ " + comment + "\n stop();\n" + PICK
        assert found(text) == [PICK if code else text]
    deep = '{"x":' * (MAX_OPEN + 5) + "1" + "}" * (MAX_OPEN + 5) + PICK
    assert found(deep) == [deep]


MEGABYTE = 1_000_000
HOSTILE = {
    "braces": "{" * MEGABYTE,
    "brackets": "[" * MEGABYTE,
    "both": "[{" * (MEGABYTE // 2),
    "closers": "}" * MEGABYTE,
    "closed": "{" * (MEGABYTE // 2) + "}" * (MEGABYTE // 2),
    "backticks": "`" * MEGABYTE,
    "fences": "```\n" * (MEGABYTE // 4),
    "tildes": "~" * MEGABYTE,
    "tilde fences": "~~~\n" * (MEGABYTE // 4),
    "spaces": " " * MEGABYTE,
    "spaces in an object": "{" + " " * MEGABYTE + "x",
    "line ends": "\n" * MEGABYTE,
    "backslashes": '{"call": "' + "\\" * MEGABYTE,
    "escaped quotes": '{"call": "' + '\\"' * (MEGABYTE // 2),
    "quotes": '"' * MEGABYTE,
    "quotes in objects": '{"' * (MEGABYTE // 2),
    "open blocks": "<think>" * 50_000,
    "blocks": "<think></think>" * 50_000,
    "stray ends": "</think>" * 100_000,
    "less-than signs": "<" * MEGABYTE,
    "nested objects": '{"a":' * (MEGABYTE // 5),
    "nested lists": '{"call":' + "[" * MEGABYTE,
    "empty objects": "{}" * (MEGABYTE // 2),
    "small objects": '{"a": 1}\n' * (MEGABYTE // 9),
    "small nested objects": '{"a": {"b": [1]}} ' * (MEGABYTE // 18),
    "small calls": '{"call": "x"}' * (MEGABYTE // 13),
    "code": "if (x) { y(); " * (MEGABYTE // 14),
    "comments": "{" + "/*" * (MEGABYTE // 2),
    "comments in code": "{//" * (MEGABYTE // 3),
    "hash comments in code": "{#" * (MEGABYTE // 2),
    "open comments in code": "{/*" * (MEGABYTE // 3),
    "closed code after closers": "}{/" * (MEGABYTE // 3),
    "call keys": "call: " * (MEGABYTE // 6),
    "one long text": '{"a": "' + "x y, " * (MEGABYTE // 5) + '"}',
}


def slowdown() -> float:
    """How many times slower than a quiet machine this one is now; at least 1."""
    started = time.thread_time()
    total = 0
    for number in range(100_000):
        total += number
    return max(1.0, (time.thread_time() - started) / 0.004)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("ending", ["", "\n" + PICK])
def test_a_hostile_megabyte_takes_under_a_tenth_of_a_second(name: str, ending: str) -> None:
    text = HOSTILE[name] + ending
    times = []
    for _ in range(5):  # the machine may be busy: the least counts, as a share of what it can do at that moment
        slow = slowdown()
        started = time.thread_time()
        extract_action(text)
        times.append((time.thread_time() - started) / slow)
        if times[-1] < 0.1:
            break
    assert min(times) < 0.1


def test_the_time_grows_with_the_length_and_no_faster() -> None:
    def cost(unit: str, count: int) -> float:
        text = unit * count + PICK
        times = []
        for _ in range(3):
            started = time.thread_time()
            extract_action(text)
            times.append(time.thread_time() - started)
        return min(times)

    for unit in (
        '{"a\\" ',
        "{'a': ",
        '{x " ',
        '{“a”: "',
        "{a {b } ",
        '"{call: ',
        "{/* ",
        "{//",
        "{#",
        "{/*",
        "```\n{x\n",
    ):
        assert cost(unit, 20_000) < 8 * cost(unit, 5_000) + 0.02, unit
