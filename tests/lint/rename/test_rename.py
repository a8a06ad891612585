"""A parameter is renamed wherever its name has a meaning, and nowhere else."""

from __future__ import annotations

from pathlib import Path

import pytest

from op_lint.cli import main

TOOLS = '''from op_runtime import agentic_function


@agentic_function(input={"query": {"description": "the query"}, 'n': {"hidden": True}})
def find(query: str, n: int = 1, runtime=None):
    """Find pages.

    Args:
        query (str): the query.
        n: how many, as a query has many.
    """
    def inner(query):
        return query

    def outer():
        nonlocal query
        query = query.strip()

    text = f"{query} {self.query}"
    query += "!"
    return [inner(query=x) for x in query] + [query for query in text], lambda: query
'''
USES = '''from functools import partial
from op_runtime import agentic_function, decision
from tools import find as look
import tools


@agentic_function
def triage(query, runtime=None):
    """Decide."""
    look(query=query)
    tools.find(n=2, query="x")
    partial(look, query="x")
    other(query=1)
    return decision.make("Pick one.", {"find": look}, context={"query": query, "n": 3})
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tools.py").write_text(TOOLS, "utf-8")
    (tmp_path / "uses.py").write_text(USES, "utf-8")
    return tmp_path


def test_each_meaning_is_renamed_and_nothing_else(folder: Path) -> None:
    assert main(["rename", "tools.py::find.query", "words"]) == 0
    assert (folder / "tools.py").read_text("utf-8") == (
        TOOLS.replace('{"query": {', '{"words": {')
        .replace("def find(query: str", "def find(words: str")
        .replace("        query (str): the query.", "        words (str): the query.")
        .replace("nonlocal query\n        query = query.strip()", "nonlocal words\n        words = words.strip()")
        .replace('f"{query} {self.query}"', 'f"{words} {self.query}"')
        .replace('query += "!"', 'words += "!"')
        .replace("for x in query]", "for x in words]")
        .replace("inner(query=x)", "inner(query=x)")
        .replace("lambda: query", "lambda: words")
    )
    assert (folder / "uses.py").read_text("utf-8") == (
        USES.replace("look(query=query)", "look(words=query)")
        .replace('n=2, query="x"', 'n=2, words="x"')
        .replace('partial(look, query="x")', 'partial(look, words="x")')
        .replace('context={"query": query', 'context={"words": query')
    )


def test_the_kind_of_quotes_stays(folder: Path) -> None:
    assert main(["rename", "tools.py::find.n", "count"]) == 0
    assert "'count': {" in (folder / "tools.py").read_text("utf-8")


def test_a_diff_changes_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rename", "tools.py::find.query", "words", "--diff"]) == 0
    assert "+def find(words: str, n: int = 1, runtime=None):" in capsys.readouterr().out
    assert (folder / "tools.py").read_text("utf-8") == TOOLS


def test_the_lock_file_follows(folder: Path) -> None:
    main(["lock"])
    assert main(["rename", "tools.py::find.query", "words"]) == 0
    assert main(["lock", "--check"]) == 0
    assert '"words"' in (folder / "op-lint.lock").read_text("utf-8")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('input={"query": {"description": "the query"}', "input={KEY: {}", "a key of input= is computed"),
        ("input={", "input={**MORE, ", "a key of input= is computed"),
        ("@agentic_function(input={", "@agentic_function(**{", "arguments are computed"),
        ('text = f"', 'words = f"', "words has another meaning in find()"),
        ('text = f"', 'locals(); text = f"', "locals() may read query by its name"),
    ],
)
def test_what_source_cannot_tell_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, reason: str
) -> None:
    (folder / "tools.py").write_text(TOOLS.replace(old, new), "utf-8")
    assert main(["rename", "tools.py::find.query", "words"]) == 2
    assert reason in capsys.readouterr().err
    assert (folder / "uses.py").read_text("utf-8") == USES


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("look(query=query)", "look(**query)", "find() is called with **"),
        ('context={"query": query, "n": 3}', "context=query", "a key of context= is computed"),
        ('{"find": look}', '{"find": look, "more": triage}', 'context= fills "query" of the option more as well'),
    ],
)
def test_uses_that_cannot_be_told_are_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], old: str, new: str, reason: str
) -> None:
    (folder / "uses.py").write_text(USES.replace(old, new), "utf-8")
    assert main(["rename", "tools.py::find.query", "words"]) == 2
    assert reason in capsys.readouterr().err
    assert (folder / "tools.py").read_text("utf-8") == TOOLS


@pytest.mark.parametrize(
    ("target", "new", "reason"),
    [
        ("tools.py", "x", "expected FILE::FUNCTION.PARAMETER"),
        ("tools.py::nobody.q", "x", "there is no agentic function nobody; there are find"),
        ("tools.py::find.q", "x", "find() has no parameter q; it has query, n, runtime"),
        ("tools.py::find.query", "n", "find() has a parameter n already"),
        ("tools.py::find.query", "class", "is not a name that Python takes"),
        ("tools.py::find.query", "runtime", "already"),
        ("nosuch.py::find.query", "x", "nosuch.py: the file cannot be read"),
    ],
)
def test_a_target_that_is_not_there_is_said(
    folder: Path, capsys: pytest.CaptureFixture[str], target: str, new: str, reason: str
) -> None:
    assert main(["rename", target, new]) == 2
    assert reason in capsys.readouterr().err


def test_callers_that_name_nothing_else_of_ours_are_renamed_too(folder: Path) -> None:
    (folder / "plain.py").write_text(
        'import tools\nfrom tools import find as f\n\nf(query="a"), tools.find(query="b")\n'
    )
    (folder / "other.py").write_text('def find(query):\n    return query\n\n\nfind(query="find")\n')
    assert main(["rename", "tools.py::find.query", "words"]) == 0
    assert 'f(words="a"), tools.find(words="b")' in (folder / "plain.py").read_text("utf-8")
    assert "words" not in (folder / "other.py").read_text("utf-8")
