"""OP001: a statement that does not parse."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.rules.base import Context, Example, Rule


class SyntaxErrorRule(Rule):
    """A statement that Python cannot parse. The rest of the file is still checked.

    Why: the module cannot be imported, so none of its functions exists at run time.

    Any syntax up to Python 3.14 is read. Where the setting `target-version` names the oldest Python that the files run
    on, syntax that is newer is reported too.

    Fix: none.
    """

    code = "OP001"
    name = "syntax-error"
    severity = "error"
    summary = "the file, or one statement of it, does not parse"
    across = True
    syntax = True
    bad = (
        Example(
            """
            @agentic_function(input={"q": {«"desc»
            """
        ),
        Example(
            '''
            @agentic_function
            def find(q: str, runtime=None):
                """Find pages."""


            @agentic_function
            def search(q: «str runtime=None):»
                """Search pages."""
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(q: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"words": {"description": "words"}})
            def first[T](words: list[T], runtime=None) -> T:
                """Take the first word."""
                match words:
                    case [one, *_]:
                        return one
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report each place that neither parser can read, and what the target cannot."""
        for problem in context.facts.syntax:
            yield context.finding(self, problem.range, problem.message)
        target = context.config.settings.target_version
        if target is not None:
            from op_lint.newer import newer, version_of

            for node, message in newer(context.lines.data, version_of(target)):
                start, end = (context.lines.from_byte(byte) for byte in (node.start_byte, node.end_byte))
                yield context.finding(self, context.lines.range(start, end), message)
