"""A trace as text: one line for each call, below the call that made it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from op_runtime.trace.node import Node

WIDTH: Final = 60
"""Characters that one line shows of what a call was given, and of what it gave."""

_MARKS: Final = {"ok": " ", "rejected": "?", "error": "!", "running": ">"}


def by_caller(nodes: Sequence[Node]) -> dict[str | None, list[Node]]:
    """Give the calls that each call made, by its id; None has those whose caller is not among `nodes`."""
    known = {node.id for node in nodes}
    inside: dict[str | None, list[Node]] = {}
    for node in nodes:
        inside.setdefault(node.caller if node.caller in known else None, []).append(node)
    return inside


def walk(nodes: Sequence[Node]) -> Iterator[tuple[int, Node]]:
    """Give each node with its depth, every call followed by those that it made; cycles of a spoilt file end."""
    inside = by_caller(nodes)
    waiting = [(0, node) for node in reversed(inside.get(None, []))]
    while waiting:
        depth, node = waiting.pop()
        yield depth, node
        waiting.extend((depth + 1, child) for child in reversed(inside.pop(node.id, [])))


def tree_text(nodes: Sequence[Node], *, full: bool = False) -> str:
    """Give the lines of a trace; with `full` everything that each call was given and gave, else the begin of it.

    A line begins with `?` where a reply could not be read, with `!` where a call failed, and with `>` where it has
    not ended.
    """
    lines: list[str] = []
    for depth, node in walk(nodes):
        indent = "  " * depth
        shown = f"{_MARKS.get(node.status, ' ')} {indent}{node.role} {node.name}"
        if full:
            lines.append(f"{shown}  {measures(node)}")
            for title, value in (("given", node.input), ("gave", node.output)):
                if value is not None:
                    lines.extend(f"  {indent}    {line}" for line in _titled(title, value))
        else:
            lines.append(f"{shown}({short(node.input)}) -> {short(node.output)}  {measures(node)}")
        lines.extend(f"  {indent}    note: {' '.join(note.split())}" for note in node.notes)
    return "\n".join(line.rstrip() for line in lines)


def _titled(title: str, value: object) -> Iterable[str]:
    text = value if isinstance(value, str) else json.dumps(value, indent=1, ensure_ascii=False)
    first, *rest = text.split("\n")
    return [f"{title}: {first}", *(f"{' ' * len(title)}  {line}" for line in rest)]


def short(value: object, limit: int = WIDTH) -> str:
    """Give a value on one line, cut where it is longer than `limit` characters."""
    if value is None:
        return ""
    if isinstance(value, dict):
        text = ", ".join(f"{name}={json.dumps(item, ensure_ascii=False)}" for name, item in value.items())
    else:
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    text = " ".join("".join(char if char.isprintable() else " " for char in text).split())
    return text if len(text) <= limit else text[: limit - 3] + "..."


def measures(node: Node) -> str:
    """Give how long a call took and how many tokens it cost."""
    parts = ["not ended" if node.ended is None else f"{max(0.0, node.ended - node.started):.2f} s"]
    tokens = sum(node.usage.values())
    if tokens:
        parts.append(f"{tokens:,} tokens")
    return "[" + ", ".join(parts) + "]"


def totals(nodes: Sequence[Node]) -> str:
    """Give how many calls there were, what they cost, and how long all of it took."""
    models = sum(node.role == "model" for node in nodes)
    tokens = sum(sum(node.usage.values()) for node in nodes)
    parts = [f"{models} model call{'' if models == 1 else 's'}"]
    if tokens:
        parts.append(f"{tokens:,} tokens")
    if nodes:
        begin, end = span(nodes)
        parts.append(f"{end - begin:.2f} s")
    failed = sum(node.status == "error" for node in nodes)
    if failed:
        parts.append(f"{failed} failed")
    return ", ".join(parts)


def span(nodes: Sequence[Node]) -> tuple[float, float]:
    """Give when the first call began and when the last one ended, in seconds since the epoch."""
    return min(node.started for node in nodes), max(node.ended or node.started for node in nodes)
