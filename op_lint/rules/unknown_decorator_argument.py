"""OP303: an argument that the decorator does not have."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from op_runtime.agentic.arguments import LEGACY, OPENPROGRAM_ONLY

from op_lint.finding import Finding
from op_lint.rules.base import Context, Example, Rule, fix

ARGUMENTS = (
    "input",
    "expose",
    "render_range",
    "system",
    "name",
    "description",
    "parameters",
    "label",
    "as_tool",
    "toolset",
    "requires_approval",
    "available_if",
    "unsafe_in",
    "defer",
    "cache",
    "cache_ttl",
    "timeout",
)
"""The arguments of the decorator (metadata spec, section 2)."""


_FOREIGN = (*OPENPROGRAM_ONLY, "workdir_mode")
"""Arguments that are fine where the decorator is OpenProgram's; ``workdir_mode`` is read by its user interface."""


class UnknownDecoratorArgument(Rule):
    """An argument of ``@agentic_function`` that is misspelt, or that older versions had.

    Why: decorating the function raises ``TypeError``, so its module cannot be imported.

    Fix: unsafe, renames it to the one that resembles it. None for an argument that older versions had.
    """

    code = "OP303"
    name = "unknown-decorator-argument"
    severity = "error"
    summary = "an argument that the decorator does not have, or has no more"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function(«exposed»="io")
            def find(runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(expose="io")
            def find(runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(«compress»=True, «colour»="red")
            def find(runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(«tool_visible»=True)
            def find(runtime=None):
                """Find pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(system="Be brief.", as_tool=False, timeout=3, unsafe_in=("mail",))
            def find(runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            from openprogram.agentic_programming import agentic_function


            @agentic_function(tool_visible=True, head_ratio=0.5, workdir_mode="hidden")
            def find(runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report keywords that are no argument; OpenProgram's own are fine where the decorator is OpenProgram's."""
        for function in context.facts.functions:
            call = function.arguments
            foreign = not function.decorator_module.startswith("op_runtime")
            given = {argument.keyword for argument in call.args} if call else set()
            for argument in call.args if call else ():
                name, where = argument.keyword, argument.keyword_range
                if name is None or where is None or name in ARGUMENTS or (foreign and name in _FOREIGN):
                    continue
                near = [] if name in LEGACY else get_close_matches(name, ARGUMENTS, 1)
                message = f"there is no argument {name}="
                if name in LEGACY:
                    message = f"{name}= is not read any more: {LEGACY[name]}"
                elif name in OPENPROGRAM_ONLY:
                    message = f"{name}= is OpenProgram's own: op_runtime does not take it"
                    near = []
                elif near:
                    message += f"; did you mean {near[0]}=?"
                repair = None
                if near and near[0] not in given:
                    text = context.text
                    edit = text.edit(text.start(where), text.end(where), near[0])
                    repair = fix(f"Rename to {near[0]}=", "unsafe", edit)
                yield context.finding(self, where, message, fix=repair, symbol=function.qualname)
