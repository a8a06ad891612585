"""The objects of the JSON report, each on a line of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence

from op_lint.report.json import objects
from op_lint.result import Result


def render(results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """JSON Lines in ASCII; empty where nothing is found."""
    return "".join(json.dumps(each) + "\n" for each in objects(results))
