"""One set of findings in every format: what the files are, and that programs which read them agree."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import jsonschema
import pytest
from diff_cover.violationsreporters.violations_reporter import PylintDriver, ruff_check_driver
from hypothesis import given
from hypothesis import strategies as st
from junitparser import JUnitXml
from markdown_it import MarkdownIt
from pydantic_sarif.model import StaticAnalysisResultsFormatSarifVersion210JsonSchema as SarifLog

import op_lint
from op_lint import __version__, check_source
from op_lint.cli import main
from op_lint.finding import Edit, Finding, Fix, Related
from op_lint.read.expr import Range
from op_lint.report import FORMATS, render, sarif
from op_lint.result import Found, Result, found_in, from_plain, to_plain
from op_lint.rules.base import Context, Rule

GOLDEN = Path(__file__).parent / "golden"

SOURCE = '🎉 = {"q": {"colour": 1}}\nx = 1\n'
"""The emoji is one code point, two UTF-16 units and four bytes: each format counts in its own unit."""


def results(folder: Path) -> list[Result]:
    """Two files: one with five findings, one clean. Messages hold what formats have to escape."""
    path = str(folder / "shop" / "tools é.py")
    colour = Range(0, 11, 0, 19)
    rename = Fix('Rename to "placeholder"', (Edit(colour, '"placeholder"'),), "unsafe")
    two = Fix("Move it", (Edit(Range(0, 0, 0, 1), "a"), Edit(Range(1, 0, 1, 1), "b")), "safe")
    related = (Related(Range(1, 0, 1, 5), "it is written here", str(folder / "shop" / "lists.py")),)
    findings = [
        Finding("OP204", "unknown-metadata-key", "error", colour, 'nothing reads "colour": 100% sure', rename),
        Finding("OP203", "missing-description", "warning", colour, "a | b, c; d]:\n<e> & *f*", two, symbol="find.q"),
        Finding("OP203", "missing-description", "warning", colour, "said twice", symbol="find.q"),
        Finding("OP410", "undescribed-value-option", "info", Range(0, 0, 1, 5), "two lines", None, related),
        Finding("OP101", "missing-summary", "warning", Range(1, 0, 1, 1), "kept back by a comment", suppressed=True),
        Finding("OP002", "unreadable-file", "error", Range(0, 0, 0, 0), "a byte \x07"),
    ]
    shown = ('🎉 = {"q": {"colour": 1}}', "            ^^^^^^^^")
    found = tuple(Found(each, f"text {number // 2}", shown) for number, each in enumerate(findings))
    return [Result(path, "shop/tools é.py", found), Result(str(folder / "clean.py"), "clean.py", ())]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".git").mkdir()
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "tools é.py").write_text(SOURCE, "utf-8")
    return tmp_path


@pytest.mark.parametrize("name", FORMATS)
def test_each_format_is_its_golden_file(folder: Path, name: str) -> None:
    text = render(name, results(folder)).replace(f'"version": "{__version__}"', '"version": "VERSION"')
    golden = GOLDEN / f"{name}.txt"
    assert text.encode("utf-8", "backslashreplace") == golden.read_bytes()


@pytest.mark.parametrize("name", FORMATS)
def test_no_findings_are_a_report_too(folder: Path, name: str) -> None:
    text = render(name, results(folder)[1:])
    if name in ("json", "gitlab"):
        assert json.loads(text) == []
    elif name == "rdjson":
        assert json.loads(text)["diagnostics"] == []
    elif name == "sarif":
        assert json.loads(text)["runs"][0]["results"] == []
    elif name == "junit":
        assert [suite.failures for suite in JUnitXml.fromstring(text.encode())] == [0]
    else:
        assert text == ("op-lint: nothing found\n" if name == "markdown" else "")


def test_sarif_fits_the_object_model_of_the_standard(folder: Path) -> None:
    log = SarifLog.model_validate_json(render("sarif", results(folder)))
    (run,) = log.runs
    assert [each.ruleId for each in run.results or ()] == ["OP204", "OP203", "OP203", "OP410", "OP002"]
    assert run.invocations is not None
    assert run.invocations[0].executionSuccessful is True


def test_sarif_has_relative_addresses_and_no_two_fingerprints_alike(folder: Path) -> None:
    found = json.loads(render("sarif", results(folder)))["runs"][0]["results"]
    places = [each["locations"][0]["physicalLocation"] for each in found]
    assert {each["artifactLocation"]["uri"] for each in places} == {"shop/tools%20%C3%A9.py"}
    assert all(each["region"]["startLine"] >= 1 and each["region"]["startColumn"] >= 1 for each in places)
    assert len({each["partialFingerprints"]["opLint/v1"] for each in found}) == len(found) == 5


def test_sarif_says_what_could_not_be_done_and_what_was_cut(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sarif, "LIMIT", 2)
    run = json.loads(render("sarif", results(folder), ["nosuch.py: there is no such file"]))["runs"][0]
    said = run["invocations"][0]
    assert said["executionSuccessful"] is False
    assert [note["message"]["text"] for note in said["toolExecutionNotifications"]] == [
        "nosuch.py: there is no such file",
        "3 of 5 findings are left out: an upload takes 2",
    ]
    assert len(run["results"]) == 2


GITLAB = {
    "type": "array",
    "items": {
        "type": "object",
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "additionalProperties": False,
        "properties": {
            "description": {"type": "string"},
            "check_name": {"type": "string"},
            "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "required": ["path", "lines"],
                "properties": {
                    "path": {"type": "string", "pattern": "^[^/.]"},
                    "lines": {"type": "object", "required": ["begin"]},
                },
            },
        },
    },
}
"""What GitLab's documentation of code quality reports asks for."""


