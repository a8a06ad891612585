"""The preview is the prompt: what is read from source is, byte for byte, what the running program says."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from live_side import Recorder, Sent, agentic_functions, load, needed_python
from op_runtime.menu import (
    Control,
    Function,
    Menu,
    Unknown,
    build_menu,
    form_controls,
    render_option,
    strict,
    tool_spec,
)

from op_lint.analysis import Project, analyze
from op_lint.facts import DecisionFacts, FileFacts, FunctionFacts
from op_lint.files import decode

ROOT = Path(__file__).parent.parent
CORPUS = ROOT / "tests" / "corpus"
EXAMPLES = ROOT / "examples"
FILES = sorted(path for path in CORPUS.rglob("*.py"))
DYNAMIC = {"op201_dynamic_input.py": ["os.getcwd()"]}
"""Examples that show what source cannot tell; comments for this test would only distract their readers."""
EXPECTED = re.compile(r"#\s*expect-(unknown|error): (.+?)\s*$")


def read(path: Path, root: Path) -> FileFacts:
    return analyze(decode(path.read_bytes()), str(path), Project(str(root)))


def lines_of(path: Path) -> list[str]:
    return decode(path.read_bytes()).text.replace("\r\n", "\n").split("\n")


def expectations(path: Path, first: int, last: int) -> tuple[list[str], list[str]]:
    """The reasons for unknown parts, and the errors, that comments in these lines (0-based) announce."""
    found: dict[str, list[str]] = {"unknown": [], "error": []}
    for line in lines_of(path)[first : last + 1]:
        if match := EXPECTED.search(line):
            found[match[1]].append(match[2])
    return found["unknown"], found["error"]


def reasons(menu: Menu) -> list[str]:
    """Why parts of a menu are unknown, as its text says it."""
    return [line.strip() for line in menu.render().split("\n") if "<unknown: " in line]


def assert_unknown(shown: list[str], expected: list[str], where: str) -> None:
    """Every part that is unknown was expected, and every expected one is there."""
    for line in shown:
        assert any(text in line for text in expected), f"{where}: nothing announces {line!r}"
    for text in expected:
        assert any(text in line for line in shown), f"{where}: {text!r} is nowhere unknown in {shown}"


def assert_decision(static: DecisionFacts, live: Sent, path: Path) -> None:
    """One decision, read and run, is the same text, the same error, or unknown where the file says so."""
    where = f"{path.name}:{static.range.start_line + 1}"
    around = static.function.range if static.function else static.range
    unknown, errors = expectations(path, around.start_line, around.end_line)
    result = static.result
    if errors:
        assert (result.error_type, live.error_type) == (errors[0], errors[0]), where
        assert result.error == live.error, where
        return
    assert live.error is None, f"{where}: {live.error}"
    if result.menu is None:
        assert result.unknown is not None, f"{where}: neither a menu nor a reason: {result.error}"
        assert_unknown([str(result.unknown)], unknown, where)
        return
    if static.kind == "parse_args":
        assert "\n\n" + result.menu.render() in live.message, where
        return
    if not unknown:
        assert live.message.endswith("\n\n" + result.menu.render()), where
        if static.kind in ("make", "amake"):
            assert "Call: " not in live.message.removesuffix(result.menu.render()), where
        return
    assert_unknown(reasons(result.menu), unknown, where)
    for option in result.menu.options:
        block = render_option(option)
        if "<unknown: " not in block:
            assert f"\n\n{block}\n" in live.message, where


def pairs(static: list[DecisionFacts], sent: list[Sent]) -> list[tuple[DecisionFacts, Sent]]:
    """Each decision read with each time it ran; a decision that is only read, or only ran, is an error."""
    found = []
    left = list(static)
    for live in sent:
        matching = [
            each
            for each in static
            if live.first_line <= each.range.start_line and each.range.end_line <= live.last_line
        ]
        assert len(matching) == 1, f"line {live.first_line + 1} ran, and {len(matching)} decisions were read there"
        found.append((matching[0], live))
        if matching[0] in left:
            left.remove(matching[0])
    assert not left, f"read but never run: lines {[each.range.start_line + 1 for each in left]}"
    return found


def assert_function(static: FunctionFacts, described: Function | Unknown, live: Function, path: Path) -> None:
    """One agentic function has the same entry in a menu, the same tool spec, strict form and form controls."""
    where = f"{path.name}: {static.qualname}"
    unknown, _ = expectations(path, static.range.start_line, static.body_start[0] - 1)
    unknown += DYNAMIC.get(path.name, [])
    if isinstance(described, Unknown):
        assert_unknown([str(described)], unknown, where)
        return
    menu = build_menu({"it": described})
    if unknown:
        assert_unknown(reasons(menu), unknown, where)
        return
    assert described.name == live.name, where
    assert menu.render() == build_menu({"it": live}).render(), where
    assert tool_spec(described) == tool_spec(live), where
    assert strict(tool_spec(described)["parameters"]) == strict(tool_spec(live)["parameters"]), where
    assert (described.agentic, described.is_async) == (live.agentic, live.is_async), where
    assert [comparable(control) for control in form_controls(described)] == [
        comparable(control) for control in form_controls(live)
    ], where


def comparable(control: Control) -> Control:
    """A control without its ghost text where that is a default: only source knows how it is written."""
    return replace(control, ghost="", ghost_is_default=False) if control.ghost_is_default else control


def assert_functions(static: FileFacts, live: dict[str, Function], path: Path) -> None:
    """All agentic functions of a file, none left out on either side."""
    mine = {name.partition(":")[2]: function for name, function in live.items() if name.partition(":")[0] == path.name}
    assert sorted({each.qualname for each in static.functions}) == sorted(mine), path.name
    for each in static.functions:
        assert_function(each, static.described[each.qualname], mine[each.qualname], path)


def decisions_expected(text: str) -> int:
    match = re.search(r"^# expect-decisions: (\d+)$", text, re.MULTILINE)
    return int(match[1]) if match else len(re.findall(r"^(?:async )?def decide\w*\(", text, re.MULTILINE))


def runnable(path: Path) -> bool:
    return needed_python("\n".join(lines_of(path))) <= sys.version_info[:2]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(CORPUS).as_posix())
def test_source_and_run_agree_on_a_corpus_file(path: Path) -> None:
    static = read(path, CORPUS)
    assert len(static.decisions) == decisions_expected("\n".join(lines_of(path)))
    if not runnable(path):
        for decision in static.decisions:
            assert decision.result.menu is not None
            assert not reasons(decision.result.menu)
        return
    recorder = Recorder(path)
    module = load(path, CORPUS)
    for name in sorted(vars(module)):
        decide = vars(module)[name]
        if name.startswith("decide") and getattr(decide, "__module__", "") == module.__name__:
            recorder.run(decide)
    asking = [each for each in static.decisions if each.kind != "resolve_decision"]
    for decision, live in pairs(asking, recorder.sent):
        assert_decision(decision, live, path)
    shown = [each.result.menu for each in asking]
    assert all(each.result.menu in shown for each in static.decisions)
    assert_functions(static, agentic_functions(path), path)


def test_the_corpus_holds_one_shape_a_file() -> None:
    assert len(FILES) >= 120
    for path in FILES:
        assert any(line.lstrip("\ufeff").startswith('"""') for line in lines_of(path)[:2]), path


