"""The lock file says what models are told; ``diff`` says what they would notice."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from op_lint.changes import Change, changes
from op_lint.cli import main
from op_lint.lock import Entry, Field, Lock, LockError, Name, Offered, dumps, loads

MENU = '''from op_runtime import agentic_function, decision


@agentic_function(input={"q": {"description": "words"}, "how": {"options": ["fast", "slow"]}})
def find(q: str, how: str = "fast", runtime=None):
    """Find pages."""


@agentic_function
def triage(runtime=None):
    """Decide."""
    return decision.make("Pick one.", {"find": find, "done": ("DONE", "nothing is left")})
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "menu.py").write_text(MENU, "utf-8")
    return tmp_path


def test_the_file_is_sorted_and_holds_each_decision_and_tool(folder: Path) -> None:
    assert main(["lock"]) == 0
    assert (folder / "op-lint.lock").read_text("utf-8") == (
        "# What models are told, by decision and tool. Written by `op-lint lock`; do not edit.\n"
        "version 1\n"
        "\n"
        'tool "menu.py" "find" 0\n'
        '  size "267 characters, about 86 tokens (64 to 108)" 267\n'
        '  option "find" tool "Find pages."\n'
        '    required "q" {"type": "string", "description": "words"}\n'
        '    optional "how" {"type": "string", "enum": ["fast", "slow"], "default": "fast"}\n'
        "\n"
        'decision "menu.py" "triage" 0\n'
        '  size "234 characters, about 75 tokens (56 to 94)" 234\n'
        '  option "find" function "Find pages."\n'
        '    required "q" {"type": "string", "description": "words"}\n'
        '    optional "how" {"type": "string", "enum": ["fast", "slow"], "default": "fast"}\n'
        '  option "done" value "nothing is left"\n'
        "\n"
        'tool "menu.py" "triage" 0\n'
        '  size "127 characters, about 41 tokens (31 to 51)" 127\n'
        '  option "triage" tool "Decide."\n'
    )


def test_the_check_says_what_changed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["lock"])
    assert main(["lock", "--check"]) == 0
    (folder / "menu.py").write_text(MENU.replace('"nothing is left"', '"all is done"'), "utf-8")
    capsys.readouterr()
    assert main(["lock", "--check"]) == 1
    said = capsys.readouterr()
    assert said.out == ('decision menu.py::triage\n    "done" description: "nothing is left" is now "all is done"\n')
    assert "is not up to date: run `op-lint lock`" in said.err


def test_a_comment_or_a_moved_line_is_no_change(folder: Path) -> None:
    main(["lock"])
    (folder / "menu.py").write_text("# hello\n\n\n" + MENU, "utf-8")
    assert main(["lock", "--check"]) == 0
    assert main(["diff"]) == 0


def test_breaking_changes_can_be_all_that_counts(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["lock"])
    (folder / "menu.py").write_text(MENU.replace("Find pages.", "Find all pages."), "utf-8")
    assert main(["diff"]) == 1
    assert main(["diff", "--only-breaking"]) == 0
    (folder / "menu.py").write_text(MENU.replace('"slow"', '"careful"'), "utf-8")
    assert main(["diff", "--only-breaking"]) == 1
    assert main(["diff", "--exit-zero"]) == 0


def test_a_revision_is_read_from_its_sources(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    git = ["git", "-c", "user.name=a", "-c", "user.email=a@example.invalid", "-c", "commit.gpgsign=false"]
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "first"]):
        subprocess.run([*git, *words], check=True, cwd=folder)
    assert main(["diff", "HEAD"]) == 0
    (folder / "menu.py").write_text(MENU.replace('"done"', '"finish"'), "utf-8")
    capsys.readouterr()
    assert main(["diff", "HEAD"]) == 1
    assert capsys.readouterr().out == 'decision menu.py::triage\n  ! "done" renamed to "finish"\n'
    assert main(["diff", "nosuch"]) == 2
    assert 'op-lint: "nosuch" is no revision of ' in capsys.readouterr().err
    assert main(["diff", "HEAD", "--format", "markdown"]) == 1
    assert '- ⚠️ breaking: "done" renamed to "finish"\n' in capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "version 2\n", "version 1\noption\n", 'version 1\ntool "a" "b"\n', "rubbish"])
def test_a_damaged_file_is_named(folder: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (folder / "op-lint.lock").write_text(text, "utf-8")
    assert main(["lock", "--check"]) == 2
    assert "op-lint.lock: " in capsys.readouterr().err
    with pytest.raises(LockError):
        loads(text)


def test_the_lock_of_the_corpus_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    file = tmp_path / "corpus.lock"
    corpus = Path(__file__).parents[2] / "corpus"
    assert main(["lock", "--lock-file", str(file), str(corpus)]) == 0
    text = file.read_text("utf-8")
    assert dumps(loads(text)) == text
    assert len(loads(text)) > 200


def one(*options: tuple[str, Offered]) -> Lock:
    return {Name("a.py", "f", "decision"): Entry(dict(options))}


def offered(description: str = "Find pages.", **fields: Field) -> Offered:
    return Offered("function", description, fields)


def field(required: bool = True, **schema: object) -> Field:
    return Field(required, {"type": "string", **schema})


FIND = offered(q=field(), how=field(False, enum=["a", "b"], default="a"))


@pytest.mark.parametrize(
    ("new", "what", "breaking"),
    [
        (one(("go", FIND)), '"find" renamed to "go"', True),
        (one(), '"find" removed', True),
        (one(("find", FIND), ("stop", offered("Stop."))), '"stop" added', False),
        (one(("find", offered("Look for pages.", **FIND.fields))), 'is now "Look for pages."', False),
        (one(("find", offered(q=field(), how=FIND.fields["how"], n=field()))), 'required parameter "n" added', True),
        (one(("find", offered(q=field(), how=FIND.fields["how"], n=field(False)))), 'optional parameter "n"', False),
        (one(("find", offered(q=field()))), 'parameter "how" removed', True),
        (one(("find", offered(q=field(), how=field(False, enum=["a"], default="a")))), 'no longer takes "b"', True),
        (one(("find", offered(q=field(), how=field(False, enum=["a", "b", "c"], default="a")))), 'takes "c" as', False),
        (one(("find", offered(q=field(), how=field(False, enum=["b", "a"], default="a")))), "another order", False),
        (one(("find", offered(q=field(), how=field(False, enum=["a", "b"], default="b")))), '"a" is now "b"', False),
        (one(("find", offered(q=field(), how=field(True, enum=["a", "b"], default="a")))), "is required now", True),
        (one(("find", offered(q=Field(True, {"type": "integer"}), how=FIND.fields["how"]))), '"integer"', True),
        ({Name("a.py", "f", "decision"): Entry({}, problem="no idea")}, "there is no menu any more: no idea", True),
        ({}, "decision removed", True),
    ],
)
def test_each_change_is_named_and_marked(new: Lock, what: str, breaking: bool) -> None:
    (found,) = changes(one(("find", FIND)), new)
    assert what in found.what
    assert found.breaking is breaking


def test_what_is_nested_is_compared_too() -> None:
    def steps(**schema: object) -> Lock:
        inner = {"type": "object", "properties": {"action": {"type": "string", **schema}}, "required": ["action"]}
        return one(("note", offered(steps=Field(True, {"type": "array", "items": inner}))))

    assert changes(steps(enum=["a", "b"]), steps(enum=["a"])) == [
        Change("decision a.py::f", '"note": "steps" items.action no longer takes "b"', breaking=True)
    ]


def test_a_file_that_was_renamed_breaks_nothing() -> None:
    moved = {Name("b.py", "f", "decision"): Entry({"find": FIND})}
    assert changes(one(("find", FIND)), moved) == [Change("decision b.py::f", "moved here from a.py")]


def test_nothing_new_is_nothing() -> None:
    assert changes(one(("find", FIND)), one(("find", FIND))) == []
