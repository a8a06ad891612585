"""Let an agent work until a goal is reached."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from op_runtime.context import Runtime, require_runtime
from op_runtime.control_flow.agent import agent
from op_runtime.control_flow.arguments import Condition, check_bound, check_condition, check_prompt
from op_runtime.control_flow.judge import judge
from op_runtime.control_flow.text import as_text

_log = logging.getLogger(__name__)


def goal_prompt(prompt: str, condition: Condition, result: object = None, round_number: int = 1) -> str:
    """Give the prompt of one round: a pure function of the task, the condition and the last round's result."""
    parts = [prompt]
    if isinstance(condition, str):
        parts.append("This is done when: " + condition)
    if round_number > 1:
        parts.append("It is not done yet. The result so far:\n" + as_text(result))
        parts.append("Go on from there, and answer with the complete result.")
    return "\n\n".join(parts)


def goal(
    prompt: str,
    condition: Condition,
    max_rounds: int = 10,
    *,
    tools: Sequence[object] | None = None,
    runtime: Runtime | None = None,
) -> str:
    """Effect: let an agent work on `prompt`, judge its result, and let it go on, at most `max_rounds` times.

    Gives the last result; where no round met the condition, a warning is logged. The agent is told the condition
    where it is text and, from the second round on, its result so far. `tools` are those of `agent`. An answer of
    the judge that is neither YES nor NO, twice, is "not met".

    Raises TypeError or ValueError for wrong arguments and RuntimeError where no runtime is given and none is
    current, each before any model call.
    """
    if not isinstance(prompt, str):
        raise TypeError(f"prompt must be text, not {type(prompt).__name__}")
    check_prompt(prompt, "prompt")
    check_condition(condition, "condition")
    check_bound(max_rounds, "max_rounds", 1)
    chosen = require_runtime("goal()") if runtime is None else runtime
    result = ""
    for number in range(1, max_rounds + 1):
        result = agent(goal_prompt(prompt, condition, result, number), tools=tools, runtime=chosen)
        if judge(condition, result, runtime=chosen).holds:
            return result
    _log.warning("goal: after %d rounds %r is still not met", max_rounds, condition)
    return result
