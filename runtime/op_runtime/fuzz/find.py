"""The decisions of an imported file: containers of options, wherever their values can be had without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final

from op_runtime.function import AgenticFunction
from op_runtime.menu import Menu, build_menu

_MAKERS: Final = {"make": 1, "amake": 1, "parse_args": 1, "render_options": 0}
"""Functions that take options, and at which position."""
_KEYWORDS: Final = ("options", "choices")


@dataclass(frozen=True, slots=True)
class Decision:
    """One menu of a file: `name` is the function it stands in, or the agentic function that is its only option."""

    name: str
    line: int
    menu: Menu


@dataclass(frozen=True, slots=True)
class Found:
    """The decisions of a file, and those that could not be had, each with the reason."""

    decisions: tuple[Decision, ...]
    skipped: tuple[str, ...]


def decisions(module: ModuleType, source: str, name: str | None = None) -> Found:
    """Effect: find every decision of a module, or those of `name`; agentic functions count as menus of one.

    `name` is a function that decides, an agentic function, or a container of options.

    Options are evaluated with the module's names, and with what the function around them assigns before; what
    depends on anything else is skipped, with the reason.
    """
    found: list[Decision] = []
    skipped: list[str] = []
    for function, call in _calls(ast.parse(source)):
        if name is not None and function != name:
            continue
        options = _options(call.node)
        if options is None:
            continue
        where = f"{function or 'the module'}, line {call.node.lineno}"
        try:
            values = _assigned(call.body, call.node.lineno, options, vars(module))
            menu = build_menu(_evaluate(options, {**vars(module), **values}), registry=True)
        except Exception as error:  # evaluating what somebody wrote can fail in any way
            skipped.append(f"{where}: its options are only known while it runs ({type(error).__name__}: {error})")
            continue
        found.append(Decision(function or module.__name__, call.node.lineno, menu))
    for key, value in vars(module).items():
        own = isinstance(value, AgenticFunction) and value.__module__ == module.__name__
        if own and (name is None or name in (key, value.__name__)):
            line = value.__wrapped__.__code__.co_firstlineno
            found.append(Decision(value.__name__, line, build_menu({value.describe().name: value})))
    container = vars(module).get(name) if name is not None else None
    if isinstance(container, dict | list):
        line = next((item.lineno for item in ast.parse(source).body if name in ast.unparse(item).split()[:1]), 1)
        found.append(Decision(str(name), line, build_menu(container, registry=True)))
    return Found(tuple(found), tuple(skipped))


def _is_harmless(function: ast.expr) -> bool:
    """Whether it is one of the harmless names, or an attribute of a module or of `Option` that is."""
    words = ast.unparse(function).split(".")
    return words[-1] in _HARMLESS or "Option" in words[:-1]


@dataclass(frozen=True, slots=True)
class _Call:
    node: ast.Call
    body: list[ast.stmt]


def _calls(tree: ast.Module) -> Iterator[tuple[str, _Call]]:
    """Every call, with the name and the body of the function around it."""

    def walk(node: ast.AST, function: str, body: list[ast.stmt]) -> Iterator[tuple[str, _Call]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                yield from walk(child, child.name, child.body)
                continue
            if isinstance(child, ast.Call):
                yield function, _Call(child, body)
            yield from walk(child, function, body)

    yield from walk(tree, "", [])


def _options(call: ast.Call) -> ast.expr | None:
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    called = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if called in _MAKERS:
        position = _MAKERS[called]
        positional = call.args[position] if len(call.args) > position else None
        return positional or keywords.get("options")
    return keywords.get("choices") if called in ("exec", "aexec", "llm", "agent") else None


def _assigned(body: list[ast.stmt], line: int, options: ast.expr, names: Mapping[str, Any]) -> dict[str, Any]:
    """The values of local names that the options use, as assigned above the call."""
    wanted = {node.id for node in ast.walk(options) if isinstance(node, ast.Name)}
    values: dict[str, Any] = {}
    for statement in body:
        if statement.lineno >= line or not isinstance(statement, ast.Assign | ast.AnnAssign) or statement.value is None:
            continue
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        for target in targets:
            if isinstance(target, ast.Name) and target.id in wanted:
                values[target.id] = _evaluate(statement.value, {**names, **values})
    return values


_HARMLESS: Final = ("Option", "dict", "list", "tuple", "set", "partial", "zip", "range", "sorted", "str")
"""What an options expression may call; anything else may have effects, and is not run."""


def _evaluate(expression: ast.expr, names: dict[str, Any]) -> Any:
    """The value of an expression of the file under test, which is imported, hence trusted, already.

    Raises:
        ValueError: it calls something that may have effects.
    """
    for node in ast.walk(expression):
        if isinstance(node, ast.Call) and not _is_harmless(node.func):
            raise ValueError(f"it calls {ast.unparse(node.func)}()")
    code = compile(ast.Expression(expression), "<options>", "eval")
    return eval(code, names)
