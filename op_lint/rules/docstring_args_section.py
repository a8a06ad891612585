"""OP103: a parameter section in a docstring."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu import INJECTED

from op_lint.docsource import DocSource
from op_lint.docstrings import Section
from op_lint.facts import FunctionFacts
from op_lint.finding import Finding, Fix
from op_lint.inputs import describe_edits, item, own_params
from op_lint.rules.base import Context, Example, Rule, fix


class DocstringArgsSection(Rule):
    """A docstring section that describes parameters, in Google, NumPy or reST style.

    A parameter named ``returns`` or ``notes`` is an entry of the section like any other, never a section of its own.

    Why: nothing reads it. The model is told what ``input=`` says about a parameter, and so are forms and tool specs.

    Fix: unsafe, moves each description to ``input=`` (one that is there already wins) and drops the section.
    """

    code = "OP103"
    name = "docstring-args-section"
    severity = "warning"
    summary = "a parameter section in a docstring is dead text"
    fixes = ("unsafe",)
    bad = (
        Example(
            """
            @agentic_function
            def find(q: str, n: int = 5, runtime=None):
                '''Find pages.

                «Args:»
                    q (str, optional): words to look for; see also: the manual
                    n: how many pages to give back
                        at most
                    runtime: the runtime
                '''
            """,
            """
            @agentic_function(input={
                "q": {"description": "words to look for; see also: the manual"},
                "n": {"description": "how many pages to give back at most"},
            })
            def find(q: str, n: int = 5, runtime=None):
                '''Find pages.'''
            """,
        ),
        Example(
            '''
            @agentic_function(
                input={
                    "q": {"description": "words"},
                    "n": {"hidden": True},
                },
            )
            def find(q: str, n: int, site: str, runtime=None):
                """Find pages.

                «Parameters»
                ----------
                q : str
                    what to look for
                site : str
                    host name

                Notes
                -----
                It is slow.
                """
            ''',
            '''
            @agentic_function(
                input={
                    "q": {"description": "words"},
                    "n": {"hidden": True},
                    "site": {"description": "host name"},
                },
            )
            def find(q: str, n: int, site: str, runtime=None):
                """Find pages.

                Notes
                -----
                It is slow.
                """
            ''',
        ),
        Example(
            '''
            @agentic_function(expose="full")
            def find(q: str, runtime=None):
                """Find pages.

                «:param str q:» words
                """
            ''',
            '''
            @agentic_function(expose="full", input={"q": {"description": "words"}})
            def find(q: str, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            INPUT = {"q": {"description": "words"}}


            @agentic_function(input=INPUT)
            def find(q: str, runtime=None):
                """Find pages.

                «Args:»
                    q: words
                """
            '''
        ),
        Example(
            '''
            @agentic_function
            def find(q: str, runtime=None):
                """Find pages.

                «:param q:» words
                :raises ValueError: no words
                """
            ''',
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(q: str, runtime=None):
                """Find pages.

                :raises ValueError: no words
                """
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"cmd": {"description": "the command"}})
            def run(cmd: str, runtime=None):
                """Run a command.

                >>> run("df")
                Args:
                    x: not a parameter

                ::

                    Args:
                        y: not a parameter either
                """
            '''
        ),
        Example(
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(q: str, runtime=None):
                """Find pages.

                Todo:
                    * add paging
                Cost: about 2 calls
                """
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report each parameter section."""
        for function in context.facts.functions:
            source = DocSource.of(function.docstring, context.text)
            for section in context.sections(function):
                if section.kind != "parameters" or function.docstring is None:
                    continue
                where = source.range(section.start, section.heading) if source else function.docstring.range
                unread = [entry.name for entry in section.entries if entry.text is None]
                message = "nothing reads this section; a parameter's description belongs in input="
                if unread:
                    message += "; could not read the entry for " + ", ".join(unread)
                move = _move(context, function, section, source) if source and not unread else None
                yield context.finding(self, where, message, fix=move, symbol=function.qualname)


def _move(context: Context, function: FunctionFacts, section: Section, source: DocSource) -> Fix | None:
    cut = source.cut(section.start, section.end)
    names = {param.name for param in own_params(function)} - set(INJECTED)
    said: dict[str, str] = {}
    for entry in section.entries:
        found = item(function, entry.name)
        described = found is not None and (found.value("description") is not None or found.value("hidden") is not None)
        if entry.name in names and entry.text and not described:
            said.setdefault(entry.name, entry.text)
    edits = describe_edits(function, context.text, said)
    if cut is None or edits is None:
        return None
    return fix("Move the descriptions to input=", "unsafe", cut, *edits)
