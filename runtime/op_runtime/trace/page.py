"""A trace as one HTML page that needs nothing else: no script, no network."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from html import escape
from typing import Final

from op_runtime.trace.node import Node
from op_runtime.trace.tree import by_caller, measures, short, span, totals, walk

_STYLE: Final = """
:root { color-scheme: light dark; --ok: #2e7d4f; --rejected: #b7791f; --error: #c53030; --running: #4a6fa5; }
body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.3rem; } h2 { font-size: 1.05rem; margin-top: 2rem; }
.timeline { display: grid; grid-template-columns: minmax(10rem, 22rem) 1fr; gap: 2px 1rem; align-items: center; }
.timeline a { color: inherit; overflow: hidden; text-decoration: none; text-overflow: ellipsis; white-space: nowrap; }
.lane { background: color-mix(in srgb, currentColor 7%, transparent); height: 14px; position: relative; }
.bar { border-radius: 2px; height: 100%; min-width: 3px; position: absolute; }
.bar.ok { background: var(--ok); } .bar.rejected { background: var(--rejected); }
.bar.error { background: var(--error); } .bar.running { background: var(--running); }
details { border-left: 2px solid color-mix(in srgb, currentColor 20%, transparent); margin: 2px 0; }
details { padding-left: .8rem; }
details:target > summary { outline: 2px solid var(--running); }
summary { cursor: pointer; } .role { opacity: .65; } .measures { opacity: .65; font-size: .85em; }
.status { font-weight: 600; } .status.rejected { color: var(--rejected); }
.status.error { color: var(--error); } .status.running { color: var(--running); }
pre { background: color-mix(in srgb, currentColor 6%, transparent); margin: .3rem 0; max-height: 16rem; overflow: auto;
  overflow-wrap: anywhere; padding: .5rem; white-space: pre-wrap; }
.axis { display: flex; font-size: .85em; justify-content: space-between; opacity: .65; }
@media (max-width: 45rem) { .axis span:not(:first-child, :last-child) { display: none; } }
@media print { pre { max-height: none; } }
dt { font-size: .85em; opacity: .65; } dd { margin: 0; }
"""

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""The page may load nothing, whatever a model has written into it."""


def page(nodes: Sequence[Node], title: str) -> str:
    """Give the page: every call on a line of time, and as a tree with all that it was given and gave."""
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(_POLICY)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{_text(title)}</title>",
            f"<style>{_STYLE}</style>",
            "</head>",
            "<body>",
            f"<h1>{_text(title)}</h1>",
            f"<p>{_text(_when(nodes) + totals(nodes))}</p>",
            "<h2>Timeline</h2>",
            _timeline(nodes),
            "<h2>Calls</h2>",
            _tree(nodes),
            "</body>",
            "</html>",
            "",
        ]
    )


def _timeline(nodes: Sequence[Node]) -> str:
    if not nodes:
        return "<p>Nothing was called.</p>"
    begin, end = span(nodes)
    whole = max(end - begin, 1e-9)
    marks = "".join(f"<span>{whole * part / 4:.2f} s</span>" for part in range(5))
    rows = ['<div class="timeline">', f'<span></span><div class="axis">{marks}</div>']
    for depth, node in walk(nodes):
        left = 100 * (node.started - begin) / whole
        width = 100 * max(0.0, (node.ended or end) - node.started) / whole
        rows.append(
            f'<a href="#{_text(node.id)}" style="padding-left: {depth}rem"><span class="role">{_text(node.role)}</span>'
            f" {_text(node.name)}{_status(node)}</a>"
            f'<div class="lane" title="{_text(measures(node))}"><div class="bar {_text(node.status)}"'
            f' style="left: {left:.3f}%; width: {width:.3f}%"></div></div>'
        )
    return "\n".join([*rows, "</div>"])


def _tree(nodes: Sequence[Node]) -> str:
    """Each call is an element that opens, around those that it made."""
    parts: list[str] = []
    open_depth = -1
    callers = by_caller(nodes)
    for depth, node in walk(nodes):
        parts.append("</details>" * (open_depth - depth + 1))
        parts.append(_call(node, opened=bool(callers.get(node.id))))
        open_depth = depth
    parts.append("</details>" * (open_depth + 1))
    return "\n".join(part for part in parts if part)


def _call(node: Node, *, opened: bool) -> str:
    given = short(node.input)
    parts = [
        f'<details id="{_text(node.id)}"{" open" if opened else ""}>',
        f'<summary><span class="role">{_text(node.role)}</span> {_text(node.name)}({_text(given)}){_status(node)}'
        f' <span class="measures">{_text(measures(node))}</span></summary>',
        "<dl>",
    ]
    values = (("given", node.input), ("gave", node.output), ("notes", "\n".join(node.notes) or None))
    for title, value in values:
        if value is not None:
            text = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
            parts.append(f"<dt>{title}</dt><dd><pre>{_text(text)}</pre></dd>")
    if node.reads:
        links = ", ".join(f'<a href="#{_text(read)}">{_text(read[:8])}</a>' for read in node.reads)
        parts.append(f"<dt>was shown</dt><dd>{links}</dd>")
    parts.append("</dl>")
    return "\n".join(parts)


def _status(node: Node) -> str:
    """How a call ended, in words: colours alone tell not everybody."""
    return "" if node.status == "ok" else f' <span class="status {_text(node.status)}">{_text(node.status)}</span>'


def _when(nodes: Sequence[Node]) -> str:
    if not nodes:
        return ""
    return time.strftime("%Y-%m-%d %H:%M:%S UTC, ", time.gmtime(span(nodes)[0]))


_TURNING: Final = {code: f"\\u{code:04x}" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F)}
"""Characters that turn the direction of what is read, so that a text could look like another one."""


def _text(text: str) -> str:
    """Escape text; lone surrogates, which no page takes, become question marks."""
    return escape(text.encode("utf-8", "replace").decode("utf-8").translate(_TURNING))
