"""Source in which each thing asks the one before it twice: what would take for ever is unknown, the rest is shown."""

from __future__ import annotations

import pytest

from op_lint.analysis import Project, analyze
from op_lint.previews import previews

HEAD = "from op_runtime import agentic_function, decision\n"
TYPED = "@agentic_function(input={'q': {'description': 'Words.'}})\ndef find(q: T24, runtime=None):\n    'Find.'\n"


def chain(first: str, then: str) -> str:
    """25 statements; in each but the first, ``old`` is the name of the one before it and ``new`` its own."""
    rest = [then.replace("new", f"T{number}").replace("old", f"T{number - 1}") for number in range(1, 25)]
    return HEAD + "\n".join([first.replace("new", "T0"), *rest]) + "\n"


def shown(text: str) -> str:
    (only,) = previews(analyze(text, "/nowhere/desk.py", Project("/nowhere")))
    assert only.text is not None
    return only.text


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (chain("def new(): return {'a': 'A'}", "def new(): return old() | old()"), "T24()"),
        (chain("def new(x): return x", "def new(x): return old(old(x))"), "T24({'a': 'A'})"),
        (chain("new = {'a': 'A'}", "new = {**old, **old}"), "T24"),
    ],
)
def test_options_that_take_too_many_steps_are_unknown_in_their_place(text: str, options: str) -> None:
    menu = shown(f"{text}decision.make('Pick one.', {{'first': 'First.', **{options}}})\n")
    assert menu.startswith("first()")
    assert "<unknown: " in menu


@pytest.mark.parametrize(
    "text",
    [
        chain("new = int", "new = dict[str, old | list[old]]"),
        chain("class new(TypedDict): a: int", "class new(TypedDict):\n    a: old\n    b: old").replace(
            "\n", "\nfrom typing import TypedDict\n", 1
        ),
    ],
)
def test_types_that_take_too_many_steps_are_unknown(text: str) -> None:
    assert "it takes too many steps to work it out" in shown(text + TYPED)


def test_many_options_that_are_each_a_name_are_shown() -> None:
    text = HEAD + "".join(f"N{number} = 'Number {number}.'\n" for number in range(2000))
    options = ", ".join(f"'n{number}': N{number}" for number in range(2000))
    assert "<unknown: " not in shown(f"{text}decision.make('Pick one.', {{{options}}})\n")


def test_each_decision_of_a_function_may_take_its_own_steps() -> None:
    many = chain("def new(): return {'a': 'A'}", "def new(): return old() | old()")
    body = "    decision.make('Pick one.', T23())\n    return decision.make('Pick one.', {'b': T0, 'c': 'C'})\n"
    facts = analyze(f"{many}def ask(runtime):\n{body}", "/nowhere/desk.py", Project("/nowhere"))
    last = facts.decisions[1].result.menu
    assert last is not None
    assert last.names == ("b", "c")
