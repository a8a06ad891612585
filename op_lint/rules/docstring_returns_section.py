"""OP104: a result section in a docstring."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.docsource import DocSource
from op_lint.finding import Finding
from op_lint.rules.base import Context, Example, Rule, fix


class DocstringReturnsSection(Rule):
    """A docstring section that describes the result, in Google, NumPy or reST style.

    Why: nothing reads it. The shape of a result belongs in the return type: a TypedDict, a dataclass, a pydantic model.

    Fix: unsafe, drops the section.
    """

    code = "OP104"
    name = "docstring-returns-section"
    severity = "warning"
    summary = "a Returns or Yields section in a docstring is dead text"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages.

                «Returns:»
                    The pages.
                """
            ''',
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages.

                «Yields»
                ------
                str
                    A page.

                Notes
                -----
                Slow.
                """
            ''',
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages.

                Notes
                -----
                Slow.
                """
            ''',
        ),
        Example(
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages.

                They are sorted.

                «:returns:» the pages
                :rtype: list
                """
            ''',
            '''
            @agentic_function
            def find(runtime=None):
                """Find pages.

                They are sorted.
                """
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"returns": {"description": "parcels"}, "notes": {"description": "text"}})
            def refund(returns: int, notes: str, runtime=None):
                """Refund an order.

                Args:
                    returns: how many parcels came back.
                    notes: free text.
                """
            '''
        ),
        Example(
            '''
            @agentic_function
            def run(runtime=None):
                """Run a command.

                Returns the output: a text.

                >>> run()
                Returns:
                    nothing
                """
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report each result section."""
        for function in context.facts.functions:
            source = DocSource.of(function.docstring, context.text)
            for section in context.sections(function):
                if section.kind != "returns" or function.docstring is None:
                    continue
                where = source.range(section.start, section.heading) if source else function.docstring.range
                cut = source.cut(section.start, section.end) if source else None
                message = "nothing reads this section; say the shape of the result in the return type"
                drop = fix("Drop the section", "unsafe", cut) if cut else None
                yield context.finding(self, where, message, fix=drop, symbol=function.qualname)
