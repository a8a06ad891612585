from __future__ import annotations

import random

import pytest

from op_lint.files import Lines
from op_lint.imports import Import
from op_lint.index import Index


def index(text: str) -> Index:
    return Index(Lines(text))


def kinds(text: str, name: str = "x") -> list[str]:
    """How the module's own scope binds a name, in order."""
    found = index(text)
    return [binding.kind for binding in found.bindings(found.root, name)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = 1\nx: int = 2\nx: int\nx += 1", ["assign", "assign", "declare", "augment"]),
        ("a = x = 1", ["assign"]),
        ("a, (x, *b) = y\n[c, *x] = z", ["unpack", "unpack"]),
        ("for a, x in y: pass", ["loop"]),
        ("with a as x: pass\ntry: pass\nexcept E as x: pass", ["other", "other"]),
        ("del x\nimport x\nimport x.y\nimport y as x\nfrom y import x, z as x", ["delete", *["import"] * 5]),
        ("from y import x as z\nimport y.x\nfrom x import z", []),
        ("def x(): pass\nclass x: pass", ["def", "class"]),
        ("print(x, y=x, x=1)\nz.x = 1\nx[0] = 1\nx.z = 2", []),
        ("print([x for x in y], lambda x: x, (x := 1))", ["walrus"]),
        ("def f(x, *, y=x):\n    x = 1", []),
        ("def f():\n    global x\n    x = 1\nx = 2", ["assign", "assign"]),
        ("type x = int", ["alias"]),
        ("match y:\n    case [x, *_]: pass\n    case A(b=x): pass\n    case {'k': x}: pass", ["other"] * 3),
        ("match y:\n    case a.x: pass\n    case x(): pass", []),
        ("if y:\n    x = 1", ["assign"]),
    ],
)
def test_every_form_that_binds_a_name_is_known_and_no_other(text: str, expected: list[str]) -> None:
    assert sorted(kinds(text)) == sorted(expected)


def test_each_scope_has_its_own_names() -> None:
    found = index("x = 1\ndef f(x=x) -> x:\n    def g():\n        x = 2\n    return [x for x in x]\n")
    functions = [node for node in found.root.children if node.type == "function_definition"]
    assert [binding.kind for binding in found.bindings(functions[0], "x")] == ["parameter"]
    assert [use.scope.type for use in found.uses("x")] == [
        "module",
        "module",
        "list_comprehension",
        "list_comprehension",
    ]


def test_a_class_body_is_seen_only_from_itself() -> None:
    found = index("class A:\n    x = 1\n    @x\n    def f(self):\n        return x\n")
    function = found.decorated()[0]
    assert [scope.type for scope in found.parent_scopes(function)] == ["function_definition", "module"]
    assert found.scope_of(found.decorated()[0]).type == "class_definition"


def test_imports_are_found_at_any_depth() -> None:
    found = index(
        "import a.b, c.d as e\nfrom .. import f\nfrom .g.h import i as j\n"
        "try:\n    from k import (l,\n  m)\nexcept E: pass\n"
        "def n():\n    from o import *\n"
    ).imports()
    assert [binding.imported for binding in found] == [
        Import("a", None, "a"),
        Import("c.d", None, "e"),
        Import("..", "f", "f"),
        Import(".g.h", "i", "j"),
        Import("k", "l", "l"),
        Import("k", "m", "m"),
        Import("o", None, "*"),
    ]


def test_names_are_those_that_python_gives() -> None:
    found = index("class A:\n    @x\n    def f(self):\n        @x\n        def g(): pass\n")
    assert [found.qualname(node) for node in found.decorated()] == ["A.f", "A.f.<locals>.g"]


def test_calls_are_found_by_name_and_by_attribute() -> None:
    found = index("make(1)\na.make(2)\na.b.make()\nmakes()\na['make']()\nmake\n")
    assert [found.text(node) for node in found.calls(["make", "other"])] == ["make(1)", "a.make(2)", "a.b.make()"]


GOOD = (
    '@tool(input={"q": {"description": "é"}})\ndef %s(q):\n    """Find."""\n    return decide("Now?", {"a": 1})\n\n\n'
)


