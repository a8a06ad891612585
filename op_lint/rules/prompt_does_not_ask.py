"""OP411: a prompt that does not ask for a choice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from op_lint.finding import Finding
from op_lint.read.expr import Constant, Expr, FString
from op_lint.rules.base import Context, Example, Rule

_ASKS = re.compile(
    r"\b(?:pick|choose|choice|select|decide|decision|option|which|call|what (?:to do )?next|next step|one of|route"
    r"|answer with|respond with|reply with|use one)\w*\b|[选選挑决決定哪]",
    re.IGNORECASE,
)


class PromptDoesNotAsk(Rule):
    """A ``decision.make`` whose literal prompt never tells the model to pick.

    Why: nothing is added to the prompt but the menu. A model that is only given data may answer in prose.

    Fix: none. End the prompt with, for example, "Pick one."
    """

    code = "OP411"
    name = "prompt-does-not-ask"
    severity = "info"
    summary = "the prompt of a decision never tells the model to pick"
    bad = (
        Example(
            '''
            @agentic_function
            def triage(runtime=None):
                """Decide."""
                return decision.make(«"The ticket is about a parcel."», ["refund", "wait"])
            '''
        ),
        Example(
            '''
            @agentic_function(input={"ticket": {"description": "the ticket"}})
            def triage(ticket: str, runtime=None):
                """Decide."""
                return decision.make(prompt=«f"Ticket: {ticket}"», options=["refund", "wait"])
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function(input={"ticket": {"description": "the ticket"}})
            def triage(ticket: str, runtime=None):
                """Decide."""
                first = decision.make(f"{ticket}\\nPick one.", ["refund", "wait"])
                return decision.make("这个客户要什么？请选一个。", ["refund", "wait"])
            '''
        ),
        Example(
            '''
            @agentic_function(input={"ticket": {"description": "the ticket"}})
            def triage(ticket: str, runtime=None):
                """Decide."""
                first = runtime.exec("The ticket is about a parcel.", choices=["refund", "wait"])
                return decision.make(ticket, ["refund", "wait"])
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report prompts that are written out and do not ask."""
        for decision in context.facts.decisions:
            prompt = decision.prompt
            if decision.kind not in ("make", "amake") or prompt is None:
                continue
            text = _written(prompt)
            if text is not None and not _ASKS.search(text):
                message = 'the prompt does not tell the model to pick, and nothing else does; add "Pick one."'
                yield context.finding(self, prompt.range, message)


def _written(prompt: Expr) -> str | None:
    if isinstance(prompt, Constant):
        return prompt.value if isinstance(prompt.value, str) else None
    if isinstance(prompt, FString):
        return " ".join(part for part in prompt.parts if isinstance(part, str))
    return None
