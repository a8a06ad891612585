"""Which files may name anything of ours, told without a tree: no file that does is passed over."""

from __future__ import annotations

from pathlib import Path

import pytest

from op_lint import analysis
from op_lint.analysis import Project, analyze
from op_lint.files import decode
from op_lint.imports import Import, read_imports
from op_lint.resolve.reach import may_name_ours

CORPUS = Path(__file__).parents[2] / "corpus"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import a", [Import("a", None, "a")]),
        ("import a.b, c as d  # and why", [Import("a.b", None, "a.b"), Import("c", None, "d")]),
        ("import a.b as c", [Import("a.b", None, "c")]),
        ("from a import b", [Import("a", "b", "b")]),
        ("from . import b as c", [Import(".", "b", "c")]),
        ("from ..a.b import c", [Import("..a.b", "c", "c")]),
        ("from .import b", [Import(".", "b", "b")]),
        ("from a import *", [Import("a", None, "*")]),
        ("from a import(b,c)", [Import("a", "b", "b"), Import("a", "c", "c")]),
        ("from a import (  # a )\n    b,  # why\n    c as d,\n)", [Import("a", "b", "b"), Import("a", "c", "d")]),
        ("from a \\\n  import b, \\\n  c", [Import("a", "b", "b"), Import("a", "c", "c")]),
        ("from a \\\r\n  import b, \\\r\n  c", [Import("a", "b", "b"), Import("a", "c", "c")]),
        ("try: from a import b\nexcept: import c; x()", [Import("a", "b", "b"), Import("c", None, "c")]),
        ("def f():\r    from a import b\r", [Import("a", "b", "b")]),
        ("from a.ﬁle import ﬁnd", [Import("a.file", "find", "find")]),
        ("x.import_me(reimport, important)", []),
        ("from a import", []),
        ("import", []),
    ],
)  # fmt: skip
def test_imports_are_read_from_bytes_as_python_reads_them(text: str, found: list[Import]) -> None:
    assert list(read_imports(text.encode())) == found


OURS = "from op_runtime import agentic_function as tool"
FIND = '\n\n@{name}\ndef find(q: str, runtime=None):\n    """Find pages."""\n'

KITS = {
    "a name": ({"kit/__init__.py": "from op_runtime import agentic_function as af"}, "from kit import af", "af"),
    "an attribute": ({"kit/__init__.py": "from op_runtime import agentic_function as af"}, "import kit as k", "k.af"),
    "two steps": (
        {"kit/__init__.py": "from .core import it", "kit/core.py": "from openprogram import agentic_function as it"},
        "from kit import it",
        "it",
    ),
    "a star": ({"kit.py": "from core import *", "core.py": "import op_runtime\ntool = op_runtime.agentic_function"},
               "from kit import *", "tool"),
    "a star of ours": ({"kit/__init__.py": "from op_runtime import *"}, "from kit import agentic_function as af", "af"),
    "a module inside": ({"kit/__init__.py": "", "kit/core.py": OURS},
                        "from kit import core", "core.tool"),
    "a dotted import": ({"kit/__init__.py": "", "kit/core.py": OURS},
                        "import kit.core", "kit.core.tool"),
    "our package": ({"kit/__init__.py": "import op_runtime as op"}, "from kit import op", "op.agentic_function"),
    "our package, dotted": ({"kit/__init__.py": "import op_runtime as op"}, "import kit", "kit.op.agentic_function"),
    "an assignment": ({"kit/__init__.py": "import op_runtime as op\nalso: object = tool = op.agentic_function"},
                      "from kit import tool", "tool"),
    "a fallback": (
        {"kit.py": "try:\n    from op_runtime import agentic_function as tool\nexcept ImportError:\n    tool = None"},
        "from kit import tool",
        "tool",
    ),
    "a class": ({"kit.py": "from op_runtime import agentic_function\nclass Kit:\n    tool = agentic_function"},
                "from kit import Kit", "Kit.tool"),
    "a circle": ({"kit.py": "from other import tool", "other.py": "from kit import tool\n" + OURS},
                 "from other import tool", "tool"),
    "no package files": ({"kit/core.py": OURS}, "from kit.core import tool", "tool"),
    "the folder src": ({"src/kit/__init__.py": OURS}, "from kit import tool", "tool"),
}  # fmt: skip


def project_of(folder: Path, files: dict[str, str], **options: list[str]) -> Project:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")
    return Project(str(folder), **options)


@pytest.mark.parametrize("kit", KITS)
def test_a_name_of_ours_is_followed_through_the_project_under_any_name(tmp_path: Path, kit: str) -> None:
    files, statement, name = KITS[kit]
    project = project_of(tmp_path, files)
    facts = analyze(statement + FIND.replace("{name}", name), str(tmp_path / "app.py"), project)
    assert facts.relevant
    assert [function.name for function in facts.functions] == ["find"]