def test_gitlab_takes_the_report(folder: Path) -> None:
    issues = json.loads(render("gitlab", results(folder)))
    jsonschema.validate(issues, GITLAB)
    assert len({each["fingerprint"] for each in issues}) == len(issues) == 5


def test_junit_is_read_by_a_parser_of_junit(folder: Path) -> None:
    first, second = JUnitXml.fromstring(render("junit", results(folder)).encode("utf-8"))
    assert (first.name, first.tests, first.failures) == ("shop/tools é.py", 5, 5)
    assert (second.name, second.tests, second.failures) == ("clean.py", 1, 0)
    assert [case.result[0].message for case in first][1] == "a | b, c; d]:\n<e> & *f*"


FINDINGS = json.loads((Path(op_lint.__file__).parent / "findings.schema.json").read_text("utf-8"))


def test_json_fits_the_schema_that_is_published_with_the_package(folder: Path) -> None:
    whole = json.loads(render("json", results(folder)))
    jsonschema.Draft202012Validator.check_schema(FINDINGS)
    jsonschema.validate(whole, FINDINGS)
    assert [json.loads(line) for line in render("json-lines", results(folder)).splitlines()] == whole


@pytest.mark.parametrize("change", [{"line": 0}, {"severity": "fatal"}, {"fix": {}}, {"more": 1}, {"fingerprint": ""}])
def test_the_schema_refuses_anything_else(folder: Path, change: dict[str, object]) -> None:
    first = json.loads(render("json", results(folder)))[0]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate([{**first, **change}], FINDINGS)


def test_pylint_and_concise_lines_are_read_by_diff_quality(folder: Path) -> None:
    ((path, found),) = PylintDriver().parse_reports([render("pylint", results(folder))]).items()
    assert (path, [each.line for each in found]) == ("shop/tools é.py", [1] * 5)
    assert found[1].message == "OP203: (missing-description), find.q: a | b, c; d]: <e> & *f*"
    ((path, found),) = ruff_check_driver.parse_reports([render("concise", results(folder))]).items()
    assert (path, len(found)) == ("shop/tools é.py", 5)
    assert found[2].message == "warning OP203 said twice (missing-description)"


def cells(markdown: str) -> list[list[str]]:
    """The rows of the table in a text, as a reader of the page sees them."""
    rows: list[list[str]] = []
    for token in MarkdownIt("commonmark").enable("table").parse(markdown):
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline" and rows:
            rows[-1].append("".join(child.content for child in token.children or ()))
    return rows


def test_markdown_is_a_table(folder: Path) -> None:
    head, *rows = cells(render("markdown", results(folder)))
    assert head == ["Place", "Severity", "Rule", "What"]
    assert [row[2] for row in rows][:2] == ["OP204 unknown-metadata-key", "OP203 missing-description"]
    assert rows[1] == ["shop/tools é.py:1", "warning", "OP203 missing-description", "a | b, c; d]: <e> & *f*"]


PIECES = [*"ab \n\t|\\`*_{}[]()<>#~&!:/.-'🎉", "&lt;", "&#33;", "<b>", "**", "](x)", "https://example.invalid/a_b"]


