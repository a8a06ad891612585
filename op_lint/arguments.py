"""The arguments of the command line, and which function each command runs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib import import_module
from typing import Any, NoReturn

from op_lint import __version__
from op_lint.cli import UsageError
from op_lint.explained import MORE
from op_lint.report import FORMATS

COMMANDS = (
    "check", "fix", "migrate", "menu", "spec", "form", "lock", "diff", "graph", "rename", "baseline", "rule", "rules",
    "test-rule", "config", "server", "completion", "clean",
)  # fmt: skip
"""All commands; a first word that is none of them is a path."""


class _Parser(argparse.ArgumentParser):
    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **{**options, "allow_abbrev": False})

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
    _add_check(commands, "check", "check files and folders (the default)")
    _add_check(commands, "fix", "check, and apply the safe fixes: check --fix")
    migrate = _add(commands, "migrate", "commands:migrate", "move what docstrings say about parameters to input=")
    migrate.add_argument("paths", metavar="PATH", nargs="+", help="files or folders")
    migrate.add_argument("--write", action="store_true", help="change the files; without it the changes are only shown")
    migrate.add_argument(
        "--hide", action="store_true", help="hide parameters that look system-filled, such as session_id"
    )
    for name, said in (
        ("menu", "print the menu of each decision, as the model gets it"),
        ("spec", "print the tool spec of each agentic function"),
        ("form", "print the form of each agentic function"),
    ):
        shown = _add(commands, name, f"previewing:{name}", said)
        shown.add_argument("target", metavar="FILE[::FUNCTION]", help="a file or a notebook; `-` for stdin")
        shown.add_argument("--stdin-filename", metavar="FILE[::FUNCTION]", help="the name under which stdin is read")
        shown.add_argument("--format", dest="format", choices=("text", "json"), default="text")
    rule = _add(commands, "rule", "about:rule", "explain one rule")
    rule.add_argument("code", metavar="CODE", help="a code (OP203) or a name (missing-description)")
    rules = _add(commands, "rules", "about:rules", "list all rules")
    rules.add_argument("--format", dest="format", choices=("text", "json"), default="text")
    test = _add(commands, "test-rule", "about:test_rule", "test the rules of a module by their own examples")
    test.add_argument("module", metavar="MODULE", help="an importable module that defines Rule classes")
    config = _add(commands, "config", "settings:show", "show the settings of a path, and where each comes from")
    config.add_argument("path", metavar="PATH", nargs="?", default=".", help="a file or a folder; default: here")
    config.add_argument("--format", dest="format", choices=("text", "json"), default="text")
    config.add_argument("--schema", action="store_true", help="print the JSON Schema of the settings, for editors")
    _add_baseline(commands)
    _add_lock(commands)
    graph = _add(commands, "graph", "graphing:show", "draw which function can lead to which")
    graph.add_argument("paths", metavar="PATH", nargs="*", help="files or folders; default: the whole project")
    graph.add_argument("--from", dest="start", metavar="FUNCTION", action="append", help="only what it leads to")
    graph.add_argument("--format", dest="format", choices=("mermaid", "dot", "svg", "json"), default="mermaid")
    graph.add_argument("--output-file", metavar="FILE", help="write the drawing there instead of to stdout")
    rename = _add(commands, "rename", "renaming:rename", "rename a parameter wherever its name has a meaning")
    rename.add_argument("target", metavar="FILE::FUNCTION.PARAMETER")
    rename.add_argument("new", metavar="NEW", help="the new name")
    rename.add_argument("--diff", action="store_true", help="show what would change, and change nothing")
    server = _add(commands, "server", "serving:serve", "start the language server, as op-lsp does")
    server.add_argument("arguments", metavar="ARGUMENT", nargs=argparse.REMAINDER, help="what op-lsp takes")
    completion = _add(commands, "completion", "completion:show", "print the script by which a shell completes words")
    completion.add_argument("shell", choices=("bash", "zsh", "fish"))
    clean = _add(commands, "clean", "about:clean", "remove the results that earlier runs left in the cache")
    clean.add_argument("--cache-dir", metavar="FOLDER", help="the folder of the cache")
    return parser


def _add(commands: Any, name: str, function: str, said: str) -> argparse.ArgumentParser:
    """A command that runs ``module:function`` of this package, imported when it is run."""
    made = _described(commands, name, said)
    made.set_defaults(run=_later(function))
    return made


def _described(commands: Any, name: str, said: str) -> argparse.ArgumentParser:
    more, example = MORE[name]
    made: argparse.ArgumentParser = commands.add_parser(
        name,
        help=said,
        description=f"{said[:1].upper()}{said[1:]}. {more}",
        epilog=f"Example: {example}",
    )
    return made


def _later(function: str) -> Callable[[argparse.Namespace], int]:
    module, _, name = function.partition(":")

    def run(options: argparse.Namespace) -> int:
        return int(getattr(import_module("op_lint." + module), name)(options))

    return run


def _add_check(commands: Any, name: str, said: str) -> None:
    check = _add(commands, name, "run:check", said)
    check.add_argument("paths", metavar="PATH", nargs="*", help="files or folders; `-` for stdin; default: here")
    rules = check.add_argument_group("rules")
    rules.add_argument("--select", metavar="CODES", action="append", help="only these: codes, prefixes, names, ALL")
    rules.add_argument("--ignore", metavar="CODES", action="append", help="not these")
    rules.add_argument("--extend-select", metavar="CODES", action="append", help="these as well")
    rules.add_argument(
        "--per-file-ignores", metavar="PATTERN:CODES", action="append", help="not these in files that fit a pattern"
    )
    rules.add_argument(
        "--severity", metavar="CODE=LEVEL", action="append", help="report a rule as error, warning or info"
    )
    rules.add_argument("--workflow", action="store_true", help="the files hold workflow source (rules OP6)")
    files = check.add_argument_group("files")
    files.add_argument("--exclude", metavar="PATTERN", action="append", help="skip what matches, as in .gitignore")
    files.add_argument("--force-exclude", action="store_true", help="skip excluded files even when they are named")
    files.add_argument("--stdin-filename", metavar="PATH", help="the name under which stdin is checked")
    files.add_argument("--since", metavar="REV", help="only findings whose lines, or whose function's head, changed")
    files.add_argument("--baseline", metavar="FILE", help="the baseline; without it op-lint-baseline.json, if there")
    files.add_argument("--no-baseline", action="store_true", help="report what a baseline holds, too")
    files.add_argument("--show-files", action="store_true", help="list the files that would be checked, and check none")
    fixes = check.add_argument_group("fixes")
    fixes.add_argument("--fix", action="store_true", default=name == "fix", help="apply the safe fixes")
    fixes.add_argument("--unsafe-fixes", action="store_true", help="with --fix or --diff: the unsafe ones too")
    fixes.add_argument("--diff", action="store_true", help="show what --fix would change, and change nothing")
    if name == "check":
        fixes.add_argument("--add-noqa", action="store_true", help="suppress all that is found by comments")
    else:
        check.set_defaults(add_noqa=False)
    output = check.add_argument_group("output")
    output.add_argument("--output-format", choices=FORMATS, default=None, help="text unless said otherwise")
    output.add_argument("--output-file", metavar="FILE", help="write the report there instead of to stdout")
    output.add_argument("--statistics", action="store_true", help="count the findings of each rule instead")
    output.add_argument("--exit-zero", action="store_true", help="exit 0 even when there are findings")
    output.add_argument("--exit-non-zero-on-fix", action="store_true", help="exit 1 when something was fixed")
    output.add_argument("-q", "--quiet", action="store_true", help="findings only, without source and summary")
    output.add_argument("-v", "--verbose", action="store_true", help="say on stderr what is read and how long it takes")
    settings = check.add_argument_group("configuration and speed")
    settings.add_argument(
        "--config",
        metavar="KEY=VALUE",
        action="append",
        help="a setting in TOML, such as src=['lib']; wins over files",
    )
    settings.add_argument("--isolated", action="store_true", help="read no configuration files")
    settings.add_argument("--no-cache", action="store_true", help="neither use nor keep results")
    settings.add_argument("--cache-dir", metavar="FOLDER", help="keep results there (OP_LINT_CACHE_DIR does the same)")
    if name == "check":
        settings.add_argument("--watch", action="store_true", help="check again whenever a file is saved")
    else:
        check.set_defaults(watch=False)
    settings.add_argument(
        "-j", "--jobs", metavar="N", type=_count, help="processes; default: one, several where there is much to do"
    )


def _add_baseline(commands: Any) -> None:
    baseline = _described(
        commands, "baseline", "keep what is found now in op-lint-baseline.json, so that only new findings are reported"
    )
    verbs = baseline.add_subparsers(dest="verb", metavar="VERB", required=True)
    for verb, said in (
        ("write", "keep all that is found now"),
        ("stale", "list the entries that no longer occur; exit 1 when there are any"),
    ):
        made = verbs.add_parser(verb, help=said, description=said[:1].upper() + said[1:] + ".")
        made.add_argument("paths", metavar="PATH", nargs="*", help="files or folders; default: here")
        made.add_argument("--baseline", metavar="FILE", help="the file, instead of op-lint-baseline.json")
        made.set_defaults(run=_later(f"keeping:{verb}"))


def _add_lock(commands: Any) -> None:
    lock = _add(commands, "lock", "locking:lock", "write what models are told to op-lint.lock")
    lock.add_argument("paths", metavar="PATH", nargs="*", help="files or folders; default: the whole project")
    lock.add_argument("--check", action="store_true", help="only say how the file differs; exit 1 when it does")
    diff = _add(commands, "diff", "locking:diff", "say what models would notice since a revision, or the lock file")
    diff.add_argument("revision", metavar="REV", nargs="?", help="a git revision; without it the lock file")
    diff.add_argument("--path", metavar="PATH", action="append", help="files or folders; default: the whole project")
    diff.add_argument("--only-breaking", action="store_true", help="exit 1 only when a change is breaking")
    diff.add_argument("--exit-zero", action="store_true", help="exit 0 even when something changed")
    for made in (lock, diff):
        made.add_argument("--lock-file", metavar="FILE", help="the file, instead of op-lint.lock")
        made.add_argument("--format", dest="format", choices=("text", "markdown", "json"), default="text")


def _count(text: str) -> int:
    if not (text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"expected a number from 1 on, not {text!r}")
    return int(text)
