"""OP416: an ``except`` that swallows a failed decision."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from op_lint.finding import Finding, Fix
from op_lint.rules.base import Context, Example, Rule, fix

if TYPE_CHECKING:
    from tree_sitter import Node

_IMPORT = re.compile(r"^from op_runtime import [^#\n]*\bDecisionError\b", re.MULTILINE)
_CAUGHT = re.compile(r"\b(ValueError|Exception|BaseException)\b")


class BroadExcept(Rule):
    """An ``except ValueError`` around a decision, with no ``except DecisionError`` before it; ``except Exception`` is
    reported as advice, where the rule is selected by name.

    Why: ``DecisionError`` is a ``ValueError``. That the model gave no usable pick is then taken for a fault of the
    data, and a fault inside the picked function for a failed decision.

    Fix: unsafe, puts ``except DecisionError: raise`` before it, where the name is imported.
    """

    code = "OP416"
    name = "broad-except"
    severity = "warning"
    summary = "`except ValueError` around a decision catches `DecisionError` too"
    fixes = ("unsafe",)
    bad = (
        Example(
            '''
            from op_runtime import DecisionError, agentic_function, decision


            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                try:
                    return decision.make("Pick one.", {"done": ("DONE", "it is over")})
                except «(KeyError, ValueError)»:
                    return None
            ''',
            '''
            from op_runtime import DecisionError, agentic_function, decision


            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                try:
                    return decision.make("Pick one.", {"done": ("DONE", "it is over")})
                except DecisionError:
                    raise
                except (KeyError, ValueError):
                    return None
            ''',
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                try:
                    return runtime.exec("Look.", choices={"done": ("DONE", "it is over")})
                except «Exception» as error:
                    print(error)
            '''
        ),
    )
    good = (
        Example(
            '''
            from op_runtime import DecisionError, agentic_function, decision


            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                try:
                    return decision.make("Pick one.", {"done": ("DONE", "it is over")})
                except DecisionError:
                    return "ask"
                except ValueError:
                    return None
            '''
        ),
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide what comes next."""
                try:
                    number = int("3")
                except ValueError:
                    return decision.make("Pick one.", {"done": ("DONE", "it is over")})
                try:
                    return decision.make("Pick one.", {"done": (number, "it is over")})
                except Exception:
                    raise
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report the clause that catches the error of a decision in the body of its ``try``."""
        for decision in context.facts.decisions:
            if (
                decision.kind not in ("make", "amake", "exec", "aexec", "parse_args")
                or "except" not in context.source.text
            ):
                continue
            node = context.node(decision.range)
            while node is not None and node.type not in ("function_definition", "lambda"):
                outer = node.parent
                if outer is not None and outer.type == "try_statement" and outer.child_by_field_name("body") == node:
                    yield from self._clauses(context, outer)
                node = outer

    def _clauses(self, context: Context, statement: Node) -> Iterator[Finding]:
        for clause in statement.children:
            caught = clause.named_children[0] if clause.type == "except_clause" and clause.named_children else None
            if caught is None or caught.type in ("block", "comment"):
                continue
            if caught.type == "as_pattern":
                caught = caught.named_children[0]
            where = context.lines.byte_range(caught.start_byte, caught.end_byte)
            written = context.slice(where)
            if "DecisionError" in written:
                return
            match = _CAUGHT.search(written)
            body = context.lines.byte_slice(clause.start_byte, clause.end_byte)
            if match is None:
                continue
            if not re.search(r"\braise\b", body):
                message = f"{match.group()} catches DecisionError too: put `except DecisionError` before it"
                level = None if match.group() == "ValueError" else "info"
                put = _put(context, clause)
                yield context.finding(self, where, message, fix=put, severity=level)  # type: ignore[arg-type]
            return


def _put(context: Context, clause: Node) -> Fix | None:
    text = context.text
    start = context.lines.from_byte(clause.start_byte)
    if not _IMPORT.search(text.text) or not text.opens_line(start):
        return None
    indent = text.indent(context.lines.position(start)[0])
    new = f"except DecisionError:{text.newline}{indent}    raise{text.newline}{indent}"
    return fix("Let DecisionError through", "unsafe", text.edit(start, start, new))
