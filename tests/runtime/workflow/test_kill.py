"""A run is killed with SIGKILL at every possible point in turn, resumed, and ends as if nothing had happened."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

STEPS = 12
RESULT = ["one, two, three", "fast", ["A", "B", "C"], "carefully", "paid 5 to Ann", "done"]


PLANS = 3


def killed_everywhere(how: str, tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    script = Path(__file__).with_name("kill_points.py")
    where = tmp_path_factory.mktemp("kills")
    done = subprocess.run([sys.executable, script, where, how], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    return killed_everywhere("given", tmp_path_factory)


def test_every_point_of_the_run_has_been_fatal_once(outcomes: list[dict[str, Any]]) -> None:
    # at least: before and after the two writes and the effect of each step; the last run of all ends by itself
    assert len(outcomes) > STEPS * 6
    assert [outcome["killed"] for outcome in outcomes] == [True] * (len(outcomes) - 1) + [False]


def test_each_killed_run_ends_with_the_same_result_and_steps(outcomes: list[dict[str, Any]]) -> None:
    assert [outcome["error"] for outcome in outcomes] == [""] * len(outcomes)
    assert [outcome["result"] for outcome in outcomes] == [RESULT] * len(outcomes)
    asked = sorted(name for name, _ in outcomes[-1]["steps"])
    assert len(asked) == STEPS
    for outcome in outcomes:
        assert sorted(name for name, status in outcome["steps"] if status == "ok") == asked


def test_completed_steps_ran_once_and_interrupted_ones_at_most_twice(outcomes: list[dict[str, Any]]) -> None:
    for outcome in outcomes:
        counts = outcome["counts"]
        assert len(counts) == STEPS
        assert {counts[name] for name in outcome["completed"]} <= {1}
        assert set(counts.values()) <= {1, 2}
        # one step at a time is interrupted, and up to three in `parallel`
        assert sum(counts.values()) <= STEPS + 3


def test_some_step_was_interrupted_after_its_effect_and_ran_twice(outcomes: list[dict[str, Any]]) -> None:
    assert any(2 in outcome["counts"].values() for outcome in outcomes)


def test_a_planned_run_is_killed_at_every_point_too(tmp_path_factory: pytest.TempPathFactory) -> None:
    outcomes = killed_everywhere("planned", tmp_path_factory)
    assert len(outcomes) > (STEPS + PLANS) * 6
    assert [outcome["error"] for outcome in outcomes] == [""] * len(outcomes)
    assert [outcome["result"] for outcome in outcomes] == [RESULT] * len(outcomes)
    for outcome in outcomes:
        # what was completed was asked once: by the plan that failed, and by the one that took its place
        assert {outcome["counts"][name] for name in outcome["completed"]} <= {1}
        assert len(outcome["counts"]) == STEPS + PLANS
        assert sum(outcome["counts"].values()) <= STEPS + PLANS + 3
