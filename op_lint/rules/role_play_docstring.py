"""OP105: a docstring that gives the model a role."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

from op_lint.docsource import DocSource
from op_lint.docstrings import code_lines
from op_lint.finding import Finding
from op_lint.rules.base import Context, Example, Rule

PHRASES = (
    r"You are an?\b",
    r"Act as\b(?! (?:far|if|long|many|much|needed|required|soon|though|well)\b)",
    "你是一位",
    "你是一个",
    "你是一名",
)
_START = r"(?:^\s*|(?<=[.!?])\s+|(?<=[。！？]))"
_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|「[^」]*」|(?<!\w)'[^']*'(?!\w)")


class RolePlayDocstring(Rule):
    """A docstring that plays a role: "You are a helpful assistant", "Act as ...", "你是一位……".

    Why: a docstring documents; it is shown in menus and given to inner calls as context. Instructions belong in the
    prompt of the call that they are for. More phrases can be added: ``[tool.op-lint.rules.role-play-docstring]``,
    ``phrases = ["Imagine you"]``.

    Fix: none. Say what the function does and when to pick it.
    """

    code = "OP105"
    name = "role-play-docstring"
    severity = "warning"
    summary = "the docstring gives the model a role instead of documenting the function"
    options: ClassVar = {"phrases": list}
    bad = (
        Example(
            '''
            @agentic_function
            def judge(runtime=None):
                """Judge the text.

                «You are a» careful editor.
                """
            '''
        ),
        Example(
            '''
            @agentic_function
            def judge(runtime=None):
                """Judge it. «Act as» an editor."""
            '''
        ),
        Example(
            '''
            @agentic_function
            def judge(runtime=None):
                """«你是一位»细心的编辑。"""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def judge(runtime=None):
                """Judge whether you are a fit for it, and whether "You are a fool" is rude.

                Act as soon as possible; You are about to see why.

                >>> judge()
                You are a careful editor.
                """
            '''
        ),
        Example(
            '''
            @agentic_function
            def judge(runtime=None):
                """检查：你是一位老师吗？"""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report each phrase at the start of a line or a sentence, outside code and quotes."""
        more = context.config.option(self, "phrases") or ()
        pattern = re.compile(_START + "(" + "|".join([*PHRASES, *(re.escape(each) for each in more)]) + ")")
        for function in context.facts.functions:
            docstring = function.docstring
            source = DocSource.of(docstring, context.text)
            if docstring is None or docstring.value is None or source is None:
                continue
            code = code_lines(docstring.value)
            for number in range(len(source.spans)):
                line = _QUOTED.sub(lambda match: "_" * len(match.group()), source.line(number))
                for match in pattern.finditer(line) if number not in code else ():
                    start = source.spans[number][0]
                    where = context.lines.range(start + match.start(1), start + match.end(1))
                    message = "a docstring documents; put instructions to the model into the prompt of its call"
                    yield context.finding(self, where, message, symbol=function.qualname)
