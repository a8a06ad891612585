"""Moving a function that is documented in its docstring to ``input=``."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from op_runtime.menu import build_menu
from op_runtime.registry import isolated
from op_runtime.testing import ScriptedRuntime

from op_lint import Config, check_source
from op_lint.check import Report
from op_lint.cli import main
from op_lint.commands import MIGRATION
from op_lint.config import Settings
from op_lint.files import SourceFile
from op_lint.fix import fix_report

LEGACY = '''from op_runtime import agentic_function, decision


@agentic_function
def paint(colour: str, wall: str, session_id: str = "", runtime=None):
    """Paint a wall
    in one colour.

    Args:
        colour (str): the paint: red | green
        wall: which wall;
            by its number
        session_id: the session
        runtime: the runtime

    Returns:
        nothing
    """


@agentic_function
def triage(runtime=None):
    """Decide what comes next."""
    return decision.make("Pick one.", {"paint": paint, "done": ("DONE", "nothing is left")})
'''
MIGRATED = '''from op_runtime import agentic_function, decision


@agentic_function(input={
    "colour": {"description": "the paint: red | green", "options": ["red", "green"]},
    "wall": {"description": "which wall; by its number"},
    "session_id": {"description": "the session"},
})
def paint(colour: str, wall: str, session_id: str = "", runtime=None):
    """Paint a wall in one colour."""


@agentic_function
def triage(runtime=None):
    """Decide what comes next."""
    return decision.make("Pick one.", {"paint": paint, "done": ("DONE", "nothing is left")})
'''


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "desk.py"
    path.write_text(LEGACY, "utf-8")
    return path


def test_at_first_the_changes_are_only_shown(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "desk.py"]) == 0
    said = capsys.readouterr()
    assert '+    "wall": {"description": "which wall; by its number"},\n' in said.out
    assert "1 of 1 files would change; run again with --write" in said.err
    assert file.read_text("utf-8") == LEGACY


def test_then_they_are_made_and_a_second_time_there_are_none(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["migrate", "--write", "desk.py"]) == 0
    assert file.read_text("utf-8") == MIGRATED
    assert main(["migrate", "desk.py"]) == 0
    assert "there is nothing to migrate" in capsys.readouterr().err


def test_the_menu_then_says_what_the_docstring_said(file: Path) -> None:
    main(["migrate", "--write", "desk.py"])
    names: dict[str, object] = {"__name__": "desk"}
    exec(compile(file.read_text("utf-8"), "desk.py", "exec"), names)
    runtime = ScriptedRuntime([{"call": "done"}])
    assert names["triage"](runtime=runtime) == "DONE"  # type: ignore[operator]
    for line in ("Paint a wall in one colour.", "the paint: red | green", "which wall; by its number", "the session"):
        assert line in runtime.prompts[0]
    assert '(options: "red", "green")' in runtime.prompts[0]


def test_system_parameters_are_hidden_on_request(file: Path) -> None:
    main(["migrate", "--write", "--hide", "desk.py"])
    assert '"session_id": {"description": "the session", "hidden": True},' in file.read_text("utf-8")


def test_what_cannot_be_read_stays_where_it_is(file: Path) -> None:
    text = LEGACY.replace("colour (str): the paint: red | green", "colour (str) = the paint")
    file.write_text(text, "utf-8")
    main(["migrate", "--write", "desk.py"])
    assert "colour (str) = the paint" in file.read_text("utf-8")


WORDS = st.lists(
    st.sampled_from(["words", "of", "the", 'a "quoted" one', "Maß", "多少", "x: y", "e.g. 3", "(in cm)", "`a`", "🎉"]),
    min_size=1,
    max_size=6,
).map(" ".join)
TYPES = {"str": "str", "int": "int", "list[str]": "list of str", "bool": "bool, optional"}
STYLES = ("Google", "Google on the next line", "NumPy", "reST")


def section(style: str, said: list[tuple[str, str, str]]) -> str:
    """A docstring's section that describes parameters; of each: name, type and text."""
    if style == "NumPy":
        return "\n\n    Parameters\n    ----------" + "".join(f"\n    {n} : {t}\n        {x}" for n, t, x in said)
    if style == "reST":
        return "\n" + "".join(f"\n    :param {n}: {x}\n    :type {n}: {t}" for n, t, x in said)
    gap = "\n            " if "next" in style else " "
    return "\n\n    Args:" + "".join(f"\n        {n} ({t}):{gap}{x}" for n, t, x in said)


@st.composite
def legacy(draw: st.DrawFn) -> tuple[str, dict[str, str]]:
    """A function that is described in its docstring, and what is said there about each visible parameter."""
    names = draw(st.lists(st.sampled_from(["q", "returns", "notes", "n", "args"]), min_size=1, max_size=4, unique=True))
    texts = {name: draw(WORDS) for name in names}
    types = {name: draw(st.sampled_from(sorted(TYPES))) for name in names}
    said = [(name, TYPES[types[name]], texts[name]) for name in names]
    if draw(st.booleans()):
        said.append(("runtime", "Runtime", "the runtime"))
    end = draw(st.sampled_from(["\n    ", "\n\n    Returns:\n        the pages\n    "]))
    if draw(st.booleans()):
        end = "\n    "
    signature = ", ".join(f"{name}: {types[name]}" for name in names)
    decorator = draw(st.sampled_from(["@agentic_function", "@agentic_function()", '@agentic_function(expose="io")']))
    text = (
        f"from op_runtime import agentic_function\n\n\n{decorator}\ndef find({signature}, runtime=None):\n"
        f'    """Find pages.{section(draw(st.sampled_from(STYLES)), said)}{end}"""\n'
    )
    return text, texts


@settings(max_examples=120, deadline=None)
@given(legacy(), st.sampled_from(["\n", "\r\n"]))
def test_whatever_was_said_about_a_parameter_is_in_the_menu(made: tuple[str, dict[str, str]], newline: str) -> None:
    text, texts = made
    config = Config(settings=Settings(select=list(MIGRATION)))

    def check(source: SourceFile) -> Report:
        return check_source(source, "desk.py", config)

    outcome = fix_report(check(SourceFile(text.replace("\n", newline))), check, unsafe=True)
    assert outcome.problem is None
    assert outcome.report.source is not None
    with isolated():
        names: dict[str, object] = {"__name__": "desk"}
        exec(compile(outcome.report.source.text, "desk.py", "exec"), names)
        menu = build_menu([names["find"]]).render()
    for name, said in texts.items():
        assert f"    {name}: {said}\n" in menu
    assert names["find"].__doc__ == "Find pages."
