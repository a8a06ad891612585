"""What op-lint reads of a file, as the plain data that ``parity`` compares.

``python tests/sheets.py OUT`` writes the sheets of the whole corpus.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from op_runtime.menu import Unknown, render_option
from parity import CORPUS, DecisionSheet, FunctionSheet, Sheet, shown

from op_lint.analysis import Project, analyze
from op_lint.facts import DecisionFacts, FileFacts
from op_lint.files import decode


def facts_of(path: Path, root: Path) -> FileFacts:
    return analyze(decode(path.read_bytes()), str(path), Project(str(root)))


def corpus() -> dict[str, Sheet]:
    """The sheet of each file of the corpus, by its path there."""
    files = sorted(CORPUS.rglob("*.py"))
    return {path.relative_to(CORPUS).as_posix(): sheet_of(facts_of(path, CORPUS)) for path in files}


def sheet_of(facts: FileFacts) -> Sheet:
    return {"decisions": [_decision(each) for each in facts.decisions], "functions": _functions(facts)}


def _decision(facts: DecisionFacts) -> DecisionSheet:
    around = facts.function.range if facts.function else facts.range
    result, menu = facts.result, facts.result.menu
    return {
        "kind": facts.kind,
        "lines": (facts.range.start_line, facts.range.end_line),
        "around": (around.start_line, around.end_line),
        "menu": None
        if menu is None
        else {"text": menu.render(), "blocks": [render_option(each) for each in menu.options]},
        "unknown": "" if result.unknown is None else str(result.unknown),
        "error": result.error,
        "error_type": result.error_type,
    }


def _functions(facts: FileFacts) -> list[FunctionSheet]:
    found: list[FunctionSheet] = []
    for each in facts.functions:
        described = facts.described[each.qualname]
        unknown = isinstance(described, Unknown)
        found.append(
            {
                "name": each.qualname,
                "around": (each.range.start_line, each.body_start[0] - 1),
                "unknown": str(described) if unknown else "",
                "shown": None if isinstance(described, Unknown) else shown(described),
            }
        )
    return found


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(corpus()), encoding="utf-8")
