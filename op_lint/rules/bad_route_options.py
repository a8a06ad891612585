"""OP502: a route that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.offered import DictPart, ItemsPart, Leaf, Part, text, unknown
from op_lint.rules.base import Context, Example, Rule

_PLAIN = (str, bytes, int, float, bool, type(None))
"""Types of values that are read whole."""


class BadRouteOptions(Rule):
    """A ``route`` whose options are no list of texts, are empty, repeat a text, or are a single one.

    Why: options that are no list, or hold what is no text, raise ``TypeError``; empty and repeated ones ``ValueError``.
    One option, or two that differ in case and punctuation only, leave the model nothing to choose: a warning.

    Fix: none.
    """

    code = "OP502"
    name = "bad-route-options"
    severity = "error"
    summary = "the options of a `route` are no list of texts, empty, one, or duplicated"
    bad = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the team of the day."""
                return route("Which team?", «[]»)
            '''
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the team of the day."""
                return route("Which team?", options=["tech", "sales", «"tech"»])
            '''
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the team of the day."""
                route("Which team?", ["tech support", «"tech_support"», "sales"])
                return route("Which team?", «["tech"]»)
            '''
        ),
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the team of the day."""
                route("Which team?", «"ab"»)
                route("Which team?", «{"tech": 1, "sales": 2}»)
                return route("Which team?", ["tech", «3», «" "», «None»])
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def work(runtime=None):
                """Find the team of the day."""
                return route("Which team?", ["sales", "sales_emea"])
            '''
        ),
        Example(
            '''
            from elsewhere import LOGISTICS
            from op_runtime import agentic_function, route


            @agentic_function
            def work(teams: list[str], runtime=None):
                """Find the team of the day."""
                route("Which team?", ("sales", LOGISTICS, LOGISTICS))
                return route("Which team?", teams)
            '''
        ),
        Example(
            '''
            from elsewhere import TEAMS
            from op_runtime import agentic_function, route


            @agentic_function
            def work(runtime=None):
                """Find the team of the day."""
                return route("Which team?", [*TEAMS])
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report options that are written out, or that names lead to."""
        for call in context.facts.calls:
            part = call.parts.get("options") if call.kind == "route" else None
            if part is None:
                continue
            whole = call.arguments["options"].range
            kind = _no_list(part)
            if kind:
                yield context.finding(self, whole, f"options must be a list of text, not {kind}")
                continue
            if not isinstance(part, ItemsPart):
                continue
            wrong = [(item, said) for item in part.items if (said := _no_text(item))]
            for item, said in wrong:
                yield context.finding(self, item.place.range if context.here(item) else whole, said)
            if wrong or any(unknown(item) for item in part.items):
                continue
            if len(part.items) < 2:
                message = f"there {'is one option' if part.items else 'are no options'}: there is nothing to choose"
                yield context.finding(self, whole, message, severity="warning" if part.items else None)
            exact: set[str] = set()
            loose: set[str] = set()
            for item in part.items:
                written = text(item) or ""
                plain = "".join(char for char in written.casefold() if char.isalnum())
                if written in exact or (plain and plain in loose):
                    same = written in exact
                    message = f'"{written}" is there already' + ("" if same else ", but for case and punctuation")
                    where = item.place.range if context.here(item) else whole
                    yield context.finding(self, where, message, severity=None if same else "warning")
                exact.add(written)
                loose.add(plain)


def _no_list(part: Part) -> str:
    """What the options are, where they are surely no list; empty elsewhere."""
    if isinstance(part, DictPart):
        return "dict"
    if isinstance(part, ItemsPart):
        return "set" if part.kind == "set" else ""
    return type(part.value).__name__ if isinstance(part, Leaf) and type(part.value) in _PLAIN else ""


def _no_text(item: Part) -> str:
    """Why an option is surely none; empty elsewhere."""
    if isinstance(item, DictPart):
        return "an option must be text, not dict"
    if isinstance(item, ItemsPart):
        return f"an option must be text, not {item.kind}"
    if not isinstance(item, Leaf) or type(item.value) not in _PLAIN:
        return ""
    if not isinstance(item.value, str):
        return f"an option must be text, not {type(item.value).__name__}"
    return "" if item.value.strip() else "an option is blank: no answer could name it"
