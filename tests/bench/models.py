"""How often the embedded model picks validly: 20 menus, answered freely, asked again, and under a grammar."""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, field
from typing import Any

from measure import say, shown
from op_runtime import DecisionError, LLMError, Runtime, decision
from op_runtime.exec.providers import LocalModel

MENUS: tuple[tuple[str, dict[str, Any]], ...] = (
    (
        "A customer wants the money back for order 8812.",
        {
            "refund": ("Pay an order back.", {"order": int, "reason": str}),
            "escalate": ("Hand it to a person.", {"team": str}),
            "wait": (None, "Do nothing today."),
        },
    ),
    (
        "The test test_login fails with a KeyError.",
        {
            "read_file": ("Read a file.", {"path": str}),
            "run_tests": ("Run tests.", {"names": [str]}),
            "edit": ("Change a line.", {"path": str, "line": int, "text": str}),
            "stop": (None, "The work is done."),
        },
    ),
    (
        "It is 31 degrees in the greenhouse.",
        {
            "open_window": ("Open a window.", {"window": int, "percent": int}),
            "heat": ("Heat.", {"degrees": float}),
            "nothing": (0, "Leave it."),
        },
    ),
    (
        "The user asks: what is the capital of Norway?",
        {
            "answer": ("Answer at once.", {"text": str}),
            "search": ("Look it up.", {"query": str, "pages": int}),
            "refuse": ("Say no.", {"reason": str}),
        },
    ),
    (
        "A pull request changes 3 files and has no tests.",
        {
            "approve": (True, "Accept it."),
            "request_changes": ("Ask for changes.", {"comments": [{"file": str, "text": str}]}),
            "comment": ("Only comment.", {"text": str}),
        },
    ),
    (
        "The server answers with status 503.",
        {
            "retry": ("Try again.", {"after_seconds": int}),
            "fail_over": ("Use another region.", {"region": {"type": str, "options": ["north", "south"]}}),
            "page_someone": ("Wake somebody.", {"person": str, "urgent": bool}),
            "ignore": (None, "Do nothing."),
        },
    ),
    (
        "Plan a meeting of Ann and Bo next week.",
        {
            "propose": ("Propose a time.", {"day": str, "hour": int}),
            "ask": ("Ask somebody.", {"person": str, "question": str}),
            "cancel": (False, "No meeting."),
        },
    ),
    (
        "The text to translate is 'guten Morgen'.",
        {
            "translate": ("Translate it.", {"text": str, "language": str}),
            "detect": ("Find out the language.", {"text": str}),
            "skip": (None, "It is English already."),
        },
    ),
    (
        "The vacuum robot stands before a carpet with 20 percent battery.",
        {
            "move": ("Drive.", {"centimetres": int, "left": bool}),
            "dock": ("Go home.", {"fast": bool}),
            "clean": ("Clean here.", {"minutes": int}),
            "report": ("Say something.", {"message": str}),
        },
    ),
    (
        "A paper about tides has 12 pages and two tables.",
        {
            "summarize": ("Summarize it.", {"sentences": int}),
            "extract": ("Take out a table.", {"table": int, "columns": [str]}),
            "reject": ("It is off topic.", {"reason": str}),
        },
    ),
    (
        "Your opponent has opened with e4.",
        {
            "move": ("Make a move.", {"from_square": str, "to_square": str}),
            "resign": ("lost", "Give up."),
            "offer_draw": ("draw", "Offer a draw."),
        },
    ),
    (
        "The invoice says 120 euros, the order says 100.",
        {
            "pay": ("Pay it.", {"amount": float}),
            "dispute": ("Write to the seller.", {"difference": float, "text": str}),
            "hold": (None, "Wait."),
            "book": ("Book it.", {"account": {"type": str, "options": ["travel", "office", "other"]}}),
        },
    ),
    (
        "The patient reports a headache since yesterday.",
        {
            "ask": ("Ask one question.", {"question": str}),
            "refer": ("Send to a doctor.", {"field": str, "urgent": bool}),
            "end": (None, "Nothing is needed."),
        },
    ),
    (
        "The database has 3 slow queries.",
        {
            "explain": ("Explain a query.", {"number": int}),
            "add_index": ("Add an index.", {"table": str, "columns": [str]}),
            "analyze": ("Renew the statistics.", {"tables": [str]}),
            "leave": (None, "They are fast enough."),
        },
    ),
    (
        "The story needs a next scene.",
        {
            "write": ("Write it.", {"title": str, "people": [str]}),
            "end": ("end", "The story ends here."),
            "ask_author": ("Ask.", {"question": str}),
        },
    ),
    (
        "The train to Bergen is 40 minutes late.",
        {
            "rebook": ("Take another train.", {"train": str, "seats": int}),
            "inform": ("Tell the travellers.", {"text": str, "channels": [str]}),
            "nothing": (None, "It does not matter."),
        },
    ),
    (
        "The photo shows a cat on a sofa.",
        {
            "tag": ("Tag it.", {"tags": [str]}),
            "crop": ("Cut it.", {"left": int, "top": int, "width": int, "height": int}),
            "delete": ("gone", "Throw it away."),
        },
    ),
    (
        "The build takes 9 minutes, 6 of them for installing.",
        {
            "cache": ("Keep what is installed.", {"key": str, "paths": [str]}),
            "split": ("Run parts at once.", {"parts": int}),
            "measure": ("Look closer.", {"step": str}),
            "accept": (None, "Leave it."),
        },
    ),
    (
        "The garden has had no rain for 5 days.",
        {
            "water": ("Water a bed.", {"bed": str, "litres": float}),
            "wait": ("Wait for rain.", {"days": int}),
            "ask_forecast": ("Ask for the forecast.", {"place": str, "days": int}),
        },
    ),
    (
        "The user wrote: forget what I said about Friday.",
        {
            "forget": ("Remove a memory.", {"topic": str}),
            "remember": ("Keep a memory.", {"topic": str, "text": str, "importance": int}),
            "answer": ("Say something.", {"text": str}),
            "nothing": (None, "Do nothing."),
        },
    ),
)


