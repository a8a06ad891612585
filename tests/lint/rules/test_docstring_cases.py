"""Docstrings as people write them: what is said about them, and what is not."""

from __future__ import annotations

from textwrap import indent

import pytest
from op_runtime.menu import Function, summary

from op_lint import Config, check_source
from op_lint.config import Settings

ABOUT_DOCSTRINGS = Config(settings=Settings(select=["OP1"]))


def said(signature: str, docstring: str) -> list[str]:
    text = (
        "from op_runtime import agentic_function\n\n\n@agentic_function\n"
        f"def find({signature}):\n{indent(docstring, '    ')}\n    return 1\n"
    )
    return [finding.code for finding in check_source(text, "a.py", ABOUT_DOCSTRINGS).findings]


@pytest.mark.parametrize(
    "text",
    ["Always retry once.", "Alias of find.", "Initiate a transfer.", "Process the order.", "Bless the build."],
)
def test_good_first_words_are_fine(text: str) -> None:
    assert said("runtime=None", f'"""{text}"""') == []


@pytest.mark.parametrize("text", ["文書を検索する。", "هل الطلب جاهز؟", "Find pages… really!"])
def test_other_scripts_end_their_sentences_otherwise(text: str) -> None:
    assert said("runtime=None", f'"""{text}"""') == []


def test_escaped_quotes_are_fine() -> None:
    assert said("runtime=None", r'"""Put \"\"\" around the text."""') == []


def test_private_headings_are_fine() -> None:
    assert said("q, runtime=None", '"""Find pages.\n\nTodo:\n    * add paging\nCost: about 2 calls\n"""') == []


def test_a_parameter_named_like_a_section_makes_no_result_section() -> None:
    doc = '"""Refund an order.\n\nArgs:\n    returns: how many parcels came back.\n    notes: free text.\n"""'
    assert said("returns: int, notes: str, runtime=None", doc) == ["OP103"]


def test_an_entry_that_cannot_be_read_is_named() -> None:
    text = (
        "from op_runtime import agentic_function\n\n\n@agentic_function\ndef find(q: str, n: int, runtime=None):\n"
        '    """Find.\n\n    Args:\n        q: words\n        n (int) = how many\n    """\n'
    )
    (found,) = check_source(text, "a.py", ABOUT_DOCSTRINGS).findings
    assert "could not read the entry for n" in found.message
    assert found.fix is None


def test_a_raw_docstring_keeps_its_backslash() -> None:
    text = (
        "from op_runtime import agentic_function\n\n\n@agentic_function\ndef match(runtime=None):\n"
        '    r"""Match \\d+ in the text."""\n'
    )
    report = check_source(text, "a.py")
    described = report.facts.described["match"]
    assert report.findings == ()
    assert isinstance(described, Function)
    assert described.summary == summary("Match \\d+ in the text.") == "Match \\d+ in the text."


def test_only_a_resolved_decorator_is_ours() -> None:
    text = (
        "import op_runtime\nfrom op_runtime import agentic_function as af\n"
        "from other import agentic_function_timer\n\n\n"
        "@af(input={})\ndef a(runtime=None): ...\n@op_runtime.agentic_function(input={})\ndef b(runtime=None): ...\n"
        "@agentic_function_timer\ndef c(): ...\n"
    )
    found = check_source(text, "a.py", ABOUT_DOCSTRINGS).findings
    assert [finding.symbol for finding in found] == ["a", "b"]
