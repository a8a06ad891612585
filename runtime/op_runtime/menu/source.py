"""The source text of a live callable's defaults, where its source can be read."""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from typing import Any


def default_texts(target: Any) -> dict[str, str]:
    """The source text of each default, by parameter name; empty for code without source (REPL, ``exec``, frozen).

    Effect: reads the file that defines ``target``.
    """
    while isinstance(target, functools.partial):
        target = target.func
    target = inspect.unwrap(getattr(target, "__func__", target))
    if not inspect.isfunction(target):
        target = getattr(type(target).__call__, "__func__", type(target).__call__) if callable(target) else target
    try:
        source = textwrap.dedent(inspect.getsource(target))
        definition = ast.parse(source).body[0]
    except (OSError, TypeError, SyntaxError, ValueError, IndexError):
        return {}
    if not isinstance(definition, ast.FunctionDef | ast.AsyncFunctionDef) or definition.name != target.__name__:
        return {}
    arguments = definition.args
    positional = [*arguments.posonlyargs, *arguments.args]
    with_default = positional[len(positional) - len(arguments.defaults) :]
    pairs = [*zip(with_default, arguments.defaults, strict=True)]
    pairs += [
        (argument, default)
        for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
        if default is not None
    ]
    return {argument.arg: ast.get_source_segment(source, default) or "" for argument, default in pairs}


def written(default: object) -> str:
    """A default as source would write it, where its source cannot be read; empty where no source could."""
    name = getattr(default, "__name__", None)
    text = name if isinstance(name, str) else repr(default)
    return "" if text.startswith("<") else text
