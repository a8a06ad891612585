"""Judge, then take one of two branches."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from op_runtime.context import Runtime
from op_runtime.control_flow.arguments import Condition, check_action, check_condition, run
from op_runtime.control_flow.judge import NOTHING, judge
from op_runtime.control_flow.request import need_runtime

T = TypeVar("T")
U = TypeVar("U")


def conditional(
    condition: Condition,
    context: object = None,
    if_true: Callable[[], T] | None = None,
    if_false: Callable[[], U] | None = None,
    *,
    runtime: Runtime | None = None,
) -> T | U | None:
    """Effect: judge `condition` on `context`, run `if_true()` or `if_false()`, and give what it gives.

    A missing branch gives None. `condition` is text that the model judges, or a callable that is given the context.

    Raises DecisionError, with the replies, where the model answers neither YES nor NO, twice: no branch is taken.
    Raises TypeError or ValueError for wrong arguments and RuntimeError where a runtime is needed and none is
    current, each before anything has run; whatever a branch or a callable condition raises.
    """
    check_condition(condition, "condition")
    if if_true is not None:
        check_action(if_true, "if_true")
    if if_false is not None:
        check_action(if_false, "if_false")
    need_runtime(condition, runtime, "conditional()")
    material = NOTHING if context is None and isinstance(condition, str) else context
    problem = f"conditional on {condition!r}: the model answered neither YES nor NO"
    judgement = judge(condition, material, runtime=runtime, problem=problem)
    if judgement.holds:
        return None if if_true is None else run(if_true, "if_true")
    return None if if_false is None else run(if_false, "if_false")
