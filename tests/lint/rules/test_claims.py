"""What an error says is true: run against the runtime, its bad examples fail, and the fixed ones do not."""

from __future__ import annotations

import contextlib
import inspect
import warnings
from collections.abc import Iterator

import pytest
from op_runtime import registry
from op_runtime.testing import ScriptedRuntime

from op_lint.rules import ALL
from op_lint.rules.base import Example, Rule
from op_lint.rules.examples import unmarked, whole

STATIC = {"OP001", "OP002", "OP005", "OP601", "OP602", "OP603", "OP605"}
"""What they claim is not about a run here: the file does not load, or the sandbox refuses it by the same check."""
SILENT = {"OP108", "OP213", "OP404", "OP412", "OP506", "OP313", "OP304"}
"""They claim that something goes wrong in silence; each has a test of its own below."""

ERRORS = [rule for rule in ALL if rule.severity == "error" and rule.code not in STATIC | SILENT]
ANSWERED = {"OP501"}
"""What is wrong shows after a model call, which must not be asked for a pick."""
WARNED = {"OP207": (0,), "OP302": (0, 1), "OP502": (2,)}
"""Bad examples, by number, that the rule reports as a warning: they run."""


@pytest.fixture(autouse=True)
def _own_registry() -> Iterator[None]:
    with registry_kept():
        yield


@contextlib.contextmanager
def registry_kept() -> Iterator[None]:
    before = dict(vars(registry))
    yield
    vars(registry).update(before)


def run(source: str, *, answer: str | None = None) -> dict[str, object]:
    """Import the text, then call each function that needs nothing but a runtime; the model gives `answer`, if any."""
    names: dict[str, object] = {"__name__": "example"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exec(compile(whole(source)[0], "example.py", "exec"), names)
        for name, value in list(names.items()):
            spec = getattr(value, "spec", None)
            if name.startswith("_") or not isinstance(spec, dict) or spec["parameters"].get("required"):
                continue
            if "runtime" not in inspect.signature(value).parameters:  # type: ignore[arg-type]
                continue
            with contextlib.suppress(RefusedToAnswer):
                value(runtime=ScriptedRuntime([answer or RefusedToAnswer] * 9))  # type: ignore[operator]
    return names


class RefusedToAnswer(BaseException):
    """The model was asked: nothing was wrong with the options."""


def examples(rule: Rule) -> list[Example]:
    return [example for number, example in enumerate(rule.bad) if number not in WARNED.get(rule.code, ())]


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.code) for rule in ERRORS])
def test_what_an_error_reports_fails_when_it_runs(rule: Rule) -> None:
    for example in examples(rule):
        with pytest.raises((TypeError, ValueError)):
            run(unmarked(example.source)[0], answer="text" if rule.code in ANSWERED else None)


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.code) for rule in ALL if rule.severity == "error"])
def test_what_a_fix_makes_of_it_runs(rule: Rule) -> None:
    for example in rule.bad:
        if example.fixed is not None:
            run(example.fixed)


def test_without_a_plain_string_there_is_no_docstring() -> None:
    (rule,) = [rule for rule in ALL if rule.code == "OP108"]
    for example in rule.bad:
        assert run(unmarked(example.source)[0])["find"].__doc__ is None
        if example.fixed is not None:
            assert run(example.fixed)["find"].__doc__


def test_a_key_that_is_written_twice_loses_its_first_value() -> None:
    found = run(
        "@agentic_function(input={'q': {'description': 'a', 'description': 'b'}})\n"
        "def find(q: str, runtime=None):\n    'Find.'\n"
    )
    assert found["find"].input_meta["q"] == {"description": "b"}  # type: ignore[attr-defined]


def test_an_option_that_is_written_twice_loses_its_first_entry() -> None:
    from op_runtime.menu import build_menu

    assert build_menu({"done": 1, "ask": 2, "done": 3}).get("done").target == 3  # type: ignore[union-attr]  # noqa: F601
    with pytest.raises(ValueError, match="two options are named 'done'"):
        build_menu(["done", "ask", "done"])


def test_of_a_registry_the_pick_gives_the_entry_back_and_runs_nothing() -> None:
    from op_runtime import decision

    ran: list[str] = []
    entry = {"function": lambda: ran.append("ran"), "description": "when it is done"}
    runtime = ScriptedRuntime([{"call": "close"}])
    assert decision.make("Pick one.", {"close": entry}, runtime=runtime) is entry
    assert ran == []


def test_a_lambda_of_a_loop_sees_the_last_value_only() -> None:
    (rule,) = [rule for rule in ALL if rule.code == "OP506"]
    example = rule.bad[0]
    assert example.fixed is not None
    asked = []
    for source in (unmarked(example.source)[0], example.fixed):
        runtime = ScriptedRuntime(["one", "two"])
        run(source)["work"](runtime=runtime)  # type: ignore[operator]
        asked.append(sorted(runtime.prompts))
    assert asked == [["Sum up b", "Sum up b"], ["Sum up a", "Sum up b"]]


def test_a_coroutine_that_is_thrown_away_asks_no_model() -> None:
    (rule,) = [rule for rule in ALL if rule.code == "OP313"]
    runtime = ScriptedRuntime([{"call": "done"}])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run(unmarked(rule.bad[1].source)[0])["work"](runtime=runtime)  # type: ignore[operator]
    assert runtime.prompts == []


def test_a_runtime_that_nothing_binds_is_no_name() -> None:
    (rule,) = [rule for rule in ALL if rule.code == "OP304"]
    for example in rule.bad:
        with pytest.raises(NameError):
            run(unmarked(example.source)[0])["work"]()  # type: ignore[operator]
        assert example.fixed is not None
        runtime = ScriptedRuntime(["the sum"])
        assert run(example.fixed)["work"](**{_declared(example.fixed): runtime}) == "the sum"  # type: ignore[operator]


def _declared(source: str) -> str:
    return "review_runtime" if "review_runtime=None" in source else "runtime"
