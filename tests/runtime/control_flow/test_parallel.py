"""parallel: order, context, what is cancelled, and what is raised when."""

import contextvars
import gc
import subprocess
import sys
import textwrap
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from op_runtime.context import current_runtime, use_runtime
from op_runtime.control_flow import llm, parallel
from op_runtime.testing import ScriptedRuntime

LONG = 30.0  # seconds after which a test that waits for another thread gives up


def value(result: object) -> Callable[[], object]:
    return lambda: result


def failing(error: BaseException) -> Callable[[], object]:
    def fail() -> object:
        raise error

    return fail


def test_nothing_to_do_gives_nothing() -> None:
    assert parallel([]) == []
    with ThreadPoolExecutor(1) as pool:
        assert parallel([], executor=pool) == []


def test_results_come_in_the_order_of_the_actions() -> None:
    later = threading.Event()

    def first() -> str:
        assert later.wait(LONG)
        return "first"

    def second() -> str:
        later.set()
        return "second"

    assert parallel([first, second]) == ["first", "second"]


def test_actions_run_at_the_same_time() -> None:
    meeting = threading.Barrier(5, timeout=LONG)
    assert sorted(parallel([meeting.wait] * 5)) == [0, 1, 2, 3, 4]  # type: ignore[type-var]


def test_more_actions_than_threads_all_run() -> None:
    assert parallel([value(number) for number in range(200)], max_workers=3) == list(range(200))


def test_max_workers_bounds_what_runs_at_once() -> None:
    running = threading.Semaphore(2)

    def act() -> bool:
        free = running.acquire(blocking=False)
        if free:
            running.release()
        return free

    assert parallel([act] * 50, max_workers=2) == [True] * 50


def test_any_iterable_of_actions_is_taken() -> None:
    assert parallel(value(number) for number in range(3)) == [0, 1, 2]


def test_a_result_may_be_an_exception() -> None:
    error = ValueError("a value like any other")
    assert parallel([value(error)]) == [error]


def test_context_variables_are_there_and_stay_apart() -> None:
    tenant = contextvars.ContextVar("tenant", default="none")

    def flow() -> tuple[list[object], str]:
        tenant.set("ann")
        return parallel([tenant.get, lambda: tenant.set("bob") and tenant.get(), tenant.get]), tenant.get()

    assert contextvars.copy_context().run(flow) == (["ann", "bob", "ann"], "ann")


def test_the_current_runtime_is_there() -> None:
    with use_runtime(ScriptedRuntime(["same", "same"])):
        assert parallel([lambda: llm("A"), lambda: llm("B")]) == ["same", "same"]
        assert parallel([lambda: parallel([current_runtime])]) == [[current_runtime()]]


def test_a_thread_pool_of_the_caller_gives_the_context_too() -> None:
    with use_runtime(ScriptedRuntime([])), ThreadPoolExecutor(2) as pool:
        assert parallel([current_runtime] * 3, executor=pool) == [current_runtime()] * 3


