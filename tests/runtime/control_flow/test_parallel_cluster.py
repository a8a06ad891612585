"""parallel on a cluster: Dask's, here with its scheduler and its workers on this machine."""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial

import pytest
import remote_actions
from distributed import Client, LocalCluster
from op_runtime.context import use_runtime
from op_runtime.control_flow import parallel
from op_runtime.testing import ScriptedRuntime


@pytest.fixture(scope="module")
def cluster() -> Iterator[Executor]:
    with (
        LocalCluster(n_workers=1, threads_per_worker=2, dashboard_address=":0") as machines,
        Client(machines) as client,
        client.get_executor() as executor,
    ):
        yield executor


def test_results_come_in_order(cluster: Executor) -> None:
    actions = [partial(remote_actions.double, number) for number in range(10)]
    assert parallel(actions, executor=cluster) == list(range(0, 20, 2))


def test_a_lambda_can_be_sent(cluster: Executor) -> None:
    assert parallel([lambda number=number: number + 1 for number in range(3)], executor=cluster) == [1, 2, 3]


def test_an_error_is_raised_with_its_place(cluster: Executor) -> None:
    with pytest.raises(ValueError, match="no") as caught:
        parallel([remote_actions.process_id, remote_actions.fail], executor=cluster)
    assert "raised by actions[1] of 2 in parallel()" in caught.value.__notes__


def test_an_action_creates_its_own_runtime(cluster: Executor) -> None:
    with use_runtime(ScriptedRuntime([])):
        assert parallel([remote_actions.ask_a_runtime_of_its_own], executor=cluster) == ["Hi"]
        with pytest.raises(RuntimeError, match="must create its own"):
            parallel([remote_actions.ask_the_current_runtime], executor=cluster)
