"""Checks notebooks: their code cells as one text, findings with the cell that they are in."""

from __future__ import annotations

from dataclasses import replace

from op_lint.analysis import Project
from op_lint.check import Report, check_source, unreadable
from op_lint.config import Config
from op_lint.files import UnreadableError
from op_lint.files.notebook import read_notebook


def check_notebook(
    data: bytes, path: str, config: Config | None = None, *, project: Project | None = None, explicit: bool = True
) -> Report:
    """What the rules have to say about a notebook's bytes.

    Ranges are those of the text that the code cells make together, which is the report's source; each message begins
    with the cell and the line in it. There are no fixes: a notebook is not written. What is none is a finding (OP002).
    """
    try:
        notebook = read_notebook(data)
    except UnreadableError as error:
        return unreadable(path, error, config)
    report = check_source(notebook.source, path, config, project=project, explicit=explicit)
    found = []
    for finding in report.all_findings:
        cell, line = notebook.place(finding.range.start_line)
        found.append(replace(finding, message=f"cell {cell}, line {line}: {finding.message}", fix=None))
    return replace(report, all_findings=tuple(found))
