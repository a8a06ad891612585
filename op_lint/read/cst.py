"""From libcst's tree of one slice to our own: the only module that knows libcst's reading side.

It is imported where a slice is read for the first time and never otherwise: libcst takes half a second to import.
"""

from __future__ import annotations

import ast
import re
import unicodedata
import warnings
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, cast

import libcst as cst

from op_lint.read import expr as ir
from op_lint.read.definition import Definition, Docstring
from op_lint.read.places import Place, places

_OPERATORS: Mapping[type[cst.CSTNode], str] = {
    cst.Add: "+", cst.Subtract: "-", cst.Multiply: "*", cst.Divide: "/", cst.FloorDivide: "//", cst.Modulo: "%",
    cst.Power: "**", cst.LeftShift: "<<", cst.RightShift: ">>", cst.BitAnd: "&", cst.BitOr: "|", cst.BitXor: "^",
    cst.MatrixMultiply: "@", cst.And: "and", cst.Or: "or", cst.Equal: "==", cst.NotEqual: "!=", cst.LessThan: "<",
    cst.LessThanEqual: "<=", cst.GreaterThan: ">", cst.GreaterThanEqual: ">=", cst.In: "in", cst.NotIn: "not in",
    cst.Is: "is", cst.IsNot: "is not", cst.Not: "not", cst.Minus: "-", cst.Plus: "+", cst.BitInvert: "~",
}  # fmt: skip


_PLAIN_STRING = re.compile(r"""("|')((?:(?!\1)[^\\\r\n])*)\1""")
"""A string whose value is what stands between its quotes; libcst compiles every other one to find out."""


def read_expression(text: str, first_line: int) -> ir.Expr:
    """The expression in ``text``, a module that holds nothing else; ``first_line`` (0-based) becomes line 0.

    Raises:
        Exception: whatever libcst raises for what it cannot read.
    """
    reader, module = _open(text, first_line)
    statement = cast(cst.SimpleStatementLine, module.body[-1])
    return reader.expression(cast(cst.Expr, statement.body[0]).value)


def read_definition(text: str) -> Definition:
    """The ``def`` in ``text``, whose first line is not part of it and is left out of the count.

    Raises:
        Exception: whatever libcst raises for what it cannot read.
    """
    reader, module = _open(text, 1)
    last = module.body[-1]
    node = cast(cst.IndentedBlock, last.body).body[0] if isinstance(last, cst.If) else last
    return reader.definition(cast(cst.FunctionDef, node))


def _open(text: str, first_line: int) -> tuple[_Reader, cst.Module]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an invalid escape in the user's string is not ours to warn of
        module = cst.parse_module(text)
    return _Reader(places(module), module, first_line), module


