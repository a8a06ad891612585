"""A reply read against a menu: which option with which arguments, or which error (decision spec, section 5)."""

from __future__ import annotations

import enum
import json
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

import pytest
from op_runtime.menu import Menu, build_menu
from op_runtime.menu.reply import Pick, ReplyError, read_reply


class Room(TypedDict):
    name: str
    seats: NotRequired[int]


def wipe(path: str = "/") -> None:
    """Wipe a folder."""


def bye() -> None:
    """Say goodbye."""


def add(a: int, b: int = 2) -> None:
    """Add numbers."""


def search(q: str) -> None:
    """Search the archive."""


def write(text: str) -> None:
    """Write a text."""


def say(text: str, to: str = "") -> None:
    """Say something."""


def pay(to: str, sum: float, amount_due: float | None = None) -> None:  # noqa: A002
    """Pay somebody."""


def ask(input: str) -> None:  # noqa: A002
    """Ask a question."""


def wait(seconds: int) -> None:
    """Wait."""


STEPS = {"steps": [{"action": str, "target": str}], "why": str}
MENU = build_menu(
    {
        "wipe": wipe,
        "bye": bye,
        "add": add,
        "search": search,
        "write": write,
        "say": say,
        "pay": pay,
        "ask": ask,
        "wait": wait,
        "plan": ("Make a plan.", STEPS),
        "done": "CONVERSATION_OVER",
    }
)


def read(reply: str, *, last: bool = False, menu: Menu = MENU) -> Pick:
    return read_reply(reply, menu, last=last)


def picked(reply: str, *, last: bool = False) -> tuple[str, dict[str, object]]:
    pick = read(reply, last=last)
    return pick.option.name, pick.args


def error(reply: str, *, last: bool = False, menu: Menu = MENU, finish_reason: str | None = None) -> ReplyError:
    with pytest.raises(ReplyError) as caught:
        read_reply(reply, menu, last=last, finish_reason=finish_reason)
    return caught.value