@pytest.mark.parametrize(
    ("files", "text"),
    [
        ({}, "# see agentic_function\nimport json"),
        ({}, "import json\nagent = route = decision = goal = 'op_runtime'"),
        ({}, "from agents import agentic_function\n@agentic_function\ndef f(): ..."),
        ({"kit.py": "from op_runtime import agentic_function\ndef plain(): ..."}, "from kit import plain\nplain()"),
        ({"kit.py": "from op_runtime import agentic_function"}, "import kit\nkit.plain()"),
        ({"kit.py": "from op_runtime import agentic_function"}, "import agentic_kit.core\nagentic_kit.core.plain()"),
        ({"openprogram/__init__.py": "", "openprogram/store.py": "x = 1"}, "from openprogram.store import x"),
        ({"kit.py": "from other import *", "other.py": "from kit import *"}, "from kit import *\nplain()"),
    ],
)
def test_a_file_that_only_looks_like_it_is_not_parsed(tmp_path: Path, files: dict[str, str], text: str) -> None:
    project = project_of(tmp_path, files)
    module = project.module(str(tmp_path / "app.py"), decode(text.encode()))
    assert module is not None
    assert not may_name_ours(project, module)
    assert not analyze(text, str(tmp_path / "app.py"), project, thorough=False).relevant
    assert "index" not in vars(module)


def test_a_configured_module_counts(tmp_path: Path) -> None:
    text = "from house.tools import agentic_function as tool" + FIND.replace("{name}", "tool")
    assert not analyze(text, str(tmp_path / "app.py"), Project(str(tmp_path))).relevant
    facts = analyze(text, str(tmp_path / "app.py"), Project(str(tmp_path), modules=["house.tools"]))
    assert [function.name for function in facts.functions] == ["find"]


def test_the_files_that_a_name_leads_through_are_what_the_answer_rests_on(tmp_path: Path) -> None:
    project = project_of(tmp_path, {"kit/__init__.py": "from .core import tool", "kit/core.py": "tool = print"})
    analyze("from kit import tool", str(tmp_path / "app.py"), project)
    assert {str(tmp_path / "kit" / "__init__.py"), str(tmp_path / "kit" / "core.py")} <= project.consulted
    assert project.searched[str(tmp_path / "kit")] == str(tmp_path / "kit" / "__init__.py")


def test_the_answer_follows_a_change_of_another_file(tmp_path: Path) -> None:
    project = project_of(tmp_path, {"kit.py": "tool = print"})
    text = "from kit import tool" + FIND.replace("{name}", "tool")
    assert not analyze(text, str(tmp_path / "app.py"), project).relevant
    project.module(str(tmp_path / "kit.py"), decode(OURS.encode()))
    assert analyze(text, str(tmp_path / "app.py"), project).relevant


def test_a_broken_file_is_reported_only_where_it_was_asked_for(tmp_path: Path) -> None:
    project = Project(str(tmp_path))
    assert analyze("def f(:\n    pass\n", str(tmp_path / "a.py"), project).problems
    assert not analyze("def f(:\n    pass\n", str(tmp_path / "b.py"), project, thorough=False).problems


def test_no_file_of_the_corpus_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    passed = {
        path
        for path in CORPUS.rglob("*.py")
        if not analyze(decode(path.read_bytes()), str(path), Project(str(CORPUS))).relevant
    }
    monkeypatch.setattr(analysis, "may_name_ours", lambda project, module: True)
    for path in passed:
        facts = analyze(decode(path.read_bytes()), str(path), Project(str(CORPUS)))
        assert not facts.functions and not facts.decisions, path  # noqa: PT018


@pytest.mark.parametrize(
    "kit",
    [
        "node = start()\nnode = node.parent\n",
        "a = b.x\nb = a.y\n",
        "".join(f"a{number} = a{number + 1}\n" for number in range(300)),
        "from kit import node\n",
    ],
    ids=["by itself", "by each other", "a long way", "from itself"],
)
def test_names_that_are_made_of_themselves_come_to_an_end(kit: str, tmp_path: Path) -> None:
    (tmp_path / "kit.py").write_text(kit, "utf-8")
    text = "from kit import node, a, a0\nnode.walk()\na.walk()\na0.walk()\n"
    project = Project(str(tmp_path))
    module = project.module(str(tmp_path / "desk.py"), decode(text.encode()))
    assert module is not None
    assert may_name_ours(project, module) == (kit.count("\n") == 300 or "b.x" in kit)


@pytest.mark.parametrize("text", ["from import x", "from kit import", "from kit import (", "import", "from . import "])
def test_a_half_typed_import_is_not_looked_for(text: str, tmp_path: Path) -> None:
    (tmp_path / "kit.py").write_text("x = 1\n", "utf-8")
    project = Project(str(tmp_path))
    for rest in ("", "\nx = kit.x\n", "\n@\ndef find(): ...\n"):
        module = project.module(str(tmp_path / "desk.py"), decode((text + rest).encode()))
        assert module is not None
        assert not may_name_ours(project, module)