class _Reader:
    def __init__(self, positions: Mapping[cst.CSTNode, Place], module: cst.Module, first_line: int) -> None:
        self.positions = positions
        self.module = module
        self.shift = first_line

    def range(self, node: cst.CSTNode) -> ir.Range:
        start_line, start_column, end_line, end_column = self.positions[node]
        return ir.Range(start_line - self.shift, start_column, end_line - self.shift, end_column)

    def expression(self, node: cst.BaseExpression) -> ir.Expr:
        reader = _READERS.get(type(node))
        if reader is None:
            return ir.Other(self.range(node), "an expression")
        return reader(self, node)

    def definition(self, node: cst.FunctionDef) -> Definition:
        body: Any = node.body.body[0] if node.body.body else None
        if isinstance(body, cst.SimpleStatementLine):
            body = body.body[0]
        docstring = self.docstring(body.value) if isinstance(body, cst.Expr) else None
        return Definition(
            name=identifier(node.name.value),
            name_range=self.range(node.name),
            decorators=tuple(self.expression(each.decorator) for each in node.decorators),
            params=self.params(node.params),
            returns=self.expression(node.returns.annotation) if node.returns else None,
            docstring=docstring,
            is_async=node.asynchronous is not None,
        )

    def docstring(self, node: cst.BaseExpression) -> Docstring | None:
        expression = self.expression(node)
        if isinstance(expression, ir.Constant) and isinstance(expression.value, str):
            return Docstring("string", expression.value, expression.range, expression)
        if isinstance(expression, ir.Constant) and isinstance(expression.value, bytes):
            return Docstring("bytes", None, expression.range, expression)
        if isinstance(expression, ir.FString):
            kind: Literal["t-string", "f-string"] = "t-string" if expression.template else "f-string"
            return Docstring(kind, None, expression.range, expression)
        if isinstance(expression, ir.Other) and expression.what == "...":
            return None
        return Docstring("expression", None, expression.range, expression)

    def params(self, node: cst.Parameters) -> tuple[ir.Param, ...]:
        found = [self.param(each, "positional_only") for each in node.posonly_params]
        found += [self.param(each, "positional_or_keyword") for each in node.params]
        if isinstance(node.star_arg, cst.Param):
            found.append(self.param(node.star_arg, "var_positional"))
        found += [self.param(each, "keyword_only") for each in node.kwonly_params]
        if node.star_kwarg is not None:
            found.append(self.param(node.star_kwarg, "var_keyword"))
        return tuple(found)

    def param(self, node: cst.Param, kind: ir.ParameterKind) -> ir.Param:
        return ir.Param(
            name=identifier(node.name.value),
            kind=kind,
            annotation=self.expression(node.annotation.annotation) if node.annotation else None,
            default=self.expression(node.default) if node.default else None,
            range=self.range(node.name),
            default_text=self.module.code_for_node(node.default) if node.default else None,
        )

    def name(self, node: cst.Name) -> ir.Expr:
        constants = {"None": None, "True": True, "False": False}
        if node.value in constants:
            return ir.Constant(self.range(node), constants[node.value])
        return ir.Name(self.range(node), identifier(node.value))

    def number(self, node: cst.Integer | cst.Float | cst.Imaginary) -> ir.Expr:
        try:
            return ir.Constant(self.range(node), node.evaluated_value)
        except ValueError:  # an integer with more digits than Python converts
            return ir.Other(self.range(node), "a number")

    def string(self, node: cst.SimpleString) -> ir.Expr:
        plain = _PLAIN_STRING.fullmatch(node.value)
        if plain is not None:
            return ir.Constant(self.range(node), plain[2])
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ir.Constant(self.range(node), node.evaluated_value)
        except (SyntaxError, ValueError):
            return ir.Other(self.range(node), "a string that Python cannot read")

    def concatenation(self, node: cst.ConcatenatedString) -> ir.Expr:
        pieces: list[ir.Expr] = []
        rest: cst.BaseExpression = node
        while isinstance(rest, cst.ConcatenatedString):
            pieces.append(self.expression(rest.left))
            rest = rest.right
        pieces.append(self.expression(rest))
        where = self.range(node)
        values = [piece.value for piece in pieces if isinstance(piece, ir.Constant)]
        if len(values) == len(pieces):
            if all(isinstance(value, str) for value in values):
                return ir.Constant(where, "".join(cast("list[str]", values)), len(pieces))
            if all(isinstance(value, bytes) for value in values):
                return ir.Constant(where, b"".join(cast("list[bytes]", values)), len(pieces))
        parts: list[str | ir.Expr] = []
        for piece in pieces:
            if isinstance(piece, ir.FString):
                parts.extend(piece.parts)
            elif isinstance(piece, ir.Constant) and isinstance(piece.value, str):
                parts.append(piece.value)
            else:
                return ir.Other(where, "a string that Python cannot read")
        return ir.FString(
            where, tuple(parts), any(isinstance(piece, ir.FString) and piece.template for piece in pieces)
        )

    def fstring(self, node: cst.FormattedString | cst.TemplatedString) -> ir.Expr:
        parts = self.pieces(node.parts, raw="r" in node.start.lower())
        return ir.FString(self.range(node), parts, isinstance(node, cst.TemplatedString))

    def pieces(self, nodes: Sequence[cst.CSTNode], *, raw: bool) -> tuple[str | ir.Expr, ...]:
        parts: list[str | ir.Expr] = []
        for part in nodes:
            if isinstance(part, cst.FormattedStringText | cst.TemplatedStringText):
                text = part.value.replace("{{", "{").replace("}}", "}")
                parts.append(text if raw else _unescape(text))
                continue
            field = cast("cst.FormattedStringExpression | cst.TemplatedStringExpression", part)
            value = self.expression(field.expression)
            conversion = field.conversion
            spec = self.pieces(field.format_spec, raw=raw) if field.format_spec else ()
            if field.equal is not None:
                pieces = (field.whitespace_before_expression, field.expression, field.equal)
                parts.append("".join(self.module.code_for_node(each) for each in pieces))
                conversion = conversion or (None if spec else "r")
            parts.append(ir.Formatted(value.range, value, conversion, spec) if conversion or spec else value)
        return tuple(parts)

    def attribute(self, node: cst.Attribute) -> ir.Expr:
        return ir.Attribute(
            self.range(node), self.expression(node.value), identifier(node.attr.value), self.range(node.attr)
        )

    def subscript(self, node: cst.Subscript) -> ir.Expr:
        items: list[ir.Expr] = []
        for element in node.slice:
            if isinstance(element.slice, cst.Index):
                value = self.expression(element.slice.value)
                items.append(ir.Starred(value.range, value) if element.slice.star else value)
            else:
                items.append(self.slice(element.slice, self.range(element)))
        return ir.Subscript(self.range(node), self.expression(node.value), tuple(items))

    def slice(self, node: cst.BaseSlice, where: ir.Range) -> ir.Slice:
        bounds = (cast(cst.Slice, node).lower, cast(cst.Slice, node).upper, cast(cst.Slice, node).step)
        return ir.Slice(where, *(None if bound is None else self.expression(bound) for bound in bounds))

    def call(self, node: cst.Call) -> ir.Expr:
        arguments = tuple(
            ir.Argument(
                self.expression(each.value),
                identifier(each.keyword.value) if each.keyword else None,
                each.star,
                self.range(each),
                self.range(each.keyword) if each.keyword else None,
            )
            for each in node.args
        )
        return ir.Call(self.range(node), self.expression(node.func), arguments)

    def dict(self, node: cst.Dict) -> ir.Expr:
        entries = []
        for element in node.elements:
            key = self.expression(element.key) if isinstance(element, cst.DictElement) else None
            entries.append(ir.Entry(key, self.expression(element.value), self.range(element)))
        return ir.Dict(self.range(node), tuple(entries))

    def sequence(self, node: cst.List | cst.Tuple | cst.Set) -> ir.Expr:
        kinds: Mapping[type[cst.CSTNode], Literal["list", "tuple", "set"]]
        kinds = {cst.List: "list", cst.Tuple: "tuple", cst.Set: "set"}
        items: list[ir.Expr] = []
        for element in node.elements:
            value = self.expression(element.value)
            starred = isinstance(element, cst.StarredElement)
            items.append(ir.Starred(self.range(element), value) if starred else value)
        return ir.Sequence(self.display(node), kinds[type(node)], tuple(items))

    def display(self, node: cst.List | cst.Tuple | cst.Set) -> ir.Range:
        """The range of a display; the innermost parentheses of a tuple are its own, as brackets are a list's."""
        where = self.range(node)
        if not isinstance(node, cst.Tuple) or not node.lpar:
            return where
        first, last = self.range(node.lpar[-1]), self.range(node.rpar[0])
        if first.start_line < 0:  # the parentheses around the slice, not the source's
            return where
        return ir.Range(first.start_line, first.start_column, last.end_line, last.end_column)

    def unary(self, node: cst.UnaryOperation) -> ir.Expr:
        return ir.Unary(self.range(node), _OPERATORS[type(node.operator)], self.expression(node.expression))

    def binary(self, node: cst.BinaryOperation | cst.BooleanOperation) -> ir.Expr:
        operator = _OPERATORS[type(node.operator)]
        return ir.Binary(self.range(node), operator, self.expression(node.left), self.expression(node.right))

    def comparison(self, node: cst.Comparison) -> ir.Expr:
        where = self.range(node)
        left = self.expression(node.left)
        found: ir.Expr | None = None
        for target in node.comparisons:  # a < b < c is (a < b) and (b < c)
            right = self.expression(target.comparator)
            one = ir.Binary(where, _OPERATORS[type(target.operator)], left, right)
            found, left = one if found is None else ir.Binary(where, "and", found, one), right
        assert found is not None
        return found

    def conditional(self, node: cst.IfExp) -> ir.Expr:
        return ir.Conditional(
            self.range(node), self.expression(node.test), self.expression(node.body), self.expression(node.orelse)
        )

    def lambda_(self, node: cst.Lambda) -> ir.Expr:
        return ir.Lambda(self.range(node), self.params(node.params), self.expression(node.body))

    def comprehension(self, node: cst.ListComp | cst.SetComp | cst.GeneratorExp) -> ir.Expr:
        kinds: Mapping[type[cst.CSTNode], Literal["list", "set", "generator"]]
        kinds = {cst.ListComp: "list", cst.SetComp: "set", cst.GeneratorExp: "generator"}
        element = self.expression(node.elt)
        return ir.Comprehension(self.range(node), kinds[type(node)], None, element, self.clauses(node.for_in))

    def dict_comprehension(self, node: cst.DictComp) -> ir.Expr:
        key, value = self.expression(node.key), self.expression(node.value)
        return ir.Comprehension(self.range(node), "dict", key, value, self.clauses(node.for_in))

    def clauses(self, node: cst.CompFor) -> tuple[ir.Clause, ...]:
        found = []
        rest: cst.CompFor | None = node
        while rest is not None:
            conditions = tuple(self.expression(each.test) for each in rest.ifs)
            target, iterable = self.expression(rest.target), self.expression(rest.iter)
            found.append(ir.Clause(target, iterable, conditions, rest.asynchronous is not None))
            rest = rest.inner_for_in
        return tuple(found)

    def await_(self, node: cst.Await) -> ir.Expr:
        return ir.Await(self.range(node), self.expression(node.expression))

    def walrus(self, node: cst.NamedExpr) -> ir.Expr:
        return ir.Walrus(self.range(node), identifier(cast(cst.Name, node.target).value), self.expression(node.value))

    def ellipsis(self, node: cst.Ellipsis) -> ir.Expr:
        return ir.Other(self.range(node), "...")

    def yield_(self, node: cst.Yield) -> ir.Expr:
        return ir.Other(self.range(node), "a yield")


