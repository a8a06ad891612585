"""OP203: a visible parameter without a description."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from op_runtime.menu import Function
from op_runtime.menu.names import INPUT_KEYS

from op_lint.docstrings import descriptions
from op_lint.facts import FunctionFacts
from op_lint.finding import Finding
from op_lint.inputs import describe_edits, has_unseen_input, item, items, visible
from op_lint.read.expr import Constant, Param
from op_lint.rules.base import Context, Example, Rule, fix


class MissingDescription(Rule):
    """A parameter that the model has to fill and that ``input=`` does not describe.

    Why: the model sees only its name and its type. Parameters that are hidden or filled by the framework need none.

    Fix: unsafe, inserts what the docstring says about the parameter, else ``TODO: describe NAME.`` to fill in.
    """

    code = "OP203"
    name = "missing-description"
    severity = "warning"
    summary = "a visible parameter has no description"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(q: str, «site»: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"q": {"description": "words"}, "site": {"description": "TODO: describe site."}})
            def find(q: str, site: str, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(
                input={
                    "q": {"options": ["a", "b"]},  # a list
                    "n": {"description": ""},
                }
            )
            def find(«q»: str, «n»: int, *, «site»: str = "x", runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(
                input={
                    "q": {"options": ["a", "b"], "description": "TODO: describe q."},  # a list
                    "n": {"description": "TODO: describe n."},
                    "site": {"description": "TODO: describe site."},
                }
            )
            def find(q: str, n: int, *, site: str = "x", runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            class Desk:
                @agentic_function
                def find(self, «q»: str, *words: str, runtime=None):
                    """Find pages."""
            ''',
            '''
            class Desk:
                @agentic_function(input={"q": {"description": "TODO: describe q."}})
                def find(self, q: str, *words: str, runtime=None):
                    """Find pages."""
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words"}, "session_id": {"hidden": True}})
            def find(q: str, session_id: str, runtime=None, review_runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            from op_runtime import agentic_function
            from elsewhere import INPUT, WORDS


            @agentic_function(input=INPUT)
            def find(q: str, runtime=None):
                """Find pages."""


            @agentic_function(input={"q": WORDS, "n": {**WORDS}})
            def search(q: str, n: int, runtime=None):
                """Search pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"q": {"source": "context"}, "n": {"description": "TODO: describe n."}})
            def find(q: str, n: int, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"q": {"descripton": "words"}, "nn": {"description": "how many"}})
            def find(q: str, n: int, runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report visible parameters that surely have no description."""
        for function in context.facts.functions:
            said = descriptions(context.sections(function))
            params = visible(function, context.facts.described)
            missing = [param.name for param in params if _surely_missing(context, function, param)]
            for param in params:
                if param.name not in missing:
                    continue
                # The first one's fix describes all: they go to one place, and one by one would take a pass each.
                names = missing if param.name == missing[0] else [param.name]
                texts = {name: said.get(name) or f"TODO: describe {name}." for name in names}
                edits = describe_edits(function, context.text, texts)
                more = f" and {len(names) - 1} more" if len(names) > 1 else ""
                yield context.finding(
                    self,
                    param.range,
                    f'"{param.name}" has no description: the model sees only its name and type',
                    fix=fix(f'Describe "{param.name}"{more} in input=', "unsafe", *edits) if edits else None,
                    symbol=f"{function.qualname}.{param.name}",
                )


def _surely_missing(context: Context, function: FunctionFacts, param: Param) -> bool:
    if _misspelt(function, param):
        return False  # the description is there, under a key that OP202 or OP204 reports
    if has_unseen_input(function):
        known = context.facts.described.get(function.qualname)
        parameter = known.parameter(param.name) if isinstance(known, Function) else None
        return parameter is not None and not parameter.field.description
    found = item(function, param.name)
    if found is None:
        return True
    value = found.value("description")
    if value is None:
        return not found.open
    return isinstance(value, Constant) and value.value == ""


def _misspelt(function: FunctionFacts, param: Param) -> bool:
    """Whether a key resembles the one that is missing."""
    names = [each.name for each in function.params]
    for each in items(function):
        if each.name == param.name:
            keys = [str(key.value) for _, key, _ in each.pairs()]
            if any(key not in INPUT_KEYS and get_close_matches(key, INPUT_KEYS, 1) == ["description"] for key in keys):
                return True
        elif each.name not in names and get_close_matches(each.name, names, 1) == [param.name]:
            return True
    return False
