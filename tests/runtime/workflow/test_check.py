"""What the check says about planner code; « and » mark where."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from op_runtime.workflow import Problem, check


def marked(source: str) -> tuple[str, list[tuple[int, int, int, int]]]:
    """Give the source without its marks, and the ranges that they mark: lines and columns from 1, in characters."""
    ranges: list[tuple[int, int, int, int]] = []
    plain = ""
    start = (1, 1)
    for part in re.split("([«»])", source):
        lines = plain.split("\n")
        here = (len(lines), len(lines[-1]) + 1)
        if part == "«":
            start = here
        elif part == "»":
            ranges.append((*start, *here))
        else:
            plain += part
    return plain, ranges


def ranges_of(problems: tuple[Problem, ...]) -> list[tuple[int, int, int, int]]:
    return [(p.line, p.column, p.end_line, p.end_column) for p in problems]


def body(*lines: str) -> str:
    return "def workflow():\n" + "".join(f"    {line}\n" for line in lines)


FLAGGED = [
    ("OP601", body("«import os»", "return 1")),
    ("OP601", "«from os import path»\n" + body("return 1")),
    ("OP602", "«def workflow»(x):\n    return x\n"),
    ("OP602", "«def workflow»(*, x=1):\n    return x\n"),
    ("OP602", "«class workflow»:\n    pass\n"),
    ("OP602", body("return 1") + "«def workflow»():\n    return 2\n"),
    ("OP603", body("return «agnet»('x')")),
    ("OP603", body("return '中文' + «open»('x').read()")),
    ("OP603", body("return [«y» for x in [1]]")),
    ("OP603", body("[x for x in [1]]", "return «x»")),
    ("OP603", body("return [1 for x in «x»]")),
    ("OP603", "class A:\n    y = 1\n    def m(self):\n        return «y»\n" + body("return A()")),
    ("OP603", body("«goal» = goal('a', 'b')", "return goal")),
    ("OP605", body("return «(1).__class__»")),
    ("OP605", body("return «agent._x»")),
    ("OP605", body("return «getattr(1, '__class__')»")),
    ("OP501", body("return validate_and_retry(action=«agent('x')», check='c', retry=lambda: 1)")),
    ("OP501", body("return validate_and_retry(lambda: 1, 'c', «llm('x')»)")),
    ("OP501", body("return conditional('c', 'x', «agent('y')»)")),
    ("OP501", body("return conditional('c', if_false=«route('q', ['a', 'b'])»)")),
    ("OP501", body("return repeat_until(«goal('x', 'y')», 'c')")),
    ("OP501", body("return parallel([lambda: 1, «agent('x')»])")),
    ("OP501", body("return parallel([«agent(x)» for x in ['a']])")),
    ("OP501", body("return repeat_until(«pay('x')», 'c')")),
    ("OP502", body("return route('q', «[]»)")),
    ("OP502", body("return route('q', «['a']»)")),
    ("OP502", body("return route('q', «['a', 'b', 'A ']»)")),
    ("OP503", body("x = agent('y')", "return validate_and_retry(lambda: x, «len(x) > 3», lambda: x)")),
    ("OP503", body("return repeat_until(lambda: 1, «not 1»)")),
    ("OP503", body("return conditional(«True», 1, lambda: 1)")),
    ("OP504", body("return validate_and_retry(lambda: 1, 'c', lambda: 2, max_retries=«-1»)")),
    ("OP504", body("return repeat_until(lambda: 1, 'c', «0»)")),
    ("OP504", body("return goal('p', 'c', max_rounds=«'3'»)")),
    ("OP504", body("return goal('p', 'c', max_rounds=«True»)")),
    ("OP506", body("return parallel([«lambda: agent(x)» for x in ['a']])")),
    ("OP506", body("return parallel(«lambda: agent(x)» for x in ['a'])")),
    ("OP506", body("todo = []", "for x in ['a']:", "    todo.append(«lambda: agent(x)»)", "return parallel(todo)")),
    ("OP507", body("return repeat_until(«lambda x: x», 'c')")),
    ("OP507", body("return parallel([«lambda *, x: x»])")),
    ("OP604", body("x = agent('y')", "if «len(x) > 3»:", "    return 1", "return 2")),
    ("OP604", body("x = llm('y')", "return 1 if «'ja' in x.lower()» else 2")),
    ("OP604", body("x = 'a' + llm('y')", "while «x.startswith('b') and True»:", "    x = llm('z')", "return x")),
    ("OP604", body("lines = agent('y').split()", "if «len(lines) < 3»:", "    return 1", "return lines")),
]


@pytest.mark.parametrize(("code", "source"), FLAGGED)
def test_a_problem_is_found_exactly_where_it_is(code: str, source: str) -> None:
    plain, ranges = marked(source)
    problems = check(plain, ["pay"])
    assert [problem.code for problem in problems] == [code], list(map(str, problems))
    assert ranges_of(problems) == ranges
    assert problems[0].severity == ("warning" if code == "OP604" else "error")


SILENT = [
    body("return 1"),
    body("return validate_and_retry(lambda: agent('x'), 'c', lambda: agent('y'), max_retries=0)"),
    body("check = 'c' + str(len('x'))", "return repeat_until(lambda: 1, check)"),
    body("return repeat_until(lambda: 1, lambda r: len(r) > 3)"),
    body("return repeat_until(helper, 'c')") + "def helper(a=1):\n    return a\n",
    body("return conditional('c', if_true=make('x'))") + "def make(x):\n    return lambda: agent(x)\n",
    body("way = route('q', ['a', 'b'])", "if way == 'a':", "    return 1", "return 2"),
    body("rows = pay('x')", "if len(rows) > 3 or 'x' in rows:", "    return 1", "return 2"),
    body("names = ['a']", "if len(names) > 3:", "    return agent('x')", "return names"),
    body("return parallel([lambda x=x: agent(x) for x in ['a']])"),
    body("for x in ['a']:", "    y = repeat_until(lambda: agent(x), 'c')", "return y"),
    body("return [repeat_until(lambda: agent(x), 'c') for x in ['a']]"),
    body("return route('q', options)") + "options = ['a']\n",
    body("return parallel(max_workers=None, actions=[lambda: 1])"),
    body("return repeat_until(lambda a=1, *b, c=2: a, 'c')"),
    body(
        "match agent('x'):",
        "    case [a, *b]:",
        "        return a, b",
        "    case {'k': v, **rest}:",
        "        return v, rest",
    ),
    body("try:", "    x = 1", "except ValueError as error:", "    return str(error)", "return x"),
    body("def agent(x):", "    return x", "return repeat_until(agent(1), 'c')"),
    body("global total", "total = 1", "return total"),
    body("return [y for x in [[1]] if (y := x)]"),
    body("with thing() as (a, b):", "    return a, b") + "def thing():\n    return 1\n",
    "TOTAL: int = 3\ndef first(items: list) -> str:\n    return items[0]\n" + body("return first([TOTAL])"),
]


@pytest.mark.parametrize("source", SILENT)
def test_what_is_fine_is_not_reported(source: str) -> None:
    assert list(map(str, check(source, ["pay"]))) == []


def test_an_entry_that_is_missing_is_reported_at_the_beginning() -> None:
    assert ranges_of(check("x = 1\n")) == [(1, 1, 1, 1)]
    assert "there is none" in check("")[0].message


def test_an_async_entry_is_refused() -> None:
    assert [problem.code for problem in check("async def workflow():\n    return 1\n")] == ["OP602"]


def test_messages_say_what_to_do() -> None:
    assert "here; did you mean 'agent'? The names are agent, " in check(body("return agnet('x')"))[0].message
    assert "there is no 'zzz' here; the names are agent, " in check(body("return zzz"))[0].message
    assert check(body("return input()"))[0].message.startswith("there is no 'input' here: a workflow has no files")
    assert "no files" in check(body("return open('x')"))[0].message
    assert "bind it, lambda part=part: ..." in check(body("return [lambda: part for part in []]"))[0].message
    assert str(check(body("return y"))[0]).startswith("line 2, column 12: OP603 there is no 'y' here")


def test_an_unknown_name_is_reported_once() -> None:
    assert len(check(body("x = os.a", "return os.b"))) == 1


@pytest.mark.parametrize(
    "source",
    [
        "def workflow(:",
        "x = " + "(" * 5000,
        "x = " + "-" * 100_000 + "1",
        "x = 1\x00",
        "\ud800",
        "x" * 200_001,
        "a.b" * 9 + "!",
    ],
)
def test_what_is_not_python_is_one_problem(source: str) -> None:
    assert [problem.code for problem in check(source)] == ["OP001"]


def test_lines_end_where_python_says_that_they_end() -> None:
    source = "x = 'a\x0cb\u2028c'\r\ndef workflow():\r\n    return y\r\n"
    assert ranges_of(check(source)) == [(3, 12, 3, 13)]


@given(st.text(alphabet="def workflow():\n    return agent('x')[]{}«lambda: for in if é\t", max_size=120))
def test_the_check_never_fails_itself(source: str) -> None:
    for problem in check(source):
        assert problem.line >= 1
        assert problem.column >= 1
