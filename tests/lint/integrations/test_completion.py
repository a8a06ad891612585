"""Shells complete commands, options and values."""

from __future__ import annotations

import os
import select
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path

import pytest

from op_lint.arguments import COMMANDS, parser
from op_lint.cli import main
from op_lint.completion import commands_of
from op_lint.explained import MORE


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


CASES: list[tuple[list[str], set[str]]] = [
    (["base"], {"baseline"}),
    (["check", "--output-f"], {"--output-format", "--output-file"}),
    (["check", "--output-format", "js"], {"json", "json-lines"}),
    (["--exit-z"], {"--exit-zero"}),
    (["diff", "--only"], {"--only-breaking"}),
    (["baseline", "wr"], {"write"}),
    (["completion", "z"], {"zsh"}),
    (["check", "--select", "OP20"], {f"OP20{number}" for number in range(1, 10)}),
    (["--ignore", "missing-s"], {"missing-summary"}),
    (["rule", "OP50"], {f"OP50{number}" for number in range(1, 9)}),
    (["check", "--severity", "OP101=e"], {"OP101=error"}),
]


def in_bash(folder: Path, text: str, words: list[str], expected: set[str]) -> set[str]:
    listed = " ".join(f"'{word}'" for word in ["op-lint", *words])
    program = f'{text}COMP_WORDS=({listed}); COMP_CWORD={len(words)}; _op_lint; echo "${{COMPREPLY[@]}}"'
    done = subprocess.run(["bash", "-c", program], cwd=folder, capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def in_fish(folder: Path, text: str, words: list[str], expected: set[str]) -> set[str]:
    (folder / "op.fish").write_text(text, "utf-8")
    program = f"source op.fish; complete -C '{' '.join(['op-lint', *words])}'"
    environment = {**os.environ, "HOME": str(folder)}
    done = subprocess.run(
        ["fish", "-N", "-c", program], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return {line.partition("\t")[0] for line in done.stdout.splitlines()}


START = "PS1='> '; unsetopt menu_complete auto_menu; autoload -U compinit; "


def in_zsh(folder: Path, text: str, words: list[str], expected: set[str]) -> set[str]:
    (folder / "op.zsh").write_text(text, "utf-8")
    start = START + 'compinit -u -D; eval "$(cat op.zsh)"'
    shown = at_a_terminal(folder, start, " ".join(["op-lint", *words]), expected)
    return {word for word in expected if word in shown} or {shown}


def at_a_terminal(folder: Path, start: str, typed: str, wanted: set[str]) -> str:
    """What zsh shows at a terminal once ``typed`` is there and Tab was pressed twice, until it shows ``wanted``."""
    import pty

    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.environ.update(TERM="dumb", HOME=str(folder), COLUMNS="200")
        os.execlp("zsh", "zsh", "-f", "-i")
    shown = ""
    try:
        for text, awaited in ((start + "; echo REA''DY\n", {"READY"}), (typed + "\t\t", wanted)):
            os.write(terminal, text.encode())
            shown = ""
            end = time.monotonic() + 20
            while not all(word in shown for word in awaited) and time.monotonic() < end:
                if select.select([terminal], [], [], 0.5)[0]:
                    shown += os.read(terminal, 65536).decode("utf-8", "replace")
        return shown
    finally:
        os.kill(process, signal.SIGKILL)
        os.close(terminal)
        os.waitpid(process, 0)


COMPLETED = {"bash": in_bash, "fish": in_fish, "zsh": in_zsh}
INSTALLED = [shell for shell in COMPLETED if shutil.which(shell)]
"""A shell that is not on this machine cannot be asked; the machine that every change is tested on has all."""


@pytest.mark.parametrize("shell", INSTALLED)
@pytest.mark.parametrize(("words", "expected"), CASES)
def test_a_shell_completes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], shell: str, words: list[str], expected: set[str]
) -> None:
    assert COMPLETED[shell](tmp_path, script(shell, capsys), words, expected) == expected


def test_zsh_finds_the_script_in_a_file_of_fpath(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = script("zsh", capsys)
    assert text.startswith("#compdef op-lint\n")
    if "zsh" in INSTALLED:
        (tmp_path / "functions").mkdir()
        (tmp_path / "functions" / "_op-lint").write_text(text, "utf-8")
        start = START + "fpath=($PWD/functions $fpath); compinit -u -D"
        assert "baseline" in at_a_terminal(tmp_path, start, "op-lint base", {"baseline"})


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_and_option_is_there(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = script(shell, capsys)
    for command in commands_of(parser()):
        assert command.name in text
        for option in command.options:
            for name in option.names:
                assert (f"-l {name[2:]}" if shell == "fish" and name.startswith("--") else name.lstrip("-")) in text


def test_every_command_has_a_line_of_help_and_is_known_as_one() -> None:
    commands = list(commands_of(parser()))
    assert {command.name for command in commands} == set(COMMANDS)
    assert all(command.said for command in commands)


def test_every_command_has_an_example_that_can_be_typed_and_more_than_a_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert set(MORE) == set(COMMANDS)
    for command, (more, example) in MORE.items():
        with pytest.raises(SystemExit) as caught:
            main([command, "--help"])
        assert caught.value.code == 0
        said = " ".join(capsys.readouterr().out.split())
        assert more in said
        assert example in said
        program, *words = shlex.split(example)
        assert program == "op-lint"
        assert parser().parse_args(words).command == command
