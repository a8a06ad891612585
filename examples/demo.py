"""Checks the examples, shows a menu as a model gets it, works through five tickets, and prints what happened."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from op_runtime.testing import ScriptedRuntime
from op_runtime.trace import Node
from scripted_model import REPLIES
from support_desk.tickets import load_tickets
from support_desk.triage import work_through

from op_lint.cli import main as op_lint

HERE = Path(__file__).parent


def say(text: str = "") -> None:
    """Effect: writes one line of text, at once."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def heading(number: int, text: str) -> None:
    """Effect: writes a heading that says what comes next."""
    say(f"\n=== {number}. {text} ===\n")


def run(*arguments: str) -> tuple[int, str]:
    """Effect: runs op-lint as on the command line, and shows the command and all that it writes. Gives its stdout."""
    say(f"$ op-lint {' '.join(arguments)}")
    output, notes = io.StringIO(), io.StringIO()
    with redirect_stdout(output), redirect_stderr(notes):
        code = op_lint(arguments)
    sys.stdout.write(output.getvalue() + notes.getvalue())
    return code, output.getvalue()


def path(*parts: str) -> str:
    """A path below this folder, as short as it can be written."""
    whole = HERE.joinpath(*parts)
    return str(whole.relative_to(Path.cwd()) if whole.is_relative_to(Path.cwd()) else whole)


def line(node: Node, depth: int) -> str:
    """One node of a trace, cut to one line."""
    given = (
        node.input if isinstance(node.input, str) else ", ".join(f"{k}={v}" for k, v in dict(node.input or {}).items())
    )
    text = f"{'   ' * depth}{node.role} {node.name}({shorten(given, 44)}) -> {shorten(node.output, 52)}"
    return "\n".join([text, *(f"{'   ' * depth}   ! {shorten(note, 90)}" for note in node.notes)])


def shorten(value: object, length: int) -> str:
    """A value on one line, cut where it is too long."""
    text = " ".join(str(value).split())
    return text if len(text) <= length else text[: length - 3] + "..."


def main() -> int:
    """Effect: runs the demonstration. Gives 0 when all of it came out as it should."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    heading(1, "A support desk that a model works at: nothing to complain about")
    clean, _ = run("check", path("support_desk"))
    say(f"exit code {clean}")

    heading(2, "Twelve small mistakes, each in a file of its own")
    broken, found = run("check", "--quiet", path("broken"))
    say(f"exit code {broken}")

    heading(3, "The menu of one decision, read from source: nothing was run")
    _, menu = run("menu", path("support_desk", "triage.py") + "::handle_ticket")

    heading(4, "Five tickets, with a model that follows a script")
    runtime = ScriptedRuntime(REPLIES)
    cases = work_through(load_tickets(), runtime)
    for case in cases:
        say(f"{case.ticket.number} {case.ticket.subject}")
        for outcome in case.history:
            say(f"     {outcome.text}")

    heading(5, "What the model was really sent ended with that menu, byte for byte")
    asked = [request for request in runtime.requests if request.prompt.startswith("You decide what happens next")]
    same = [request.prompt.endswith("\n\n" + menu) for request in asked]
    say(f"{sum(same)} of {len(same)} prompts of that decision end with the {len(menu.encode())} bytes shown in 3.")

    heading(6, "The trace of the first ticket: hidden values stay hidden, a wrong pick was asked again")
    nodes = runtime.trace.nodes
    depth = {nodes[0].id: 0}
    say(line(nodes[0], 0))
    for node in nodes[1:]:
        if node.caller in depth:
            depth[node.id] = depth[node.caller] + 1
            say(line(node, depth[node.id]))

    mistakes = {file.name[:5].upper() for file in (HERE / "broken").glob("op*.py")}
    right = clean == 0 and broken == 1 and all(code in found for code in mistakes) and bool(same) and all(same)
    say("\nAll of it came out as it should." if right else "\nThis is not how it should have come out.")
    return 0 if right else 1


if __name__ == "__main__":
    raise SystemExit(main())
