"""``op-lint graph``."""

from __future__ import annotations

import argparse
import os
import sys

from op_lint.cli import CLEAN, UsageError, save, say
from op_lint.drawing import FORMATS
from op_lint.graph import graph, reachable
from op_lint.survey import Survey, root_of, seen_from


def show(options: argparse.Namespace) -> int:
    """Effect: draws the graph of some files on stdout or into a file. Gives the exit code."""
    survey = Survey(lambda message: say(f"op-lint: {message}"))
    root = root_of(survey.configs)
    found = graph(list(survey.files(options.paths or [root])))
    if options.start:
        names = {node.name for node in found.nodes}
        for name in options.start:
            if name not in names:
                raise UsageError(f"there is no function {name} in the graph; there are {', '.join(sorted(names))}")
        found = reachable(found, options.start)
    text = FORMATS[options.format](found, lambda path: seen_from(path, root) if os.path.isabs(path) else path)  # noqa: PTH117
    if options.output_file:
        save(options.output_file, text)
    else:
        sys.stdout.write(text)
    return CLEAN
