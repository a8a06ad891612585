from __future__ import annotations

import random
import time

import pytest
from op_runtime.menu import Unknown

from op_lint.analysis import Project, analyze
from op_lint.facts import FileFacts
from op_lint.files import Lines, decode
from op_lint.read.expr import Range

HEAD = "from op_runtime import agentic_function, decision\n\n\n"
ONE = """\
@agentic_function(input={"q": {"description": "words"}})
def %s(q: str, runtime=None) -> str:
    '''Find pages.'''
    return decision.make("Pick.", {"a": 1, "b": (2, "two")})


"""


def facts(text: str) -> FileFacts:
    return analyze(text, "/nowhere/main.py", Project("/nowhere"))


def shown(text: str, where: Range) -> str:
    return Lines(text).slice(where)


def test_a_file_that_names_nothing_of_ours_is_not_relevant() -> None:
    assert facts("import os\n\n\ndef f():\n    return os.name\n") == FileFacts(
        "/nowhere/main.py", (), (), (), False, {}
    )


def test_each_part_of_a_menu_has_its_place() -> None:
    text = (
        'from op_runtime import decision, Option\nMORE = {"é": (3, "three")}\ndef f(): ...\n'
        'decision.make("Pick.", {"🎉": f, "s": ("Why.", {"x": str, "y": [{"z": int}]}), **MORE, '
        '"o": Option.function(f, "Go.")})\n'
    )
    result = facts(text).decisions[0].result
    places = {path: shown(text, place.range) for path, place in result.sources.items()}
    assert places == {
        (0,): '"🎉": f',
        (0, "name"): '"🎉"',
        (0, "handler"): "f",
        (1,): '"s": ("Why.", {"x": str, "y": [{"z": int}]})',
        (1, "name"): '"s"',
        (1, "description"): '"Why."',
        (1, "handler"): '{"x": str, "y": [{"z": int}]}',
        (1, "schema", "x"): "str",
        (1, "schema", "y"): '[{"z": int}]',
        (1, "schema", "y", "[]", "z"): "int",
        (2,): '"é": (3, "three")',
        (2, "name"): '"é"',
        (2, "handler"): "3",
        (2, "description"): '"three"',
        (3,): '"o": Option.function(f, "Go.")',
        (3, "name"): '"o"',
        (3, "handler"): "f",
        (3, "description"): '"Go."',
    }


def test_a_wrong_container_has_the_error_of_the_runtime() -> None:
    found = facts(HEAD + 'decision.make("Pick.", ["a", "a"])\ndecision.make("Pick.", 3)\n').decisions
    assert [each.result.error_type for each in found] == ["ValueError", "TypeError"]
    assert found[0].result.error is not None
    assert found[0].result.error.startswith("two options are named 'a'")


def test_the_function_around_a_decision_is_known() -> None:
    found = facts(HEAD + ONE % "find" + 'decision.make("Pick.", ["a"])\n')
    inside, outside = found.decisions
    assert inside.function is found.functions[0]
    assert outside.function is None
    assert isinstance(inside.prompt.value if inside.prompt else None, str)  # type: ignore[union-attr]


def test_the_half_typed_statement_is_reported_once_and_costs_the_others_nothing() -> None:
    text = HEAD + ONE % "find" + '@agentic_function(input={"n": {"desc\n'
    found = facts(text)
    assert [function.name for function in found.functions] == ["find"]
    assert len(found.decisions) == 1
    assert [(problem.kind, problem.range.start_line) for problem in found.problems] == [("syntax", 9)]


def test_what_follows_a_broken_statement_is_read_too() -> None:
    broken = "def half(:\n    x = [1,\n\n\n"
    found = facts(HEAD + ONE % "one" + broken + ONE % "two" + "x = (\n\n\n" + ONE % "three")
    assert [function.name for function in found.functions] == ["one", "two", "three"]
    assert [problem.kind for problem in found.problems] == ["syntax", "syntax"]


def test_a_cut_anywhere_leaves_the_statements_before_it_as_they_were() -> None:
    names = ["a", "b", "c", "d"]
    text = HEAD + "".join(ONE % name for name in names)
    chance = random.Random(7)
    sound = {function.name: function for function in facts(text).functions}
    for cut in (chance.randrange(len(text)) for _ in range(120)):
        done = (cut - len(HEAD)) // len(ONE % "a")
        found = {function.name: function for function in facts(text[:cut]).functions}
        for name in names[: max(done, 0)]:
            assert found[name] == sound[name]