def test_source_and_run_agree_on_the_support_desk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    from op_runtime import Runtime
    from scripted_model import REPLIES  # type: ignore[import-not-found]
    from support_desk.tickets import load_tickets  # type: ignore[import-not-found]
    from support_desk.triage import work_through  # type: ignore[import-not-found]

    desk = EXAMPLES / "support_desk"
    recorder = Recorder(desk, (json.dumps(each) if isinstance(each, dict) else each for each in REPLIES))
    work_through(load_tickets(), Runtime(recorder))
    live = agentic_functions(desk)
    for path in sorted(desk.glob("*.py")):
        static = read(path, EXAMPLES)
        ran = [sent for sent in recorder.sent if sent.path == path]
        for decision, sent in pairs(list(static.decisions), ran):
            if not sent.again:
                assert_decision(decision, sent, path)
        assert_functions(static, live, path)
    assert sum(len(read(path, EXAMPLES).decisions) for path in desk.glob("*.py")) == 2


BROKEN = {
    "op001_syntax_error.py": "SyntaxError",
    "op202_unknown_parameter.py": "TypeError",
    "op204_unknown_metadata_key.py": "TypeError",
    "op206_bad_options.py": "TypeError",
}
"""Examples of mistakes that keep their file from being imported at all."""


@pytest.mark.parametrize("path", sorted((EXAMPLES / "broken").glob("*.py")), ids=lambda path: path.stem)
def test_source_and_run_agree_on_a_broken_example(path: Path) -> None:
    static = read(path, EXAMPLES)
    if path.name in BROKEN:
        with pytest.raises((SyntaxError, TypeError)) as caught:
            load(path, EXAMPLES / "broken")
        assert type(caught.value).__name__ == BROKEN[path.name]
        return
    recorder = Recorder(path)
    module = load(path, EXAMPLES / "broken")
    live = agentic_functions(path)
    assert_functions(static, live, path)
    for decision in static.decisions:
        assert decision.function is not None
        function = vars(module)[decision.function.name]
        recorder.run(partial(function, *["x"] * (len(decision.function.params) - 1)))
    for decision, sent in pairs(list(static.decisions), recorder.sent):
        assert (decision.result.error, decision.result.error_type) == (sent.error, sent.error_type)
        if decision.result.menu is not None:
            assert sent.message.endswith("\n\n" + decision.result.menu.render())
