"""Types of the standard library, as a menu shows them."""

from __future__ import annotations

import functools
import importlib
from pathlib import Path
from typing import Any

from op_runtime.menu import Schema, from_annotation
from op_runtime.menu.schema import Opaque

_LOADED = frozenset(
    {
        "builtins",
        "collections",
        "collections.abc",
        "contextlib",
        "dataclasses",
        "enum",
        "functools",
        "re",
        "types",
        "typing",
    }
)  # fmt: skip
"""Modules that are loaded in any case, so that looking into them runs nothing new."""


def standard_type(module: str, name: str) -> Schema | None:
    """What an annotation with a type of a standard module is; None where that is no class, or not surely known.

    Most are shown by their own name (see ``standard_classes.txt``); ``typing.Deque`` and ``types.CodeType`` are not.
    """
    if module in _LOADED:
        live: Any = getattr(importlib.import_module(module), name, None)
        known = isinstance(live, type) or getattr(live, "__origin__", None) is not None or module == "typing"
        return from_annotation(live) if known and live is not None else None
    return Opaque(name) if f"{module}.{name}" in _shown_by_name() else None


def star_exports(module: str, name: str) -> bool | None:
    """Whether ``from module import *`` binds a name; None for a module whose names are not known."""
    known = "typing" if module == "typing_extensions" else module
    return name in importlib.import_module(known).__all__ if known in _LOADED - {"builtins"} else None


@functools.cache
def _shown_by_name() -> frozenset[str]:
    return frozenset(Path(__file__).with_name("standard_classes.txt").read_text(encoding="utf-8").split())
