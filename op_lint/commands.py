"""What ``op-lint migrate`` does, once the arguments are known."""

from __future__ import annotations

import argparse
import sys

from op_lint.arguments import parser
from op_lint.run import Run

MIGRATION = (
    "OP102", "OP103", "OP104", "OP203", "OP205", "OP207", "OP208", "OP209", "OP211", "OP214", "OP215",
)  # fmt: skip
"""The rules whose fixes move a function that is documented in its docstring to ``input=``."""


def migrate(options: argparse.Namespace) -> int:
    """Effect: shows what moving functions to ``input=`` would change; with ``write`` changes the files.

    Gives the exit code: 0 also where there is something to change.
    """
    words = ["check", "--unsafe-fixes", "--quiet", "--exit-zero", "--fix" if options.write else "--diff"]
    selected = [*MIGRATION, *(["OP216"] if options.hide else [])]
    run = Run(parser().parse_args([*words, "--select", ",".join(selected), *options.paths]))
    run.paths(options.paths)
    if options.write:
        sys.stderr.write(f"migrated {run.changed} of {len(run.results)} files\n")
    elif run.changed:
        sys.stderr.write(f"{run.changed} of {len(run.results)} files would change; run again with --write\n")
    else:
        run.say("there is nothing to migrate")
    return run.finish()