class AtOnce(Executor):
    """Runs each action while it is handed in, so that the order in which they end is known."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def test_the_first_error_is_raised_itself_and_names_the_others() -> None:
    error = ValueError("no")
    with pytest.raises(ValueError, match="no") as caught:
        parallel([value(1), failing(error), failing(KeyError("k")), failing(error)], executor=AtOnce())
    assert caught.value is error
    assert error.__notes__ == ["raised by actions[1] of 4 in parallel()", "actions[2] failed too: KeyError: 'k'"]


def test_the_notes_say_which_action_failed_and_what_was_cancelled() -> None:
    error = ValueError("no")
    with pytest.raises(ValueError, match="no") as caught:
        parallel([value(1), failing(error), value(2), value(3)], max_workers=1)
    assert caught.value is error
    assert error.__notes__ == [
        "raised by actions[1] of 4 in parallel()",
        "actions[2] was cancelled before it started",
        "actions[3] was cancelled before it started",
    ]


def test_what_has_not_started_never_starts_after_an_error() -> None:
    started: list[int] = []
    for _ in range(200):
        with pytest.raises(ValueError, match="no"):
            parallel([failing(ValueError("no")), partial(started.append, 1)], max_workers=1)
    assert started == []


def test_what_runs_finishes_before_the_error_is_raised() -> None:
    begun, failed = threading.Event(), threading.Event()
    finished: list[str] = []

    def slow() -> None:
        begun.set()
        assert failed.wait(LONG)
        finished.append("slow")

    def fail() -> None:
        assert begun.wait(LONG)
        failed.set()
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        parallel([slow, fail])
    assert finished == ["slow"]


def test_exceptions_can_stand_in_for_results() -> None:
    error = ValueError("no")
    assert parallel([value(1), failing(error), value(1)], return_exceptions=True) == [1, error, 1]
    assert parallel([failing(error), value(1)], 1, True) == [error, 1]


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit, GeneratorExit])
@pytest.mark.parametrize("return_exceptions", [False, True])
def test_a_stop_is_raised_without_waiting(stop: type[BaseException], return_exceptions: bool) -> None:
    begun, release = threading.Event(), threading.Event()
    started: list[str] = []

    def hang() -> None:
        begun.set()
        release.wait(LONG)

    def fail() -> None:
        assert begun.wait(LONG)
        raise stop

    with pytest.raises(stop):
        parallel([hang, fail, partial(started.append, "later")], 2, return_exceptions)
    assert not release.is_set()  # `hang` was still waiting
    release.set()
    assert started == []


def test_a_stop_goes_before_an_error_that_came_first() -> None:
    failed = threading.Event()

    def fail() -> None:
        failed.set()
        raise ValueError("no")

    def stop() -> None:
        assert failed.wait(LONG)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        parallel([stop, fail])


def test_an_action_that_hangs_does_not_hold_up_the_end_of_the_program() -> None:
    program = textwrap.dedent("""
        import threading
        from op_runtime.control_flow import parallel

        begun = threading.Event()

        def hang():
            begun.set()
            threading.Event().wait()

        def leave():
            begun.wait()
            raise SystemExit(7)

        parallel([hang, leave])
    """)
    assert subprocess.run([sys.executable, "-c", program], timeout=60, check=False).returncode == 7


def test_nested_errors_keep_their_notes() -> None:
    with pytest.raises(ValueError, match="no") as caught:
        parallel([lambda: parallel([failing(ValueError("no"))])])
    assert caught.value.__notes__ == ["raised by actions[0] of 1 in parallel()"] * 2


def test_a_result_is_not_kept_after_it_is_given() -> None:
    class Result:
        pass

    kept: list[weakref.ref[Result]] = []

    def make() -> Result:
        result = Result()
        kept.append(weakref.ref(result))
        return result

    parallel([make])
    gc.collect()
    assert kept[0]() is None


async def later() -> int:
    return 1


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"actions": [value(1), "done"]}, TypeError, "actions[1] must be something to call, but it is a value (str)"),
        ({"actions": [later]}, TypeError, "actions[0] is an `async def`"),
        ({"actions": 3}, TypeError, "actions must be a list of callables, not int"),
        ({"actions": "ab"}, TypeError, "actions[0] must be something to call"),
        ({"actions": [], "max_workers": 0}, ValueError, "max_workers must be at least 1, not 0"),
        ({"actions": [], "max_workers": True}, TypeError, "max_workers must be an int, not True"),
        ({"actions": [], "executor": object()}, TypeError, "executor must be a concurrent.futures.Executor"),
    ],
)
def test_wrong_arguments_are_refused_before_anything_starts(
    arguments: dict[str, Any], error: type[Exception], words: str
) -> None:
    with pytest.raises(error) as caught:
        parallel(**arguments)
    assert words in str(caught.value)


def test_a_number_of_workers_does_not_go_with_an_executor() -> None:
    with ThreadPoolExecutor(1) as pool, pytest.raises(ValueError, match="an executor has its own number"):
        parallel([value(1)], 2, executor=pool)


def test_a_coroutine_is_no_result() -> None:
    with pytest.raises(TypeError, match=r"actions\[0\] returned a coroutine"):
        parallel([lambda: later()])


def test_the_executor_stays_open() -> None:
    with ThreadPoolExecutor(1) as pool:
        parallel([value(1)], executor=pool)
        assert pool.submit(int).result() == 0


def test_what_an_executor_refuses_is_raised_and_the_rest_cancelled() -> None:
    class Full(Executor):
        def __init__(self) -> None:
            self.taken: list[Future[Any]] = []

        def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
            if self.taken:
                raise RuntimeError("full")
            self.taken.append(Future())
            return self.taken[0]

    pool = Full()
    with pytest.raises(RuntimeError, match="full"):
        parallel([value(1), value(2)], executor=pool)
    assert pool.taken[0].cancelled()
