from __future__ import annotations

import subprocess
import sys

import pytest

from op_lint.files import Lines
from op_lint.index import Index
from op_lint.read import expr as ir
from op_lint.read.definition import Definition
from op_lint.read.reader import Reader, SkippedError


def value(text: str) -> ir.Expr:
    """The expression on the right of an assignment that starts at line 1, column 4."""
    lines = Lines("\nx = " + text + "\n")
    node = Index(lines).root.children[0].children[0].child_by_field_name("right")
    assert node is not None
    return Reader().expression(lines, node)


def definition(text: str) -> Definition:
    lines = Lines(text)
    return Reader().definition(lines, Index(lines).decorated()[0])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"'a\tb'", "a\tb"),
        (r"r'a\tb'", r"a\tb"),
        ("'a' \"b\" '''c'''", "abc"),
        ("b'a' b'b'", b"ab"),
        (
            r"'\N{BULLET}\u00e9\x41\101\
z'",
            "•éAAz",
        ),
        (r"'\d'", r"\d"),
        ("1_000", 1000),
        ("0x10", 16),
        ("1e3", 1000.0),
        ("2j", 2j),
        ("None", None),
        ("True", True),
        ("'''a\r\nb'''", "a\nb"),
    ],
)
def test_a_literal_has_the_value_that_python_gives_it(text: str, expected: object) -> None:
    node = value(text)
    assert isinstance(node, ir.Constant)
    assert (type(node.value), node.value) == (type(expected), expected)


def test_an_fstring_is_its_parts_and_braces_are_unescaped() -> None:
    node = value(r"""'a' f"{{b}}\t{c}{d!r}{e:>3}{f!s}" rf'\t'""")
    assert isinstance(node, ir.FString)
    assert "".join(part for part in node.parts if isinstance(part, str)) == "a{b}\t\\t"
    fields = [part for part in node.parts if not isinstance(part, str)]
    assert [type(field).__name__ for field in fields] == ["Name", "Formatted", "Formatted", "Formatted"]
    formatted = [(field.conversion, field.spec) for field in fields if isinstance(field, ir.Formatted)]
    assert formatted == [("r", ()), (None, (">3",)), ("s", ())]


def test_a_field_with_an_equals_sign_shows_its_own_source() -> None:
    node = value("f'{ a + 1 = }{b=:>3}'")
    assert isinstance(node, ir.FString)
    first, second, third, fourth = node.parts
    assert (first, third) == (" a + 1 = ", "b=")
    assert isinstance(second, ir.Formatted)
    assert isinstance(fourth, ir.Formatted)
    assert (second.conversion, fourth.conversion, fourth.spec) == ("r", None, (">3",))


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ('{"é": "🎉"}', (1, 4), (1, 14)),
        ('(\n  {"a":\n 1}\n)', (2, 2), (3, 3)),
        ('{"a":\r 1}', (1, 4), (2, 3)),
        ("f(\f1)", (1, 4), (1, 9)),
    ],
)
def test_ranges_are_those_of_the_document_without_outer_parentheses(
    text: str, start: tuple[int, int], end: tuple[int, int]
) -> None:
    node = value(text)
    assert node.range == ir.Range(*start, *end)


