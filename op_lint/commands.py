"""What ``op-lint migrate`` and ``op-lint menu`` do, once the arguments are known."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from op_lint.analysis import analyze
from op_lint.arguments import parser
from op_lint.check import project_for
from op_lint.cli import CLEAN, FINDINGS, UsageError
from op_lint.config import ConfigError, Configs
from op_lint.facts import DecisionFacts, FileFacts
from op_lint.files import UnreadableError, read_source
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


def menu(options: argparse.Namespace) -> int:
    """Effect: writes the menu of each decision of a file, or of one function in it. Gives the exit code."""
    path, _, name = options.target.partition("::")
    if not Path(path).exists():
        raise UsageError(f"{path}: there is no such file")
    try:
        source = read_source(path)
        config = Configs().of(path)
    except (UnreadableError, ConfigError) as error:
        raise UsageError(f"{path}: {error}") from None
    facts = analyze(source, path, project_for(config))
    decisions = [decision for decision in facts.decisions if not name or _inside(decision, name)]
    blocks = [_decision(decision) for decision in decisions]
    if not blocks and name:
        blocks = [_entry(facts, name)]
    if not blocks:
        raise UsageError(f"{path}: there is no decision in this file")
    if len(blocks) == 1:
        sys.stdout.write(blocks[0])
    else:
        for decision, block in zip(decisions, blocks, strict=True):
            where = decision.function.qualname + "()" if decision.function else "the module"
            sys.stdout.write(f"# {path}:{decision.range.start_line + 1} in {where}\n{block}\n")
    return CLEAN if all(decision.result.menu is not None for decision in decisions) else FINDINGS


def _inside(decision: DecisionFacts, name: str) -> bool:
    function = decision.function
    return function is not None and name in (function.name, function.qualname)


def _decision(decision: DecisionFacts) -> str:
    result = decision.result
    if result.menu is not None:
        return result.menu.render()
    if result.error is not None:
        return f"{result.error_type or 'error'}: {result.error}\n"
    return f"{result.unknown or 'the options cannot be told from source'}\n"


def _entry(facts: FileFacts, name: str) -> str:
    """The menu that an agentic function would be the only option of."""
    from op_runtime.menu import Unknown, build_menu

    function = next((each for each in facts.functions if name in (each.name, each.qualname)), None)
    if function is None:
        names = ", ".join(each.qualname for each in facts.functions)
        raise UsageError(
            f"{facts.path}: there is no agentic function {name}" + (f"; there are {names}" if names else "")
        )
    described = facts.described.get(function.qualname)
    if described is None or isinstance(described, Unknown):
        raise UsageError(f"{facts.path}: what {name} tells a model cannot be told from source: {described}")
    return build_menu([described]).render()
