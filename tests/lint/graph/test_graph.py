"""Which function can lead to which, and how it is drawn."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from op_lint.cli import main

MENU = '''from op_runtime import agentic_function, decision


@agentic_function
def find(q: str, runtime=None):
    """Find pages."""


@agentic_function
def triage(runtime=None):
    """Decide."""
    return decision.make("Pick one.", {"search": find, "done": ("DONE", "nothing is left")})
'''
TOOLS = '''from op_runtime import agentic_function, decision
from menu import triage, find as look


@agentic_function
def start(runtime=None):
    """Begin."""
    helper(runtime)
    return runtime.exec("Work on it.", tools=[look])


def helper(runtime):
    return decision.make("Pick one.", OPTIONS, runtime=runtime)


OPTIONS = {"sort <it>": triage, "again": start}


@agentic_function
def lost(names, runtime=None):
    """Lose."""
    return decision.make("Pick one.", names)
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "menu.py").write_text(MENU, "utf-8")
    (tmp_path / "tools.py").write_text(TOOLS, "utf-8")
    return tmp_path


def edges(capsys: pytest.CaptureFixture[str], *words: str) -> set[tuple[str, str, str, str]]:
    assert main(["graph", "--format", "json", *words]) == 0
    drawn = json.loads(capsys.readouterr().out)
    names = {node["id"]: node["name"] for node in drawn["nodes"]}
    return {(names[each["from"]], names[each["to"]], each["kind"], each["label"]) for each in drawn["edges"]}


def test_options_tools_and_calls_lead_on_across_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert edges(capsys) == {
        ("triage", "find", "option", "search"),
        ("start", "helper", "call", "call"),
        ("start", "find", "tool", "tool"),
        ("helper", "triage", "option", "sort <it>"),
        ("helper", "start", "option", "again"),
        ("lost", "`names` is a parameter", "option", "?"),
    }


def test_a_start_shows_only_what_it_leads_to(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert edges(capsys, "--from", "triage") == {("triage", "find", "option", "search")}
    assert main(["graph", "--from", "nobody"]) == 2


def test_mermaid_dashes_what_is_unknown_and_quotes_labels(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", "--format", "mermaid"]) == 0
    out = capsys.readouterr().out
    assert out.startswith('flowchart LR\n  subgraph f0["menu.py"]\n    n0(["find"])\n    n1(["triage"])\n  end\n')
    assert '|"sort #60;it#62;"|' in out
    assert '-.->|"?"|' in out
    assert '["#96;names#96; is a parameter"]:::unknown' in out


def test_dot_quotes_labels(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tools.py").write_text(TOOLS.replace("sort <it>", 'say \\"x\\"'), "utf-8")
    assert main(["graph", "--format", "dot"]) == 0
    out = capsys.readouterr().out
    assert 'label="say \\"x\\""' in out
    assert "style=dashed" in out
    assert out.count("{") == out.count("}")


def test_svg_is_xml_with_a_box_for_each_node(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["graph", "--format", "svg"]) == 0
    root = ElementTree.fromstring(capsys.readouterr().out)
    space = "{http://www.w3.org/2000/svg}"
    boxes = root.findall(f"{space}g")
    assert len(boxes) == 6
    assert {each.findtext(f"{space}text") for each in boxes} >= {"find", "triage", "helper"}
    assert [each.text for each in root.findall(f"{space}text")].count("sort <it>") == 1


def test_a_circle_is_drawn_and_comes_to_an_end(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "tools.py").unlink()
    (folder / "menu.py").write_text(MENU.replace('"""Find pages."""', '"""Find pages."""\n    triage()'), "utf-8")
    assert edges(capsys) == {("triage", "find", "option", "search"), ("find", "triage", "call", "call")}
    assert main(["graph", "--format", "svg"]) == 0


def test_a_drawing_has_what_leads_on_left_of_what_it_leads_to_and_keeps_all_lines_inside(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = """from op_runtime import agentic_function


@agentic_function
def start(runtime=None):
    find(), more()


@agentic_function
def more(runtime=None):
    find(), start()


@agentic_function
def find(runtime=None):
    find()
"""
    (folder / "chain.py").write_text(code, "utf-8")
    assert main(["graph", "chain.py", "--format", "svg"]) == 0
    drawing = ElementTree.fromstring(capsys.readouterr().out)
    name = "{http://www.w3.org/2000/svg}"
    left = {box[2].text: int(box[1].get("x", "")) for box in drawing.iter(f"{name}g")}
    assert left["start"] < left["more"] < left["find"] or left["more"] < left["start"] < left["find"]
    curves = [path.get("d", "") for path in drawing.findall(f"{name}path")]
    points = [int(text.strip("MC")) for curve in curves for text in curve.split()[::2]]
    assert len(curves) == 5
    assert min(points) >= 0
    assert max(points) <= int(drawing.get("width", ""))
