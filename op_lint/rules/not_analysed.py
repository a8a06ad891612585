"""OP006: a part that op-lint cannot read."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.rules.base import Context, Example, Rule

_DEEP = "[" * 101 + "]" * 101


class NotAnalysed(Rule):
    """A definition or a container that Python runs and op-lint cannot read. It was not checked; the rest was.

    Why: silence about it would look as if nothing were wrong.

    Fix: none. Nest it less deep, or indent it with spaces only.
    """

    code = "OP006"
    name = "not-analysed"
    severity = "warning"
    summary = "a definition or container that op-lint cannot read"
    across = True
    bad = (
        Example(
            f'''
            «@agentic_function(input={{"q": {{"options": {_DEEP}}}}})
            def find(q: str, runtime=None):
                """Find pages."""»
            '''
        ),
        Example(
            '''
            «@agentic_function(available_if=None if True else(lambda: 1))
            def find(q: str, runtime=None):
                """Find pages."""»
            '''
        ),
    )
    good = (
        Example(
            """
            matrix = [[[[[[1]]]]]]


            @agentic_function(input={"q": {"description": "words"}})
            def find(q: str, runtime=None):
                '''Find pages.'''
            """
        ),
        Example(f"import op_runtime\n\ndeep = {_DEEP}\n"),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report each part that was skipped."""
        for problem in context.facts.problems:
            if problem.kind == "skipped":
                yield context.finding(self, problem.range, problem.message)
