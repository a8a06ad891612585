"""Rules of other packages: found by their entry point, selected and suppressed like ours."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from op_lint import Config, check_source, rules, suppress
from op_lint.config import Settings
from op_lint.files import SourceFile
from op_lint.fix import apply_edits

PLUGIN = '''
from op_lint.rules.base import Rule


class NoFind(Rule):
    """A function named find.

    Why: house style.

    Fix: none.
    """

    code, name, severity, summary = "HR001", "no-find", "warning", "a function named find"

    def check(self, context):
        for function in context.facts.functions:
            if function.name == "find":
                yield context.finding(self, function.name_range, "not in this house")


RULES = [NoFind]
'''
SOURCE = '''from op_runtime import agentic_function


@agentic_function
def find(runtime=None):{0}
    """Find pages."""
'''


@pytest.fixture
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    (tmp_path / "house.py").write_text(PLUGIN, "utf-8")
    info = tmp_path / "house-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: house\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text("[op_lint.rules]\nhouse = house:RULES\nbroken = house:NOTHING\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    for kept in (rules.every, suppress._codes):
        kept.cache_clear()
    yield
    for kept in (rules.every, suppress._codes):
        kept.cache_clear()


@pytest.mark.usefixtures("_installed")
def test_an_installed_rule_is_used_and_a_broken_one_costs_nothing() -> None:
    assert [each.code for each in check_source(SOURCE.replace("{0}", "")).findings] == ["HR001"]
    assert rules.find("no-find") is not None


@pytest.mark.usefixtures("_installed")
@pytest.mark.parametrize("selector", ["HR001", "HR", "no-find"])
def test_it_is_selected_and_ignored_like_ours(selector: str) -> None:
    text = SOURCE.replace("{0}", "")
    assert check_source(text, config=Config(settings=Settings(ignore=[selector]))).findings == ()
    assert len(check_source(text, config=Config(settings=Settings(select=[selector]))).findings) == 1


@pytest.mark.usefixtures("_installed")
def test_it_is_suppressed_like_ours() -> None:
    assert check_source(SOURCE.replace("{0}", "  # op-lint: ignore[no-find] old name")).findings == ()
    assert check_source(SOURCE.replace("{0}", "  # noqa: F401, HR001")).findings == ()


@pytest.mark.usefixtures("_installed")
def test_an_unused_suppression_of_it_is_reported_and_codes_of_others_stay() -> None:
    text = SOURCE.replace("def find", "def search").replace("{0}", "  # noqa: F401, HR001, HX001")
    (found,) = check_source(text).findings
    assert found.code == "OP003"
    assert found.fix is not None
    assert "HR001" not in apply_edits(SourceFile(text).lines, found.fix.edits)
    assert "# noqa: F401, HX001" in apply_edits(SourceFile(text).lines, found.fix.edits)
