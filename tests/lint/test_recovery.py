"""Text that does not parse: the broken statement alone is lost, in a body only the broken line of it."""

from __future__ import annotations

import pytest

from op_lint.analysis import Project, analyze
from op_lint.facts import FileFacts

HEAD = '"""A desk."""\n\nfrom op_runtime import agentic_function, decision\n\n\n'
ONE = '@agentic_function\ndef {0}(q: str) -> str:\n    """Do {0}."""\n    return q\n\n\n'
LAST = 'def decide(runtime):\n    return decision.make("Pick.", [one, two], runtime=runtime)\n'


def read(text: str) -> FileFacts:
    return analyze(text, "/nowhere/desk.py", Project("/nowhere"))


def names(facts: FileFacts) -> list[str]:
    return [each.name for each in facts.functions]


@pytest.mark.parametrize(
    "broken",
    [
        "def (q: str) -> str:\n    return q\n",
        "def half -> str:\n    return 1\n",
        "half(q: str) -> str:\n    return q\n",
        " half(q: str) -> str:\n    return q\n",
        "def\n",
        "class Draft(\n",
        "class:\n    x = 1\n",
        "@agentic_function(input={\ndef half(q):\n    return q\n",
        '@agentic_function(\n    input={"q": {"description": "words"}}\n)\ndef half(q:\n    return q\n',
        "@agentic_function\nde half(q):\n    return q\n",
        'HALF = """\n\n',
        "HALF = {\n    'a': one,\n",
        "from kit import (one,\n",
        "if one\n    half = 1\nelse:\n    half = 2\n",
        "for each in one\n    half = 1\n",
        'def half():\n    """Half.""\n    return 1\n',
        "half = (one\n\n\nOTHER = [1]\n",
        "class Half:\n    x = [1\n",
    ],
)
def test_what_stands_above_and_below_a_broken_statement_is_read(broken: str) -> None:
    facts = read(HEAD + ONE.format("one") + broken + "\n\n" + ONE.format("two") + LAST)
    assert [each for each in names(facts) if each != "half"] == ["one", "two"]
    (made,) = facts.decisions
    assert made.result.menu is not None
    assert made.result.menu.names == ("one", "two")
    (problem,) = facts.problems
    assert 13 - 2 <= problem.range.start_line < 13 + broken.count("\n") - 1


@pytest.mark.parametrize(
    "line",
    [
        "print(options[",
        "for each in range(",
        "if options",
        "x = {'a': (",
        "options.",
        "with open(",
        'text = """',
        "def",
    ],
)
def test_the_other_statements_of_a_body_are_read(line: str) -> None:
    half = f'@agentic_function\ndef half(q: str, runtime=None):\n    """Half."""\n    options = [one]\n    {line}\n'
    asked = "    return decision.make('Pick.', options, runtime=runtime)\n\n\n"
    facts = read(HEAD + ONE.format("one") + half + asked + ONE.format("two") + LAST)
    assert names(facts) == ["one", "half", "two"]
    menus = [each.result.menu for each in facts.decisions]
    assert [menu.names for menu in menus if menu is not None] == [("one",), ("one", "two")]
    assert len(facts.problems) == 1


def test_what_opens_no_statement_any_more_costs_the_import_above_it_nothing() -> None:
    broken = "cl Mood(Enum):\n    GOOD = 1\n\n\n"
    facts = read(HEAD.rstrip() + "\n" + broken + ONE.format("one"))
    assert names(facts) == ["one"]
    assert [each.range.start_line for each in facts.problems] == [3]


def test_two_broken_statements_are_mended_each_in_its_own_way() -> None:
    half = "@agentic_function\ndef one(q: str) -> str:\n    return q\n    rest = (\n\n\n"
    facts = read(HEAD + half + ONE.format("two") + "def de):\n    return 1\n\n\n" + ONE.format("three"))
    assert names(facts) == ["one", "two", "three"]


def test_a_broken_method_costs_the_other_methods_nothing() -> None:
    method = '    @agentic_function\n    def {}(self, q: str) -> str:\n        """Do."""\n        return q\n\n'
    desk = "class Desk:\n" + method.format("one") + "    def half(self, x=[\n\n" + method.format("two") + "\n"
    facts = read(HEAD + desk + ONE.format("three"))
    assert names(facts) == ["one", "two", "three"]


def test_statements_in_a_sound_string_are_text() -> None:
    code = "CODE = '''\nimport kit\n" + ONE.format("text") * 20 + "'''\n\n\n"
    facts = read(HEAD + ONE.format("one") + code + "def (:\n\n\n" + ONE.format("two") + LAST)
    assert names(facts) == ["one", "two"]


def test_many_broken_statements_cost_the_sound_ones_nothing() -> None:
    facts = read(HEAD + ("def (:\n    pass\n\n\n" + ONE.format("one")) * 60)
    assert names(facts) == ["one"] * 60
    assert len(facts.problems) == 60


def test_a_line_that_a_backslash_joins_to_a_statement_is_broken_alone() -> None:
    facts = read(HEAD + ONE.format("one") + "half = 1 \\\ndef plain(): pass\n\n\n" + ONE.format("two") + LAST)
    assert names(facts) == ["one", "two"]
    assert [each.range.start_line for each in facts.problems] == [11]


def test_sound_lines_that_a_backslash_joins_are_sound_beside_a_broken_statement() -> None:
    joined = "value = \\\none(1) + \\\ntwo(2)\n\n\n# ends in a backslash \\\n"
    facts = read(HEAD + ONE.format("one") + joined + ONE.format("two") + "def (:\n")
    assert names(facts) == ["one", "two"]
    assert len(facts.problems) == 1
