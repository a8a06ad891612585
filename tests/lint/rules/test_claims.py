"""What an error says is true: run against the runtime, its bad examples fail, and the fixed ones do not."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import warnings
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest
from op_runtime import registry
from op_runtime.exec import set_default_runtime
from op_runtime.testing import ScriptedRuntime
from op_runtime.workflow import SandboxError, WorkflowFailedError
from op_runtime.workflow import run as run_workflow
from op_runtime.workflow.prelude import prelude
from op_runtime.workflow.sandbox import Sandbox

from op_lint import check_source
from op_lint.finding import Finding
from op_lint.rules import ALL
from op_lint.rules.base import Context, Example, Rule
from op_lint.rules.examples import unmarked, whole

OWN = {
    *("OP001", "OP002", "OP005"),  # they are about files, and about op-lint
    *("OP108", "OP213", "OP304", "OP313", "OP404", "OP412", "OP506"),  # they claim that something goes wrong in silence
    *("OP601", "OP602", "OP603", "OP605"),  # they are about the sandbox
}
"""Each has tests of its own below."""

ERRORS = [rule for rule in ALL if rule.severity == "error" and rule.code not in OWN]
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


def run(source: str, *, answer: str | None = None, path: str = "") -> dict[str, object]:
    """Import the text, then call each function that needs nothing but a runtime; the model gives `answer`, if any.

    Workflow source is run in the sandbox instead, by a host that answers everything.
    """
    if path.startswith("workflow_"):
        return {"workflow": Sandbox(Answering(), prelude()).run(source)}
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


class Answering:
    """A host that has an answer to everything."""

    def answer(self, name: str, arguments: tuple[object, ...]) -> object:
        return "x"


class RefusedToAnswer(BaseException):
    """The model was asked: nothing was wrong with the options."""


def examples(rule: Rule) -> list[Example]:
    return [example for number, example in enumerate(rule.bad) if number not in WARNED.get(rule.code, ())]


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.code) for rule in ERRORS])
def test_what_an_error_reports_fails_when_it_runs(rule: Rule) -> None:
    for example in examples(rule):
        with pytest.raises((TypeError, ValueError, SandboxError)):
            run(unmarked(example.source)[0], answer="text" if rule.code in ANSWERED else None, path=example.path)


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.code) for rule in ALL if rule.severity == "error"])
def test_what_a_fix_makes_of_it_runs(rule: Rule) -> None:
    for example in rule.bad:
        if example.fixed is not None:
            run(example.fixed, path=example.path)


def named(code: str) -> Rule:
    (rule,) = [rule for rule in ALL if rule.code == code]
    return rule


def test_what_does_not_parse_cannot_be_imported() -> None:
    for example in named("OP001").bad:
        with pytest.raises(SyntaxError):
            run(unmarked(example.source)[0])


def test_what_cannot_be_read_python_cannot_import_either(tmp_path: Path) -> None:
    for number, example in enumerate(named("OP002").bad):
        path = tmp_path / f"module_{number}.py"
        path.write_bytes(unmarked(example.source)[0].encode())
        with pytest.raises((SyntaxError, ValueError)):
            SourceFileLoader(path.stem, str(path)).get_code(path.stem)


class Failing(Rule):
    """A rule that fails."""

    code, name, severity, summary = "XX001", "failing", "warning", "it fails"

    def check(self, context: Context) -> Iterator[Finding]:
        raise LookupError("no such thing")
        yield


def test_a_rule_that_fails_is_reported_and_the_others_run() -> None:
    text = unmarked(named("OP302").bad[0].source)[0]
    report = check_source(whole(text)[0], rules=[Failing(), named("OP302")])
    assert [finding.code for finding in report.findings] == ["OP005", "OP302"]
    assert "rule XX001 failed with LookupError: no such thing" in report.findings[0].message


@pytest.mark.parametrize("code", ["OP601", "OP602", "OP603", "OP605"])
def test_the_runtime_refuses_such_a_workflow(code: str, tmp_path: Path) -> None:
    for number, example in enumerate(named(code).bad):
        runtime = ScriptedRuntime(["x"] * 9)
        with pytest.raises(WorkflowFailedError, match=code):
            run_workflow(
                "Find it.",
                source=unmarked(example.source)[0],
                runtime=runtime,
                functions=[],
                journal=tmp_path / str(number),
            )
        assert runtime.prompts == []
    for number, example in enumerate(named(code).good):
        if example.path.startswith("workflow_"):
            run_workflow(
                "Find it.",
                source=example.source,
                runtime=ScriptedRuntime(["x"] * 9),
                functions=[],
                journal=tmp_path / f"good{number}",
            )


@pytest.mark.parametrize(
    ("code", "number", "why"),
    [
        ("OP601", 1, "ModuleNotFoundError"),
        ("OP602", 0, "missing 1 required positional argument"),
        ("OP603", 0, "NameError"),
        ("OP603", 1, "PermissionError"),
        ("OP605", 0, "AttributeError"),
        ("OP605", 1, "AttributeError"),
    ],
)
def test_without_that_check_it_fails_in_the_sandbox(code: str, number: int, why: str) -> None:
    with pytest.raises(SandboxError, match=why):
        run(unmarked(named(code).bad[number].source)[0], path="workflow_a.py")


def test_of_two_entries_the_first_never_runs() -> None:
    assert run(unmarked(named("OP602").bad[1].source)[0], path="workflow_a.py") == {"workflow": 2}


def test_without_a_plain_string_there_is_no_docstring() -> None:
    for example in named("OP108").bad:
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
    for number, last, both in (
        (0, ["Sum up b", "Sum up b"], ["Sum up a", "Sum up b"]),
        (2, ["Sum up b, 1", "Sum up b, 1"], ["Sum up a, 0", "Sum up b, 1"]),
    ):
        example = named("OP506").bad[number]
        assert example.fixed is not None
        for source, wanted in ((unmarked(example.source)[0], last), (example.fixed, both)):
            runtime = ScriptedRuntime(["one", "two"])
            run(source)["work"](runtime=runtime)  # type: ignore[operator]
            assert sorted(runtime.prompts) == wanted


@pytest.mark.parametrize("number", [1, 3])
def test_options_of_a_loop_all_do_what_the_last_one_does(number: int) -> None:
    runtime = ScriptedRuntime([{"call": "a"}])
    assert run(unmarked(named("OP506").bad[number].source)[0])["work"](runtime=runtime) == "b"  # type: ignore[operator]


def test_a_coroutine_that_is_thrown_away_asks_no_model() -> None:
    runtime = ScriptedRuntime([{"call": "done"}])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run(unmarked(named("OP313").bad[1].source)[0])["work"](runtime=runtime)  # type: ignore[operator]
    assert runtime.prompts == []


@pytest.fixture
def _default_runtime() -> Iterator[None]:
    set_default_runtime(lambda: ScriptedRuntime(["the sum", "the sum"]))
    yield
    set_default_runtime(None)


@pytest.mark.usefixtures("_default_runtime")
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_a_coroutine_is_not_its_result() -> None:
    for number, entry, why in (
        (0, "work", "'coroutine' object has no attribute 'strip'"),
        (2, "main", "can only concatenate str"),
    ):
        example = named("OP313").bad[number]
        assert example.fixed is not None
        work = run(unmarked(example.source)[0])[entry]
        with pytest.raises((TypeError, AttributeError), match=why):
            asyncio.run(work())  # type: ignore[operator]
        asyncio.run(run(example.fixed)[entry]())  # type: ignore[operator]


@pytest.mark.usefixtures("_default_runtime")
def test_module_level_code_has_no_runtime() -> None:
    for example in named("OP304").bad[2:]:
        source = unmarked(example.source)[0].replace('"__main__"', '"example"')
        with pytest.raises(RuntimeError, match="none is current"):
            run(source)
    fixed = named("OP304").bad[2].fixed
    assert fixed is not None
    run(fixed.replace('"__main__"', '"example"'))


def test_a_runtime_that_nothing_binds_is_no_name() -> None:
    for example in named("OP304").bad[:2]:
        with pytest.raises(NameError):
            run(unmarked(example.source)[0])["work"]()  # type: ignore[operator]
        assert example.fixed is not None
        runtime = ScriptedRuntime(["the sum"])
        assert run(example.fixed)["work"](**{_declared(example.fixed): runtime}) == "the sum"  # type: ignore[operator]


def _declared(source: str) -> str:
    return "review_runtime" if "review_runtime=None" in source else "runtime"
