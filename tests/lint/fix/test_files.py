"""What fixing does to files: the fix, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from op_lint import check_source
from op_lint.check import Report
from op_lint.cli import main
from op_lint.files import SourceFile, decode
from op_lint.fix import diff, fix_report, write

SRC = (
    b"\xef\xbb\xbffrom op_runtime import agentic_function\r\n"
    b"@agentic_function(input={'q': {'descripton': 'w'}})\n"
    b"def f(q: str, runtime=None):\r\n    'Find.'\r\n"
)


def fixed(text: str, *, unsafe: bool = True) -> str:
    def check(source: SourceFile) -> Report:
        return check_source(source, "a.py")

    outcome = fix_report(check(SourceFile(text)), check, unsafe=unsafe)
    assert outcome.problem is None
    assert outcome.report.source is not None
    return outcome.report.source.text


def test_byte_order_mark_and_line_ends_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(SRC)
    assert main(["--isolated", "--fix", "--unsafe-fixes", str(path)]) == 0
    assert path.read_bytes() == SRC.replace(b"descripton", b"description")


def test_mode_and_link_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "a.py", tmp_path / "link.py"
    path.write_bytes(SRC)
    path.chmod(0o750)
    link.symlink_to(path)
    write(str(link), decode(SRC).with_text("x = 1\n"))
    assert link.is_symlink()
    assert path.read_bytes() == b"\xef\xbb\xbfx = 1\n"
    assert path.stat().st_mode & 0o777 == 0o750
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.py", "link.py"]


def test_a_file_with_carriage_returns_only_is_fixed_too() -> None:
    text = "from op_runtime import agentic_function\r@agentic_function\rdef f(runtime=None):\r    'Find\r    it.'\r"
    broken_string = text.replace("'Find\r    it.'", '"""Find\r    it."""')
    assert fixed(broken_string) == broken_string.replace("Find\r    it.", "Find it.")


def test_without_permission_unsafe_fixes_are_left() -> None:
    text = decode(SRC).text
    assert fixed(text, unsafe=False) == text


def test_several_fixes_in_one_file_compose() -> None:
    text = '''from op_runtime import agentic_function


@agentic_function
def find(q: str, n: int, runtime=None):
    """Find
    pages.

    Args:
        q: words
        n: how many
        runtime: ours

    Returns:
        pages
    """
'''
    assert (
        fixed(text)
        == '''from op_runtime import agentic_function


@agentic_function(input={"q": {"description": "words"}, "n": {"description": "how many"}})
def find(q: str, n: int, runtime=None):
    """Find pages."""
'''
    )


def test_the_escapes_of_a_summary_stay() -> None:
    head = "from op_runtime import agentic_function\n@agentic_function\ndef f(runtime=None):\n"
    text = head + '    """Put \\"\\"\\"\n    around \\u00e9.\n\n    More."""\n'
    assert fixed(text) == text.replace("\n    around", " around")


def test_a_character_that_the_encoding_lacks_leaves_the_file_alone(tmp_path: Path) -> None:
    text = (
        "# coding: latin-1\nfrom op_runtime import agentic_function\n@agentic_function\n"
        'def f(q: str, runtime=None):\n    """Find.\n\n    Args:\n        q: \\u2713 words\n    """\n'
    )
    path = tmp_path / "a.py"
    path.write_bytes(text.encode("latin-1"))
    code = main(["--isolated", "--fix", "--unsafe-fixes", str(path)])
    assert code == 2
    assert path.read_bytes() == text.encode("latin-1")


def test_a_diff_shows_the_missing_last_line_break() -> None:
    assert diff("a.py", SourceFile("a\nb"), SourceFile("a\nc\n")) == (
        "--- a/a.py\n+++ b/a.py\n@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+c\n"
    )


@pytest.mark.parametrize("comment", ["  # noqa: OP204", "  # op-lint: ignore[OP204] why"])
def test_what_is_suppressed_is_not_fixed(comment: str) -> None:
    text = decode(SRC).text.replace("}})\n", "}})" + comment + "\n")
    assert "descripton" in fixed(text)
