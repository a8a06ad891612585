"""JUnit's XML, which most build servers show: a suite for each file, a failed case for each finding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from op_lint.result import Found, Result

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """An XML document; a file without findings is a suite with one case that passed."""
    total = sum(len(result.found) for result in results)
    tests = sum(max(1, len(result.found)) for result in results)
    suites = "".join(_suite(result) for result in results)
    errors = "".join(
        f'  <testsuite name="op-lint" tests="1" failures="0" errors="1">\n    <testcase name="run" classname="op-lint">'
        f"<error message={_attribute(failure)}/></testcase>\n  </testsuite>\n"
        for failure in failures
    )
    head = f'tests="{tests + len(failures)}" failures="{total}" errors="{len(failures)}"'
    return (
        f'<?xml version="1.0" encoding="utf-8"?>\n<testsuites name="op-lint" {head}>\n{suites}{errors}</testsuites>\n'
    )


def _suite(result: Result) -> str:
    found = result.found
    name = _attribute(result.uri)
    cases = "".join(_case(result, each) for each in found) or f'    <testcase name="op-lint" classname={name}/>\n'
    counts = f'tests="{max(1, len(found))}" failures="{len(found)}" errors="0"'
    return f"  <testsuite name={name} {counts}>\n{cases}  </testsuite>\n"


def _case(result: Result, found: Found) -> str:
    finding = found.finding
    place = f"{result.uri}:{finding.range.start_line + 1}:{finding.range.start_column + 1}"
    name = _attribute(f"{finding.code} {finding.name} at {finding.range.start_line + 1}")
    head = f"<testcase name={name} classname={_attribute(result.uri)}>"
    failure = f"<failure type={_attribute(finding.severity)} message={_attribute(finding.message)}>"
    return f"    {head}{failure}{escape(_xml(f'{place}: {finding.message}'))}</failure></testcase>\n"


def _attribute(text: str) -> str:
    return quoteattr(_xml(text), {"\n": "&#10;"})


def _xml(text: str) -> str:
    """Without the characters that XML cannot hold in any spelling."""
    return _NOT_XML.sub("\ufffd", text)
