"""OP201: an ``input=`` that is not a literal."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.read.expr import Binary, Constant, Dict, Expr, FString, Sequence, Starred, Unary
from op_lint.rules.base import Context, Example, Rule


class DynamicInput(Rule):
    """An ``input=``, or a part of it, that is computed: a name, a call, an f-string, ``**other``.

    Why: forms are built from source with ``ast.literal_eval``, which takes literals only; the whole form would be
    empty. The menu and the tool spec still have the computed value.

    Fix: none. Write the value out.
    """

    code = "OP201"
    name = "dynamic-input"
    severity = "warning"
    summary = "`input=`, or a part of it, is no literal: forms cannot see it"
    bad = (
        Example(
            '''
            WORDS = {"description": "words"}


            @agentic_function(input={"q": «WORDS»})
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input=«dict(q={"description": "words"})»)
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            KIND = "pages"
            BASE = {"n": {"description": "how many"}}


            @agentic_function(input={**«BASE», "q": {"description": «f"words in {KIND}"»}})
            def find(q: str, n: int, runtime=None):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"n": {"description": "how " "many", "options": [-1, 2 + 3j, 1.5, None]}})
            def find(n: complex, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input=None)
            def find(runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report each outermost part that ``ast.literal_eval`` refuses."""
        for function in context.facts.functions:
            if function.input_expr is None:
                continue
            for part in dynamic_parts(function.input_expr):
                message = f"forms cannot see `{_short(context.slice(part.range))}`: `input=` must be a literal"
                yield context.finding(self, part.range, message, symbol=function.qualname)


def dynamic_parts(expr: Expr) -> Iterator[Expr]:
    """The outermost parts of an expression that ``ast.literal_eval`` does not accept."""
    match expr:
        case Constant():
            return
        case Dict():
            for entry in expr.entries:
                if entry.key is None:
                    yield entry.value
                else:
                    yield from dynamic_parts(entry.key)
                    yield from dynamic_parts(entry.value)
        case Sequence():
            for item in expr.items:
                yield from dynamic_parts(item)
        case Starred():
            yield expr.value
        case FString() if all(isinstance(part, str) for part in expr.parts) and not expr.template:
            yield expr
        case Unary(op="-" | "+", operand=Constant(value=value)) if _is_number(value):
            return
        case Binary(op="-" | "+", left=left, right=Constant(value=complex())) if _is_real(left):
            return
        case _:
            yield expr


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | complex) and not isinstance(value, bool)


def _is_real(expr: Expr) -> bool:
    operand = expr.operand if isinstance(expr, Unary) else expr
    return isinstance(operand, Constant) and isinstance(operand.value, int | float) and _is_number(operand.value)


def _short(text: str) -> str:
    one = " ".join(text.split())
    return one if len(one) <= 40 else one[:37] + "..."
