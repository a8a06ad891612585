"""The content of one model call: text, or a list of blocks (metadata spec, section 3)."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any, Final

from op_runtime.menu.names import BLOCK_KEYS
from op_runtime.menu.tolerant import clean

_FORMS: Final = '{"type": "text", "text": ...} or {"type": "image" | "audio" | "file", "path": ...}'


def check_content(content: object) -> str | list[dict[str, Any]]:
    """Give `content` as a message's content: text, or blocks of which at least one is not text.

    Blocks that are all text are joined with an empty line between them. Lone surrogates, which no request can carry,
    become U+FFFD.

    Raises:
        TypeError: it is neither text nor a list, or a block is malformed; the message names the block.
        ValueError: it is empty.
    """
    if isinstance(content, str):
        if not content.strip():
            raise ValueError("content is empty: say what the model is to do")
        return clean(content)
    if isinstance(content, Mapping) or not isinstance(content, list | tuple):
        raise TypeError(f"content must be text or a list of blocks such as {_FORMS}, not {type(content).__name__}")
    if not content:
        raise ValueError("content is empty: say what the model is to do")
    blocks = [_block(block, index) for index, block in enumerate(content)]
    if all(block["type"] == "text" for block in blocks):
        text = "\n\n".join(block["text"] for block in blocks)
        if not text.strip():
            raise ValueError("content is empty: say what the model is to do")
        return text
    return blocks


def _block(block: object, index: int) -> dict[str, Any]:
    where = f"content[{index}]"
    if not isinstance(block, Mapping):
        raise TypeError(f"{where} must be a block such as {_FORMS}, not {type(block).__name__}")
    kind = block.get("type")
    needed = BLOCK_KEYS.get(kind) if isinstance(kind, str) else None
    if needed is None:
        raise TypeError(f"{where} has the type {kind!r}; write {_FORMS}")
    value = block.get(needed)
    if needed == "path" and isinstance(value, os.PathLike):
        value = os.fspath(value)
    if not isinstance(value, str):
        raise TypeError(f'{where}: a block of type {kind!r} needs "{needed}" as text, not {value!r}')
    unread = sorted(str(key) for key in block if key not in ("type", needed))
    if unread:
        what = ", ".join(map(repr, unread))
        raise TypeError(f"{where}: nothing reads {what} in a block of type {kind!r}; write {_FORMS}")
    return {"type": kind, needed: clean(value) if kind == "text" else value}


def with_text(content: str | list[dict[str, Any]], text: str) -> str | list[dict[str, Any]]:
    """Give `content` followed by `text`, with an empty line between them."""
    if isinstance(content, str):
        return content + "\n\n" + text
    return [*content, {"type": "text", "text": text}]
