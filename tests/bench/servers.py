"""Language servers side by side: the same edits and questions, in turn, so that a noisy minute hits all of them."""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

from client import Client, Document
from measure import as_installed, say
from tree import long_module

BIN = Path(sys.executable).parent
OURS, RUFF = "op-lsp", "ruff"
SERVERS: Mapping[str, Sequence[str]] = {
    OURS: ("op-lsp", "--stdio"),
    RUFF: ("ruff", "server"),
    "basedpyright": ("basedpyright-langserver", "--stdio"),
    "pylsp": ("pylsp",),
    "jedi": ("jedi-language-server",),
}
PYTHON = ("pylsp", "jedi")
"""The others that are written in Python."""
ROUNDS = 60
"""Keystrokes and questions of each kind for each server, as far as ``BUDGET`` lasts."""
BUDGET = 4.0
"""Seconds that one server may take for one kind: some take more than a second for each keystroke."""
PAUSE = 0.03
"""Seconds between two keystrokes."""
WARM = 2
"""Rounds that do not count, except for a server that has no time for more."""
STARTS = 3
OPEN = 50
TYPED = "total = compute(item)\n        "
DESCRIPTION = "gone or late "
FILES = {"long": (2000, 20), "short": (300, 3)}
"""The lines, and the agentic functions among them."""


@dataclass
class Row:
    """One thing that is measured: the values of each server, none where it does not offer it."""

    name: str
    unit: str = "ms"
    values: dict[str, list[float]] = field(default_factory=dict)

    def add(self, server: str, value: float) -> None:
        """Effect: keeps one value."""
        self.values.setdefault(server, []).append(value)

    def median(self, server: str) -> float | None:
        """The median of a server, None where it has no value."""
        return statistics.median(self.values[server]) if self.values.get(server) else None

    def p95(self, server: str) -> float:
        """The value that 95 of 100 do not exceed."""
        ordered = sorted(self.values[server])
        return ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]

    def cells(self, server: str) -> tuple[str, str]:
        """What the table says of a server: its median with the 95th percentile, and its ratio to ours."""
        median, ours = self.median(server), self.median(OURS)
        if median is None:
            return "-", ""
        text = f"{median:.{1 if median < 100 else 0}f}"
        if len(self.values[server]) >= ROUNDS // 10:
            text += f" ({self.p95(server):.{1 if median < 100 else 0}f})"
        return text, "" if server == OURS or not ours else f"x {median / ours:.3g}"


