"""``op-lint rename``."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from op_lint.cli import CLEAN, UsageError, say
from op_lint.facts import FunctionFacts
from op_lint.files import SourceFile, UnreadableError
from op_lint.files.notebook import SUFFIX, read_notebook
from op_lint.files.source import read_bytes
from op_lint.finding import Edit
from op_lint.fix import apply_edits, diff, write
from op_lint.lock import FILE
from op_lint.rename import RefusedError, Renaming
from op_lint.survey import Survey, Surveyed, root_of


def rename(options: argparse.Namespace) -> int:
    """Effect: renames a parameter in all files of the project, or shows it with ``--diff``. Gives the exit code."""
    path, _, target = options.target.partition("::")
    name, _, old = target.rpartition(".")
    if not path or not name or not old:
        raise UsageError(f"{options.target}: expected FILE::FUNCTION.PARAMETER, such as tools.py::find.query")
    survey = Survey(lambda message: say(f"op-lint: {message}"))
    try:
        file = survey.file(path)
    except UnreadableError as error:
        raise UsageError(f"{path}: {error}") from None
    function = _function(file, name)
    root = root_of(survey.configs)
    files = {each.path: each for each in survey.files([root], function.name)}
    files.setdefault(file.path, file)
    file = files[file.path]
    try:
        edits = Renaming(file, _function(file, name), old, options.new, list(files.values())).run()
    except RefusedError as error:
        raise UsageError(f"not renamed: {error}") from None
    _refuse_notebooks(edits)
    changed: list[tuple[Surveyed, SourceFile]] = []
    for place, found in sorted(edits.items()):
        before = files[place]
        changed.append((before, before.source.with_text(apply_edits(before.source.lines, sorted(found)))))
    if options.diff:
        for before, after in changed:
            sys.stdout.write(diff(os.path.relpath(before.path), before.source, after))
        return CLEAN
    for before, after in changed:
        try:
            write(before.path, after)
        except OSError as error:
            raise UsageError(f"{before.path}: the file cannot be written: {error.strerror or error}") from None
    places = sum(map(len, edits.values()))
    say(f"{function.name}: {old} is {options.new} now, at {places} place(s) in {len(changed)} file(s)")
    lock = Path(root, FILE)
    if lock.is_file():
        from op_lint.locking import rewrite

        rewrite(lock, root)
    return CLEAN


def _refuse_notebooks(edits: Mapping[str, Iterable[Edit]]) -> None:
    """Effect: reads notebooks to say where they would change. Raises UsageError where one would: none is written."""
    for path, found in sorted(edits.items()):
        if path.endswith(SUFFIX):
            cell, line = read_notebook(read_bytes(path)).place(min(each.range.start_line for each in found))
            reason = "this would change as well, and op-lint writes no notebooks; change it first"
            raise UsageError(f"not renamed: {path}: cell {cell}, line {line}: {reason}")


def _function(file: Surveyed, name: str) -> FunctionFacts:
    found = [each for each in file.facts.functions if name in (each.qualname, each.name)]
    if len(found) == 1:
        return found[0]
    listed = ", ".join(each.qualname for each in file.facts.functions) or "none"
    said = "several agentic functions are called" if found else "there is no agentic function"
    raise UsageError(f"{file.path}: {said} {name}; there are {listed}")