def test_a_definition_is_its_decorators_signature_and_docstring() -> None:
    found = definition(
        "class A:\n\n"
        '\t@tool(input={"q": {}})\n'
        "\t# a remark\n"
        "\tasync def find(self, a, /, q: 'str' = None, *rest, k=[1], **more) -> int:  # why\n"
        "\t\t# another\n"
        "\t\t'Find' ' it.'; x = 1\n"
        "\t\treturn x\n"
    )
    assert (found.name, found.is_async, found.name_range) == ("find", True, ir.Range(4, 11, 4, 15))
    assert [(param.name, param.kind, param.default_text) for param in found.params] == [
        ("self", "positional_only", None),
        ("a", "positional_only", None),
        ("q", "positional_or_keyword", "None"),
        ("rest", "var_positional", None),
        ("k", "keyword_only", "[1]"),
        ("more", "var_keyword", None),
    ]
    assert found.docstring is not None
    assert (found.docstring.value, found.docstring.range) == ("Find it.", ir.Range(6, 2, 6, 15))
    assert found.decorators[0].range == ir.Range(2, 2, 2, 23)


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ('"""Do."""', "string"),
        ('f"Do {x}."', "f-string"),
        ('b"Do."', "bytes"),
        ('"Do" + "."', "expression"),
        ('"Do {}.".format(1)', "expression"),
        ("run()", None),
        ("return 'x'", None),
        ("...", None),
        ("x = 'a'", None),
    ],
)
def test_the_first_statement_is_taken_where_it_stands_for_a_docstring(body: str, kind: str | None) -> None:
    found = definition(f"@tool\ndef f(): {body}\n").docstring
    assert (found.kind if found else None) == kind
    assert found is None or (found.value is not None) == (kind == "string")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 101 + "]" * 101,
        "[" * 2000 + "]" * 2000,
        "+".join(["x"] * 600),
        "not " * 20_000 + "x",
        "lambda: " * 4000 + "x",
        "x if y else " * 5000 + "x",
        "x" + ".a" * 5000,
        '(lambda: "a") if quick else(lambda: "b")',
    ],
)
def test_what_would_harm_libcst_is_refused_and_the_process_lives(text: str) -> None:
    with pytest.raises(SkippedError) as caught:
        value(text)
    assert caught.value.range.start_line == 1
    assert caught.value.message.startswith(("this nests too deep", "this is too long", "op-lint cannot read this"))


def test_a_hundred_brackets_are_read() -> None:
    assert isinstance(value("[" * 100 + "]" * 100), ir.Sequence)


def test_a_slice_is_read_once_wherever_it_stands() -> None:
    reader = Reader()
    lines = Lines('a = {"x": 1}\nif b:\n    a = {"x": 1}\n')
    index = Index(lines)
    for scope_line in (0, 2):
        node = next(
            binding.value for binding in index.bindings(index.root, "a") if binding.node.start_point[0] == scope_line
        )
        assert node is not None
        assert reader.expression(lines, node).range.start_line == scope_line
    assert len(reader.cache) == 1


def test_finding_needs_no_libcst() -> None:
    code = """
import sys
from op_lint.files import Lines
from op_lint.index import Index
from op_lint.read.reader import Reader
Reader()
Index(Lines("@x\\ndef f(): pass\\n")).decorated()
assert "libcst" not in sys.modules
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_brackets_of_a_tuple_are_its_own_and_further_ones_are_not() -> None:
    assert value("((1, 2))").range == ir.Range(1, 5, 1, 11)
    assert value("1, 2").range == ir.Range(1, 4, 1, 8)
    assert value("()").range == ir.Range(1, 4, 1, 6)


def test_what_is_kept_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("op_lint.read.reader.MAX_KEPT", 20)
    reader = Reader()
    for number in range(40):
        lines = Lines(f"x = {number}\n")
        value = Index(lines).root.named_children[0].named_children[0].child_by_field_name("right")
        assert value is not None
        assert reader.expression(lines, value) == ir.Constant(ir.Range(0, 4, 0, 4 + len(str(number))), number)
    assert sum(map(len, reader.cache)) <= 20


def test_what_is_asked_for_again_outlives_what_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("op_lint.read.reader.MAX_KEPT", 60)
    reader = Reader(
        kept=lambda: {"from an earlier process": "too long", "stays": ir.Name(ir.Range(0, 0, 0, 5), "stays")}
    )
    for number in range(40):
        for text in ("stays", f"typed_{number}"):
            lines = Lines(f"x = {text}\n")
            value = Index(lines).root.named_children[0].named_children[0].child_by_field_name("right")
            assert value is not None
            assert reader.expression(lines, value) == ir.Name(ir.Range(0, 4, 0, 4 + len(text)), text)
    typed = [f"typed_{number}" for number in range(40)]
    assert {*reader.cache} == {"stays", *typed[-6:]}
    reader.room = 20
    lines = Lines("x = last\n")
    value = Index(lines).root.named_children[0].named_children[0].child_by_field_name("right")
    assert value is not None
    reader.expression(lines, value)
    assert {*reader.cache} == {"last", "stays", "typed_39"}
