"""The fixed names of the metadata and decision contracts, each written once."""

from __future__ import annotations

from typing import Final

INJECTED: Final = ("runtime", "exec_runtime", "review_runtime")
"""Parameters that the framework fills and no model ever sees (metadata spec, section 5)."""

INPUT_KEYS: Final[dict[str, type]] = {
    "description": str,
    "options": list,
    "hidden": bool,
    "placeholder": str,
    "multiline": bool,
    "options_from": str,
    "label": str,
    "source": str,
}
"""What one ``input=`` entry may say, and the type of each value (metadata spec, section 1)."""

DEFERRED_KEYS: Final = ("effects", "permissions", "idempotent", "latency_hint", "cost_hint")
"""Keys that nothing reads yet (OP214): ignored."""

SIGNATURE_KEYS: Final = ("type", "default", "required", "name")
"""Keys that repeat the signature (OP215): ignored."""

OPTIONS_FROM: Final = ("functions",)
SOURCES: Final = ("llm", "context")
"""Values of the legacy key ``source``; ``context`` means hidden."""

META_KEYS: Final = ("type", "description", "options", "fields", "items")
"""A schema dict whose keys are all among these describes one field (decision spec, section 3)."""

FOREIGN_META_KEYS: Final = ("enum", "default", "required")
"""Keys of other schema dialects: beside ``type`` and meta keys only, they are refused."""

BLOCK_KEYS: Final = {"text": "text", "image": "path", "audio": "path", "file": "path"}
"""The kinds of blocks of a model call's content and the key that each needs (metadata spec, section 3)."""

RESULT_KEY: Final = "decision"
"""The key of a schema option's result that holds the option's name; no field may take it."""

CALL_KEYS: Final = ("call", "action", "function", "tool")
"""Keys that name the picked option in a reply, the preferred one first (decision spec, section 5)."""

ARGS_KEYS: Final = ("args", "arguments", "parameters", "input")
"""Keys that hold a pick's arguments, the preferred one first."""

EXPOSE: Final = ("io", "llm", "full", "hidden")
RENDER_RANGE_KEYS: Final = ("callers", "subcalls")
DEAD_RENDER_RANGE_KEYS: Final = ("depth", "siblings")
"""Keys of ``render_range`` that real code still has and nothing reads: ignored with a warning."""

MAX_SCHEMA_DEPTH: Final = 64
"""Levels that a schema may nest; deeper ones are refused with a clear error."""
