"""``op-lint completion``: scripts by which shells complete commands, options and their values."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from op_lint.cli import CLEAN
from op_lint.config import LEVELS


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its spellings, what it is for, and the values it takes; None where it takes none."""

    names: tuple[str, ...]
    said: str
    values: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Command:
    """One command and its options."""

    name: str
    said: str
    options: tuple[Option, ...]


def show(options: argparse.Namespace) -> int:
    """Effect: writes the script for a shell. Gives the exit code."""
    from op_lint.arguments import parser

    commands = list(commands_of(parser()))
    sys.stdout.write({"bash": bash, "zsh": zsh, "fish": fish}[options.shell](commands))
    return CLEAN


def commands_of(parser: argparse.ArgumentParser) -> Iterator[Command]:
    """The commands of a parser, with their options."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            said = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, inner in action.choices.items():
                yield Command(name, said.get(name, ""), tuple(_options(inner)))


def _options(parser: argparse.ArgumentParser) -> Iterator[Option]:
    for action in parser._actions:
        values = tuple(map(str, action.choices)) if action.choices is not None else _rules(action.metavar)
        takes = None if action.nargs == 0 else values
        if action.option_strings:
            yield Option(tuple(action.option_strings), action.help or "", takes)
        elif values:  # words that stand by themselves, such as the verbs of a command
            yield Option((), "", values)


@cache
def _rules(metavar: object) -> tuple[str, ...]:
    """The codes and names that stand for an argument, where that is what it takes."""
    if metavar not in ("CODE", "CODES", "CODE=LEVEL"):
        return ()
    from op_lint.rules import ALL

    named = [*(rule.code for rule in ALL), *(rule.name for rule in ALL)]
    if metavar == "CODES":
        return ("ALL", *named)
    return tuple(f"{name}={level}" for name in named for level in LEVELS) if metavar == "CODE=LEVEL" else tuple(named)


def bash(commands: list[Command]) -> str:
    """For bash: ``eval "$(op-lint completion bash)"``."""
    cases = []
    for command in commands:
        words = [name for option in command.options for name in option.names]
        words += [value for option in command.options if not option.names for value in option.values or ()]
        values = "".join(
            f"        {'|'.join(option.names)}) words={_quoted(' '.join(option.values))};;\n"
            for option in command.options
            if option.names and option.values
        )
        inner = f'      case "$previous" in\n{values}      esac\n' if values else ""
        cases.append(f"    {command.name})\n      words={_quoted(' '.join(words))}\n{inner}      ;;\n")
    names = " ".join(command.name for command in commands)
    return (
        "_op_lint() {\n"
        '  local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command=check words=""\n'
        f'  case " {names} " in *" ${{COMP_WORDS[1]}} "*) command="${{COMP_WORDS[1]}}";; esac\n'
        '  case "$command" in\n' + "".join(cases) + "  esac\n"
        f'  if [ "$COMP_CWORD" -eq 1 ]; then words="$words {names} --version --help"; fi\n'
        '  COMPREPLY=($(compgen -W "$words" -- "$current") $(compgen -f -- "$current"))\n'
        "}\n"
        "complete -o filenames -F _op_lint op-lint\n"
    )


def zsh(commands: list[Command]) -> str:
    """For zsh: ``eval "$(op-lint completion zsh)"``, or a file ``_op-lint`` in ``fpath``."""
    cases = []
    for command in commands:
        specs = []
        for option in command.options:
            value = "" if option.values is None else f":value:{_zsh_values(option.values)}"
            specs += [f"{_quoted(f'{name}[{_zsh(option.said)}]{value}')}" for name in option.names]
            if not option.names:
                specs.append(_quoted(f"1:word:{_zsh_values(option.values or ())}"))
        specs.append(_quoted("*:file:_files"))
        cases.append(f"    {command.name}) _arguments {' '.join(specs)};;\n")
    listed = " ".join(_quoted(f"{command.name}:{command.said}") for command in commands)
    names = "|".join(command.name for command in commands)
    return (
        "#compdef op-lint\n"
        "_op_lint() {\n"
        f"  local -a commands; commands=({listed})\n"
        "  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then _describe command commands; _files; return; fi\n"
        f"  local command=$words[2]; case $command in {names}) shift words; (( CURRENT-- ));; *) command=check;; esac\n"
        "  case $command in\n" + "".join(cases) + "  esac\n"
        "}\n"
        # A file of fpath is run as the function itself; what is evaluated tells the shell of it.
        'if [ "$funcstack[1]" = _op-lint ]; then _op_lint "$@"; else compdef _op_lint op-lint; fi\n'
    )


def _zsh(text: str) -> str:
    return text.replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def _zsh_values(values: tuple[str, ...]) -> str:
    return f"({' '.join(values)})" if values else "_files"


def fish(commands: list[Command]) -> str:
    """For fish: ``op-lint completion fish | source``."""
    names = " ".join(command.name for command in commands)
    lines = []
    for command in commands:
        lines.append(f"complete -c op-lint -n __fish_use_subcommand -a {command.name} -d {_quoted(command.said)}")
        condition = f"__fish_seen_subcommand_from {command.name}"
        if command.name == "check":
            condition += f"; or not __fish_seen_subcommand_from {names}"
        for option in command.options:
            flags = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
            values = f" -x -a {_quoted(' '.join(option.values))}" if option.values else ""
            needs = " -r" if option.values == () else ""
            head = f"complete -c op-lint -n {_quoted(condition)}"
            lines.append(f"{head} {flags}{values}{needs} -d {_quoted(option.said)}".replace("  ", " "))
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"
