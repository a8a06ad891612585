"""Shells complete commands, options and values."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from op_lint.arguments import COMMANDS, parser
from op_lint.cli import main
from op_lint.completion import commands_of


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["base"], {"baseline"}),
        (["check", "--output-f"], {"--output-format", "--output-file"}),
        (["check", "--output-format", "js"], {"json", "json-lines"}),
        (["--exit-z"], {"--exit-zero"}),
        (["diff", "--only"], {"--only-breaking"}),
        (["baseline", "wr"], {"write"}),
        (["completion", "z"], {"zsh"}),
    ],
)
def test_bash_completes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: list[str], expected: set[str]
) -> None:
    listed = " ".join(f"'{word}'" for word in ["op-lint", *words])
    program = (
        script("bash", capsys) + f'COMP_WORDS=({listed}); COMP_CWORD={len(words)}; _op_lint; echo "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) == expected


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
