"""What `op-run` keeps of a run, and how `op-run trace` shows it."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from op_runtime import registry
from op_runtime.run import main
from op_runtime.trace import Node
from op_runtime.trace.page import page

SOURCE = '''
from op_runtime import agentic_function, decision, llm

@agentic_function(input={"key": {"hidden": True}})
def look(topic: str, key: str = "sesame"):
    """Look something up."""
    return llm("What about " + topic + "?")

@agentic_function
def handle(topic: str, runtime=None):
    """Handle it."""
    found = look(topic)
    return {"picked": decision.make("Pick.", ["keep", "drop"]), "found": found}

@agentic_function
def count(n: int):
    """Count, without any model."""
    return n + 1

@agentic_function
def fail(runtime=None):
    """Fail."""
    llm("Hi.")
    raise KeyError("gone")

@agentic_function
def stop(runtime=None):
    """Be interrupted."""
    llm("Hi.")
    raise KeyboardInterrupt
'''


@pytest.fixture
def harness(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    path, modules = list(sys.path), dict(sys.modules)
    monkeypatch.setenv("OP_RUNS", str(tmp_path / "runs"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "replies.json").write_text(
        json.dumps(["<script>alert(1)</script> & so on", "hm", '{"call": "drop"}']), encoding="utf-8"
    )
    file = tmp_path / "kept_harness_under_test.py"
    file.write_text(SOURCE, encoding="utf-8")
    with registry.isolated():
        yield file
    sys.path[:] = path
    for name in set(sys.modules) - set(modules):
        if name.startswith(("kept_harness_under_test", "op_run_")):
            del sys.modules[name]


def handled(harness: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([f"{harness}::handle", "--arg", "topic=tides", "--replies", "replies.json"]) == 0
    output = capsys.readouterr()
    assert json.loads(output.out)["picked"] == "drop"
    assert output.err == ""


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["trace", *arguments]) == 0
    output = capsys.readouterr()
    assert output.err == ""
    return output.out


def without_times(text: str) -> str:
    text = re.sub(r"\d+\.\d\d s", "0.00 s", text)
    return re.sub(r"\d{8}-\d{6}-[0-9a-f]{8}", "RUN", text)


def test_the_newest_run_is_shown_as_a_tree(harness: Path, capsys: pytest.CaptureFixture[str]) -> None:
    handled(harness, capsys)
    found = "<script>alert(1)</script> & so on"
    assert without_times(shown(capsys)).splitlines() == [
        "RUN kept_harness_under_test.py::handle: 3 model calls, 0.00 s",
        f'  function handle(topic="tides", runtime="<hidden>") -> picked="drop", found="{found}"  [0.00 s]',
        f'    function look(topic="tides", key="<hidden>") -> {found}  [0.00 s]',
        f"      model llm(What about tides?) -> {found}  [0.00 s]",
        '?   model decision.make(Pick. keep() Call: {"call": "keep"} drop() Call: {"call":...) -> hm  [0.00 s]',
        "        note: no_action: no JSON object with a call was found;"
        ' answer with one object {"call": ..., "args": ...};'
        " the options are `keep`, `drop`",
        "    model decision.make(Your last reply could not be used. It was: hm The problem...) ->"
        ' {"call": "drop"}  [0.00 s]',
    ]


def test_everything_is_shown_on_request(harness: Path, capsys: pytest.CaptureFixture[str]) -> None:
    handled(harness, capsys)
    text = shown(capsys, "--full")
    assert "given: Pick." in text
    assert 'Call: {"call": "keep"}' in text
    assert "gave: hm" in text
    nodes = [json.loads(line) for line in shown(capsys, "--json").splitlines()]
    assert [node["name"] for node in nodes] == ["handle", "look", "llm", "decision.make", "decision.make"]
    assert "sesame" not in json.dumps(nodes)


def test_runs_are_listed_and_found_by_the_begin_of_their_id(harness: Path, capsys: pytest.CaptureFixture[str]) -> None:
    handled(harness, capsys)
    assert main([f"{harness}::count", "--arg", "n=1"]) == 0
    assert capsys.readouterr().out == "2\n"
    newest, oldest = shown(capsys, "--list").splitlines()
    assert re.fullmatch(r"\S+  \S+ \S+      1 calls  kept_harness_under_test\.py::count", newest)
    assert oldest.endswith("    5 calls  kept_harness_under_test.py::handle")
    assert "count(n=1) -> 2" in shown(capsys)
    run = oldest.split()[0]
    assert shown(capsys, run) == shown(capsys, run[:-1])
    assert "handle(" in shown(capsys, run)


def test_a_failed_and_an_interrupted_run_are_kept_too(harness: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([f"{harness}::fail", "--replies", "replies.json"]) == 1
    assert "KeyError: 'gone'" in capsys.readouterr().err
    text = shown(capsys)
    assert "1 failed" in text
    assert "! function fail(" in text
    assert main([f"{harness}::stop", "--replies", "replies.json"]) == 130
    assert "stop: interrupted" in capsys.readouterr().err
    assert "! function stop(" in shown(capsys)


class Reader(HTMLParser):
    """Checks that tags match, and collects what a page shows, names and refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()
        self.references: list[str] = []
        self.identities: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)
        for name, value in attributes:
            if name in ("href", "src"):
                self.references.append(value or "")
            if name == "id":
                self.identities.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_is_whole_needs_no_network_and_runs_nothing(
    harness: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    handled(harness, capsys)
    assert shown(capsys, "--html", "page.html") == ""
    html = (tmp_path / "page.html").read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(html)
    assert reader.open == []
    assert "script" not in reader.tags
    assert "link" not in reader.tags
    assert "default-src &#x27;none&#x27;" in html
    assert reader.references
    assert all(reference.startswith("#") and reference[1:] in reader.identities for reference in reader.references)
    assert len(reader.identities) == len(set(reader.identities)) == 5
    assert "<script>alert(1)</script> & so on" in reader.text
    assert html.count('class="bar ok"') == 4
    assert html.count('class="bar rejected"') == 1
    assert "http" not in html.replace("http-equiv", "")


def test_the_page_says_when_how_long_and_how_each_call_ended_and_turns_no_text_around() -> None:
    nodes = [
        Node("model", "ask", input="Hi.", output="a\u202eb", status="rejected", started=0.0, ended=3.0),
        Node("tool", "look", input={}, output="ValueError", status="error", started=3.0, ended=8.0),
    ]
    html = page(nodes, "run")
    assert "1970-01-01 00:00:00 UTC, 1 model call" in html
    assert [f"<span>{mark} s</span>" in html for mark in ("0.00", "2.00", "4.00", "6.00", "8.00")] == [True] * 5
    assert html.count('<span class="status rejected">rejected</span>') == 2
    assert html.count('<span class="status error">error</span>') == 2
    assert 'style="left: 37.500%; width: 62.500%"' in html
    assert "a\\u202eb" in html
    assert "\u202e" not in html
    assert "Nothing was called" in page([], "run")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--file", "nothing.db"), "there is no trace file nothing.db"),
        (("--file", "replies.json"), "replies.json holds no traces"),
        (("2",), "runs begin with '2'; the newest are"),
        (("zzz",), "there is no run 'zzz'; the newest are"),
        (("--html", "no/such/directory.html"), "directory.html"),
    ],
)
def test_what_cannot_be_shown_says_why(
    harness: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], words: str
) -> None:
    handled(harness, capsys)
    handled(harness, capsys)
    assert main(["trace", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_without_any_run_it_says_so(harness: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace"]) == 2
    assert "there is no trace file" in capsys.readouterr().err


def test_a_run_goes_on_where_its_trace_cannot_be_kept(
    harness: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OP_RUNS", str(tmp_path / "replies.json" / "runs"))
    assert main([f"{harness}::count", "--arg", "n=1", "--trace"]) == 0
    output = capsys.readouterr()
    assert output.out == "2\n"
    assert "the trace is not kept" in output.err
    assert '"name": "count"' in output.err


@pytest.mark.parametrize(
    ("model", "words"), [("gpt", "names no model"), ("openai:x", "OPENAI_API_KEY"), ("local:gone.gguf", "local")]
)
def test_a_model_that_cannot_be_asked_is_wrong_usage(
    harness: Path, capsys: pytest.CaptureFixture[str], model: str, words: str
) -> None:
    assert main([f"{harness}::handle", "--arg", "topic=x", "--model", model]) == 2
    assert words in capsys.readouterr().err
