"""OP307: a content block that is none."""

from __future__ import annotations

from collections.abc import Iterator

from op_runtime.menu.names import BLOCK_KEYS

from op_lint.finding import Finding
from op_lint.offered import DictPart, ItemsPart, Leaf, Part, text, unknown
from op_lint.resolve.ours import PACKAGE
from op_lint.rules.base import Context, Example, Rule


class BadContent(Rule):
    """A block of ``content`` that is no dict, has an unknown type, lacks the key that its type needs as text, or, in a
    function of ``op_runtime``, has a key that nothing reads.

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
        Example(
            '''
            @agentic_function
            def look(runtime=None):
                """Look at the picture of the day."""
                runtime.exec([«"Look."», {"type": "image", "path": «None»}])
                return runtime.exec([{"type": "text", "text": "Look.", «"detail"»: "high"}])
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
            function = call.function
            strict = function is not None and function.decorator_module.partition(".")[0] == PACKAGE
            for block in content.items if isinstance(content, ItemsPart) and content.kind == "list" else ():
                found = _problem(block, strict=strict)
                if found is not None:
                    part, message = found
                    where = part.place.range if context.here(part) else call.arguments["content"].range
                    yield context.finding(self, where, message)


def _problem(block: Part, *, strict: bool) -> tuple[Part, str] | None:
    if isinstance(block, Leaf) and isinstance(block.value, str | int | float | None):
        return block, 'a block is a dict such as {"type": "text", "text": ...}'
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
    value = entries.get(needed)
    if value is None and not strict and len(entries) > 1:
        return None  # another framework may read those
    if value is None:
        return block, f'a block of this type needs "{needed}"'
    if isinstance(value, Leaf) and isinstance(value.value, int | float | None):
        return value, f'"{needed}" must be text'
    extra = next((key for key, _ in block.entries if text(key) not in ("type", needed)), None)
    return (extra, f'nothing reads "{text(extra)}" in a block of this type') if strict and extra is not None else None
