"""The prompt that asks a model again, made for the one problem of its last reply (decision spec, section 5)."""

from __future__ import annotations

from typing import Final

from op_runtime.menu.options import Menu
from op_runtime.menu.reply import ReplyError
from op_runtime.menu.tolerant import clean

SHOWN_REPLY: Final = 500
"""Characters of the last reply that the prompt repeats, the middle left out."""

_ADVICE: Final = {
    "no_action": "Pick one of the options below.",
    "syntax": "Give the same pick again as strict JSON.",
    "truncated": "Give the pick again, short enough to be complete; a reply of the same length is cut again.",
    "ambiguous": "Decide on one option and give that object alone.",
    "unknown_call": "Use one of the names below, letter by letter.",
    "bad_args": 'Give the arguments under "args", by the names below.',
    "type_mismatch": "Give the pick again with a value of the right type there.",
    "enum_violation": "Give the pick again with one of the allowed values there, letter by letter.",
    "missing_required": "Give the pick again with every parameter that is not marked optional.",
    "duplicate_key": "Give the pick again with each key once.",
    "too_large": "Give the pick again as a smaller object.",
}
_ENDING: Final = (
    'Answer with JSON only: one object {"call": "<name>", "args": {...}}, nothing before it and nothing after it.'
)


def reask(error: ReplyError, reply: str, menu: Menu) -> str:
    """The complete prompt: the last reply shortened, the one problem, the menu, and the form of the answer.

    Its length does not depend on how often was asked, nor on the reply's length.
    """
    return clean(
        "\n\n".join(
            (
                "Your last reply could not be used. It was:",
                shortened(reply.strip()) or "(empty)",
                f"The problem: {error.message}.",
                _ADVICE[error.kind],
                "The options:",
                menu.render() + "\n" + _ENDING,
            )
        )
    )


def shortened(text: str, length: int = SHOWN_REPLY) -> str:
    """``text`` in at most ``length`` characters, the middle left out."""
    if len(text) <= length:
        return text
    mark = f" [... {len(text) - length} or more characters left out ...] "
    keep = length - len(mark)
    return text[: keep - keep // 2] + mark + text[len(text) - keep // 2 :]