def identifier(text: str) -> str:
    """A name as Python compares it."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text)


def _unescape(text: str) -> str:
    """The value of the text between the braces of an f-string that is not raw."""
    if "\\" not in text:
        return text
    quoted = re.sub(r'(\\.)|(")|(\r\n|\r|\n)', _quoted_piece, text, flags=re.DOTALL)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return cast(str, ast.literal_eval('"' + quoted + '"'))


def _quoted_piece(match: re.Match[str]) -> str:
    escape, quote, _ = match.groups()
    return escape or ("\\" + quote if quote else "\\n")


_READERS: Mapping[type[cst.BaseExpression], Callable[[_Reader, Any], ir.Expr]] = {
    cst.Name: _Reader.name,
    cst.Integer: _Reader.number,
    cst.Float: _Reader.number,
    cst.Imaginary: _Reader.number,
    cst.SimpleString: _Reader.string,
    cst.ConcatenatedString: _Reader.concatenation,
    cst.FormattedString: _Reader.fstring,
    cst.TemplatedString: _Reader.fstring,
    cst.Attribute: _Reader.attribute,
    cst.Subscript: _Reader.subscript,
    cst.Call: _Reader.call,
    cst.Dict: _Reader.dict,
    cst.List: _Reader.sequence,
    cst.Tuple: _Reader.sequence,
    cst.Set: _Reader.sequence,
    cst.UnaryOperation: _Reader.unary,
    cst.BinaryOperation: _Reader.binary,
    cst.BooleanOperation: _Reader.binary,
    cst.Comparison: _Reader.comparison,
    cst.IfExp: _Reader.conditional,
    cst.Lambda: _Reader.lambda_,
    cst.ListComp: _Reader.comprehension,
    cst.SetComp: _Reader.comprehension,
    cst.GeneratorExp: _Reader.comprehension,
    cst.DictComp: _Reader.dict_comprehension,
    cst.Await: _Reader.await_,
    cst.NamedExpr: _Reader.walrus,
    cst.Ellipsis: _Reader.ellipsis,
    cst.Yield: _Reader.yield_,
}
