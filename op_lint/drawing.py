"""A graph as Mermaid, DOT, SVG or JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape

from op_lint.graph import Edge, Graph, Node


def _shown(node: Node, short: Callable[[str], str]) -> str:
    if node.kind == "module":
        return short(node.path)
    return node.name.replace(".<locals>", "")


def _groups(graph: Graph) -> dict[str, list[Node]]:
    groups: dict[str, list[Node]] = {}
    for node in graph.nodes:
        groups.setdefault(node.path, []).append(node)
    return groups


def _numbers(graph: Graph) -> dict[Node, str]:
    return {node: f"n{number}" for number, node in enumerate(graph.nodes)}


def mermaid(graph: Graph, short: Callable[[str], str]) -> str:
    """A flow chart for Markdown: one box for each file; what is unknown is dashed."""
    ids = _numbers(graph)
    lines = ["flowchart LR"]
    for number, (path, nodes) in enumerate(_groups(graph).items()):
        lines.append(f'  subgraph f{number}["{_mermaid(short(path))}"]')
        for node in nodes:
            left, right = ("([", "])") if node.kind == "agentic" else ("[", "]")
            dashed = ":::unknown" if node.kind == "unknown" else ""
            lines.append(f'    {ids[node]}{left}"{_mermaid(_shown(node, short))}"{right}{dashed}')
        lines.append("  end")
    for edge in graph.edges:
        arrow = "-.->" if edge.end.kind == "unknown" else "-->"
        lines.append(f'  {ids[edge.start]} {arrow}|"{_mermaid(edge.label)}"| {ids[edge.end]}')
    lines.append("  classDef unknown stroke-dasharray: 5 5")
    return "\n".join(lines) + "\n"


def _mermaid(text: str) -> str:
    """Text for a quoted label: what could end it or mean something becomes a character code."""
    return "".join(char if char.isalnum() or char in " .,_-/()?:=!" else f"#{ord(char)};" for char in text)


def dot(graph: Graph, short: Callable[[str], str]) -> str:
    """The language of Graphviz."""
    ids = _numbers(graph)
    lines = ["digraph op_lint {", "  rankdir=LR;", "  node [shape=box];"]
    for number, (path, nodes) in enumerate(_groups(graph).items()):
        lines.append(f"  subgraph cluster_{number} {{\n    label={_dot(short(path))};")
        for node in nodes:
            style = {"agentic": ", style=rounded", "unknown": ", style=dashed"}.get(node.kind, "")
            lines.append(f"    {ids[node]} [label={_dot(_shown(node, short))}{style}];")
        lines.append("  }")
    for edge in graph.edges:
        style = ", style=dashed" if edge.end.kind == "unknown" else ""
        lines.append(f"  {ids[edge.start]} -> {ids[edge.end]} [label={_dot(edge.label)}{style}];")
    return "\n".join([*lines, "}"]) + "\n"


def _dot(text: str) -> str:
    said = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{said}"'


def as_json(graph: Graph, short: Callable[[str], str]) -> str:
    """``nodes`` (id, name, kind, path, line from 1) and ``edges`` (from, to, kind, label)."""
    ids = _numbers(graph)
    nodes = [
        {"id": ids[node], "name": node.name, "kind": node.kind, "path": short(node.path), "line": node.line + 1}
        for node in graph.nodes
    ]
    edges = [
        {"from": ids[edge.start], "to": ids[edge.end], "kind": edge.kind, "label": edge.label} for edge in graph.edges
    ]
    return json.dumps({"nodes": nodes, "edges": edges}, indent=2) + "\n"


_COLUMN, _ROW, _WIDTH, _HEIGHT = 260, 56, 180, 32
_BACK = 70
"""How far a line that leads back swings out on both sides."""


def svg(graph: Graph, short: Callable[[str], str]) -> str:
    """A drawing: what leads on stands left of what it leads to."""
    ranks = _ranks(graph)
    rows: dict[int, int] = {}
    places: dict[Node, tuple[int, int]] = {}
    for node in sorted(graph.nodes, key=lambda node: (ranks[node], node)):
        row = rows.get(ranks[node], 0)
        rows[ranks[node]] = row + 1
        places[node] = (_BACK + ranks[node] * _COLUMN, 20 + row * _ROW)
    width = 2 * _BACK + _COLUMN * max(ranks.values(), default=0) + _WIDTH
    height = 40 + _ROW * max(rows.values(), default=1)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="12">',
        '<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0 8 4 0 8z"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    parts += [_line(edge, places) for edge in graph.edges]
    parts += [_box(node, places[node], short) for node in graph.nodes]
    return "\n".join([*parts, "</svg>"]) + "\n"


def _ranks(graph: Graph) -> dict[Node, int]:
    """The longest way to each node from where nothing leads; circles are cut where they close."""
    ahead: dict[Node, list[Node]] = {node: [] for node in graph.nodes}
    for edge in graph.edges:
        ahead[edge.start].append(edge.end)
    targets = {edge.end for edge in graph.edges if edge.end != edge.start}
    kept: list[tuple[Node, list[Node]]] = []  # the last to be left first; each with what it leads to, circles cut
    entered: set[Node] = set()
    for start in sorted(graph.nodes, key=lambda node: (node in targets, node)):
        if start in entered:
            continue
        entered.add(start)
        way = [(start, iter(ahead[start]), list[Node]())]
        inside = {start}
        while way:
            node, rest, ends = way[-1]
            end = next(rest, None)
            if end is None:
                way.pop()
                inside.discard(node)
                kept.append((node, ends))
            elif end not in inside:
                ends.append(end)
                if end not in entered:
                    entered.add(end)
                    inside.add(end)
                    way.append((end, iter(ahead[end]), []))
    ranks = dict.fromkeys(graph.nodes, 0)
    for node, ends in reversed(kept):
        for end in ends:
            ranks[end] = max(ranks[end], ranks[node] + 1)
    return ranks


def _line(edge: Edge, places: dict[Node, tuple[int, int]]) -> str:
    (x1, y1), (x2, y2) = places[edge.start], places[edge.end]
    ahead = x2 > x1
    x1, y1, y2 = x1 + _WIDTH, y1 + _HEIGHT // 2, y2 + _HEIGHT // 2
    # What leads back, or over a column, goes below the boxes of its own row.
    bend, down = (40, 0 if x2 - x1 < _COLUMN else 40) if ahead else (_BACK, 40)
    dashed = ' stroke-dasharray="5 5"' if edge.end.kind == "unknown" else ""
    curve = f"M{x1} {y1} C{x1 + bend} {y1 + down} {x2 - bend} {y2 + down} {x2} {y2}"
    path = f'<path d="{curve}" fill="none" stroke="black"{dashed} '
    middle = (y1 + y2) // 2 + down * 3 // 4
    label = f'<text x="{(x1 + x2) // 2}" y="{middle - 4}" text-anchor="middle">{escape(edge.label)}</text>'
    return path + 'marker-end="url(#end)"/>' + label


def _box(node: Node, place: tuple[int, int], short: Callable[[str], str]) -> str:
    x, y = place
    dashed = ' stroke-dasharray="5 5"' if node.kind == "unknown" else ""
    round_ = ' rx="14"' if node.kind == "agentic" else ""
    shown = _shown(node, short)
    cut = shown if len(shown) <= 26 else shown[:25] + "…"
    title = f"<title>{escape(f'{short(node.path)}:{node.line + 1} {shown}')}</title>"
    box = f'<rect x="{x}" y="{y}" width="{_WIDTH}" height="{_HEIGHT}" fill="white" stroke="black"{dashed}{round_}/>'
    text = f'<text x="{x + _WIDTH // 2}" y="{y + _HEIGHT // 2 + 4}" text-anchor="middle">{escape(cut)}</text>'
    return f"<g>{title}{box}{text}</g>"


FORMATS = {"mermaid": mermaid, "dot": dot, "svg": svg, "json": as_json}
