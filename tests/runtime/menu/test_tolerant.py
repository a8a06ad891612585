"""One object read strictly, tolerantly or not at all; each expectation is from decision spec, section 5, rule 3."""

from __future__ import annotations

import json
import sys

import pytest
from op_runtime.menu.tolerant import MAX_DEPTH, MAX_REPAIR, MAX_TOKENS, UnreadableError, clean, read_cut, read_object


def kind(text: str) -> str:
    with pytest.raises(UnreadableError) as caught:
        read_object(text)
    return caught.value.kind


def message(text: str) -> str:
    with pytest.raises(UnreadableError) as caught:
        read_object(text)
    return caught.value.message


def test_strict_json_needs_no_note() -> None:
    reading = read_object('{"a": [1, 2.5, true, null, "x"], "b": {}}')
    assert reading.value == {"a": [1, 2.5, True, None, "x"], "b": {}}
    assert reading.notes == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('{"a": 1, "b": [1, 2,],}', {"a": 1, "b": [1, 2]}),
        ("{'a': 'b'}", {"a": "b"}),
        ("{'a': 'say \"hi\"'}", {"a": 'say "hi"'}),
        (r"{'a': 'it\'s'}", {"a": "it's"}),
        (r"{'a': 'tab\t and \\ and \u00e9'}", {"a": "tab\t and \\ and é"}),
        (
            '{"on": True, "off": False, "note": None, "tag": "None of these", "x": true}',
            {"on": True, "off": False, "note": None, "tag": "None of these", "x": True},
        ),
        ('{"a": 1 // one\n, "b": 2 /* two */, # three\n "c": 3}', {"a": 1, "b": 2, "c": 3}),
        ('{"a": "line one\nline two\tend\r\n"}', {"a": "line one\nline two\tend\r\n"}),
        ("{“a”: “it’s fine”}", {"a": "it’s fine"}),
        ("{„a“: „b“}", {"a": "b"}),
        ("{‘a’: ‘b’}", {"a": "b"}),
        ('{\u00a0"a":\u00a01,\u2003"b":\ufeff2}', {"a": 1, "b": 2}),
        ('{"a": "b",\n}', {"a": "b"}),
        ('{"a": "", }', {"a": ""}),
        ('{"a": [], "b": {}, }', {"a": [], "b": {}}),
        ('{"n": -0.5e3, "m": 12345678901234567890, }', {"n": -500.0, "m": 12345678901234567890}),
    ],
)
def test_one_reading_is_taken_and_noted(text: str, value: object) -> None:
    reading = read_object(text)
    assert json.dumps(reading.value) == json.dumps(value)
    assert len(reading.notes) == 1


def test_the_note_names_every_repair() -> None:
    (note,) = read_object("{'a': True,}").notes
    assert "single quotes" in note
    assert "Python constant" in note
    assert "comma" in note


@pytest.mark.parametrize(
    "text",
    [
        "`date` ``` ~~~",
        "</think> <think>",
        "{} [] }, ]",
        "// no # comment /* here */",
        "“x” ‘y’ it’s 'z'",
        "True, None, NaN,",
        " spaces   and,  commas ,}",
        'a \\" quote',
        "C:\\\\dir\\\\n",
        "\u00a0",
    ],
)
def test_the_text_of_a_string_is_never_touched_by_a_repair(text: str) -> None:
    wanted = json.loads(f'"{text}"')
    assert read_object(f'{{"a": "{text}", }}').value == {"a": wanted}
    assert read_object(f'{{"a": "{text}", "b": True}}').value == {"a": wanted, "b": True}


@pytest.mark.parametrize(
    "text",
    [
        '{"text": "He said "go", "now", and left", "to": "Ann"}',
        "{“text”: “it’s „fine“ now”}",
        '{“a”: “x", "b": "y”}',
        "{'a': 'it's'}",
        "{‘a’: ‘it’s’}",
        '{"a": “x”y}',
        '{"a" "b"}',
        '{"a": 1 "b": 2}',
        '{a: "b"}',
        '{"a": ...}',
        '{"a": undefined}',
        '{"a": TRUE}',
        '{"a": 01}',
        '{"a": +1}',
        '{"a": .5}',
        '{"a": 1.}',
        '{"a": 0x1F}',
        '{"a": 1_000}',
        '{"a":,}',
        '{"a": 1,,}',
        "{,}",
        '{"a": [,]}',
        '{"a": "\\x"}',
        '{"a": "b\\\nc"}',
        '{"a": "b" /* never closed }',
        '{"a": 1} {"b": 2}',
        '{"a": 1',
        '{"a": "b',
        "[1]",
        '"a"',
        "",
    ],
)
def test_what_has_no_single_reading_is_refused(text: str) -> None:
    assert kind(text) == "syntax"


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_a_number_that_json_does_not_have_is_refused_also_in_a_repaired_text(number: str) -> None:
    assert kind(f'{{"a": {number}}}') == "syntax"
    assert kind(f'{{"a": {number}, }}') == "syntax"
    assert f"{number} is not a JSON value" in message(f'{{"a": {number}}}')
    assert f"{number} is not a JSON value" in message(f'{{"a": {number}, }}')
    assert f"{number} is not a JSON value" in message(f"{{'a': {number}}}")


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', '{"x": {"a": 1, "a": 1}}', "{'a': 1, 'a': 2}"])
def test_a_key_that_stands_twice_is_refused(text: str) -> None:
    assert kind(text) == "duplicate_key"
    assert "`" not in message(text)
    assert "'a'" in message(text)


