"""What planner code finds in the sandbox, besides the registered functions."""

from __future__ import annotations

from typing import Final

from op_runtime.workflow.prelude import CALLS, PRIMITIVES

WORKFLOW_NAMES: Final = frozenset((*CALLS, *PRIMITIVES))
"""The primitives, and what asks a model."""

SANDBOX_BUILTINS: Final = frozenset(
    (
        *(
            "abs",
            "all",
            "any",
            "bin",
            "bool",
            "bytes",
            "chr",
            "complex",
            "dict",
            "divmod",
            "enumerate",
            "filter",
            "float",
        ),
        *("format", "frozenset", "getattr", "hasattr", "hash", "hex", "id", "int", "isinstance", "iter", "len", "list"),
        *("map", "max", "min", "next", "object", "oct", "ord", "pow", "print", "range", "repr", "reversed", "round"),
        *("set", "setattr", "slice", "sorted", "str", "sum", "tuple", "type", "zip"),
        *("ArithmeticError", "AssertionError", "AttributeError", "BaseException", "Exception", "FileExistsError"),
        *("FileNotFoundError", "ImportError", "IndexError", "IsADirectoryError", "KeyError", "KeyboardInterrupt"),
        *("LookupError", "MemoryError", "ModuleNotFoundError", "NameError", "NotADirectoryError"),
        *("NotImplementedError", "OSError", "OverflowError", "PermissionError", "RecursionError", "RuntimeError"),
        *("StopIteration", "SyntaxError", "SystemExit", "TimeoutError", "TypeError", "UnboundLocalError"),
        *("UnicodeDecodeError", "UnicodeEncodeError", "ValueError", "ZeroDivisionError"),
        *("Ellipsis", "NotImplemented", "__name__"),
    )
)
"""Builtins of the sandbox's interpreter that are of use there.

`open`, `eval`, `exec` and `locals` exist in it too, and give nothing: a workflow has no files and no code but its own.
"""
