"""OP412: a ready-made registry where options belong."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu import is_registry

from op_lint.finding import Finding
from op_lint.resolve.values import plain
from op_lint.rules.base import Context, Example, Rule


class RegistryAsOptions(Rule):
    """A registry, ``{name: {"function": fn, "description": ..., ...}}``, in ``decision.make`` or ``choices=``.

    Why: only ``render_options`` and ``parse_args`` read one. Here each entry is a value like any other: the pick gives
    the dict back, and no function is run.

    Fix: none. Offer the functions themselves: ``{name: fn}``.
    """

    code = "OP412"
    name = "registry-as-options"
    severity = "error"
    summary = "a registry as options of a decision: every entry becomes a value"
    bad = (
        Example(
            '''
            def close():
                """Close the case."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", «{"close": {"function": close, "description": "when it is done"}}»)
            '''
        ),
        Example(
            '''
            def close():
                """Close the case."""


            REGISTRY = {"close": {"function": close, "description": "when it is done", "input": {}}}


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return runtime.exec("Look.", choices=«REGISTRY»)
            '''
        ),
    )
    good = (
        Example(
            '''
            def close():
                """Close the case."""


            REGISTRY = {"close": {"function": close, "description": "when it is done"}}


            @agentic_function
            def triage(reply: str, runtime=None):
                """Decide."""
                menu = decision.render_options(REGISTRY)
                return decision.parse_args(reply, REGISTRY, runtime)
            '''
        ),
        Example(
            '''
            def close():
                """Close the case."""


            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make("Pick one.", {"close": close, "wait": {"function": "none"}})
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report containers that are a registry and nothing else."""
        for decision in context.facts.decisions:
            turn = decision.kind in ("make", "amake", "exec", "aexec")
            if turn and decision.part is not None and is_registry(plain(decision.part)):
                message = (
                    "this is a registry: here each entry is a plain value, and no function is run; offer {name: fn}"
                )
                yield context.finding(self, decision.options.range, message)
