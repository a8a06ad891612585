"""Every `expose` of a helper beside every kind of `render_range` of its reader, as one table.

The caller asks (before 1), calls the helper, which asks and calls a helper of its own, and asks again (before 2). Then
it calls the reader, which asks (inside 1), calls the same helper, and asks a last time: what is shown then is read.
Metadata spec, section 2: `io` shows a helper's name, input and output; `llm` its model exchanges alone; `full`
everything, the helper inside it too; `hidden` nothing, and it does not count. `callers` and `subcalls` count the nodes
that are left.
"""

from __future__ import annotations

from typing import Any

import pytest
from op_runtime import agentic_function, llm
from op_runtime.testing import ScriptedRuntime

IO = ["HELPER"]
LLM = ["asked"]
FULL = ["HELPER", "asked", "INNER", "asked within"]

CASES: list[tuple[str, Any, list[str], list[str]]] = [
    # expose, render_range, what is read of before the reader (without the running caller), what of inside it
    ("io", None, ["before 1", *IO, "before 2"], ["inside 1", *IO]),
    ("io", {"callers": 0}, [], ["inside 1", *IO]),
    ("io", {"callers": 2}, [*IO, "before 2"], ["inside 1", *IO]),
    ("io", {"subcalls": 0}, ["before 1", *IO, "before 2"], []),
    ("io", {"subcalls": 1}, ["before 1", *IO, "before 2"], IO),
    ("io", {"callers": 0, "subcalls": 0}, [], []),
    ("io", {"callers": 1, "subcalls": 1}, ["before 2"], IO),
    ("llm", None, ["before 1", *LLM, "before 2"], ["inside 1", *LLM]),
    ("llm", {"callers": 0}, [], ["inside 1", *LLM]),
    ("llm", {"callers": 2}, [*LLM, "before 2"], ["inside 1", *LLM]),
    ("llm", {"subcalls": 0}, ["before 1", *LLM, "before 2"], []),
    ("llm", {"subcalls": 1}, ["before 1", *LLM, "before 2"], LLM),
    ("llm", {"callers": 0, "subcalls": 0}, [], []),
    ("llm", {"callers": 1, "subcalls": 1}, ["before 2"], LLM),
    ("full", None, ["before 1", *FULL, "before 2"], ["inside 1", *FULL]),
    ("full", {"callers": 0}, [], ["inside 1", *FULL]),
    ("full", {"callers": 2}, ["asked within", "before 2"], ["inside 1", *FULL]),
    ("full", {"subcalls": 0}, ["before 1", *FULL, "before 2"], []),
    ("full", {"subcalls": 1}, ["before 1", *FULL, "before 2"], ["asked within"]),
    ("full", {"callers": 0, "subcalls": 0}, [], []),
    ("full", {"callers": 1, "subcalls": 1}, ["before 2"], ["asked within"]),
    ("hidden", None, ["before 1", "before 2"], ["inside 1"]),
    ("hidden", {"callers": 0}, [], ["inside 1"]),
    ("hidden", {"callers": 2}, ["before 1", "before 2"], ["inside 1"]),
    ("hidden", {"subcalls": 0}, ["before 1", "before 2"], []),
    ("hidden", {"subcalls": 1}, ["before 1", "before 2"], ["inside 1"]),
    ("hidden", {"callers": 0, "subcalls": 0}, [], []),
    ("hidden", {"callers": 1, "subcalls": 1}, ["before 2"], ["inside 1"]),
]


@pytest.mark.parametrize(("expose", "render_range", "before", "inside"), CASES)
def test_what_a_later_call_reads(expose: Any, render_range: Any, before: list[str], inside: list[str]) -> None:
    @agentic_function(name="INNER")
    def inner() -> str:
        """Ask."""
        return str(llm("asked within"))

    @agentic_function(name="HELPER", expose=expose)
    def helper() -> str:
        """Ask, and let another ask."""
        llm("asked")
        inner()
        return "done"

    @agentic_function(render_range=render_range)
    def reader() -> None:
        """Read."""
        llm("inside 1")
        helper()
        llm("LAST")

    @agentic_function(name="CALLER")
    def caller(runtime: Any = None) -> None:
        """Call both."""
        llm("before 1")
        helper()
        llm("before 2")
        reader()

    runtime = ScriptedRuntime(["reply"] * 8)
    caller(runtime=runtime)
    assert runtime.requests[-1].prompt == "LAST"
    names = {node.id: node.input if node.role == "model" else node.name for node in runtime.trace}
    read = [str(names[identity]) for identity in runtime.trace.nodes[-1].reads]
    # the running caller is the oldest node before the reader, so it is read where all of them are
    callers = (render_range or {}).get("callers")
    assert read == [*(["CALLER"] if callers is None else []), *before, *inside]
    history = runtime.requests[-1].history
    assert all(f"request: {name}\n" in history or f"{name}(" in history for name in read)
    assert history.count("request: ") == sum(name not in ("CALLER", "HELPER", "INNER") for name in read)


def test_hidden_leaves_no_node_and_the_others_leave_one() -> None:
    for expose, count in (("io", 1), ("llm", 1), ("full", 1), ("hidden", 0)):

        @agentic_function(name="HELPER", expose=expose)  # type: ignore[arg-type]
        def helper(runtime: Any = None) -> None:
            """Do nothing."""

        runtime = ScriptedRuntime([])
        helper(runtime=runtime)
        assert [node.name for node in runtime.trace] == ["HELPER"] * count
