"""Which names are ours, by where they come from: never by how they are spelt in a file."""

from __future__ import annotations

import re
from collections.abc import Collection

PACKAGE = "op_runtime"
"""Any submodule of it may be the source of a name."""

MODULES = frozenset(
    {
        "openprogram",
        "openprogram.agentic_programming",
        "openprogram.agentic_programming.function",
        "openprogram.agentic_programming.decision",
        "agentic",
        "agentic.function",
        "agentic.decision",
    }
)
"""Other modules whose public names are ours (rules spec, introduction); the config may list more."""

DECISIONS = frozenset({"make", "amake", "parse_args", "render_options", "resolve_decision"})
"""Functions of the module ``decision`` that take options."""

CALLS = frozenset({"llm", "agent", "goal", "validate_and_retry", "route", "conditional", "repeat_until", "parallel"})
NAMES = frozenset({"agentic_function", "decision", "Option", "Runtime", "DecisionError", *CALLS})

_EXEC = re.compile(rb"exec\s*\(")


def our_name(qualified: str, modules: Collection[str] = ()) -> str | None:
    """What a name from outside is to us: ``agentic_function``, ``decision.make``, ``Option.value``, ...; else None.

    ``modules`` are further modules whose names count.
    """
    parts = qualified.split(".")
    for cut in range(len(parts) - 1, 0, -1):
        module = ".".join(parts[:cut])
        if parts[0] == PACKAGE or module in MODULES or module in modules:
            found = _known(parts[cut:], parts[cut - 1])
            if found:
                return found
    return None


def _known(rest: list[str], module: str) -> str | None:
    if rest[0] in NAMES:
        return ".".join(rest)
    if module == "decision" and rest[0] in DECISIONS:
        return "decision." + rest[0]
    return rest[0] if len(rest) == 1 and rest[0] in DECISIONS - {"make", "amake"} else None


def turns_with_choices(data: bytes) -> bool:
    """Whether a text may offer a menu in a turn: that takes a runtime, which may come from anywhere."""
    return b"choices" in data and _EXEC.search(data) is not None
