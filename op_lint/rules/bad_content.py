"""OP307: a content block that is none."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.exec.content import BLOCK_KEYS

from op_lint.finding import Finding
from op_lint.offered import DictPart, ItemsPart, Leaf, Part, text, unknown
from op_lint.rules.base import Context, Example, Rule


class BadContent(Rule):
    """A block of ``content`` of an unknown type, or without the key that its type needs.

    Why: ``TypeError`` before the model is called.

    Fix: none. Write ``{"type": "text", "text": ...}`` or ``{"type": "image" | "audio" | "file", "path": ...}``.
    """

    code = "OP307"
    name = "bad-content"
    severity = "error"
    summary = "a content block without its key, or of unknown type"
    bad = (
        Example(
            '''
            @agentic_function
            def look(runtime=None):
                """Look at the picture of the day."""
                return runtime.exec([{"type": "text", "text": "Look."}, «{"type": "image", "url": "a.png"}»])
            '''
        ),
        Example(
            '''
            @agentic_function
            def look(runtime=None):
                """Look at the picture of the day."""
                return runtime.exec(content=[{"type": «"picture"», "path": "a.png"}, «{"text": "Look."}»])
            '''
        ),
    )
    good = (
        Example(
            '''
            @agentic_function
            def look(path: str, runtime=None):
                """Look at the picture of the day."""
                return runtime.exec([{"type": "text", "text": f"Look at {path}."}, {"type": "image", "path": path}])
            '''
        ),
        Example(
            '''
            from elsewhere import BLOCK, KIND, REST
            from op_runtime import agentic_function


            @agentic_function
            def look(runtime=None):
                """Look at the picture of the day."""
                return runtime.exec([BLOCK, {"type": KIND, "text": "Look."}, {"type": "image", **REST}])
            '''
        ),
    )

    def check(self, context: Context) -> Iterator[Finding]:
        """Report blocks that surely are refused."""
        for call in context.facts.calls:
            content = call.parts.get("content")
            for block in content.items if isinstance(content, ItemsPart) and content.kind == "list" else ():
                found = _problem(block)
                if found is not None:
                    part, message = found
                    where = part.place.range if context.here(part) else call.arguments["content"].range
                    yield context.finding(self, where, message)


def _problem(block: Part) -> tuple[Part, str] | None:
    if not isinstance(block, DictPart) or any(text(key) is None for key, _ in block.entries):
        return None
    entries = {text(key): value for key, value in block.entries}
    kind = entries.get("type")
    if kind is None:
        return block, 'a block needs a "type": text, image, audio or file'
    if unknown(kind) or not isinstance(kind, Leaf):
        return None
    needed = BLOCK_KEYS.get(str(kind.value))
    if needed is None:
        return kind, "the type of a block is text, image, audio or file"
    return None if needed in entries else (block, f'a block of this type needs "{needed}"')
