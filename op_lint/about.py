"""The commands that tell about rules and about the cache."""

from __future__ import annotations

import argparse
import sys

from op_lint.cli import CLEAN, FINDINGS, UsageError, say


def rule(options: argparse.Namespace) -> int:
    """Effect: writes the page of a rule. Gives the exit code."""
    from op_lint.config import unknown_selectors
    from op_lint.report.pages import page
    from op_lint.rules import every, find

    found = find(options.code)
    if found is None:
        raise UsageError(
            "; ".join(unknown_selectors([options.code], every())) or f'"{options.code}" names several rules'
        )
    sys.stdout.write(page(found))
    return CLEAN


def rules(options: argparse.Namespace) -> int:
    """Effect: lists the rules. Gives the exit code."""
    from op_lint.rules import every

    if options.format == "json":
        import json

        listed = [
            {
                "code": each.code,
                "name": each.name,
                "severity": each.severity,
                "summary": each.summary,
                "on": each.on,
                "fixes": list(each.fixes),
                "url": each.url,
            }
            for each in every()
        ]
        sys.stdout.write(json.dumps(listed, indent=2) + "\n")
        return CLEAN
    width = max(len(each.name) for each in every())
    for each in every():
        fixes = f" [{' or '.join(each.fixes)} fix]" if each.fixes else ""
        sys.stdout.write(f"{each.code}  {each.name:{width}}  {each.severity:7}  {each.summary}{fixes}\n")
    return CLEAN


def test_rule(options: argparse.Namespace) -> int:
    """Effect: imports a module and tests its rules by their examples. Gives the exit code."""
    from importlib import import_module

    from op_lint.rules.base import Rule
    from op_lint.rules.examples import problems

    try:
        module = import_module(options.module)
    except ImportError as error:
        raise UsageError(f"{options.module} cannot be imported: {error}") from None
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Rule) and value.__module__ == module.__name__
    ]
    if not found:
        raise UsageError(f"{options.module} defines no Rule class")
    said = [problem for kind in found for problem in problems(kind())]
    for problem in said:
        sys.stdout.write(problem + "\n")
    say(f"{len(found)} rule(s), {len(said)} problem(s)")
    return FINDINGS if said else CLEAN


def clean(options: argparse.Namespace) -> int:
    """Effect: removes the results of earlier runs. Gives the exit code."""
    from op_lint import replay
    from op_lint.cache import clean as remove

    folder = options.cache_dir or replay.folder()
    try:
        removed = remove(folder)
    except OSError as error:
        raise UsageError(f"{folder}: the cache cannot be removed: {error.strerror or error}") from None
    say(f"removed {removed} file(s) of results from {folder}")
    return CLEAN
