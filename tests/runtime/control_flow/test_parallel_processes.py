"""parallel on executors whose workers share no memory with the caller."""

import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import partial

import pytest
import remote_actions
from op_runtime.context import use_runtime
from op_runtime.control_flow import parallel
from op_runtime.testing import ScriptedRuntime

METHODS = [method for method in multiprocessing.get_all_start_methods() if method != "forkserver"]


@pytest.fixture(params=METHODS, scope="module")
def pool(request: pytest.FixtureRequest) -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(request.param)) as processes:
        yield processes


def test_results_come_in_order_from_other_processes(pool: Executor) -> None:
    actions = [partial(remote_actions.double, number) for number in range(20)]
    assert parallel(actions, executor=pool) == list(range(0, 40, 2))
    assert os.getpid() not in parallel([remote_actions.process_id], executor=pool)


def test_the_callers_runtime_is_not_there(pool: Executor) -> None:
    with use_runtime(ScriptedRuntime(["never asked"])):
        assert parallel([remote_actions.sees_no_runtime] * 4, executor=pool) == [True] * 4


def test_a_missing_runtime_says_that_the_action_must_create_its_own(pool: Executor) -> None:
    with (
        use_runtime(ScriptedRuntime([])),
        pytest.raises(RuntimeError, match=r"in another process.*must create its own"),
    ):
        parallel([remote_actions.ask_the_current_runtime], executor=pool)


def test_an_action_can_create_its_own_runtime(pool: Executor) -> None:
    assert parallel([remote_actions.ask_a_runtime_of_its_own] * 2, executor=pool) == ["Hi", "Hi"]


def test_an_error_is_raised_with_its_place(pool: Executor) -> None:
    with pytest.raises(ValueError, match="no") as caught:
        parallel([remote_actions.process_id, remote_actions.fail], executor=pool)
    assert "raised by actions[1] of 2 in parallel()" in caught.value.__notes__


def test_exceptions_can_stand_in_for_results(pool: Executor) -> None:
    results = parallel([partial(remote_actions.double, 1), remote_actions.fail], executor=pool, return_exceptions=True)
    assert results[0] == 2
    assert repr(results[1]) == "ValueError('no')"


def test_a_stop_is_raised(pool: Executor) -> None:
    with pytest.raises(SystemExit):
        parallel([remote_actions.leave], executor=pool, return_exceptions=True)


def test_an_action_that_cannot_be_sent_is_refused_before_any_starts(pool: Executor) -> None:
    with pytest.raises(TypeError, match=r"actions\[1\] cannot be sent to another process.*top of a module"):
        parallel([remote_actions.process_id, lambda: 1], executor=pool)
