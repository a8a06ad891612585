"""The GitHub action and the snippets of the docs: well-formed, and made of commands that exist."""

from __future__ import annotations

import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from op_lint.arguments import parser

ROOT = Path(__file__).parents[3]


def steps() -> list[dict[str, Any]]:
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    assert action["runs"]["using"] == "composite"
    return list(action["runs"]["steps"])


def test_scripts_are_bash_and_take_inputs_from_the_environment_only() -> None:
    for step in steps():
        script = step.get("run")
        if script is not None:
            assert step["shell"] == "bash"
            assert "${{" not in script, f"{step['name']}: an input in a script could hold commands"
            subprocess.run(["bash", "-n"], input=script, text=True, check=True)


CALL = re.compile(r"(?:^|[\s;{`])op-lint ((?:check|lock|diff|baseline|fix|graph) [^|;`#>&]*)")


def commands(text: str) -> list[list[str]]:
    """The calls of op-lint in a script, variables and comments in HTML left out."""
    found = []
    for line in re.sub("<!--.*?-->", "", text.replace("\\\n", " ")).splitlines():
        found += [[word for word in shlex.split(call) if not word.startswith("$")] for call in CALL.findall(line)]
    return found


def test_the_action_calls_commands_that_exist() -> None:
    calls = [call for step in steps() for call in commands(step.get("run", ""))]
    assert len(calls) == 4
    for call in calls:
        parser().parse_args([*call, *(["HEAD"] if call[0] == "diff" else [])])


@pytest.mark.parametrize("name", ["README.md", "docs/ci.md"])
def test_the_docs_call_commands_that_exist(name: str) -> None:
    for call in commands((ROOT / name).read_text("utf-8")):
        parser().parse_args(call)
