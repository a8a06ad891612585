"""OP102: a summary that spans several lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from inspect import cleandoc
from itertools import pairwise

from op_runtime.menu import summary

from op_lint.docsource import DocSource
from op_lint.finding import Edit, Finding, Fix
from op_lint.rewrite import WIDTH
from op_lint.rules.base import Context, Example, Rule, fix

_LIST = re.compile(r"[#\-*>]|\d")
_SENTENCE = re.compile(r"(?<!^\d)(?<!^\d\d)[.!?…]+[\"')\]]*(?=\s)|[。！？]+[」』）]*(?=\s|\S)")
_UNDERLINE = re.compile(r"(=+|-{2,}|~+)$")


class MultilineSummary(Rule):
    """A docstring whose first paragraph has more than one line.

    Why: the first paragraph is what the model reads in a menu, on one line. A summary that needs several is a summary
    and an explanation that got mixed.

    Fix: safe where the lines join to one of at most 120 columns: the menu stays the same. Otherwise unsafe: an empty
    line is put behind the first sentence. None where the first line is a heading.
    """

    code = "OP102"
    name = "multiline-summary"
    severity = "warning"
    summary = "the first paragraph of the docstring spans several lines"
    fixes = ("safe", "unsafe")
    bad = (
        Example(
            '''
            @agentic_function
            def refund(runtime=None):
                """«Refund the order
                of a customer.»
                """
            ''',
            '''
            @agentic_function
            def refund(runtime=None):
                """Refund the order of a customer.
                """
            ''',
        ),
        Example(
            '''
            @agentic_function
            def refund(runtime=None):
                r"""
                «Refund "the order" \\d
                of a customer.»"""
            ''',
            '''
            @agentic_function
            def refund(runtime=None):
                r"""
                Refund "the order" \\d of a customer."""
            ''',
        ),
        Example(
            '''
            @agentic_function
            def refund(runtime=None):
                """«Refund the order of a customer who has asked for it. This takes a while, because the bank has
                to be asked first, and then the warehouse.»

                More.
                """
            ''',
            '''
            @agentic_function
            def refund(runtime=None):
                """Refund the order of a customer who has asked for it.

                This takes a while, because the bank has
                to be asked first, and then the warehouse.

                More.
                """
            ''',
        ),
        Example(
            '''
            @agentic_function
            def refund(runtime=None):
                """«Refund what the customer names:
                - orders
                - fees»
                """
            ''',
            '''
            @agentic_function
            def refund(runtime=None):
                """Refund what the customer names:

                - orders
                - fees
                """
            ''',
        ),
        Example(
            '''
            @agentic_function
            def refund(runtime=None):
                """«1. Refund the order
                of a customer. It takes long.»
                """
            ''',
            '''
            @agentic_function
            def refund(runtime=None):
                """1. Refund the order of a customer.

                It takes long.
                """
            ''',
        ),
        Example(
            '''
            @agentic_function
            def refund(runtime=None):
                """«# Refund
                Give the money back.»
                """
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def refund(runtime=None):
                """
                Refund the order of a customer.

                This takes
                a while.
                """
            '''
        ),
        Example(
            '''
            @agentic_function
            def refund(runtime=None):
                """Refund the \\
            order."""
            '''
        ),
        Example(
            '''
            def plain():
                """Refund the order
                of a customer."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report first paragraphs of several lines."""
        for function in context.facts.functions:
            value = function.docstring.value if function.docstring else None
            if function.docstring is None or value is None or "\n" not in cleandoc(value).partition("\n\n")[0]:
                continue
            source = DocSource.of(function.docstring, context.text)
            lines = _paragraph(value, source)
            if len(lines) < 2:
                continue
            where = function.docstring.range
            if source is not None:
                where = context.lines.range(source.stripped(lines[0])[0], source.stripped(lines[-1])[1])
            message = f"the summary has {len(lines)} lines; the model reads it as one: make it one line"
            repair = _repair(source, value, lines) if source is not None else None
            yield context.finding(self, where, message, fix=repair, symbol=function.qualname)


def _paragraph(value: str, source: DocSource | None) -> list[int]:
    """The lines of the first paragraph, by number."""
    lines = value.split("\n") if source is None else [source.line(number) for number in range(len(source.spans))]
    start = next((number for number, line in enumerate(lines) if line.strip()), 0)
    end = start
    while end < len(lines) and lines[end].strip():
        end += 1
    return list(range(start, end))


def _repair(source: DocSource, value: str, lines: list[int]) -> Fix | None:
    texts = [source.line(number).strip() for number in lines]
    if any((len(text) - len(text.rstrip("\\"))) % 2 for text in texts):
        return None
    if texts[0].startswith("#") or _UNDERLINE.match(texts[1]):
        return None
    return _join(source, value, lines, texts) or _split(source, value, lines, texts)


def _join(source: DocSource, value: str, lines: list[int], texts: list[str]) -> Fix | None:
    first, last = source.stripped(lines[0])[0], source.stripped(lines[-1])[1]
    column = source.text.lines.position(first)[1]
    quotes = len(source.head.lstrip("rRuU")) if last == source.end else 0
    if any(_LIST.match(text) for text in texts) or column + len(" ".join(texts)) + quotes > WIDTH:
        return None
    edits = [
        source.text.edit(source.stripped(line)[1], source.stripped(following)[0], " ")
        for line, following in pairwise(lines)
    ]
    if not _same_menu(source, value, edits):
        return None
    return fix("Join the summary to one line", "safe", *edits)


def _split(source: DocSource, value: str, lines: list[int], texts: list[str]) -> Fix | None:
    gap = 2 * source.text.newline + source.text.indent(source.text.lines.position(source.spans[lines[1]][0])[0])
    edits: list[Edit] = []
    for number, line in enumerate(lines):
        start, end = source.stripped(line)
        sentence = _SENTENCE.search(source.text.text[start:end] + "\n")
        ends = sentence is not None and start + sentence.end() <= end
        if ends and sentence is not None and start + sentence.end() < end:
            stop = start + sentence.end()
            rest = stop + len(source.text.text[stop:end]) - len(source.text.text[stop:end].lstrip())
            edits.append(source.text.edit(stop, rest, gap))
        elif number + 1 < len(lines) and (ends or _LIST.match(texts[number + 1])):
            following = source.spans[lines[number + 1]][0]
            edits.append(source.text.edit(following, following, source.text.newline))
        elif number + 1 < len(lines):
            edits.append(source.text.edit(end, source.stripped(lines[number + 1])[0], " "))
            continue
        else:
            return None
        break
    first = source.text.lines.position(source.stripped(lines[0])[0])[1]
    joined = sum(len(text) + 1 for text in texts[: len(edits)])
    if len(edits) > 1 and first + joined > WIDTH + len(texts[len(edits) - 1]):
        return None
    return fix("Put an empty line behind the first sentence", "unsafe", *edits)


def _same_menu(source: DocSource, value: str, edits: list[Edit]) -> bool:
    text = source.text.text[source.start : source.end]
    for edit in sorted(edits, reverse=True):
        start, end = source.text.start(edit.range) - source.start, source.text.end(edit.range) - source.start
        text = text[:start] + edit.text + text[end:]
    joined = source.value(text)
    return joined is not None and summary(joined) == summary(value)