class TestWhichCall:
    def test_a_plain_pick_needs_no_note(self) -> None:
        assert read('{"call": "add", "args": {"a": 1}}') == Pick(MENU.options[2], {"a": 1})

    @pytest.mark.parametrize(
        "draft",
        [
            'I considered {"call": "wipe"} but no. Final: ',
            '```json\n{"call": "wipe"}\n```\n',
            '> {"call": "wipe"}\n',
            'You want something like {"call": "wipe", "args": {}}.\nMy answer: ',
            MENU.render(),
        ],
    )
    def test_several_different_calls_are_asked_again_unless_the_last_counts(self, draft: str) -> None:
        reply = draft + '{"call": "bye"}'
        assert error(reply).kind == "ambiguous"
        assert picked(reply, last=True) == ("bye", {})
        assert picked(f'{draft}\n```json\n{{"call": "bye"}}\n```\n', last=True) == ("bye", {})

    def test_the_message_lists_the_calls(self) -> None:
        said = error('{"call": "wipe", "args": {}} or {"call": "bye"}').message
        assert '{"call": "wipe", "args": {}}' in said
        assert '{"call": "bye"}' in said
        assert "and more" in error(" ".join(f'{{"call": "add", "args": {{"a": {n}}}}}' for n in range(8))).message

    def test_the_last_counts_only_when_the_reply_ends_with_it(self) -> None:
        reply = '{"call": "wipe"} {"call": "bye"} or the other way round'
        assert error(reply, last=True).kind == "ambiguous"
        assert "end the reply" in error(reply, last=True).message
        assert error('[{"call": "wipe"}, {"call": "bye"}]', last=True).kind == "ambiguous"

    def test_one_pick_counts_wherever_it_stands(self) -> None:
        assert picked('Sure: {"call": "bye"}. Done.') == ("bye", {})
        assert picked('Sure: {"call": "bye"}. Done.', last=True) == ("bye", {})

    def test_a_model_that_plays_the_whole_loop(self) -> None:
        reply = '{"call": "search", "args": {"q": "tides"}}\nResult: 3 pages\n{"call": "say", "args": {"text": "3"}}'
        assert error(reply).kind == "ambiguous"
        assert picked(reply, last=True) == ("say", {"text": "3"})

    @pytest.mark.parametrize(
        "other",
        [
            '{"args": {"sum": 5, "to": "Ann"}, "call": "pay"}',
            '{"action": "pay", "arguments": {"to": "Ann", "sum": 5}}',
            '{"call": "pay", "to": "Ann", "sum": 5}',
            '{"call": "pay", "args": "{\\"to\\": \\"Ann\\", \\"sum\\": 5}"}',
        ],
    )
    def test_the_same_call_written_twice_is_one(self, other: str) -> None:
        assert picked('{"call": "pay", "args": {"to": "Ann", "sum": 5}} ' + other) == ("pay", {"to": "Ann", "sum": 5.0})

    def test_numbers_and_booleans_are_different_calls(self) -> None:
        assert error('{"call": "pay", "args": {"sum": 1}} {"call": "pay", "args": {"sum": true}}').kind == "ambiguous"

    def test_a_draft_in_a_reasoning_block_is_not_looked_at(self) -> None:
        draft = '<think>Maybe {"call": "wipe", "args": {}}? No, too risky.'
        assert picked(draft + '</think>\n{"call": "bye"}') == ("bye", {})
        assert picked('Maybe {"call": "wipe"}?</think>\n{"call": "bye"}') == ("bye", {})
        said = error(draft + '\n{"call": "bye"}')
        assert said.kind == "no_action"
        assert "<think>" in said.message

    @pytest.mark.parametrize("reply", ['{"call": "bye"}</think>', "<think>x</think>\n", '{"call": "bye"}</THINK> \n'])
    def test_nothing_but_reasoning_is_named_as_such(self, reply: str) -> None:
        said = error(reply)
        assert said.kind == "no_action"
        assert "</think>" in said.message

    @pytest.mark.parametrize("flaw", [",", " oops", ', "x": undefined'])
    def test_a_field_called_action_never_runs(self, flaw: str) -> None:
        reply = '{"call": "plan", "args": {"steps": [{"action": "wipe", "target": "x"}], "why": "w"' + flaw + "}}"
        if flaw == ",":
            steps = [{"action": "wipe", "target": "x"}]
            assert picked(reply) == ("plan", {"steps": steps, "why": "w"})
        else:
            assert error(reply).kind == "syntax"
            assert error(reply, last=True).option == "plan"

    @pytest.mark.parametrize(
        "reply",
        [
            '{"status": "nothing", "rejected": [{"call": "wipe"}]}',
            '{"history": {"previous": {"action": "wipe"}}}',
            '{"plan": {"action": "wipe", "target": "x"}}',
            '{"steps": [{"action": "wipe", "target": "x"}], "why": "w"}',
            '{"args": {"action": "wipe"}}',
        ],
    )
    def test_a_payload_alone_is_no_call(self, reply: str) -> None:
        assert error(reply).kind == "no_action"
        assert error(reply, last=True).kind == "no_action"

    def test_a_log_line_beside_the_pick_does_not_count(self) -> None:
        log = '{"tool": "grep", "result": "3 hits"}'
        assert picked(log + '\n{"call": "bye"}') == ("bye", {})
        assert picked('{"call": "bye"}\n' + log, last=True) == ("bye", {})
        assert error(log).kind == "unknown_call"

    def test_the_last_call_must_be_an_option_when_the_last_counts(self) -> None:
        assert error('{"call": "bye"}\n{"call": "byebye"}', last=True).kind == "unknown_call"

    def test_an_alias_counts_where_call_is_null(self) -> None:
        assert picked('{"call": null, "action": "bye"}') == ("bye", {})
        assert picked('{"tool": "grep", "function": "bye"}') == ("bye", {})
        assert picked('{"tool": "bye", "function": "grep"}') == ("bye", {})

    def test_aliases_that_name_different_options_are_ambiguous(self) -> None:
        said = error('{"action": "bye", "tool": "wipe"}')
        assert said.kind == "ambiguous"
        assert '"action" names `bye` and "tool" names `wipe`' in said.message
        assert picked('{"action": "bye", "tool": "bye"}') == ("bye", {})

    def test_call_is_preferred_to_an_alias_beside_it(self) -> None:
        assert picked('{"action": "wipe", "call": "bye"}') == ("bye", {})
        assert error('{"action": "wipe", "call": "by"}').kind == "unknown_call"

    @pytest.mark.parametrize("key", ["action", "function", "tool"])
    def test_an_alias_is_noted(self, key: str) -> None:
        assert read(json.dumps({key: "bye"})).notes == (f'"{key}" was read as "call"',)

    @pytest.mark.parametrize(
        "value",
        [
            {"function": {"name": "add", "arguments": '{"a": 1}'}},
            {"function": {"name": "add", "arguments": {"a": 1}}},
            {"function": {"name": "add"}, "arguments": {"a": 1}},
            {"id": "1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1}'}},
            {"tool_calls": [{"id": "1", "type": "function", "function": {"name": "add", "arguments": '{"a": 1}'}}]},
            {"call": {"name": "add", "args": {"a": 1}}},
            {"response": {"call": "add", "args": {"a": 1}}},
        ],
    )
    def test_the_shapes_of_tool_calls_are_understood(self, value: object) -> None:
        assert picked(json.dumps(value)) == ("add", {"a": 1})

    @pytest.mark.parametrize("name", [["bye"], 5, True, {"x": 1}])
    def test_a_call_that_is_no_text_is_unknown(self, name: object) -> None:
        assert error(json.dumps({"call": name})).kind == "unknown_call"

    @pytest.mark.parametrize("name", ["Bye", "BYE", "bye()", " bye ", "bey", "byes"])
    def test_a_near_match_is_named_and_never_run(self, name: str) -> None:
        said = error(json.dumps({"call": name}))
        assert said.kind == "unknown_call"
        assert "did you mean `bye`?" in said.message
        assert said.option is None

    def test_an_unknown_option_lists_those_there_are(self) -> None:
        many = build_menu({f"option_{n}": n for n in range(30)})
        said = error('{"call": "zzz"}', menu=many).message
        assert "`option_19`" in said
        assert "`option_20`" not in said
        assert "and 10 more" in said

    def test_one_option_may_be_the_beginning_of_another(self) -> None:
        menu = build_menu(["no", "not sure", "no, but later"])
        assert read('{"call": "not sure"}', menu=menu).option.name == "not sure"
        assert error('{"call": "no, but"}', menu=menu).kind == "unknown_call"

    def test_an_unreadable_call_of_an_option_is_asked_about(self) -> None:
        broken = '{"call": "wipe", "args": {"path": "a" "b"}}'
        assert error(broken + ' then {"call": "bye"}').kind == "syntax"
        assert picked(broken + ' then {"call": "bye"}', last=True) == ("bye", {})
        assert error('{"call": "bye"} then ' + broken, last=True).kind == "syntax"

    @pytest.mark.parametrize(
        "broken",
        ['{"args": {"path": "a" "b"}, "call": "wipe"}', "{'call': 'wipe', oops}", '{"x": {"tool": "wipe"} oops}'],
    )
    def test_wherever_it_names_the_option(self, broken: str) -> None:
        assert error(broken + ' then {"call": "bye"}').kind == "syntax"
        assert error(broken + ' then {"call": "bye"}').option == "wipe"

    def test_the_name_of_an_option_may_hold_anything(self) -> None:
        menu = build_menu(["it's (odd) [", "bye"])
        assert error('{"call": "it\'s (odd) [" oops} then {"call": "bye"}', menu=menu).option == "it's (odd) ["

    def test_no_single_slip_in_an_object_lets_its_payload_run(self) -> None:
        reply = '{"call":"plan","args":{"steps":[{"action":"wipe","target":"x"}],"why":"w"}}'
        runs = set()
        for position in range(len(reply) + 1):
            for char in ("", *"{}[]\"',:\\`<>/#*“”‘’ \n\u00a01aN"):
                for rest in (reply[position:], reply[position + 1 :]):
                    for last in (False, True):
                        try:
                            runs.add(read(reply[:position] + char + rest, last=last).option.name)
                        except ReplyError as problem:
                            runs.add(problem.kind)
        assert "wipe" not in runs
        assert "plan" in runs

    def test_an_unreadable_object_that_names_no_option_does_not_count(self) -> None:
        assert picked('As {"call": ..., "args": ...} says: {"call": "bye"}') == ("bye", {})
        assert picked('{"call": "bye"}\nas in {"call": <name>}', last=True) == ("bye", {})


class TestNoCall:
    def test_prose_gets_the_form_and_the_choices_and_no_offsets(self) -> None:
        said = error("I think we should search the archive first.")
        assert said.kind == "no_action"
        assert '{"call": ..., "args": ...}' in said.message
        assert "`search`" in said.message
        assert "column" not in said.message

    @pytest.mark.parametrize("reply", ["", "   \n", "\ufeff"])
    def test_nothing_at_all(self, reply: str) -> None:
        assert error(reply).kind == "no_action"

    def test_arguments_under_the_name_show_the_call_that_is_wanted(self) -> None:
        said = error('{"search": {"q": "tides"}}')
        assert said.kind == "no_action"
        assert '{"call": "search", "args": {"q": "tides"}}' in said.message
        assert said.option == "search"

    def test_a_name_under_another_key_too(self) -> None:
        assert '{"call": "add", "args": {"a": 1}}' in error('{"name": "add", "arguments": {"a": 1}}').message

    def test_an_object_without_a_call_has_its_keys_named(self) -> None:
        said = error('{"Call": "bye", "why": "x"}').message
        assert "`Call`, `why`" in said
        assert "empty" in error("{}").message

    @pytest.mark.parametrize(
        ("reply", "field"),
        [
            ('{"call": "write", "args": {"text": "Once upon a ti', "`text`"),
            ('```json\n{"call": "write", "args": {"text": "Once', "`text`"),
            ('{"call": "plan", "args": {"steps": [{"action": "wipe", "target": "x"}], "why"', "`steps`"),
            ('{"call": "wri', ""),
            ('{"call": "bye"}\n{"call": "wri', ""),
            ('{"ca', ""),
            ('{"call": "bye"}\n{"call": "wipe", "args": {"path": "a', "`path`"),
        ],
    )
    @pytest.mark.parametrize("last", [False, True])
    def test_a_cut_reply_is_never_completed(self, reply: str, field: str, last: bool) -> None:
        said = error(reply, last=last)
        assert said.kind == "truncated"
        assert "cut off" in said.message
        assert field in said.message

    @pytest.mark.parametrize("reply", ['{"a": 1} and so on', "{so} I would wait", '{"a": "x}"} done'])
    def test_a_closed_object_is_not_called_cut(self, reply: str) -> None:
        assert error(reply).kind == "no_action"

    @pytest.mark.parametrize("reply", [None, {"call": "bye"}])
    def test_what_is_no_text_is_the_callers_error(self, reply: object) -> None:
        with pytest.raises(TypeError, match="a reply is text"):
            read_reply(reply, MENU)  # type: ignore[arg-type]

    @pytest.mark.parametrize("reason", ["length", "max_tokens", "MAX_TOKENS"])
    def test_the_provider_knows_best_that_it_was_cut(self, reason: str) -> None:
        assert error('{"call": "wipe"}\nis what I would never', finish_reason=reason).kind == "truncated"
        assert error("Let me think", finish_reason=reason).kind == "truncated"

    @pytest.mark.parametrize("reason", ["stop", "tool_calls", None])
    def test_other_stop_reasons_change_nothing(self, reason: str | None) -> None:
        assert read_reply('{"call": "bye"}', MENU, finish_reason=reason).option.name == "bye"

    @pytest.mark.parametrize(
        ("reply", "kind"),
        [
            ('{"call": "wait", "args": {"seconds": 1, "seconds": 2}}', "duplicate_key"),
            ('{"call": "wipe", "call": "bye"}', "duplicate_key"),
            ('{"call": "wait", "args": {"seconds": NaN}}', "syntax"),
            ('{"call": <name>, "args": {}}', "syntax"),
            ('{"call": "wait", "args": ' + "[" * 100_000, "too_large"),
            ('{"call": "wait", "args": {"seconds": ' + "9" * 5_000 + "}}", "too_large"),
            ('{"call": "pay", "args": {"to": "a", "sum": 1e999}}', "too_large"),
            ('{"call": "pay", "args": {"to": "a", "sum": ' + "9" * 400 + "}}", "type_mismatch"),
            ('{"call": "say", "args": {"text": "He said "go", "now", and left", "to": "Ann"}}', "syntax"),
            ("{“call”: “say”, “args”: {“text”: “it’s „fine“ now”}}", "syntax"),
        ],
    )
    def test_what_cannot_be_read_is_a_tidy_error(self, reply: str, kind: str) -> None:
        said = error(reply)
        assert said.kind == kind
        assert "line 1" not in said.message


class TestArguments:
    @pytest.mark.parametrize(
        "args", ["", ', "args": null', ', "args": ""', ', "args": []', ', "args": {}', ', "arguments": "{}"']
    )
    def test_no_arguments_in_every_form(self, args: str) -> None:
        assert picked(f'{{"call": "bye"{args}}}') == ("bye", {})
        assert picked(f'{{"call": "wipe"{args}}}') == ("wipe", {})
        said = error(f'{{"call": "search"{args}}}')
        assert said.kind == "missing_required"
        assert "`q`" in said.message

    @pytest.mark.parametrize("args", ['"args": null', '"args": ""', '"args": []'])
    def test_odd_forms_are_noted(self, args: str) -> None:
        assert len(read(f'{{"call": "bye", {args}}}').notes) == 1

    @pytest.mark.parametrize("args", ["false", "true", "0", "7", '"x"', '"[]"', "[1]", '["path"]', '"null"', '" "'])
    def test_anything_else_is_refused(self, args: str) -> None:
        said = error(f'{{"call": "wipe", "args": {args}}}')
        assert said.kind == "bad_args"
        assert said.option == "wipe"

    @pytest.mark.parametrize("key", ["arguments", "parameters", "input"])
    def test_another_key_for_the_arguments_is_read_and_noted(self, key: str) -> None:
        pick = read(json.dumps({"call": "wipe", key: {"path": "x"}}))
        assert pick.args == {"path": "x"}
        assert pick.notes == (f'"{key}" was read as "args"',)

    @pytest.mark.parametrize(
        "value",
        [
            {"call": "wipe", "params": {"path": "x"}},
            {"call": "wipe", "kwargs": {"path": "x"}},
            {"call": "wipe", "argument": "x"},
            {"call": "wipe", "argumets": "x"},
            {"call": "wipe", "Args": {"path": "x"}},
            {"call": "wipe", "data": {"path": "x"}},
            {"call": "wipe", "values": ["x"]},
            {"action": "wipe", "action_input": "x"},
            {"call": "wipe", "args": {}, "arguments": {"path": "x"}},
            {"call": "wipe", "args": {}, "path": "x"},
            {"call": "wipe", "arguments": {"path": "x"}, "input": {"path": "x"}},
            {"call": "wipe", "Path": "x"},
        ],
    )
    def test_arguments_that_nothing_reads_are_never_lost(self, value: dict[str, object]) -> None:
        assert error(json.dumps(value)).kind == "bad_args"

    def test_both_keys_are_named(self) -> None:
        said = error('{"call": "add", "args": {"a": 1}, "arguments": {"a": 2}}').message
        assert "`args`" in said
        assert "`arguments`" in said

    def test_arguments_beside_the_name(self) -> None:
        pick = read('{"call": "add", "a": 1, "thought": "easy"}')
        assert pick.args == {"a": 1}
        assert pick.dropped == ("thought",)
        assert len(pick.notes) == 1

    def test_a_parameter_that_is_named_like_a_key_for_arguments(self) -> None:
        assert picked('{"call": "ask", "input": "tides"}') == ("ask", {"input": "tides"})
        assert picked('{"call": "ask", "args": {"input": "tides"}}') == ("ask", {"input": "tides"})
        assert error('{"call": "ask", "input": {"input": "tides"}}').kind == "bad_args"

    def test_a_text_that_holds_an_object_is_unwrapped_once(self) -> None:
        assert picked(json.dumps({"call": "add", "args": '{"a": 1}'})) == ("add", {"a": 1})
        assert error(json.dumps({"call": "add", "args": json.dumps('{"a": 1}')})).kind == "bad_args"
        assert error(json.dumps({"call": "add", "args": '{"a": 1, "a": 2}'})).kind == "duplicate_key"
        assert error(json.dumps({"call": "add", "args": '{"a": 1'})).kind == "bad_args"

    def test_an_extra_argument_is_dropped_and_named(self) -> None:
        pick = read('{"call": "add", "args": {"a": 1, "b": 2, "reason": "a sum"}}')
        assert pick.args == {"a": 1, "b": 2}
        assert pick.dropped == ("reason",)

    @pytest.mark.parametrize(
        ("args", "given", "wanted"),
        [
            ('{"to": "Ann", "summ": 5}', "`summ`", "`sum`"),
            ('{"to": "Ann", "Sum": 5}', "`Sum`", "`sum`"),
            ('{"to": "Ann", "sum": 5, "amountDue": 1}', "`amountDue`", "`amount_due`"),
            ('{"to": "Ann", "sum": 5, "amount-due": 1}', "`amount-due`", "`amount_due`"),
            ('{"to": "Ann", "sum": 5, "amount_duee": 1}', "`amount_duee`", "`amount_due`"),
        ],
    )
    def test_a_near_miss_of_a_parameter_is_refused_required_or_not(self, args: str, given: str, wanted: str) -> None:
        said = error(f'{{"call": "pay", "args": {args}}}')
        assert said.kind == "bad_args"
        assert given in said.message
        assert wanted in said.message

    def test_a_near_miss_of_a_parameter_that_was_given_is_an_extra(self) -> None:
        pick = read('{"call": "pay", "args": {"to": "Ann", "sum": 5, "summ": 6}}')
        assert pick.args == {"to": "Ann", "sum": 5.0}
        assert pick.dropped == ("summ",)

    @pytest.mark.parametrize("given", ["Target", "targett", "tar_get"])
    def test_a_near_miss_in_a_nested_object_is_refused(self, given: str) -> None:
        steps = [{"action": "a", "target": "b"}, {"action": "a", given: "b"}]
        said = error(json.dumps({"call": "plan", "args": {"steps": steps, "why": "w"}}))
        assert said.kind == "bad_args"
        assert "`steps[1].target`" in said.message
        assert f'"{given}"' in said.message

    def test_a_near_miss_in_a_nested_object_is_refused_where_the_field_is_optional_too(self) -> None:
        def book(room: Room) -> str:
            """Book a room."""
            return room["name"]

        menu = build_menu({"book": book})
        for reply in ('{"name": "a", "Seats": 3}', '{"name": "a", "seat": 3}'):
            with pytest.raises(ReplyError, match=r"`room\.seats` of `book` is left out; you gave") as caught:
                read_reply(f'{{"call": "book", "args": {{"room": {reply}}}}}', menu)
            assert caught.value.kind == "bad_args"
        pick = read_reply('{"call": "book", "args": {"room": {"name": "a", "seats": 2, "seat": 3}}}', menu)
        assert pick.args == {"room": {"name": "a", "seats": 2}}

    def test_very_many_unknown_fields_in_nested_objects_are_refused(self) -> None:
        steps = [{"action": "a", "target": "b", "note": "c"} for _ in range(1_000)]
        pick = read(json.dumps({"call": "plan", "args": {"steps": steps, "why": "w"}}))
        assert len(pick.notes) == 1_000

        def book(rooms: list[Room]) -> None:
            """Book rooms."""

        menu = build_menu({"book": book})
        rooms = [{"name": "a", f"x{number}": 1} for number in range(1_000)]
        with pytest.raises(ReplyError, match="too many fields") as caught:
            read_reply(json.dumps({"call": "book", "args": {"rooms": rooms}}), menu)
        assert caught.value.kind == "bad_args"

    def test_very_many_unknown_fields_are_refused(self) -> None:
        many = {f"x{n}": n for n in range(100_000)}
        assert error(json.dumps({"call": "add", "args": {"a": 1, **many}})).kind == "bad_args"
        assert error(json.dumps({"call": "add", "a": 1, "b": 2, **many})).kind == "bad_args"

    def test_every_missing_parameter_is_named(self) -> None:
        said = error('{"call": "pay", "args": {}}')
        assert said.kind == "missing_required"
        assert "`to` and `sum`" in said.message

    def test_values_have_their_path(self) -> None:
        steps = [{"action": "a", "target": "b"}, {"action": "a", "target": 5}]
        said = error(json.dumps({"call": "plan", "args": {"steps": steps, "why": ""}}))
        assert said.kind == "type_mismatch"
        assert "steps[1].target" in said.message
        assert "str" in said.message

    def test_a_value_of_a_wrong_type_names_the_parameter(self) -> None:
        said = error('{"call": "wait", "args": {"seconds": "soon"}}')
        assert said.kind == "type_mismatch"
        assert "`seconds` of `wait`" in said.message

    @pytest.mark.parametrize("value", ["5", 5.0, True, None, [5]])
    def test_nothing_is_coerced(self, value: object) -> None:
        assert error(json.dumps({"call": "wait", "args": {"seconds": value}})).kind == "type_mismatch"

    def test_extras_in_nested_objects_are_dropped(self) -> None:
        pick = read('{"call": "plan", "args": {"steps": [{"action": "a", "target": "b", "x": 1}], "why": "w"}}')
        assert pick.args["steps"] == [{"action": "a", "target": "b"}]
        assert any("x" in note for note in pick.notes)

    @pytest.mark.parametrize(
        "reply",
        [
            '{"call": "wipe", "args": {"path": "<str>"}}',
            '{"call": "plan", "args": {"steps": [{"action": "<str>", "target": "x"}], "why": "w"}}',
        ],
    )
    def test_a_placeholder_handed_back_is_refused(self, reply: str) -> None:
        assert "placeholder" in error(reply).message

    def test_a_menu_line_handed_back_is_refused_wherever_it_has_a_text_placeholder(self) -> None:
        for option in MENU.options:
            line = next(line for line in MENU.render().splitlines() if f'Call: {{"call": "{option.name}"' in line)
            if "<str>" in line:
                assert "placeholder" in error(line.partition("Call: ")[2]).message

    def test_the_description_of_a_parameter_is_not_its_value(self) -> None:
        said = error('{"call": "search", "args": {"q": {"type": "str", "description": "words to look for"}}}')
        assert said.kind == "bad_args"
        assert "you returned the description of `q`" in said.message
        schema = {"type": "object", "properties": {"q": {"type": "string"}}}
        assert error(json.dumps({"call": "search", "args": schema})).kind == "bad_args"

    def test_an_object_of_another_shape_is_an_ordinary_mismatch(self) -> None:
        assert error('{"call": "search", "args": {"q": {"type": "x", "words": "y"}}}').kind == "type_mismatch"

    def test_a_lone_surrogate_becomes_the_replacement_character(self) -> None:
        pick = read(r'{"call": "say", "args": {"text": "\ud83c\udf78", "to": "\ud83d"}}')
        assert pick.args == {"text": "\U0001f378", "to": "\ufffd"}
        assert any("U+FFFD" in note for note in pick.notes)
        raw = read('{"call": "say", "args": {"text": "\ud83d"}}')
        assert raw.args == {"text": "\ufffd"}
        assert any("U+FFFD" in note for note in raw.notes)

    def test_an_error_can_be_sent_and_stored(self) -> None:
        error('{"call": "say", "\ud83d" oops}').message.encode()

    def test_a_repair_is_noted(self) -> None:
        pick = read('{"call": "write", "args": {"text": "line one\nline two"}}')
        assert pick.args == {"text": "line one\nline two"}
        assert "raw line break" in pick.notes[0]

    def test_a_value_option_takes_no_arguments(self) -> None:
        pick = read('{"call": "done", "args": {"x": 1}}')
        assert (pick.args, pick.dropped) == ({}, ("x",))

    def test_every_field_of_a_schema_option_is_required(self) -> None:
        assert error('{"call": "plan", "args": {"steps": []}}').kind == "missing_required"


class Colour(enum.Enum):
    RED = "red"
    GREEN = "green"


class TestDeclaredTypes:
    def test_the_function_gets_values_of_the_declared_type(self) -> None:
        def paint(
            colour: Colour, where: Path, size: tuple[int, int], tags: set[str], tone: Literal["warm"]
        ) -> None: ...

        menu = build_menu({"paint": paint})
        args = {"colour": " Red ", "where": "a/b", "size": [1, 2], "tags": ["x"], "tone": "warm"}
        pick = read(json.dumps({"call": "paint", "args": args}), menu=menu)
        assert pick.args == {
            "colour": Colour.RED,
            "where": Path("a/b"),
            "size": (1, 2),
            "tags": {"x"},
            "tone": "warm",
        }
        assert len(pick.notes) == 1

    def test_a_refused_value_lists_the_allowed_ones(self) -> None:
        def paint(colour: Literal["red", "green"]) -> None: ...

        said = error('{"call": "paint", "args": {"colour": "blue"}}', menu=build_menu({"paint": paint}))
        assert said.kind == "enum_violation"
        assert '"red", "green"' in said.message

        def pick(
            number: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22],
        ) -> None: ...

        said = error('{"call": "pick", "args": {"number": 23}}', menu=build_menu({"pick": pick}))
        assert "19, 20 and 2 more" in said.message

    def test_null_is_none_or_left_out(self) -> None:
        def f(n: int = None, m: int = 3, o: int | None = 4) -> None: ...  # type: ignore[assignment]  # noqa: RUF013

        menu = build_menu({"f": f})
        pick = read('{"call": "f", "args": {"n": null, "m": null, "o": null}}', menu=menu)
        assert pick.args["n"] is None
        assert "m" not in pick.args
        assert pick.args["o"] is None

    def test_what_the_model_says_for_hidden_and_injected_parameters_is_dropped(self) -> None:
        def find(q: str, runtime: object = None) -> None: ...

        pick = read('{"call": "find", "args": {"q": "x", "runtime": "EVIL"}}', menu=build_menu({"find": find}))
        assert pick.args == {"q": "x"}
        assert pick.dropped == ("runtime",)

        def hidden(session: str, session_id: str) -> None: ...

        entry = {"function": hidden, "input": {"session_id": {"source": "context"}}}
        menu = build_menu({"hidden": entry}, registry=True)
        said = error('{"call": "hidden", "args": {"session_id": "EVIL"}}', menu=menu)
        assert said.kind == "missing_required"
        assert "session_id" not in said.message
        pick = read('{"call": "hidden", "args": {"session": "a", "session_id": "EVIL"}}', menu=menu)
        assert pick.args == {"session": "a"}
