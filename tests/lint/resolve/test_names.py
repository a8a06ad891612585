from __future__ import annotations

from pathlib import Path

import pytest

from op_lint.analysis import Project, analyze
from op_lint.facts import FileFacts

BODY = '\ndef find(q: str, runtime=None) -> str:\n    """Find pages."""\n    return q\n'


def facts(tmp_path: Path, text: str, **modules: str) -> FileFacts:
    """The facts of ``main.py`` beside other modules; ``_in_`` in a name is a folder."""
    for name, source in modules.items():
        path = tmp_path / (name.replace("_in_", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source)
    return analyze(text, str(tmp_path / "main.py"), Project(str(tmp_path)))


@pytest.mark.parametrize(
    ("imports", "decorator"),
    [
        ("from op_runtime import agentic_function as af", "@af(input={})"),
        ("import op_runtime", "@op_runtime.agentic_function"),
        ("import op_runtime as op", "@op.agentic_function()"),
        ("import op_runtime.function", "@op_runtime.function.agentic_function"),
        ("from op_runtime import *", "@agentic_function"),
        ("from openprogram.agentic_programming import agentic_function", "@agentic_function"),
        ("from openprogram.agentic_programming.function import agentic_function", "@agentic_function"),
        ("from agentic import agentic_function", "@agentic_function"),
        ("from op_runtime import agentic_function\naf = agentic_function", "@af"),
        (
            "try:\n    from op_runtime import agentic_function\nexcept ImportError:\n    agentic_function = None",
            "@agentic_function",
        ),
        ("import sys\nif sys.argv:\n    from op_runtime import agentic_function", "@agentic_function"),
        ("from kit import tool", "@tool"),
        ("import kit", "@kit.tool"),
        ("from kit.inner import *", "@tool"),
        ("import kit.inner as ki", "@ki.tool"),
    ],
)
def test_the_decorator_is_known_by_where_it_comes_from(tmp_path: Path, imports: str, decorator: str) -> None:
    found = facts(
        tmp_path,
        f"# agentic\n{imports}\n\n{decorator}{BODY}",
        kit_in___init__="from .inner import tool\n",
        kit_in_inner="from op_runtime import agentic_function as tool\n",
    )
    assert [function.qualname for function in found.functions] == ["find"]


@pytest.mark.parametrize(
    "lines",
    [
        "from other import agentic_function_timer\n@agentic_function_timer",
        "def agentic_function(f): return f\n@agentic_function",
        "from op_runtime import agentic_function\ndef agentic_function(f): return f\n@agentic_function",
        "from somewhere import agentic_function\n@agentic_function",
        "from openprogram.webui import agentic_function\n@agentic_function",
        "class op_runtime:\n    agentic_function = staticmethod(lambda f: f)\n@op_runtime.agentic_function",
        "import op_runtime\n@op_runtime.agentic_function.other",
        "@agentic_function",
    ],
)
def test_a_look_alike_does_not_count(tmp_path: Path, lines: str) -> None:
    assert facts(tmp_path, lines + BODY).functions == ()


def test_a_function_local_import_counts_where_it_stands(tmp_path: Path) -> None:
    text = (
        "def outer():\n    from op_runtime import agentic_function\n    @agentic_function\n"
        "    def inner(runtime=None): pass\n@agentic_function\ndef no(): pass\n"
    )
    assert [function.qualname for function in facts(tmp_path, text).functions] == ["outer.<locals>.inner"]


@pytest.mark.parametrize(
    ("imports", "call"),
    [
        ("from op_runtime import decision", "decision.make('Pick.', OPTIONS)"),
        ("from op_runtime import decision as d", "d.make('Pick.', OPTIONS)"),
        ("from op_runtime.decision import make as pick", "pick('Pick.', OPTIONS)"),
        ("import op_runtime.decision", "op_runtime.decision.make('Pick.', options=OPTIONS)"),
        ("from op_runtime import decision\nchoose = decision.make", "choose('Pick.', OPTIONS)"),
        ("from kit import pick", "pick('Pick.', OPTIONS)"),
    ],
)
def test_a_decision_is_known_by_where_it_comes_from(tmp_path: Path, imports: str, call: str) -> None:
    text = f"# decision\n{imports}\nOPTIONS = ['yes', 'no']\n\ndef decide(runtime):\n    return {call}\n"
    found = facts(tmp_path, text, kit="from op_runtime.decision import make as pick\n")
    assert [decision.kind for decision in found.decisions] == ["make"]
    menu = found.decisions[0].result.menu
    assert menu is not None
    assert menu.names == ("yes", "no")


@pytest.mark.parametrize(
    "text",
    [
        "class Shop:\n    def make(self, a, b): ...\ndecision = Shop()\ndecision.make('x', ['y'])\n",
        "import choices\n\ndef f(engine):\n    engine.exec('SELECT', choices={'a': 1})\n",
        "from other import decision\ndecision.make('x', ['y'])\n",
        "def f(runtime):\n    runtime.exec('x', choices=None)\n",
    ],
)
def test_other_calls_are_no_decisions(tmp_path: Path, text: str) -> None:
    assert facts(tmp_path, text).decisions == ()


@pytest.mark.parametrize(
    "function",
    [
        "def f(runtime):\n    return runtime.exec('x', choices=['a'])\n",
        "def f(rt: Runtime):\n    return rt.exec('x', choices=['a'])\n",
        "def f():\n    rt = Runtime(print)\n    return rt.exec('x', choices=['a'])\n",
        "async def f(exec_runtime=None):\n    return await exec_runtime.aexec('x', choices=['a'])\n",
        "class A:\n    def f(self):\n        return self.runtime.exec('x', choices=['a'])\n",
    ],
)
def test_a_turn_with_choices_is_a_decision_where_its_receiver_is_a_runtime(tmp_path: Path, function: str) -> None:
    found = facts(tmp_path, "from op_runtime import Runtime\n" + function)
    assert len(found.decisions) == 1


@pytest.mark.parametrize(
    ("imports", "expected"),
    [
        ("from lists import OPTIONS", ("go", "stay")),
        ("import lists\nOPTIONS = lists.OPTIONS", ("go", "stay")),
        ("from pack import OPTIONS", ("go", "stay")),
        ("from pack.deep import OPTIONS", ("go", "stay")),
        ("from circle_a import OPTIONS", ("go",)),
    ],
)
def test_options_of_other_modules_are_read(tmp_path: Path, imports: str, expected: tuple[str, ...]) -> None:
    found = facts(
        tmp_path,
        f"from op_runtime import decision\n{imports}\ndecision.make('Pick.', OPTIONS)\n",
        lists="OPTIONS = ['go']\nOPTIONS.append('stay')\n",
        pack_in___init__="from .deep import OPTIONS\n",
        pack_in_deep="from lists import OPTIONS\n",
        circle_a="from circle_b import OPTIONS\n",
        circle_b="from circle_a import later\nOPTIONS = ['go']\n",
    )
    menu = found.decisions[0].result.menu
    assert menu is not None
    assert menu.names == expected


@pytest.mark.parametrize(
    ("imports", "reason"),
    [
        ("from gone import OPTIONS", "`OPTIONS` comes from `gone`, which op-lint does not read"),
        ("from .gone import OPTIONS", "there is no module `gone`"),
        ("from lists import OTHER as OPTIONS", "`lists` has no `OTHER`"),
        ("from loop_a import OPTIONS", "`OPTIONS` is imported in a circle"),
        ("from gone import *", "`OPTIONS` may come from `from gone import *`, which op-lint does not read"),
        ("OPTIONS = OPTIONS", "`OPTIONS` is not assigned before this line"),
        ("import os\nOPTIONS = os.environ", "`os.environ` comes from `os`, which op-lint does not read"),
    ],
)
def test_what_leads_nowhere_says_why(tmp_path: Path, imports: str, reason: str) -> None:
    found = facts(
        tmp_path,
        f"from op_runtime import decision\n{imports}\ndecision.make('Pick.', OPTIONS)\n",
        lists="OPTIONS = ['go']\n",
        loop_a="from loop_b import OPTIONS\n",
        loop_b="from loop_a import OPTIONS\n",
    )
    assert str(found.decisions[0].result.unknown) == f"<unknown: {reason}>"


def test_a_source_root_of_the_layout_is_searched(tmp_path: Path) -> None:
    found = facts(
        tmp_path,
        "from op_runtime import decision\nfrom kit.lists import OPTIONS\ndecision.make('Pick.', OPTIONS)\n",
        src_in_kit_in___init__="",
        src_in_kit_in_lists="OPTIONS = ['go']\n",
    )
    assert found.decisions[0].result.menu is not None


def test_an_unsaved_text_stands_for_its_file(tmp_path: Path) -> None:
    (tmp_path / "lists.py").write_text("OPTIONS = ['old']\n")
    project = Project(str(tmp_path))
    text = "from op_runtime import decision\nfrom lists import OPTIONS\ndecision.make('Pick.', OPTIONS)\n"

    def names() -> tuple[str, ...]:
        menu = analyze(text, str(tmp_path / "main.py"), project).decisions[0].result.menu
        assert menu is not None
        return menu.names

    assert names() == ("old",)
    project.overlay[str(tmp_path / "lists.py")] = "OPTIONS = ['new']\n"
    project.forget(str(tmp_path / "lists.py"))
    assert names() == ("new",)
    assert str(tmp_path / "lists.py") in project.consulted


def test_a_configured_module_counts_as_ours(tmp_path: Path) -> None:
    text = "from house.tools import agentic_function\n@agentic_function" + BODY
    project = Project(str(tmp_path), modules=["house.tools"])
    assert len(analyze(text, str(tmp_path / "main.py"), project).functions) == 1


def test_the_users_code_never_runs(tmp_path: Path) -> None:
    mark = tmp_path / "owned"
    evil = f"open({str(mark)!r}, 'w').write('x')\nOPTIONS = ['a']\n"
    text = "from op_runtime import decision\nfrom evil import OPTIONS\n" + evil + "decision.make('Pick.', OPTIONS)\n"
    assert facts(tmp_path, text, evil=evil).decisions
    assert not mark.exists()
