"""Sections of docstrings, in the three styles that people write and in the ways they get them nearly right."""

from __future__ import annotations

from textwrap import dedent

import pytest

from op_lint.docstrings import descriptions, sections


def read(doc: str, *parameters: str) -> dict[str, str]:
    return descriptions(sections(dedent(doc), parameters))


def kinds(doc: str, *parameters: str) -> list[str]:
    return [f"{each.kind} {each.start}-{each.end}" for each in sections(dedent(doc), parameters)]


def test_a_parameter_may_be_named_like_a_section() -> None:
    doc = """Refund an order.

    Args:
        returns: how many parcels came back.
        notes: free text.
    """
    assert kinds(doc, "returns", "notes") == ["parameters 2-5"]
    assert read(doc, "returns", "notes") == {"returns": "how many parcels came back.", "notes": "free text."}


def test_a_description_may_start_on_the_next_line_and_free_text_is_no_entry() -> None:
    doc = """Find pages.

    Args:
        All of these are optional in the shell.
        q (str):
            words to look for
        n: how many
    """
    assert read(doc, "q", "n") == {"q": "words to look for", "n": "how many"}


def test_doctests_and_literal_blocks_hold_no_sections() -> None:
    doc = """Run a command.

    >>> run("df")
    Returns:
        x: not a parameter

    ::

        Args:
            y: not a parameter either

    ```
    Args:
        z: nor this
    ```
    """
    assert kinds(doc, "cmd") == []


def test_types_in_brackets_may_span_lines() -> None:
    doc = """Paint a wall.

    Args:
        c (Literal['red',
            'blue'] | None): the paint
    """
    assert read(doc, "c") == {"c": "the paint"}


def test_entries_in_slightly_different_forms_do_not_swallow_each_other() -> None:
    doc = """Find pages.

    Args:
        q (str, optional): words; see also: the manual
        site : host name
        n (int) - how many
    """
    assert read(doc, "q", "site", "n") == {
        "q": "words; see also: the manual",
        "site": "host name",
        "n": "how many",
    }


def test_an_entry_in_an_unknown_form_is_named_and_has_no_text() -> None:
    (section,) = sections("Find.\n\nArgs:\n    q: words\n    n (int) = how many\n    site: host\n", ["q", "n", "site"])
    assert [(entry.name, entry.text) for entry in section.entries] == [("q", "words"), ("n", None), ("site", "host")]


@pytest.mark.parametrize("heading", ["Keyword Args:", "Keyword Arguments:", "Other Parameters:"])
def test_a_second_parameter_section_counts(heading: str) -> None:
    doc = f"Find pages.\n\nArgs:\n    q: words\n\n{heading}\n    n: how many\n"
    assert read(doc, "q", "n") == {"q": "words", "n": "how many"}


def test_text_behind_a_numpy_section_is_no_part_of_it() -> None:
    doc = """Find pages.

    Parameters
    ----------
    q : str
        words

    n : int
        how many

    Todo:
        * add paging

    Returns
    -------
    list
        The pages.

    Written for the desk.
    """
    assert kinds(doc, "q", "n") == ["parameters 2-9", "returns 13-17"]
    assert read(doc, "q", "n") == {"q": "words", "n": "how many"}


def test_numpy_sections_end_at_the_next_underlined_heading() -> None:
    doc = """Find pages.

    Parameters
    ----------
    q : str
        what to
        look for
    n, m : int, optional
        how many

    Other Parameters
    ----------------
    site
        host

    Returns
    -------
    list
        pages

    Notes
    -----
    Slow.
    """
    assert kinds(doc, "q", "n", "m", "site") == ["parameters 2-9", "parameters 10-14", "returns 15-19"]
    assert read(doc, "q") == {"q": "what to look for", "n": "how many", "m": "how many", "site": "host"}


def test_rest_fields_next_to_each_other_are_one_section() -> None:
    doc = """Find pages.

    :param str q: words
        to look for
    :type q: str
    :keyword n: how many
    :raises KeyError: never
    :returns: pages
    :rtype: list
    """
    assert kinds(doc, "q", "n") == ["parameters 2-6", "returns 7-9"]
    assert read(doc, "q", "n") == {"q": "words to look for", "n": "how many"}


def test_private_headings_are_text() -> None:
    assert kinds("Find pages.\n\nTodo:\n    * add paging\nCost: about 2 calls\n", "q") == []


def test_a_result_on_the_line_of_its_heading_counts_behind_an_empty_line_only() -> None:
    assert kinds("Find.\n\nReturns: the pages\n") == ["returns 2-3"]
    assert kinds("Find.\nReturns: the pages\n") == []
    assert kinds("Find.\n\nReturns the pages: all of them\n") == []


def test_a_parameter_of_that_name_at_the_margin_is_no_heading() -> None:
    assert kinds("Refund.\n\nreturns:\nhow many\n", "returns") == []


def test_a_list_that_is_not_indented_under_its_heading_is_read() -> None:
    assert read("Find.\n\nArgs:\nq: words\nn: how many\nMore text.\n", "q", "n") == {"q": "words", "n": "how many"}


def test_every_text_is_read_without_an_error() -> None:
    for text in ["", "\n\n", "Args:", "Args:\n", ":param", "Parameters\n---", "`" * 50, "Args:\n  x (((", "::"]:
        sections(text, ["x"])
