"""What is shown while a run goes on."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest
from op_runtime import Runtime, agentic_function, llm
from op_runtime.exec import Reply
from op_runtime.progress import Watched, live, progress
from op_runtime.trace import MemoryStore
from rich.console import Console


def test_the_line_says_what_runs_how_long_how_many_calls_and_tokens() -> None:
    seconds = 0.0
    watched = Watched(MemoryStore(), now=lambda: seconds)
    lines = [watched.line()]

    class Model:
        def call(self, request: Any) -> Reply:
            lines.append(watched.line())
            return Reply("x", usage={"input_tokens": 1200, "output_tokens": 34})

    @agentic_function(as_tool=False)
    def triage() -> None:
        """Ask twice."""
        nonlocal seconds
        llm("one")
        seconds = 2.25
        llm("two")

    @agentic_function(as_tool=False)
    def handle(runtime: Any = None) -> None:
        """Triage."""
        triage()
        lines.append(watched.line())

    handle(runtime=Runtime(Model(), store=watched))
    lines.append(watched.line())
    assert lines == [
        "starting  (0.0 s, 0 model calls)",
        "handle > triage > llm  (0.0 s, 1 model call)",
        "handle > triage > llm  (2.2 s, 2 model calls, 1,234 tokens)",
        "handle  (2.2 s, 2 model calls, 2,468 tokens)",
        "ending  (2.2 s, 2 model calls, 2,468 tokens)",
    ]
    assert len(watched.nodes()) == 4


def test_on_a_terminal_the_line_is_drawn_cut_to_its_width_and_gone_at_the_end() -> None:
    stream = io.StringIO()
    console = Console(file=stream, force_terminal=True, width=24, color_system=None)
    with live(Watched(MemoryStore()), console):
        pass
    assert "starting" in stream.getvalue()
    assert "model calls" not in stream.getvalue()
    assert stream.getvalue().endswith("\x1b[2K")


def test_what_a_function_prints_stays_where_its_output_goes(capsys: pytest.CaptureFixture[str]) -> None:
    stream = io.StringIO()
    with live(Watched(MemoryStore()), Console(file=stream, force_terminal=True, width=40)):
        sys.stdout.write("printed\n")
    assert capsys.readouterr().out == "printed\n"
    assert "printed" not in stream.getvalue()


def test_nothing_is_drawn_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress(Watched(MemoryStore())):
        pass
    output = capsys.readouterr()
    assert output.out == output.err == ""
