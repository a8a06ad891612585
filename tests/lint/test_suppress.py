"""Which comments switch which findings off, and only those."""

from __future__ import annotations

from textwrap import dedent

import pytest

from op_lint import check_source

HEAD = "from op_runtime import agentic_function\n\n\n"


def left(source: str) -> list[str]:
    """The codes that are still reported; idle suppressions are another matter."""
    return [finding.code for finding in check_source(HEAD + dedent(source), "a.py").findings if finding.code != "OP003"]


def decorated(first: str = "", inner: str = "", last: str = "") -> str:
    return f'''\
@agentic_function({first}
    input={{
        "q": {{"colour": "words"}},{inner}
    }},
){last}
def find(q: str, runtime=None):
    """Find pages."""
'''


def test_without_a_comment_both_findings_are_there() -> None:
    assert left(decorated()) == ["OP204", "OP203"]


@pytest.mark.parametrize(
    "comment",
    [
        "  # noqa: OP204",
        "  # NOQA:op204",
        "  # type: ignore  # noqa: F401, OP204",
        "  # noqa: F401 OP204 because",
        "  # op-lint: ignore[OP204]",
        "  # op-lint: ignore[unknown-metadata-key] kept for a reader of ours",
    ],
)
def test_a_comment_on_the_line_of_the_finding_counts(comment: str) -> None:
    assert left(decorated(inner=comment)) == ["OP203"]


@pytest.mark.parametrize("comment", ["  # noqa", "  # op-lint: ignore"])
def test_a_comment_without_codes_speaks_for_all(comment: str) -> None:
    assert left(decorated(inner=comment)) == ["OP203"]


def test_the_first_and_the_last_line_of_a_decorator_speak_for_all_of_it() -> None:
    assert left(decorated(first="  # noqa: OP204")) == ["OP203"]
    assert left(decorated(last="  # noqa: OP204")) == ["OP203"]


def test_a_line_in_the_middle_of_a_decorator_speaks_for_itself_only() -> None:
    source = decorated().replace("    input={\n", "    input={  # noqa: OP204\n")
    assert left(source) == ["OP204", "OP203"]


def test_a_comment_that_names_other_codes_does_nothing() -> None:
    assert left(decorated(inner="  # noqa: OP201, E501")) == ["OP204", "OP203"]
    assert left(decorated(inner="  # noqa: E501")) == ["OP204", "OP203"]


def test_behind_a_docstring_a_comment_counts_for_all_of_its_lines() -> None:
    source = '''
    @agentic_function
    def find(runtime=None):
        """Find
        pages.

        Returns:
            pages
        """  # noqa: OP102
    '''
    assert left(source) == ["OP104"]


def test_text_in_a_string_is_no_comment() -> None:
    assert left(decorated().replace('"words"', '"# noqa: OP204"')) == ["OP204", "OP203"]


def test_a_file_comment_speaks_for_the_file() -> None:
    assert left("# op-lint: ignore-file[OP204, missing-description] generated\n" + decorated()) == []
    assert left("# op-lint: ignore-file\n" + decorated()) == []


def test_comments_count_in_broken_files() -> None:
    source = decorated(inner="  # noqa: OP204") + '\n\n@agentic_function(input={"n": {"desc'
    assert left(source) == ["OP203", "OP001"]


def test_suppressed_findings_are_kept_and_marked() -> None:
    report = check_source(HEAD + decorated(inner="  # noqa"), "a.py")
    assert [(finding.code, finding.suppressed) for finding in report.all_findings] == [
        ("OP204", True),
        ("OP203", False),
    ]
