"""``--add-noqa``: everything is suppressed, and nothing else is changed."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from op_lint import check_source
from op_lint.cli import main
from op_lint.files import SourceFile
from op_lint.finding import Finding
from op_lint.noqa import Room, add_noqa, suppressing
from op_lint.read.expr import Range

HEAD = "from op_runtime import agentic_function\n\n\n"


def added(source: str) -> str:
    report = check_source(source)
    after = add_noqa(report, lambda text: check_source(text))
    assert after.problem is None
    assert after.left == after.report.findings == ()
    assert after.report.source is not None
    return after.report.source.text


def test_a_finding_in_a_docstring_is_suppressed_behind_the_closing_quotes() -> None:
    source = HEAD + '@agentic_function\ndef f(runtime=None):\n    """Find pages,\n    slowly.\n    """\n'
    assert added(source) == source.replace('    """\n', '    """  # noqa: OP102\n')


def test_a_comment_of_another_tool_is_kept_and_joined() -> None:
    source = HEAD + "@agentic_function\ndef f(runtime=None):  # noqa: ANN001\n    return 1\n"
    assert added(source) == source.replace("ANN001", "ANN001, OP101")
    source = source.replace("# noqa: ANN001", "# type: ignore")
    assert added(source) == source.replace("# type: ignore", "# type: ignore  # noqa: OP101")


def test_text_that_looks_like_a_comment_is_left_alone() -> None:
    source = (
        HEAD
        + '@agentic_function(input={"q": {"colour": "# noqa: F401"}})\ndef f(q: str, runtime=None):\n    """Find."""\n'
    )
    assert added(source) == source.replace(
        '"# noqa: F401"}})\ndef f(q: str, runtime=None):\n',
        '"# noqa: F401"}})  # noqa: OP204\ndef f(q: str, runtime=None):  # noqa: OP203\n',
    )


def test_several_findings_of_one_line_share_a_comment() -> None:
    source = HEAD + '@agentic_function(input={"q": {"description": "words", "colour": 1, "effects": 2}})\n'
    source += 'def f(q: str, runtime=None):\n    """Find."""\n'
    assert added(source) == source.replace("}})\n", "}})  # noqa: OP204, OP214\n")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_line_breaks_and_a_missing_last_one_stay(newline: str) -> None:
    source = (HEAD + "@agentic_function\ndef f(runtime=None): return 1").replace("\n", newline)
    assert added(source) == source + "  # noqa: OP101"


def test_no_string_of_the_corpus_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    for path in sorted((Path(__file__).parents[1] / "corpus").glob("[ct]*.py")):
        source = path.read_bytes().decode("latin-1" if "latin1" in path.name else "utf-8-sig")
        report = check_source(source, str(path))
        after = add_noqa(report, lambda text: check_source(text, str(path)))  # noqa: B023 - called at once
        assert after.problem is None, path
        if after.report.source is not None and "syntax" not in {each.kind for each in report.facts.problems}:
            assert ast.dump(ast.parse(after.report.source.text)) == ast.dump(ast.parse(source)), path


def test_a_comment_that_would_change_a_string_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("op_lint.noqa._open_lines", lambda lines, root: set())
    report = check_source(HEAD + '@agentic_function\ndef f(runtime=None):\n    """Find\n    pages."""\n')
    monkeypatch.setattr("op_lint.noqa.speaking_lines", lambda finding, facts: [finding.range.start_line])
    after = add_noqa(report, lambda text: check_source(text))
    assert after.report is report
    assert after.problem == "a comment would change a string; nothing was written"


def test_the_command_writes_the_file_and_is_content(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "a.py"
    path.write_text(HEAD + "@agentic_function\ndef f(runtime=None):\n    return 1\n", "utf-8")
    assert main(["--add-noqa", "."]) == 0
    assert "suppressed 1 finding\n" in capsys.readouterr().err
    assert path.read_text("utf-8").count("# noqa: OP101") == 1
    assert main(["."]) == 0
    assert SourceFile(path.read_text("utf-8")).newline == "\n"


@pytest.mark.parametrize(
    ("typed", "free"),
    [
        ('x = """a', []),
        ("x = f'''{b}", []),
        ("x = 'a", [1]),
        ("x = '''a\n    b'''", [1]),
        ("x = (\\\n    1)", [1]),
        ("x = 1", [0, 1]),
    ],
)
def test_half_typed_strings_leave_room_behind_them_only(typed: str, free: list[int]) -> None:
    """``free`` are those of the two last lines, the one that is being typed and one more, that a comment may end."""
    text = f"{typed}\ny = 2\n"
    last = text.count("\n") - 1
    room = Room(SourceFile(text).lines, check_source(text).facts)
    lines = [
        number
        for number, line in enumerate((0, last))
        if room.line(Finding("OP101", "missing-summary", "warning", Range(line, 0, line, 1), "")) == line
    ]
    assert lines == free


def test_about_a_suppression_no_other_one_is_offered() -> None:
    report = check_source("x = 1  # noqa: OP203\n")
    (finding,) = report.findings
    assert finding.code == "OP003"
    assert suppressing(Room(SourceFile("x = 1  # noqa: OP203\n").lines, report.facts), finding) is None
