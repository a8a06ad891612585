"""`op-run fuzz`: a file's decisions are tried on the mistakes that models make."""

from __future__ import annotations

import enum
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import ModuleType
from typing import Any, Literal

import pytest
from op_runtime import agentic_function, registry
from op_runtime.fuzz import Found, check_menu, decisions
from op_runtime.menu import build_menu
from op_runtime.menu import reply as reader
from op_runtime.run import main


@pytest.fixture(autouse=True)
def _clean() -> Iterator[None]:
    path, modules = list(sys.path), dict(sys.modules)
    with registry.isolated():
        yield
    sys.path[:] = path
    for name in set(sys.modules) - set(modules):
        if name.startswith("fuzzed_"):
            del sys.modules[name]


class Colour(enum.Enum):
    """Paints."""

    RED = "red"
    BLUE = 2


@dataclass
class Step:
    """One step."""

    action: str
    times: int = 1


@agentic_function(
    input={"tags": {"options": ["a", "b"]}, "level": {"options": ["1", "2"]}, "sid": {"hidden": True}},
)
def everything(
    text: str,
    level: int,
    colour: Colour,
    steps: list[Step],
    when: datetime,
    ratio: float,
    loud: bool,
    pair: tuple[int, str],
    kind: Literal["x", "y"],
    size: int | None = None,
    tags: list[str] | None = None,
    table: dict[str, int] | None = None,
    anything: Any = None,
    sid: str = "",
    runtime: Any = None,
) -> None:
    """Take everything."""


def test_our_own_reader_reads_every_reply_rightly() -> None:
    menu = build_menu(
        {
            "everything": everything,
            "plan": ("Plan.", {"steps": [{"action": str, "target": str}], "why": "the reason"}),
            "stop": "S",
            "anything": ("Any.", {"data": {}}),
        }
    )
    report = check_menu(menu)
    assert report.failures == []
    assert report.skipped == []
    assert report.replies > 1000


def test_a_reader_that_is_too_trusting_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reader, "_check_slips", lambda *arguments: None)
    menu = build_menu({"everything": everything})
    report = check_menu(menu)
    assert {(failure.kind, failure.mistake) for failure in report.failures} == {
        ("wrong dispatch", "a misspelt argument")
    }


@pytest.mark.parametrize(
    ("error", "kind"),
    [(RecursionError("deep"), "crash"), (reader.ReplyError("syntax", " "), "no reason")],
)
def test_a_reader_that_crashes_or_gives_no_reason_is_found_out(
    monkeypatch: pytest.MonkeyPatch, error: Exception, kind: str
) -> None:
    read = reader.read_reply

    def bad(text: str, menu: Any, **options: Any) -> Any:
        if "<think>" in text:
            raise error
        return read(text, menu, **options)

    monkeypatch.setattr(reader, "read_reply", bad)
    found = {failure.kind for failure in check_menu(build_menu(["a", "b"])).failures}
    assert kind in found


SOURCE = '''
from op_runtime import Option, agentic_function, decision

LABELS = ["a", "b"]

def never():
    raise AssertionError("it ran")

@agentic_function
def route(message: str, urgent: bool = False, runtime=None):
    """Route."""
    local = {"never": never, "done": "D"}
    if message:
        return decision.make("Pick.", local)
    return runtime.exec("Work.", choices=LABELS)

async def later(runtime):
    return await decision.amake(prompt="Pick.", options=[("x", "Pick x.")], runtime=runtime)

def unknown(names, runtime):
    return decision.make("Pick.", {name: name for name in names}, runtime=runtime)

def built(runtime):
    options = [never()]
    return decision.make("Pick.", options, runtime=runtime)

def explicit(runtime):
    return decision.make("Pick.", {"v": Option.value((1, 2)), **dict(w="W")}, runtime=runtime)

def other(runtime):
    return runtime.exec("no decision", tools=[])
'''


def found(source: str, name: str | None = None) -> Found:
    module = ModuleType("fuzzed_module")
    exec(compile(source, "fuzzed_module.py", "exec"), module.__dict__)
    return decisions(module, source, name)


def test_decisions_are_found_wherever_their_options_can_be_had() -> None:
    result = found(SOURCE)
    assert [(item.name, item.menu.names) for item in result.decisions] == [
        ("route", ("never", "done")),
        ("route", ("a", "b")),
        ("later", ("x",)),
        ("explicit", ("v", "w")),
        ("route", ("route",)),
    ]
    unknown, built = result.skipped
    assert unknown.startswith("unknown, line ")
    assert "'names'" in unknown
    assert "it calls never()" in built


def test_a_name_limits_it() -> None:
    assert [item.menu.names for item in found(SOURCE, "later").decisions] == [("x",)]
    assert [(item.menu.names, item.line) for item in found(SOURCE, "LABELS").decisions] == [(("a", "b"), 4)]
    assert found(SOURCE, "nothing") == Found((), ())


def test_the_command_says_what_was_tried_and_runs_nothing_that_is_picked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "fuzzed_harness.py"
    file.write_text(SOURCE, encoding="utf-8")
    assert main(["fuzz", str(file)]) == 0
    output = capsys.readouterr().out
    assert output.count("all read rightly") == 5
    assert "not tried: unknown" in output
    assert main(["fuzz", f"{file}::later"]) == 0
    assert main(["fuzz", f"{file}::nothing"]) == 2
    assert "nothing" in capsys.readouterr().err


def test_the_command_shows_what_is_read_wrongly(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reader, "_check_slips", lambda *arguments: None)
    file = tmp_path / "fuzzed_harness.py"
    file.write_text(SOURCE, encoding="utf-8")
    assert main(["fuzz", f"{file}::route"]) == 1
    output = capsys.readouterr().out
    assert "wrong dispatch: option 'route', mistake: a misspelt argument" in output


def test_a_file_without_decisions_is_fine(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "fuzzed_empty.py"
    file.write_text("X = 1\n", encoding="utf-8")
    assert main(["fuzz", str(file)]) == 0
    assert "no decision" in capsys.readouterr().out
