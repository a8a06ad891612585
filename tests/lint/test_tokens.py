"""How many tokens a text has, and where that is said."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from op_lint import replay, tokens
from op_lint.cli import main

SOURCE = '''from op_runtime import agentic_function, decision


@agentic_function
def triage(runtime=None):
    """Decide."""
    return decision.make("Pick one.", ["yes", "no"])


@agentic_function
def other(runtime=None):
    """Decide again."""
    return decision.make("Pick one.", ["a", "b"])
'''
MENU = 'yes()\n    Call: {"call": "yes"}\n\nno()\n    Call: {"call": "no"}\n'  # 63 characters, all of them ASCII


class Words:
    """A tokenizer that counts words, as the package ``tokenizers`` would read it from a file that says "words"."""

    @staticmethod
    def from_file(file: str) -> Words:
        if Path(file).read_text("utf-8") != "words":
            raise Exception("expected value at line 1 column 1")
        return Words()

    def encode(self, text: str) -> SimpleNamespace:
        return SimpleNamespace(ids=text.split())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(tokens.VARIABLE, raising=False)
    (tmp_path / "menu.py").write_text(SOURCE, "utf-8")
    (tmp_path / "tokenizer.json").write_text("words", "utf-8")
    tokens._tokenizer.cache_clear()
    return tmp_path


@pytest.fixture
def counted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = ModuleType("tokenizers")
    package.Tokenizer = Words  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tokenizers", package)
    monkeypatch.setenv(tokens.VARIABLE, "tokenizer.json")
    return folder


def test_a_menu_goes_to_stdout_alone_and_its_size_to_stderr(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["menu", "menu.py::triage"]) == 0
    said = capsys.readouterr()
    assert said.out == MENU
    assert said.err == "op-lint: 63 characters, about 20 tokens (15 to 25)\n"  # 63 / 3.1, and a quarter to each side


def test_of_several_menus_each_size_has_its_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["menu", "menu.py"]) == 0
    assert capsys.readouterr().err.splitlines() == [
        "op-lint: menu.py:7 in triage(): 63 characters, about 20 tokens (15 to 25)",
        "op-lint: menu.py:13 in other(): 57 characters, about 18 tokens (14 to 22)",
    ]


def test_programs_get_the_size_as_numbers(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["menu", "menu.py::triage", "--format", "json"]) == 0
    said = capsys.readouterr()
    (found,) = json.loads(said.out)
    assert found["size"] == {"characters": 63, "tokens": 20, "exact": False, "least": 15, "most": 25}
    assert said.err == ""


def test_a_tokenizer_counts_exactly(counted: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["menu", "menu.py::triage"]) == 0
    assert capsys.readouterr().err == "op-lint: 63 characters, 8 tokens\n"


def test_a_tokenizer_that_cannot_be_used_is_named_and_the_size_estimated(
    counted: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (counted / "tokenizer.json").write_text("{}", "utf-8")
    assert main(["menu", "menu.py::triage"]) == 0
    assert capsys.readouterr().err == (
        "op-lint: 63 characters, about 20 tokens (15 to 25)\n"
        "op-lint: OP_LINT_TOKENIZER: tokenizer.json is no tokenizer.json that can be read: "
        "expected value at line 1 column 1\n"
    )


def test_a_tokenizer_without_the_package_is_said(
    counted: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    assert main(["menu", "menu.py::triage"]) == 0
    assert "OP_LINT_TOKENIZER needs the package tokenizers: pip install tokenizers" in capsys.readouterr().err


CHECK = ["menu.py", "--select", "OP418", "--config", "rules.menu-budget.characters = 60", "--output-format", "json"]


def test_the_budget_tells_tokens_and_no_kept_result_has_the_count_of_another_tokenizer(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(replay, "SETTLED_NS", -(10**12))
    package = ModuleType("tokenizers")
    package.Tokenizer = Words  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tokenizers", package)
    messages = []
    for named in ("", "tokenizer.json", ""):
        monkeypatch.setenv(tokens.VARIABLE, named)
        assert main(CHECK) == 1
        messages.append(json.loads(capsys.readouterr().out)[0]["message"])
    assert messages == [
        "the menu has 63 characters, about 20 tokens (15 to 25); its budget is 60 characters",
        "the menu has 63 characters, 8 tokens; its budget is 60 characters",
        messages[0],
    ]


def test_a_folder_has_no_menu(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "shop").mkdir()
    assert main(["menu", "shop"]) == 2
    assert (
        capsys.readouterr().err
        == f"op-lint: shop: this is a folder; name a file in it, such as {Path('shop/FILE.py')}\n"
    )
