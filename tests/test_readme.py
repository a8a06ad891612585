"""What the README says is what happens."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from op_lint.arguments import parser
from op_lint.completion import commands_of

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PYTHON_BLOCKS = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def lint(*arguments: str, cwd: Path) -> str:
    return subprocess.run(
        [sys.executable, "-m", "op_lint.cli", *arguments], cwd=cwd, capture_output=True, encoding="utf-8", check=False
    ).stdout


def test_the_function_of_the_readme_has_the_menu_and_the_finding_that_it_shows(tmp_path: Path) -> None:
    (tmp_path / "desk.py").write_text(PYTHON_BLOCKS[0], encoding="utf-8")
    shown = README.partition("$ op-lint menu desk.py::handle\n")[2].partition("\n`session_id`")[0]
    expected = "\n".join(line.removeprefix("    ") for line in shown.split("\n"))
    assert lint("menu", "desk.py::handle", cwd=tmp_path) == expected
    findings = lint("desk.py", "--quiet", cwd=tmp_path)
    assert "OP203" in findings
    assert "amount" in findings
    assert findings.count("OP") == 1


def test_the_test_of_the_readme_passes(tmp_path: Path) -> None:
    program = tmp_path / "desk.py"
    program.write_text("\n\n".join(PYTHON_BLOCKS[:2]), encoding="utf-8")
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_each_option_and_command_that_the_readme_and_docs_name_exists() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "README.md", ROOT / "docs" / "ci.md"))
    known = {name for command in commands_of(parser()) for option in command.options for name in option.names}
    for option in sorted(set(re.findall(r"(?<=op-lint )[^`\n]*", text))):
        for flag in re.findall(r"--[a-z-]+", option):
            assert flag in known, f"{flag} in {option!r}"


def test_each_link_of_the_documents_leads_somewhere() -> None:
    for path in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), ROOT / "vscode-extension" / "README.md"]:
        for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
            assert (path.parent / target).exists(), f"{path.name}: {target}"