@given(st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_markdown_shows_every_text_as_it_is(text: str) -> None:
    finding = Finding("OP101", "missing-summary", "warning", Range(0, 0, 0, 1), f"x{text}x")
    _, (_, _, _, said) = cells(render("markdown", [Result("a.py", "a.py", (Found(finding, "a", None),))]))
    assert said == " ".join(f"x{text}x".split())


def test_a_github_command_is_read_back_as_the_runner_reads_it(folder: Path) -> None:
    def plain(text: str, *more: tuple[str, str]) -> str:
        for code, char in (*more, ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
            text = text.replace(code, char)
        return text

    lines = render("github", results(folder)).splitlines()
    assert len(lines) == 5
    _, head, message = re.split("::", lines[1], maxsplit=2)
    level, _, said = head.partition(" ")
    parts = dict(part.split("=", 1) for part in said.split(","))
    assert level == "warning"
    assert plain(parts["title"], ("%3A", ":"), ("%2C", ",")) == "OP203 missing-description"
    assert (parts["file"], parts["line"], parts["col"]) == ("shop/tools é.py", "1", "12")
    assert plain(message) == "a | b, c; d]:\n<e> & *f*"


def test_reviewdog_counts_bytes(folder: Path) -> None:
    first = json.loads(render("rdjson", results(folder)))["diagnostics"][0]
    assert first["location"]["range"]["start"] == {"line": 1, "column": 15}  # 11 characters, of which one has 4 bytes
    assert first["suggestions"] == [{"range": first["location"]["range"], "text": '"placeholder"'}]


def test_messages_hold_no_character_that_rules_a_terminal_or_breaks_json(folder: Path) -> None:
    (said,) = check_source("x = 1\n", rules=[Loud()]).all_findings
    assert said.message == "ring \x07 \ud800 é 🎉\nbell"
    (found,) = found_in(check_source("x = 1\n", rules=[Loud()]))
    assert found.finding.message == "ring \\x07 \\ud800 é 🎉\nbell"


class Loud(Rule):
    code, name, severity, summary = "XX001", "loud", "error", "loud"

    def check(self, context: Context) -> Iterator[Finding]:
        yield context.finding(self, Range(0, 0, 0, 1), "ring \x07 \ud800 é 🎉\nbell")


def test_a_path_that_breaks_the_line_or_rules_the_terminal_is_one_plain_line_for_people(folder: Path) -> None:
    finding = Finding("OP101", "missing-summary", "warning", Range(0, 0, 0, 1), "said")
    result = Result(str(folder / "a.py"), "a\n\x1b[31m.py", (Found(finding, "a", None),))
    assert render("text", [result]) == "a  [31m.py:1:1: warning OP101 said (missing-summary)\n"
    assert render("pylint", [result]).startswith("a  [31m.py:1: [OP101(missing-summary), ]")


@pytest.mark.parametrize("name", FORMATS)
def test_a_name_that_is_no_utf_8_can_be_reported(folder: Path, name: str) -> None:
    finding = Finding("OP101", "missing-summary", "warning", Range(0, 0, 0, 1), "said")
    render(name, [Result(str(folder / "a\udcff.py"), "a\udcff.py", (Found(finding, "a", None),))])


def test_results_survive_being_lists(folder: Path) -> None:
    for found in results(folder)[0].all_found:
        assert from_plain(json.loads(json.dumps(to_plain(found)))) == found


C08 = '''from op_runtime import agentic_function


@agentic_function(input={"a": {}, "b": {}, "c": {}})
def f(a, b, c, runtime=None):
    """Do it."""
'''


def test_fingerprints_outlive_moved_lines_and_the_folder_of_the_run(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def prints(path: str) -> list[str]:
        main(["--select", "OP203", "--output-format", "gitlab", path])
        return [each["fingerprint"] for each in json.loads(capsys.readouterr().out)]

    (folder / "shop" / "f.py").write_text(C08, "utf-8")
    first = prints("shop/f.py")
    assert len(set(first)) == 3
    (folder / "shop" / "f.py").write_text("\n" * 10 + C08, "utf-8")
    assert prints("shop/f.py") == first
    monkeypatch.chdir(folder / "shop")
    assert prints("f.py") == first


def test_findings_are_the_same_from_any_folder(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "pyproject.toml").write_text('[tool.op-lint]\nselect = ["OP2"]\nexclude = ["gen"]\n', "utf-8")
    (folder / "shop" / "f.py").write_text(C08, "utf-8")
    said = []
    for place, path in (
        (folder, "shop/f.py"),
        (folder / "shop", "f.py"),
        (Path(folder.anchor), str(folder / "shop" / "f.py")),
    ):
        monkeypatch.chdir(place)
        main(["--output-format", "json", path])
        said.append([{**each, "path": ""} for each in json.loads(capsys.readouterr().out)])
    assert said[0] == said[1] == said[2]
    assert said[0]


def test_an_exclude_never_fits_a_folder_above_the_project(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    project = tmp_path / "gen" / "build" / "project"
    project.mkdir(parents=True)
    (project / "op-lint.toml").write_text('exclude = ["gen", "build"]\n', "utf-8")
    (project / "f.py").write_text(C08, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert main([str(project)]) == 1
    monkeypatch.chdir(project)
    assert main([]) == 1


def test_a_report_goes_to_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "shop" / "f.py").write_text(C08, "utf-8")
    assert main(["--output-format", "sarif", "--output-file", "out.sarif", "shop"]) == 1
    assert capsys.readouterr().out == ""
    assert json.loads((folder / "out.sarif").read_text("utf-8"))["version"] == "2.1.0"


def test_statistics_count_each_rule(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "shop" / "f.py").write_text(C08, "utf-8")
    assert main(["--statistics", "--select", "OP203,OP217", "shop"]) == 1
    assert capsys.readouterr().out == "3  OP203  missing-description\n3  OP217  missing-annotation\n"
