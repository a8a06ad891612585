"""OP216: a parameter that looks as if the program filled it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from op_lint.finding import Finding
from op_lint.inputs import entry_edits, visible
from op_lint.rules.base import Context, Example, Rule, fix

NAMES = (
    "session_id",
    "session",
    "db",
    "db_session",
    "db_connection",
    "connection",
    "conn",
    "cursor",
    "current_user",
    "current_user_id",
    "tenant_id",
    "request_id",
    "trace_id",
    "correlation_id",
    "api_key",
    "access_token",
    "auth_token",
    "credentials",
)


class UnhiddenSystemParameter(Rule):
    """A visible parameter named ``session_id``, ``db``, ``current_user`` or the like.

    Why: a model that has to fill it makes something up, and a value that it must not choose is in its hands. More
    names can be added: ``[tool.op-lint.rules.unhidden-system-parameter]``, ``names = ["cart_id"]``.

    Fix: unsafe, hides it: the program then gives it with ``context=``.
    """

    code = "OP216"
    name = "unhidden-system-parameter"
    severity = "info"
    summary = "a parameter that looks system-filled is shown to the model"
    fixes = ("unsafe",)
    options: ClassVar = {"names": list}
    bad = (
        Example(
            '''
            @agentic_function(input={"q": {"description": "words"}})
            def find(q: str, «session_id»: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"q": {"description": "words"}, "session_id": {"hidden": True}})
            def find(q: str, session_id: str, runtime=None):
                """Find pages."""
            ''',
        ),
        Example(
            '''
            @agentic_function(input={"db": {"description": "the database"}})
            def find(*, «db»: str, runtime=None):
                """Find pages."""
            ''',
            '''
            @agentic_function(input={"db": {"description": "the database", "hidden": True}})
            def find(*, db: str, runtime=None):
                """Find pages."""
            ''',
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"session_id": {"hidden": True}, "db": {"source": "context"}})
            def find(session_id: str, db: str, runtime=None):
                """Find pages."""
            '''
        ),
        Example(
            '''
            @agentic_function(input={"session_topic": {"description": "the topic"}})
            def find(session_topic: str, runtime=None):
                """Find pages."""
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report visible parameters of these names."""
        names = {*NAMES, *(context.config.option(self, "names") or ())}
        for function in context.facts.functions:
            for param in visible(function, context.facts.described):
                if param.name in names:
                    edits = entry_edits(function, context.text, {param.name: {"hidden": "True"}})
                    hide = fix("Hide it from the model", "unsafe", *edits) if edits else None
                    message = f'"{param.name}" looks as if the program filled it, but the model is asked for it'
                    symbol = f"{function.qualname}.{param.name}"
                    yield context.finding(self, param.range, message, fix=hide, symbol=symbol)
