"""OP308: a call that asks the model nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from op_lint.calls import CallFacts
from op_lint.finding import Finding
from op_lint.inputs import visible
from op_lint.offered import ItemsPart, text
from op_lint.read.expr import Name
from op_lint.rules.base import Context, Example, Rule

INSTRUCTIONS = ("prompt", "instruction", "instructions", "message", "messages")
"""Parameters that hold an instruction by their name."""


class EmptyPrompt(Rule):
    """A model call whose content is empty, or is nothing but one of the function's own parameters.

    Why: the docstring is no instruction. Each call states what the model is to do, and the data that it is to do it
    with.

    Fix: none. Write the instruction: ``f"Summarize this text: {text}"``.
    """

    code = "OP308"
    name = "empty-prompt"
    severity = "warning"
    summary = "a model call without an instruction"
    bad = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Sum up the day."""
                return runtime.exec(«" "»)
            '''
        ),
        Example(
            '''
            @agentic_function(input={"text": {"description": "the text"}})
            def work(text: str, runtime=None):
                """Sum up the text."""
                return llm(«text»)
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"text": {"description": "the text"}, "prompt": {"description": "what to do"}})
            def work(text: str, prompt: str, runtime=None):
                """Sum up the text."""
                llm(prompt)
                return llm(f"Sum up: {text}")
            '''
        ),
        Example(
            '''
            @agentic_function(input={"text": {"description": "the text"}})
            def work(text: str, runtime=None):
                """Sum up the text."""
                text = "Sum up: " + text
                return llm(text)


            def ask(text: str):
                return llm(text)
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report calls whose content says nothing to do."""
        for call in context.facts.calls:
            name = {"exec": "content", "aexec": "content", "llm": "prompt", "agent": "prompt", "goal": "prompt"}.get(
                call.kind
            )
            given = call.arguments.get(name or "")
            if name is None or given is None:
                continue
            part = call.parts[name]
            written = text(part)
            if (written is not None and not written.strip()) or (isinstance(part, ItemsPart) and not part.items):
                yield context.finding(self, given.range, "there is nothing for the model to do: write the instruction")
            elif isinstance(given, Name) and _is_data(context, call, given.id):
                message = f'"{given.id}" alone is data, no instruction: say what the model is to do with it'
                yield context.finding(self, given.range, message)


def _is_data(context: Context, call: CallFacts, name: str) -> bool:
    """Whether a name is a visible parameter of the agentic function around the call, as it was given."""
    function = call.function
    if function is None or function.decorator is None or name in INSTRUCTIONS:
        return False
    if name not in [param.name for param in visible(function, context.facts.described)]:
        return False
    body = context.slice(function.range)[len(context.slice(function.decorator.range)) :]
    return not re.search(
        rf"(?<![\w.(,]){re.escape(name)}\s*(?:[-+|&*/%@]?=(?!=)|:=)|\bfor\b[^\n:]*\b{re.escape(name)}\b",
        body.partition("):")[2] or body,
    )
