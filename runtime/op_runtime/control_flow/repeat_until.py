"""Run the same thing until a condition is met."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from op_runtime.context import Runtime
from op_runtime.control_flow.arguments import Condition, check_action, check_bound, check_condition, run
from op_runtime.control_flow.judge import judge
from op_runtime.control_flow.request import need_runtime

_log = logging.getLogger(__name__)
T = TypeVar("T")


def repeat_until(
    action: Callable[[], T], condition: Condition, max_rounds: int = 5, *, runtime: Runtime | None = None
) -> T:
    """Effect: run `action()` until its result is judged to meet `condition`, at most `max_rounds` times.

    Gives the last result; where no round met the condition, a warning is logged. `condition` is text that the
    model judges, or a callable that is given the result. An answer that is neither YES nor NO, twice, is "not met"
    (spec 3 section 1).

    Raises TypeError or ValueError for wrong arguments and RuntimeError where a runtime is needed and none is
    current, each before anything has run; whatever the action or a callable condition raises.
    """
    check_action(action, "action")
    check_condition(condition, "condition")
    check_bound(max_rounds, "max_rounds", 1)
    need_runtime(condition, runtime, "repeat_until()")
    for _ in range(max_rounds):
        result = run(action, "action")
        if judge(condition, result, runtime=runtime).holds:
            return result
    _log.warning("repeat_until: after %d rounds %r is still not met", max_rounds, condition)
    return result
