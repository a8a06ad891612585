"""SARIF 2.1.0, for code scanning: relative addresses, fingerprints that outlive moved lines, rules and fixes."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from inspect import cleandoc
from pathlib import Path
from urllib.parse import quote

from op_lint import __version__
from op_lint.finding import Finding, Fix, Related
from op_lint.read.expr import Range
from op_lint.result import Result, inside_repository
from op_lint.rules import every
from op_lint.rules.base import Rule

LIMIT = 25_000
"""Results that GitHub takes of one run (its documentation of SARIF support); more are cut, and the report says so."""

_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def render(results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """One SARIF log in ASCII, with a line break at the end."""
    listed = [
        (result, finding, fingerprint)
        for result in results
        for finding, fingerprint in zip(result.findings, result.fingerprints(), strict=True)
    ]
    notes = list(failures)
    if len(listed) > LIMIT:
        notes.append(f"{len(listed) - LIMIT} of {len(listed)} findings are left out: an upload takes {LIMIT}")
        listed = listed[:LIMIT]
    rules = [rule for rule in every() if any(finding.code == rule.code for _, finding, _ in listed)]
    numbers = {rule.code: number for number, rule in enumerate(rules)}
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": _driver(rules)},
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": not failures,
                        "toolExecutionNotifications": [
                            {"level": "error" if note in failures else "warning", "message": {"text": note}}
                            for note in notes
                        ],
                    }
                ],
                "results": [_result(result, finding, mark, numbers) for result, finding, mark in listed],
            }
        ],
    }
    return json.dumps(log, indent=2) + "\n"


def _driver(rules: Sequence[Rule]) -> dict[str, object]:
    return {
        "name": "op-lint",
        "version": __version__,
        "informationUri": "https://op-lint.readthedocs.io/",
        "rules": [
            {
                "id": rule.code,
                "name": "".join(part.capitalize() for part in rule.name.split("-")),
                "shortDescription": {"text": rule.summary},
                "fullDescription": {"text": cleandoc(rule.__doc__ or rule.summary).replace("``", "`")},
                "helpUri": rule.url,
                "help": {"text": f"See {rule.url}"},
                "defaultConfiguration": {"level": _LEVELS[rule.severity]},
                "properties": {"tags": ["op-lint"]},
            }
            for rule in rules
        ],
    }


def _result(result: Result, finding: Finding, fingerprint: str, numbers: dict[str, int]) -> dict[str, object]:
    made: dict[str, object] = {
        "ruleId": finding.code,
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [_location(result.uri, finding.range)],
        "partialFingerprints": {"opLint/v1": fingerprint},
    }
    if finding.code in numbers:
        made["ruleIndex"] = numbers[finding.code]
    if finding.related:
        made["relatedLocations"] = [_related(result, number, each) for number, each in enumerate(finding.related)]
    if finding.fix is not None:
        made["fixes"] = [_fix(result.uri, finding.fix)]
    return made


def _related(result: Result, number: int, related: Related) -> dict[str, object]:
    path = result.uri if related.path is None else inside_repository(related.path)
    return {"id": number, **_location(path, related.range), "message": {"text": related.message}}


def _location(path: str, where: Range) -> dict[str, object]:
    return {"physicalLocation": {"artifactLocation": _artifact(path), "region": _region(where)}}


def _artifact(path: str) -> dict[str, object]:
    if Path(path).is_absolute():
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(os.fsencode(path), safe="/"), "uriBaseId": "%SRCROOT%"}


def _region(where: Range) -> dict[str, int]:
    return {
        "startLine": where.start_line + 1,
        "startColumn": where.start_column + 1,
        "endLine": where.end_line + 1,
        "endColumn": where.end_column + 1,
    }


def _fix(path: str, fix: Fix) -> dict[str, object]:
    changes = [{"deletedRegion": _region(edit.range), "insertedContent": {"text": edit.text}} for edit in fix.edits]
    return {
        "description": {"text": fix.title},
        "artifactChanges": [{"artifactLocation": _artifact(path), "replacements": changes}],
    }
