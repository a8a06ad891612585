"""The code quality report of GitLab, which shows findings in a merge request."""

from __future__ import annotations

import json
from collections.abc import Sequence

from op_lint.result import Result

_LEVELS = {"error": "major", "warning": "minor", "info": "info"}


def render(results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """A JSON list in ASCII with one object for each finding; no two have the same fingerprint."""
    issues = [
        {
            "description": " ".join(f"{finding.code}: {finding.message}".split()),
            "check_name": finding.name,
            "fingerprint": fingerprint,
            "severity": _LEVELS[finding.severity],
            "location": {
                "path": result.uri,
                "lines": {"begin": finding.range.start_line + 1, "end": finding.range.end_line + 1},
            },
        }
        for result in results
        for finding, fingerprint in zip(result.findings, result.fingerprints(), strict=True)
    ]
    return json.dumps(issues, indent=2) + "\n"
