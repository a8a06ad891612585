"""The command line. Every import that costs something is made by the command that needs it."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from op_lint import __version__

CLEAN, FINDINGS, FAILED = 0, 1, 2
"""Exit codes: nothing found; something found; the job could not be done."""

COMMANDS = ("check", "migrate", "menu", "rule", "rules", "test-rule")


class UsageError(Exception):
    """Something that the command cannot do; the message is for people."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Effect: runs one command, writes to stdout and stderr. Gives the exit code."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="backslashreplace")
    words = list(sys.argv[1:] if arguments is None else arguments)
    if not words or (words[0] not in COMMANDS and words[0] not in ("-h", "--help", "-V", "--version")):
        words.insert(0, "check")
    try:
        options = parser().parse_args(words)
        return int(options.run(options))
    except UsageError as error:
        _say(f"op-lint: {error}")
        return FAILED
    except BrokenPipeError:
        _close_quietly()
        return FAILED
    except KeyboardInterrupt:
        return 130


def _say(text: str) -> None:
    sys.stderr.write(text + "\n")


def _close_quietly() -> None:
    """Effect: keeps Python from complaining that the reader of stdout is gone."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see `{self.prog} --help`")


def parser() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = _Parser(
        prog="op-lint",
        description="Checks functions that language models choose from. Without a command: check.",
        epilog="Exit codes: 0 nothing found, 1 something found, 2 the job could not be done.",
    )
    parser.add_argument("-V", "--version", action="version", version=f"op-lint {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    _add_check(commands)
    migrate = commands.add_parser("migrate", help="move what docstrings say about parameters to input=")
    migrate.add_argument("paths", metavar="PATH", nargs="+", help="files or folders")
    migrate.add_argument("--write", action="store_true", help="change the files; without it the changes are only shown")
    migrate.add_argument(
        "--hide", action="store_true", help="hide parameters that look system-filled, such as session_id"
    )
    migrate.set_defaults(run=_migrate)
    menu = commands.add_parser("menu", help="print the menu of each decision, as the model gets it")
    menu.add_argument("target", metavar="FILE[::FUNCTION]")
    menu.set_defaults(run=_menu)
    rule = commands.add_parser("rule", help="explain one rule")
    rule.add_argument("code", metavar="CODE", help="a code (OP203) or a name (missing-description)")
    rule.set_defaults(run=_rule)
    rules = commands.add_parser("rules", help="list all rules")
    rules.add_argument("--format", dest="format", choices=("text", "json"), default="text")
    rules.set_defaults(run=_rules)
    test = commands.add_parser("test-rule", help="test the rules of a module by their own examples")
    test.add_argument("module", metavar="MODULE", help="an importable module that defines Rule classes")
    test.set_defaults(run=_test_rule)
    return parser


def _add_check(commands: Any) -> None:
    check = commands.add_parser("check", help="check files and folders (the default)")
    check.add_argument("paths", metavar="PATH", nargs="*", help="files or folders; `-` for stdin; default: here")
    check.add_argument("--fix", action="store_true", help="apply the safe fixes")
    check.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: the unsafe ones too")
    check.add_argument("--diff", action="store_true", help="show what --fix would change, and change nothing")
    check.add_argument("--select", metavar="CODES", action="append", help="only these: codes, prefixes, names, ALL")
    check.add_argument("--ignore", metavar="CODES", action="append", help="not these")
    check.add_argument("--extend-select", metavar="CODES", action="append", help="these as well")
    check.add_argument("--exclude", metavar="PATTERN", action="append", help="skip what matches, as in .gitignore")
    check.add_argument("--force-exclude", action="store_true", help="skip excluded files even when they are named")
    check.add_argument("--stdin-filename", metavar="PATH", help="the name under which stdin is checked")
    check.add_argument("--output-format", choices=("text", "json"), default="text")
    check.add_argument("--exit-zero", action="store_true", help="exit 0 even when there are findings")
    check.add_argument("--isolated", action="store_true", help="read no configuration files")
    check.add_argument("-q", "--quiet", action="store_true", help="findings only, without source and summary")
    check.set_defaults(run=_check)


def _check(options: argparse.Namespace) -> int:
    from op_lint.commands import check

    return check(options)


def _migrate(options: argparse.Namespace) -> int:
    from op_lint.commands import migrate

    return migrate(options)


def _menu(options: argparse.Namespace) -> int:
    from op_lint.commands import menu

    return menu(options.target)


def _rule(options: argparse.Namespace) -> int:
    from op_lint.config import unknown_selectors
    from op_lint.report.pages import page
    from op_lint.rules import every, find

    rule = find(options.code)
    if rule is None:
        raise UsageError(
            "; ".join(unknown_selectors([options.code], every())) or f'"{options.code}" names several rules'
        )
    sys.stdout.write(page(rule))
    return CLEAN


def _rules(options: argparse.Namespace) -> int:
    from op_lint.rules import every

    if options.format == "json":
        import json

        listed = [
            {
                "code": rule.code,
                "name": rule.name,
                "severity": rule.severity,
                "summary": rule.summary,
                "on": rule.on,
                "fixes": list(rule.fixes),
                "url": rule.url,
            }
            for rule in every()
        ]
        sys.stdout.write(json.dumps(listed, indent=2) + "\n")
        return CLEAN
    width = max(len(rule.name) for rule in every())
    for rule in every():
        fixes = f" [{' or '.join(rule.fixes)} fix]" if rule.fixes else ""
        sys.stdout.write(f"{rule.code}  {rule.name:{width}}  {rule.severity:7}  {rule.summary}{fixes}\n")
    return CLEAN


def _test_rule(options: argparse.Namespace) -> int:
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
    _say(f"{len(found)} rule(s), {len(said)} problem(s)")
    return FINDINGS if said else CLEAN


if __name__ == "__main__":
    raise SystemExit(main())
