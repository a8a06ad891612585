"""OP502: a route that leads nowhere."""

from __future__ import annotations

from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.offered import ItemsPart, text, unknown
from op_lint.rules.base import Context, Example, Rule


class BadRouteOptions(Rule):
    """A ``route`` whose options are empty, repeat a text, or are a single one.

    Why: empty or repeated options raise ``ValueError``. One option, or two that differ in case and punctuation only,
    leave the model nothing to choose: a warning.

    Fix: none.
    """

    code = "OP502"
    name = "bad-route-options"
    severity = "error"
    summary = "the options of a `route` are empty, one, or duplicated"
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
            if not isinstance(part, ItemsPart) or any(unknown(item) for item in part.items):
                continue
            whole = call.arguments["options"].range
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
