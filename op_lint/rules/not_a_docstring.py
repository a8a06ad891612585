"""OP108: something else where a docstring belongs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from op_lint.facts import Docstring
from op_lint.finding import Finding, Fix
from op_lint.read.expr import Attribute, Binary, Call, Constant, Expr, FString
from op_lint.rules.base import Context, Example, Rule, fix

_KINDS = {"f-string": "an f-string", "t-string": "a t-string", "bytes": "bytes", "expression": "an expression"}
_HEAD = re.compile(r"[fFrR]{1,2}(?=[\"'])")


class NotADocstring(Rule):
    """An f-string, bytes or a computed text as the first statement of an agentic function.

    Why: to Python only a plain string literal is a docstring. ``__doc__`` is None, and the menu entry has no
    description.

    Fix: safe for an f-string without placeholders: the ``f`` is removed. None otherwise.
    """

    code = "OP108"
    name = "not-a-docstring"
    severity = "error"
    summary = "an f-string, bytes or an expression where a docstring belongs: `__doc__` is None"
    fixes = ("safe",)
    bad = (
        Example(
            '''
            @agentic_function
            def find(runtime=None):
                «f"""Find pages in {{site}} form."""»
            ''',
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages in {site} form."""
            ''',
        ),
        Example(
            '''
            KIND = "pages"


            @agentic_function
            def find(runtime=None):
                «f"""Find {KIND}."""»
            '''
        ),
        Example(
            """
            @agentic_function
            def find(runtime=None):
                «b"Find pages."»
            """
        ),
        Example(
            """
            @agentic_function
            def find(runtime=None):
                «"Find " + "pages."»
            """
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def match(runtime=None):
                r"""Match \\d+ in the text."""
            '''
        ),
        Example(
            '''
            @agentic_function
            def quote(runtime=None):
                """Put \\"\\"\\" around """ "the text."
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report first statements that look like a docstring and are none."""
        for function in context.facts.functions:
            docstring = function.docstring
            if docstring is None or docstring.kind == "string" or not _meant(docstring.expr):
                continue
            message = f"this is {_KINDS[docstring.kind]}, no docstring: the function has none, and its menu no text"
            repair = _plain(context, docstring)
            yield context.finding(self, docstring.range, message, fix=repair, symbol=function.qualname)


def _meant(expr: Expr) -> bool:
    """Whether the statement is text for its own sake, and no call that happens to start with a string."""
    match expr:
        case FString() | Constant():
            return True
        case Binary(op="+" | "%", left=left):
            return _meant(left)
        case Call(func=Attribute(attr="format", value=value)):
            return _meant(value)
    return False


def _plain(context: Context, docstring: Docstring) -> Fix | None:
    expr = docstring.expr
    if not isinstance(expr, FString) or expr.template or not all(isinstance(part, str) for part in expr.parts):
        return None
    source = context.slice(docstring.range)
    head = _HEAD.match(source)
    if head is None or "f" not in head.group().lower():
        return None
    body = source[head.end() :]
    quotes = body[:3] if body[:3] in ('"""', "'''") else body[:1]
    inner = body[len(quotes) : -len(quotes)]
    if quotes in inner.replace("\\" + quotes[0], "") or "\\N" in inner:
        return None
    prefix = head.group().replace("f", "").replace("F", "")
    plain = prefix + quotes + inner.replace("{{", "{").replace("}}", "}") + quotes
    text = context.text
    edit = text.edit(text.start(docstring.range), text.end(docstring.range), plain)
    return fix("Make it a plain string", "safe", edit)