@pytest.mark.parametrize(
    "bad",
    [
        "x = " + "[" * 2000 + "]" * 2000,
        "x = " + "[" * 20_000,
        "x = " + "+".join(["y"] * 600),
        "x = '" + "a" * 1_000_000 + "'",
        "x = " + "(" * 150 + ")" * 150,
        "\x0cx = 1",
        "x = 1 if y else(lambda: 2)",
        "if x:\n\t y = 1\n        z = 2",
    ],
    ids=["brackets", "open brackets", "sum", "long line", "parentheses", "form feed", "else(lambda", "tabs"],
)
def test_a_hostile_statement_harms_neither_the_process_nor_the_others(bad: str) -> None:
    started = time.process_time()
    found = facts(HEAD + ONE % "one" + bad + "\n\n\n" + ONE % "two")
    assert [function.name for function in found.functions] == ["one", "two"]
    assert len(found.problems) <= 1
    assert time.process_time() - started < 20


@pytest.mark.parametrize(
    "value",
    ["[" * 150 + "]" * 150, "+".join(["'a'"] * 600), "(lambda: 'a') if quick else(lambda: 'b')"],
    ids=["brackets", "sum", "else(lambda"],
)
def test_what_libcst_cannot_read_is_one_problem_and_the_rest_is_read(value: str) -> None:
    text = HEAD + f'@agentic_function(input={{"q": {value}}})\ndef bad(q: str): ...\n\n\n' + ONE % "good"
    found = facts(text)
    assert [function.name for function in found.functions] == ["good"]
    assert [problem.kind for problem in found.problems] == ["skipped"]


def test_a_container_that_libcst_cannot_read_is_one_problem_however_often_it_is_used() -> None:
    text = HEAD + "OPTIONS = {'a': " + "[" * 150 + "]" * 150 + "}\n" + 'decision.make("Pick.", OPTIONS)\n' * 2
    found = facts(text)
    assert [(problem.kind, problem.range.start_line) for problem in found.problems] == [("skipped", 3)]
    assert [each.result.unknown is not None for each in found.decisions] == [True, True]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_line_breaks_of_every_kind_give_the_same_places(newline: str) -> None:
    text = HEAD + "# é🎉\n" + ONE % "find"
    plain, other = facts(text), facts(text.replace("\n", newline))
    assert other.functions == plain.functions
    assert [each.range for each in other.decisions] == [each.range for each in plain.decisions]


def test_encodings_and_byte_order_marks_are_read() -> None:
    for data in (
        b"# -*- coding: latin-1 -*-\n" + (HEAD + ONE % "find").replace("words", "w\xf6rter").encode("latin-1"),
        b"\xef\xbb\xbf" + (HEAD + ONE % "find").encode(),
    ):
        found = analyze(decode(data), "/nowhere/main.py", Project("/nowhere"))
        assert [function.name for function in found.functions] == ["find"]


def test_newer_syntax_is_no_error() -> None:
    text = (
        HEAD + 'type Words = list[str]\n\n\n@agentic_function(input={"w": {"description": "words"}})\n'
        "def first[T](w: Words, fallback: T, runtime=None) -> str | T:\n"
        '    """Take the first word."""\n    try:\n        return t"{w[0]}"\n'
        "    except IndexError, KeyError:\n        return fallback\n\n\nclass A[T: int = str]: pass\n"
    )
    found = facts(text)
    assert found.problems == ()
    described = found.described["first"]
    assert not isinstance(described, Unknown)
    assert [field.field.schema.display() for field in described.visible] == ["list[str]", "Any"]


def test_an_import_for_type_checkers_only_is_what_it_is_at_run_time() -> None:
    text = (
        "from __future__ import annotations\nfrom typing import TYPE_CHECKING\n" + HEAD + "if TYPE_CHECKING:\n"
        "    from op_runtime import Runtime\n    from shop import Order\n\n\n@agentic_function\n"
        "def find(q: str, order: Order, runtime: Runtime):\n    pass\n"
    )
    described = facts(text).described["find"]
    assert not isinstance(described, Unknown)
    assert [(each.name, each.field.schema.display()) for each in described.visible] == [
        ("q", "str"),
        ("order", "Order"),
    ]


def test_facts_of_one_text_are_equal_each_time() -> None:
    text = HEAD + ONE % "find" + "class A:\n    @agentic_function\n    def m(self, x: int): ...\n"
    assert facts(text) == facts(text)
    assert [function.is_method for function in facts(text).functions] == [False, True]
