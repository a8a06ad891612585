"""Every rule does what its own examples say."""

from __future__ import annotations

from inspect import cleandoc

import pytest

from op_lint.report.pages import page
from op_lint.rules import ALL
from op_lint.rules.base import Rule
from op_lint.rules.examples import problems

WITHOUT_EXAMPLES = {"OP005"}
"""Its cause is a fault of op-lint: no source shows it."""

BY_CODE = [pytest.param(rule, id=rule.code) for rule in ALL]


@pytest.mark.parametrize("rule", [rule for rule in BY_CODE if rule.id not in WITHOUT_EXAMPLES])
def test_a_rule_holds_to_its_examples(rule: Rule) -> None:
    assert problems(rule) == []


@pytest.mark.parametrize("rule", BY_CODE)
def test_a_rule_says_what_why_and_what_its_fix_does(rule: Rule) -> None:
    text = cleandoc(rule.__doc__ or "")
    assert "\n\nWhy: " in text
    assert "\n\nFix: " in text
    assert text.partition("Fix: ")[2].startswith("none") == (not rule.fixes) or text.partition("Fix: ")[2].startswith(
        "None"
    ) == (not rule.fixes)
    assert rule.code in page(rule)


def test_codes_and_names_are_unique_and_in_order() -> None:
    codes = [rule.code for rule in ALL]
    assert codes == sorted(set(codes))
    assert len({rule.name for rule in ALL}) == len(ALL)


@pytest.mark.parametrize("rule", BY_CODE)
def test_a_rule_is_in_the_file_of_its_name(rule: Rule) -> None:
    assert type(rule).__module__ == "op_lint.rules." + rule.name.replace("-", "_")
