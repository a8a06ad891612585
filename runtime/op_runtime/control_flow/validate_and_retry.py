"""Run, check, and run something else while the check fails."""

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
U = TypeVar("U")


def validate_and_retry(
    action: Callable[[], T],
    check: Condition,
    retry: Callable[[], U],
    max_retries: int = 2,
    *,
    runtime: Runtime | None = None,
) -> T | U:
    """Effect: run `action()`, then `retry()` while the result does not satisfy `check`, at most `max_retries` times.

    Gives the first result that satisfies the check, else the last one, and then logs a warning. Every result is
    checked, the last one too. `check` is text that the model judges, or a callable that is given the result. An
    answer that is neither YES nor NO, twice, is "not satisfied" (spec 3 section 1).

    Raises TypeError or ValueError for wrong arguments and RuntimeError where a runtime is needed and none is
    current, each before anything has run; whatever an action or a callable check raises.
    """
    check_action(action, "action")
    check_condition(check, "check")
    check_action(retry, "retry")
    check_bound(max_retries, "max_retries", 0)
    need_runtime(check, runtime, "validate_and_retry()")
    result: T | U = run(action, "action")
    for _ in range(max_retries):
        if judge(check, result, runtime=runtime).holds:
            return result
        result = run(retry, "retry")
    if not judge(check, result, runtime=runtime).holds:
        _log.warning("validate_and_retry: after %d retries the result still fails the check %r", max_retries, check)
    return result