def test_keys_that_only_differ_in_a_lone_surrogate_stand_twice() -> None:
    assert kind(r'{"\ud83d": 1, "\ud83e": 2}') == "duplicate_key"


@pytest.mark.parametrize(
    "text",
    [
        '{"n": 1e999}',
        '{"n": -1e999, }',
        '{"n": ' + "9" * 5_000 + "}",
        '{"n": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"n": ' + "[" * 100_000,
        '{"n":' * MAX_DEPTH + '{"a": 1}' + "}" * MAX_DEPTH,
    ],
)
def test_what_no_decoder_can_hold_is_too_large(text: str) -> None:
    assert kind(text) == "too_large"


def test_a_decoder_that_runs_out_of_stack_is_no_crash(monkeypatch: pytest.MonkeyPatch) -> None:
    class Decoder:
        def decode(self, text: str) -> object:
            raise RecursionError

    monkeypatch.setattr("op_runtime.menu.tolerant._DECODER", Decoder())
    assert kind("{}") == "too_large"


def test_nesting_up_to_the_limit_is_read() -> None:
    text = '{"n":' * (MAX_DEPTH - 2) + '{"a": [1]}' + "}" * (MAX_DEPTH - 2)
    assert json.dumps(read_object(text).value).count("{") == MAX_DEPTH - 1


def test_brackets_in_strings_do_not_nest() -> None:
    assert read_object('{"a": "' + "[" * 1_000 + '"}').value == {"a": "[" * 1_000}


def test_a_lone_surrogate_becomes_the_replacement_character() -> None:
    reading = read_object(r'{"ok": "\ud83c\udf78", "bad": "\ud83d"}')
    assert reading.value == {"ok": "\U0001f378", "bad": "\ufffd"}
    assert "U+FFFD" in reading.notes[0]
    assert read_object('{"a": "\ud83d", "\udc00": [{"b": "\udfff"}]}').value == {
        "a": "\ufffd",
        "\ufffd": [{"b": "\ufffd"}],
    }
    json.dumps(reading.value, ensure_ascii=False).encode()


def test_cleaning_keeps_the_length() -> None:
    assert clean("a\ud800b") == "a\ufffdb"
    assert clean("é\U0001f378") == "é\U0001f378"


def test_the_message_shows_the_place_and_what_to_do_and_no_offsets() -> None:
    said = message('{"call": "say", "args": {"text": "He said "go", "now", and left", "to": "Ann"}}')
    assert 'He said "go"' in said
    assert r"\"" in said
    assert "line" not in said
    assert "column" not in said
    assert "straight double quotes" in message("{“text”: “it’s „fine“ now”}")


def test_a_cut_object_is_never_completed() -> None:
    with pytest.raises(UnreadableError) as caught:
        read_cut('{"a": {"b": 1')
    assert caught.value.kind == "truncated"
    with pytest.raises(UnreadableError) as caught:
        read_cut('{"a": ' + "[" * 100_000)
    assert caught.value.kind == "too_large"


def test_a_long_object_is_only_read_strictly() -> None:
    long = "x" * MAX_REPAIR
    assert read_object(f'{{"a": "{long}"}}').value == {"a": long}
    assert kind(f'{{"a": "{long}", }}') == "syntax"
    assert len(read_object('{"a": [' + "1, " * (MAX_TOKENS // 4) + "]}").value["a"]) == MAX_TOKENS // 4
    assert kind('{"a": [' + "1, " * MAX_TOKENS + "]}") == "syntax"


def test_without_the_library_only_strict_json_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "json_repair", None)
    assert read_object('{"a": 1}').value == {"a": 1}
    assert kind('{"a": 1, }') == "syntax"


def test_the_library_alone_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    import json_repair

    for other in ({}, {"a": True}, {"a": 1, "b": 2}, [{"a": 1}], "", None):
        monkeypatch.setattr(json_repair, "loads", lambda text, other=other, **_: other)
        assert kind('{"a": 1, }') == "syntax"


def test_the_library_is_not_shown_the_text_of_strings(monkeypatch: pytest.MonkeyPatch) -> None:
    import json_repair

    shown: list[str] = []
    real = json_repair.loads
    monkeypatch.setattr(json_repair, "loads", lambda text, **options: shown.append(text) or real(text, **options))
    assert read_object('{"key": "a text\\n", }').value == {"key": "a text\n"}
    assert "key" not in shown[0]
    assert "text" not in shown[0]
