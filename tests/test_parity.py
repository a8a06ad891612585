"""The preview is the prompt: what is read from source is, byte for byte, what the running program says."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path

import pytest
from interpreters import interpreters, run_with
from live_side import Recorder, agentic_functions, load
from parity import (
    CORPUS,
    FunctionSheet,
    assert_decision,
    assert_file,
    assert_functions,
    expectations,
    lines_of,
    pairs,
    reasons,
    runnable,
)
from sheets import corpus, facts_of, sheet_of

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
FILES = sorted(path for path in CORPUS.rglob("*.py"))
DYNAMIC = {"op201_dynamic_input.py": ["os.getcwd()"]}
"""Examples that show what source cannot tell; comments for this test would only distract their readers."""


def decisions_expected(text: str) -> int:
    match = re.search(r"^# expect-decisions: (\d+)$", text, re.MULTILINE)
    return int(match[1]) if match else len(re.findall(r"^(?:async )?def decide\w*\(", text, re.MULTILINE))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(CORPUS).as_posix())
def test_source_and_run_agree_on_a_corpus_file(path: Path) -> None:
    static = sheet_of(facts_of(path, CORPUS))
    assert len(static["decisions"]) == decisions_expected("\n".join(lines_of(path)))
    if runnable(path):
        assert_file(static, path)
        return
    for decision in static["decisions"]:
        assert decision["menu"] is not None
        assert not reasons(decision["menu"]["text"])


@pytest.mark.parametrize("python", interpreters()[1:])
def test_source_and_run_agree_under_another_python(python: str, tmp_path: Path) -> None:
    (tmp_path / "sheets.json").write_text(json.dumps(corpus()), encoding="utf-8")
    done = run_with(python, str(ROOT / "tests" / "parity.py"), str(tmp_path / "sheets.json"))
    assert done.returncode == 0, (done.stdout + done.stderr).decode()


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
    decisions = 0
    for path in sorted(desk.glob("*.py")):
        static = sheet_of(facts_of(path, EXAMPLES))
        ran = [sent for sent in recorder.sent if sent.path == path]
        for decision, sent in pairs(static["decisions"], ran):
            if not sent.again:
                assert_decision(decision, sent, path)
        assert_functions(static["functions"], live, path)
        decisions += len(static["decisions"])
    assert decisions == 2


BROKEN = {
    "op001_syntax_error.py": "SyntaxError",
    "op202_unknown_parameter.py": "TypeError",
    "op204_unknown_metadata_key.py": "TypeError",
    "op206_bad_options.py": "TypeError",
}
"""Examples of mistakes that keep their file from being imported at all."""


@pytest.mark.parametrize("path", sorted((EXAMPLES / "broken").glob("*.py")), ids=lambda path: path.stem)
def test_source_and_run_agree_on_a_broken_example(path: Path) -> None:
    facts = facts_of(path, EXAMPLES)
    if path.name in BROKEN:
        with pytest.raises((SyntaxError, TypeError)) as caught:
            load(path, EXAMPLES / "broken")
        assert type(caught.value).__name__ == BROKEN[path.name]
        return
    recorder = Recorder(path)
    module = load(path, EXAMPLES / "broken")
    live = agentic_functions(path)
    static = sheet_of(facts)
    assert_functions(static["functions"], live, path, lambda each: announced(path, each))
    for decision in facts.decisions:
        assert decision.function is not None
        function = vars(module)[decision.function.name]
        recorder.run(partial(function, *["x"] * (len(decision.function.params) - 1)))
    for sheet, sent in pairs(static["decisions"], recorder.sent):
        assert (sheet["error"], sheet["error_type"]) == (sent.error, sent.error_type)
        if sheet["menu"] is not None:
            assert sent.message.endswith("\n\n" + sheet["menu"]["text"])


def announced(path: Path, function: FunctionSheet) -> list[str]:
    return expectations(path, function["around"])[0] + DYNAMIC.get(path.name, [])
