"""The rule pages: generated, up to date, and the same text wherever they are shown."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from op_lint.cli import main
from op_lint.report.pages import page
from op_lint.rules import ALL
from op_lint.rules.base import Rule

DOCS = Path(__file__).parents[3] / "docs"
BY_CODE = [pytest.param(rule, id=rule.code) for rule in ALL]


def test_they_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    generate = runpy.run_path(str(DOCS / "generate.py"))
    assert generate["main"](["--check"]) == 0, capsys.readouterr().err


@pytest.mark.parametrize("rule", BY_CODE)
def test_the_command_prints_the_page(rule: Rule, capsys: pytest.CaptureFixture[str]) -> None:
    for name in (rule.code, rule.name, rule.code.lower()):
        assert main(["rule", name]) == 0
        assert capsys.readouterr().out == page(rule) == (DOCS / "rules" / f"{rule.name}.md").read_text("utf-8")


@pytest.mark.parametrize("rule", [pytest.param(rule, id=rule.code) for rule in ALL if rule.options])
def test_every_option_is_explained(rule: Rule) -> None:
    assert all(f"`{name}" in page(rule).partition("Why: ")[2] for name in rule.options)
    assert f"[tool.op-lint.rules.{rule.name}]" in page(rule)
