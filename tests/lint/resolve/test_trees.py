"""Trees of files that were not asked for lately are let go, and what is said of those files stays the same."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest

from op_lint.analysis import Project, analyze
from op_lint.check import check_source
from op_lint.config import Config
from op_lint.facts import FileFacts
from op_lint.resolve.project import Module

TOOLS = '''from op_runtime import agentic_function


@agentic_function
def ask(question: str) -> str:
    """Ask somebody."""
'''
MAIN = """from op_runtime import decision
from tools import ask

decision.make("Pick.", [ask])
"""
ALONE = """from op_runtime import decision

decision.make("Pick.", {"wait": "waited"})
"""


def write(folder: Path) -> Project:
    (folder / "tools.py").write_text(TOOLS, encoding="utf-8")
    (folder / "main.py").write_text(MAIN, encoding="utf-8")
    return Project(str(folder))


def look(project: Project, folder: Path, name: str, text: str) -> FileFacts:
    return analyze(text, str(folder / name), project)


def trees(project: Project, folder: Path) -> list[str]:
    modules = {name: project.module(str(folder / name)) for name in ("main.py", "tools.py")}
    return [name for name, module in modules.items() if module is not None and module.indexed is not None]


def test_what_the_last_analysis_needed_stays(tmp_path: Path) -> None:
    project = write(tmp_path)
    look(project, tmp_path, "main.py", MAIN)
    project.let_trees_go(0)
    assert trees(project, tmp_path) == ["main.py", "tools.py"]
    look(project, tmp_path, "tools.py", TOOLS + "\n")
    project.let_trees_go(0)
    assert trees(project, tmp_path) == ["tools.py"]


def test_as_many_characters_stay_as_there_is_room_for(tmp_path: Path) -> None:
    project = write(tmp_path)
    look(project, tmp_path, "tools.py", TOOLS)
    project.let_trees_go(0)
    look(project, tmp_path, "main.py", ALONE)
    project.let_trees_go(len(TOOLS) + len(ALONE))
    assert trees(project, tmp_path) == ["main.py", "tools.py"]
    look(project, tmp_path, "main.py", ALONE.replace('"waited"', '"seen"'))
    project.let_trees_go(len(ALONE))
    assert trees(project, tmp_path) == ["main.py"]


def test_a_file_without_its_tree_is_read_as_before(tmp_path: Path) -> None:
    project = write(tmp_path)
    menu = look(project, tmp_path, "main.py", MAIN).decisions[0].result.menu
    assert menu is not None
    for text in (MAIN, MAIN + "\n", MAIN + "\nrest = 1\n"):
        for _ in range(2):
            project.let_trees_go(0)
        assert trees(project, tmp_path) == []
        again = look(project, tmp_path, "main.py", text).decisions[0].result.menu
        assert again is not None
        assert again.render() == menu.render()


def test_texts_that_were_replaced_are_not_kept(tmp_path: Path) -> None:
    project = write(tmp_path)
    for number in range(5):
        look(project, tmp_path, "main.py", ALONE + f"rest = {number}\n")
    assert [module.source.text[-2:] for module in project.parsed] == ["4\n"]
    project.let_trees_go(len(ALONE))
    assert [module.source.text[-2:] for module in project.parsed] == ["4\n"]


@pytest.fixture
def _no_collector() -> Iterator[None]:
    """Effect: what leads back to itself stays, as it does in a server until the collector comes round."""
    gc.disable()
    yield
    gc.enable()


def alive(project: Project, folder: Path, texts: list[tuple[str, str]]) -> int:
    """How many texts are in memory after these were typed, file by file."""
    seen: list[weakref.ref[Module]] = []
    for name, text in texts:
        path = str(folder / name)
        check_source(text, path, Config(str(folder)), project=project)
        project.let_trees_go(0)
        module = project.module(path)
        assert module is not None
        seen.append(weakref.ref(module))
        del module
    return sum(each() is not None for each in seen)


@pytest.mark.usefixtures("_no_collector")
@pytest.mark.parametrize("end", ["rest = {}\n", "# {}\n", "rest = ask({}\n", "def f{}(\n", "  {}\n'''"])
def test_an_earlier_text_goes_as_soon_as_a_later_one_was_read(tmp_path: Path, end: str) -> None:
    texts = [("main.py", MAIN + end.format(number)) for number in range(8)]
    assert alive(write(tmp_path), tmp_path, texts) <= 2  # the last one, and one whose statements are the same


@pytest.mark.usefixtures("_no_collector")
def test_files_that_import_each_other_do_not_keep_their_earlier_texts(tmp_path: Path) -> None:
    texts = []
    for number in range(8):
        texts.append(("main.py", MAIN + f"rest = {number}\n"))
        texts.append(("tools.py", f"import main\n{TOOLS}    return main.rest({number})\n"))
    assert alive(write(tmp_path), tmp_path, texts) <= 4
