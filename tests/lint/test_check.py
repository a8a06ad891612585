"""The one function that checks a text, and what it does when a part of it fails."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator

import pytest

from op_lint import Config, check_bytes, check_source
from op_lint.config import Settings
from op_lint.finding import Finding
from op_lint.rules import ALL
from op_lint.rules.base import Context, Rule

GOOD = 'from op_runtime import agentic_function\n\n\n@agentic_function\ndef f(runtime=None):\n    """Find pages."""\n'
BARE = GOOD.replace('    """Find pages."""\n', "    return 1\n")


def test_a_clean_text_has_no_findings() -> None:
    assert check_source(GOOD).findings == ()


def test_findings_are_sorted_by_place_and_code() -> None:
    source = BARE.replace("@agentic_function\n", '@agentic_function(input={"x": {"colour": 1}})\n').replace(
        "(ru", "(q: str, ru"
    )
    findings = check_source(source).findings
    assert [finding.code for finding in findings] == ["OP202", "OP204", "OP101", "OP203"]


def test_a_rule_that_fails_is_a_finding_and_the_others_run(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(Rule):
        code, name, severity, summary = "OP999", "broken", "error", "fails"

        def check(self, context: Context) -> Iterator[Finding]:
            raise ZeroDivisionError("no")

    findings = check_source(BARE, rules=[Broken(), *ALL]).findings
    assert [finding.code for finding in findings] == ["OP005", "OP101"]
    assert "rule OP999 failed with ZeroDivisionError: no" in findings[0].message


def test_an_analysis_that_fails_is_a_finding_that_a_comment_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("no")

    monkeypatch.setattr("op_lint.check.analyze", broken)
    (found,) = check_source(GOOD).findings
    assert (found.code, "the analysis failed with ZeroDivisionError: no" in found.message) == ("OP005", True)
    allowed = check_source(GOOD.replace("\n", "  # noqa: OP005\n", 1))
    assert [each.suppressed for each in allowed.all_findings] == [True]


def test_the_configured_severity_counts() -> None:
    settings = Settings(severity={"missing-summary": "error"})
    assert [finding.severity for finding in check_source(BARE, config=Config(settings=settings)).findings] == ["error"]


def test_a_broken_file_that_names_nothing_of_ours_counts_only_when_it_was_named() -> None:
    assert [finding.code for finding in check_source("def f(:\n", "a.py").findings] == ["OP001"]
    assert check_source("def f(:\n", "a.py", explicit=False).findings == ()


@pytest.mark.parametrize("data", [b"s = '\xe9'\n", b"# coding: klingon\ns = 1\n", b"s = 1\x00\n"])
def test_bytes_that_are_no_text_are_one_finding(data: bytes) -> None:
    assert [finding.code for finding in check_bytes(data, "a.py").findings] == ["OP002"]


@pytest.mark.parametrize("data", [b"# -*- coding: latin-1 -*-\ns = '\xe9'\n", b"\xef\xbb\xbfs = '\xc3\xa9'\r\n"])
def test_other_encodings_are_read(data: bytes) -> None:
    assert check_bytes(data, "a.py").findings == ()


def test_importing_the_package_imports_nothing_that_is_slow() -> None:
    program = "import sys, op_lint; print(sorted({'libcst', 'pydantic', 'pygls', 'tree_sitter'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_advice_of_a_rule_that_warns_comes_only_when_it_is_selected() -> None:
    source = (
        "from op_runtime import agentic_function, decision\n\n\n@agentic_function\ndef f(runtime=None):\n"
        '    """Decide what is next."""\n    try:\n        return decision.make("Pick.", {"a": (1, "b")})\n'
        "    except Exception:\n        return None\n"
    )
    assert check_source(source).findings == ()
    found = check_source(source, config=Config(settings=Settings(extend_select=["OP416"]))).findings
    assert [(each.code, each.severity) for each in found] == [("OP416", "info")]


@pytest.mark.parametrize(
    "line",
    [
        "from op_runtime import decision.make as ",
        "from . import a as",
        "import op_runtime as ",
        "from op_runtime import (decision as, llm)",
    ],
)
def test_a_half_typed_import_comes_to_an_end(line: str) -> None:
    for text in (line, f"{line}\nfrom op_runtime import decision\n", f"x = 1\n{line}\ndecision.make('a', ['b'])\n"):
        assert check_source(text, "a.py").path == "a.py"


DESK = GOOD.replace("agentic_function\n", "agentic_function, decision\n", 1).replace("def f", "def find") + (
    "\n\n@agentic_function\ndef desk(runtime=None):\n"
    '    """Decide."""\n    decision.make("Pick one.", {"find": find})\n'
)
HALF_TYPED = (
    '    """Find pages.',
    "    r'''Find pages.",
    '    """Find pages.""" if',
    '    # a comment\n    "Find',
    '<<<<<<< here\n    """Find pages."""\n=======\n    """Find texts."""\n>>>>>>> there',
)


@pytest.mark.parametrize("text", HALF_TYPED)
def test_a_docstring_that_is_half_typed_is_not_missing(text: str) -> None:
    report = check_source(DESK.replace('    """Find pages."""', text))
    assert {finding.code for finding in report.findings} == {"OP001"}
    (decision,) = report.facts.decisions
    assert decision.result.menu is not None
    assert "does not parse" in decision.result.menu.render()


def test_a_body_that_starts_with_other_code_has_no_docstring_however_broken_that_is() -> None:
    findings = check_source(DESK.replace('    """Find pages."""', "    x = (")).findings
    assert {"OP101", "OP409"} <= {finding.code for finding in findings}


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_text_that_starts_with_a_byte_order_mark(end: str) -> None:
    text = DESK.replace('    """Find pages."""', "    ...").replace("\n", end)
    plain, marked = check_source(text), check_source("\ufeff" + text)
    assert [finding.code for finding in plain.findings] == ["OP101", "OP409"]
    assert [(each.code, each.range) for each in marked.findings] == [(each.code, each.range) for each in plain.findings]
