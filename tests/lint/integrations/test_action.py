"""The GitHub action and the snippets of the docs: well-formed, and made of commands that exist."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
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


CLEAN = 'from op_runtime import agentic_function\n\n\n@agentic_function\ndef f(runtime=None):\n    """Find pages."""\n'
DIRTY = CLEAN.replace('    """Find pages."""\n', "    return 1\n")

GH = """#!/usr/bin/env bash
printf '%s\\n' "$*" >> "$CALLS"
case "$*" in
  *body=@*) for word in "$@"; do case $word in body=@*) cat "${word#body=@}" >> "$COMMENT";; esac; done;;
  *--jq*) printf '%s' "$KNOWN_COMMENT";;
esac
"""
"""What stands for GitHub's program: it keeps what it is asked for, and knows of one comment or none."""

PYTHON = """#!/usr/bin/env bash
if [ "$1 $2" = "-m venv" ]; then mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; else echo "$@" >> "$CALLS"; fi
"""
"""What stands for Python in the step that installs: it makes the folder, and keeps what pip is told."""


class Job:
    """A pull request's job in a repository of its own, as far as the steps of the action can see."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "work"
        self.temp = folder / "temp"
        self.bin = folder / "bin"
        for each in (self.folder, self.temp, self.bin):
            each.mkdir()
        self.files = {name: folder / name for name in ("output", "summary", "path", "calls", "comment")}
        for file in self.files.values():
            file.touch()
        self.program("gh", GH)
        self.program("op-lint", f'#!/usr/bin/env bash\nexec "{sys.executable}" -m op_lint "$@"\n')
        self.git("init", "-q", "-b", "main")
        self.git("remote", "add", "origin", str(self.folder))
        (self.folder / "tools.py").write_text(CLEAN, "utf-8")
        self.git("add", ".")
        self.git("commit", "-q", "-m", "a")
        self.base = self.git("rev-parse", "HEAD")
        self.known_comment = ""

    def program(self, name: str, text: str) -> None:
        (self.bin / name).write_text(text, "utf-8")
        (self.bin / name).chmod(0o755)

    def git(self, *words: str) -> str:
        names = ["-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false"]
        done = subprocess.run(["git", *names, *words], cwd=self.folder, check=True, capture_output=True, text=True)
        return done.stdout.strip()

    def run(self, name: str, **inputs: str) -> subprocess.CompletedProcess[str]:
        """Run one step's script, with the environment that the runner makes of its ``env``."""
        action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
        known = {f"inputs.{key}": str(said.get("default", "")) for key, said in action["inputs"].items()}
        known |= {f"inputs.{key}": value for key, value in inputs.items()}
        known |= {
            "github.action_path": str(ROOT),
            "github.repository": "owner/name",
            "github.token": "t",
            "github.event.pull_request.number": "7",
            "github.event.pull_request.base.sha": self.base,
            "steps.check.outputs.exit-code": dict(self.outputs()).get("exit-code", ""),
        }
        (step,) = (each for each in action["runs"]["steps"] if each["name"] == name)
        given = {
            key: re.sub(r"\$\{\{ *(.*?) *\}\}", lambda match: known[match[1]], value)
            for key, value in step.get("env", {}).items()
        }
        environment = {
            **os.environ,
            "PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}",
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_OUTPUT": str(self.files["output"]),
            "GITHUB_STEP_SUMMARY": str(self.files["summary"]),
            "GITHUB_PATH": str(self.files["path"]),
            "CALLS": str(self.files["calls"]),
            "COMMENT": str(self.files["comment"]),
            "KNOWN_COMMENT": self.known_comment,
            **given,
        }
        return subprocess.run(
            # the options with which the runner starts bash
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.folder, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def said(self, name: str) -> str:
        return self.files[name].read_text("utf-8")

    def outputs(self) -> list[list[str]]:
        return [line.split("=", 1) for line in self.said("output").splitlines()]


@pytest.fixture
def job(tmp_path: Path) -> Job:
    return Job(tmp_path)


@pytest.mark.parametrize(("version", "wanted"), [("", str(ROOT)), ("1.2", "op-lint==1.2")])
def test_the_action_installs_its_own_version_or_the_one_that_is_named(job: Job, version: str, wanted: str) -> None:
    job.program("python", PYTHON)
    done = job.run("Install", version=version)
    assert done.returncode == 0, done.stderr
    assert job.said("calls") == f"-m pip install --quiet {wanted}\n"
    assert job.said("path") == f"{job.temp}/op-lint/bin\n"


@pytest.mark.parametrize(
    ("source", "inputs", "code"),
    [
        (CLEAN, {}, "0"),
        (DIRTY, {}, "1"),
        (DIRTY, {"arguments": "--select OP2"}, "0"),
        (DIRTY, {"paths": "nosuch.py"}, "2"),
        (DIRTY, {"arguments": "--select *"}, "2"),
    ],
)
def test_the_action_checks_and_the_job_ends_with_that_code(
    job: Job, source: str, inputs: dict[str, str], code: str
) -> None:
    (job.folder / "tools.py").write_text(source, "utf-8")
    done = job.run("Check", **inputs)
    assert done.returncode == 0, done.stderr  # the steps behind it upload and comment first
    assert job.outputs() == [["exit-code", code]]
    assert ("::warning title=OP101 missing-summary,file=tools.py,line=5" in done.stdout) == (code == "1")
    assert ("OP101" in job.said("summary")) == (code == "1")
    if inputs.get("arguments") != "--select *":  # an argument that cannot be read leaves nothing to upload
        run = json.loads((job.folder / "op-lint.sarif").read_text("utf-8"))["runs"][0]
        assert len(run["results"]) == (code == "1")
        assert run["invocations"][0]["executionSuccessful"] == (code != "2")
    assert job.run("Result").returncode == int(code)


def test_the_action_says_in_a_comment_what_a_model_will_notice(job: Job) -> None:
    (job.folder / "tools.py").write_text(CLEAN.replace("Find pages.", "Find books."), "utf-8")
    done = job.run("Comment")
    assert done.returncode == 0, done.stderr
    assert job.said("calls").splitlines()[1].startswith("api repos/owner/name/issues/7/comments --field body=@")
    first, *rest = job.said("comment").splitlines()
    assert first == "<!-- op-lint diff -->"
    assert '"Find pages." is now "Find books."' in "\n".join(rest)


def test_the_action_keeps_one_comment_up_to_date(job: Job) -> None:
    job.known_comment = "42\n"
    done = job.run("Comment")
    assert done.returncode == 0, done.stderr
    assert job.said("calls").splitlines()[1].startswith("api --method PATCH repos/owner/name/issues/comments/42 ")


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