@dataclass
class Score:
    """What came of the menus: valid first answers, valid decisions, and seconds for each."""

    first: int = 0
    decided: int = 0
    kinds: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def score(model: LocalModel, constrain: Any) -> Score:
    """Effect: lets the model decide on every menu."""
    result = Score()
    for situation, options in MENUS:
        runtime = Runtime(model, constrain=constrain)
        started = time.perf_counter()
        try:
            decision.make(situation + "\nPick exactly one of these options.", options, runtime=runtime)
        except DecisionError as error:
            result.kinds.extend(error.kinds[:1])
        else:
            result.decided += 1
            result.first += len(runtime.trace) == 1
            result.kinds.extend(
                note.partition(":")[0] for note in runtime.trace.nodes[0].notes[:1] if len(runtime.trace) > 1
            )
        result.seconds.append(time.perf_counter() - started)
    return result


def main() -> None:
    """Effect: prints the shares."""
    try:
        model = LocalModel(max_tokens=120)
    except LLMError as error:
        say(f"skipped: {error}")
        return
    say(f"{model.path.name}, one thread, temperature 0, {len(MENUS)} menus of 3 to 4 options")
    free = score(model, constrain="reask")
    bound = score(model, constrain=True)
    rows = {
        "free text": (free.first, None),
        "free text, then one constrained re-ask": (free.decided, free.seconds),
        "constrained at once": (bound.first, bound.seconds),
    }
    for name, (valid, seconds) in rows.items():
        took = f"   median {shown(statistics.median(seconds))}" if seconds else ""
        say(f"  {name:<42}{valid:>3} of {len(MENUS)} picks valid{took}")
    counts = {kind: free.kinds.count(kind) for kind in sorted(set(free.kinds))}
    say(
        "  what was wrong with the free answers: "
        + (", ".join(f"{kind} {n}" for kind, n in counts.items()) or "nothing")
    )
    model.close()


if __name__ == "__main__":
    main()