@pytest.mark.parametrize(
    "broken",
    [
        '@tool(input={"n": {"desc\n',
        '@tool(input={"n": {"description": "x"\ndef half(n):\n    pass\n',
        'def half(n:\n    """Half."""\n',
        'def half(n):\n    """Half.\n    return 1\n',
        "def half(n):\n    return decide('x', {'a': \n",
        "x = decide('x', [\n",
        "class Half(:\n    x = 1\n",
        "def half(n):\n    return tool.\n",
    ],
)
def test_a_broken_statement_costs_the_others_nothing(broken: str) -> None:
    found = index(GOOD % "one" + broken + "\n\n" + GOOD % "two" + GOOD % "three")
    names = [found.qualname(node) for node in found.decorated() if node.child_by_field_name("name")]
    assert [name for name in names if name != "half"] == ["one", "two", "three"]
    assert len(found.broken) == 1
    start = len((GOOD % "one").encode())
    assert found.broken[0][0] == start
    assert found.broken[0][1] <= start + len(broken.encode()) + 2


def test_a_sound_file_has_no_broken_statement() -> None:
    assert index(GOOD % "one" + 'x = """\ndef f(:\n"""\n').broken == []


def test_an_edited_tree_equals_a_fresh_one() -> None:
    chance = random.Random(4)
    text = (GOOD % "one") * 3
    found = index(text)
    for _ in range(150):
        start = chance.randrange(len(text) + 1)
        end = min(len(text), start + chance.choice([0, 0, 1, 5, 40]))
        text = text[:start] + chance.choice(["", "x", "é", "\n", "(", '"', "]", "    y = 1\n", "🎉"]) + text[end:]
        found = found.edited(Lines(text))
        fresh = index(text)
        outline = found.statements.all
        assert (str(found.root), found.broken, outline) == (str(fresh.root), fresh.broken, fresh.statements.all), text


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("def f():\n# margin\n", "def f():\n# margin\n    x = 1\n"),
        ("def f():\n# margin\n\nclass A:\n    x = 1\n", "def f():\n# marginlass A:\n    x = 1\n"),
        ("\nx = 1\n", "*a,\nx = 1\n"),
        ("a,  # more\nfoo(1)\n", "a,  # more\nfoo = 1\n"),
        ("(a)\n\n# more\nb = 1\n", "(a),\n\n# more\nb = 1\n"),
        ("class A:\n    x = 1\n", "class A:\n*a, \n    y = 1\n"),
        ("x = 1 \\\ny = 2\nz = 3\n", "x = 1 \\\ny = 2\nz = 3\nfrom kit import (a,\n"),
        ("x = 1 \\\ndef f(a): pass\nz = (\n", "x = 1 \\\ndef f(ab): pass\nz = (\n"),
        ('y = 1\nx = """\ndef f():\n"""\n', 'y = \nx = """\ndef f():\n"""\n'),
    ],
)
def test_an_edit_that_joins_what_stands_around_it_is_followed(before: str, after: str) -> None:
    for old, new in ((before, after), (after, before)):
        found, fresh = index(old).edited(Lines(new)), index(new)
        assert (str(found.root), found.broken) == (str(fresh.root), fresh.broken)
        assert found.statements.all == fresh.statements.all


FOLLOWING = {
    "decorated": '@wrap(input={"a": {}})\ndef after(a):\n    """Do "it"."""\n    return a\n',
    "plain": 'def after(a):\n    """Do it."""\n    return {"a": a}\n',
    "behind values": 'TABLE = {"a": ("b", "c")}\nprint(TABLE)\nasync def after(a):\n    return a\n',
}


@pytest.mark.parametrize("following", FOLLOWING.values(), ids=FOLLOWING)
@pytest.mark.parametrize(
    "broken",
    ["class Draft(", "class Draft(]", "def f(a, b", "@wrap(", "@wrap.", "x = {", "x = [i for i in", "f(*", "if (",
     '"""', 'x = f"""a {', 'x = {"a": """b', "class A:\n    x = {", 'def f():\n    """Text', "    indented = ("],
)  # fmt: skip
def test_what_stands_around_a_broken_statement_is_found(broken: str, following: str) -> None:
    found = index(f"@wrap\ndef before():\n    return 1\n\n{broken}\n\n{following}")
    names = ("before", "after")
    assert all([each.kind for each in found.bindings(found.root, name)] == ["def"] for name in names)
    assert all(len(found.bindings(found.root, name)) == 1 for name in names)
    assert len(found.decorated()) == 1 + (following[0] == "@")