class Measurement:
    """One run over some servers."""

    def __init__(self, names: Sequence[str], folder: Path) -> None:
        self.names = names
        self.folder = folder
        self.rows: dict[str, Row] = {}

    def row(self, name: str, unit: str = "ms") -> Row:
        """The row of this name."""
        return self.rows.setdefault(name, Row(name, unit))

    def in_turn(self, name: str, actions: Mapping[str, Callable[[int], float | None]]) -> None:
        """Effect: runs one action of each server after the other; keeps milliseconds, and nothing where None came."""
        row = self.row(name)
        left = dict.fromkeys(actions, BUDGET)
        for number in range(ROUNDS + WARM):
            for server, action in actions.items():
                if left[server] <= 0:
                    continue
                start = time.perf_counter()
                seconds = action(number)
                left[server] -= time.perf_counter() - start
                if seconds is None:
                    left[server] = 0
                else:
                    row.add(server, seconds * 1000)
                time.sleep(PAUSE)
        for values in row.values.values():
            if len(values) > 2 * WARM:
                del values[:WARM]

    def starts(self, path: Path, text: str) -> None:
        """Effect: how long each server takes from its start to the first diagnostics, the first time and again."""
        for number in range(STARTS):
            os.environ["OP_LINT_CACHE_DIR"] = str(self.folder / f".cache_{number}")
            for name in ("start to first diagnostics, long file never seen", "start to first diagnostics, long file"):
                for server in self.names:
                    with closing(self.client(server)) as client:
                        document = client.open(path, text)
                        document.diagnostics()
                        seconds = time.perf_counter() - client.started
                        self.row(name).add(server, seconds * 1000)
                        self.row(f"{name}, processor time").add(server, client.processor_seconds() * 1000)
                        self.row("start to the first answer").add(server, client.initialized * 1000)

    def client(self, server: str) -> Client:
        """Effect: starts a server."""
        command = SERVERS[server]
        return Client([str(BIN / command[0]), *command[1:]], self.folder)

    def work(self, kind: str) -> None:
        """Effect: keystrokes and questions in one file."""
        text = long_module(*FILES[kind])
        path = self.folder / f"{kind}.py"
        path.write_text(text, encoding="utf-8")
        with ExitStack() as stack:
            clients = {server: stack.enter_context(closing(self.client(server))) for server in self.names}
            documents = {server: client.open(path, text) for server, client in clients.items()}
            for document in documents.values():
                document.diagnostics()
            time.sleep(1)
            self.keystrokes(f"keystroke, {kind} file", documents, "found = [item", TYPED)
            self.keystrokes(f"keystroke in a menu, {kind} file", documents, "when nothing is wrong", DESCRIPTION)
            self.questions(f"hover, {kind} file", "hover", documents, ("def handle_1_", "decision.make"))
            self.questions(f"completion, {kind} file", "completion", documents, ("@agentic_function(", '"hidden": '))
            if kind == "long":
                for server, client in clients.items():
                    self.row("memory after that, one file open", "MiB").add(server, client.memory() / 2**20)

    def keystrokes(self, name: str, documents: Mapping[str, Document], mark: str, typed: str) -> None:
        """Effect: types before the mark that is nearest to the middle, character by character."""
        text = next(iter(documents.values())).text
        place = text.index(mark, len(text) // 2)
        used: dict[str, tuple[float, int]] = {}

        def typing(server: str) -> Callable[[int], float]:
            def type_next(number: int) -> float:
                before = documents[server].client.processor_seconds()
                seconds = documents[server].type(place + number, typed[number % len(typed)])
                spent, count = used.get(server, (0.0, 0))
                used[server] = spent + documents[server].client.processor_seconds() - before, count + 1
                return seconds

            return type_next

        self.in_turn(name, {server: typing(server) for server in documents})
        for server, (spent, count) in used.items():
            self.row(f"{name}, processor time").add(server, spent / count * 1000)

    def questions(self, name: str, question: str, documents: Mapping[str, Document], marks: Sequence[str]) -> None:
        """Effect: asks the servers that offer it about the places of the marks in turn; a server without an answer
        to any of them counts as one that does not offer it.
        """

        def asking(document: Document) -> Callable[[int], float | None]:
            places = []
            for mark in marks:
                start = document.text.index(mark, len(document.text) // 2)
                places.append(start + len(mark))

            def ask_next(number: int) -> float | None:
                seconds, answer = document.ask(question, places[number % len(places)])
                items = answer.get("items") if isinstance(answer, dict) and question == "completion" else answer
                return seconds if items or number >= len(places) else None

            return ask_next

        able = {server: each for server, each in documents.items() if f"{question}Provider" in each.client.offers}
        self.in_turn(name, {server: asking(document) for server, document in able.items()})

    def many(self) -> None:
        """Effect: the memory with many files open, after a question in each."""
        texts = {self.folder / f"module_{number}.py": long_module(300, 3, seed=number) for number in range(OPEN)}
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
        for server in self.names:
            with closing(self.client(server)) as client:
                documents = [client.open(path, text) for path, text in texts.items()]
                client.settle(documents)
                for document in documents:
                    document.ask("hover", document.text.index("def handle_1_") + len("def handle_1_"))
                self.row(f"memory, {OPEN} files open", "MiB").add(server, client.memory() / 2**20)


def table(names: Sequence[str], rows: Sequence[Row]) -> None:
    """Effect: prints the medians, each with its 95th percentile, and below it its ratio to ours."""
    width = max(len(f"{row.name}, {row.unit}") for row in rows)
    say(f"\n{'median (p95), and ratio to op-lsp':<{width}}" + "".join(f"{name:>17}" for name in names))
    for row in rows:
        cells = [row.cells(name) for name in names]
        say(f"{f'{row.name}, {row.unit}':<{width}}" + "".join(f"{text:>17}" for text, _ in cells))
        say(" " * width + "".join(f"{ratio:>17}" for _, ratio in cells))


def goals(rows: Mapping[str, Row]) -> None:
    """Effect: prints which goals are met."""

    def value(name: str, server: str = OURS) -> float:
        return rows[name].median(server) or float("nan")

    def goal(text: str, reached: float, limit: float, unit: str = "ms") -> None:
        say(f"  {'met   ' if reached <= limit else 'MISSED'} {text}: {reached:.1f} {unit}, at most {limit:.1f}")

    long, short, menu = "keystroke, long file", "keystroke, short file", "keystroke in a menu, long file"
    say("\nGoals")
    if RUFF in rows[long].values:
        goal("keystroke in a long file, as ruff", value(long), value(long, RUFF))
        goal("keystroke in a short file, twice ruff", value(short), 2 * value(short, RUFF))
    goal("a file of nearly seven times the size, at most 1.5 times the short one", value(long), 1.5 * value(short))
    goal("keystroke in a menu", value(menu), 40)
    for row in rows.values():
        if row.name.startswith("hover"):
            goal(f"{row.name}, p95", row.p95(OURS), 5)
    goal("memory, one long file open", value("memory after that, one file open"), 90, "MiB")
    goal(f"memory, {OPEN} files open", value(f"memory, {OPEN} files open"), 80, "MiB")
    behind = [
        f"{row.name}: {other}"
        for row in rows.values()
        for other in PYTHON
        if (row.median(other) or float("inf")) < (row.median(OURS) or 0)
    ]
    waiting = [each for each in behind if "processor time" in each]
    late = [each for each in behind if each not in waiting]
    text = "ahead of the servers written in Python in what a user waits for, and in memory"
    say(f"  {'MISSED' if late else 'met   '} {text}{': not ' * bool(late)}{'; '.join(late)}")
    if waiting:
        say(f"  (more processor time than one that waits, or does less: {'; '.join(waiting)})")


def main(words: Sequence[str] = ()) -> None:
    """Effect: prints the table; words name the servers, ours always among them."""
    as_installed()
    chosen = [name for name in SERVERS if not words or name in (OURS, *words)]
    names = [name for name in chosen if installed(SERVERS[name][0])]
    for name in set(chosen) - set(names):
        say(f"{name} is not installed")
    with tempfile.TemporaryDirectory() as folder:
        run = Measurement(names, Path(folder).resolve())
        run.starts(run.folder / "long.py", long_module(*FILES["long"]))
        for kind in FILES:
            run.work(kind)
        run.many()
    table(names, list(run.rows.values()))
    goals(run.rows)


def installed(program: str) -> bool:
    """Whether a program stands beside this Python."""
    return any(BIN.glob(f"{program}*"))


if __name__ == "__main__":
    main(sys.argv[1:])
