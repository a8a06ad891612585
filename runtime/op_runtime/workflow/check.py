"""What is wrong with workflow source, found before it runs (rule catalogue, 5xx and 6xx).

The runtime refuses planner code by it, and the linter's workflow rules report by it: one logic, over `ast`.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from op_runtime.menu.metadata import near
from op_runtime.workflow.calls import check_calls
from op_runtime.workflow.names import SANDBOX_BUILTINS, WORKFLOW_NAMES
from op_runtime.workflow.scopes import Scopes

MAX_SOURCE = 200_000
"""Characters of source that are looked at; a planner's is a few thousand long."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem: the rule's code, what is wrong and what to do, and where: lines and columns from 1."""

    code: str
    message: str
    severity: Literal["error", "warning"]
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.code} {self.message}"


def check(source: str, functions: Iterable[str] = ()) -> tuple[Problem, ...]:
    """Give the problems of workflow source in the order of their places; `functions` are the names it may also call.

    Source that does not parse has one problem, OP001.
    """
    if len(source) > MAX_SOURCE:
        return (Problem("OP001", f"the source is over {MAX_SOURCE} characters long", "error", 1, 1, 1, 1),)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # "is" with a literal and the like: they are about the source, not about us
            tree = ast.parse(source)
        scopes = Scopes(tree)
    except SyntaxError as error:
        line, column = error.lineno or 1, max(error.offset or 1, 1)
        return (Problem("OP001", f"this is not Python: {error.msg}", "error", line, column, line, column),)
    except (ValueError, RecursionError, MemoryError) as error:
        return (
            Problem(
                "OP001", f"this cannot be read as Python: {str(error) or 'it is nested too deep'}", "error", 1, 1, 1, 1
            ),
        )
    lines = re.split("\r\n|\r|\n", source)
    names = WORKFLOW_NAMES | set(functions)
    found = [
        *_imports(tree),
        *_entry(tree),
        *_unknown(tree, scopes, names),
        *_private(tree),
        *check_calls(tree, scopes, names),
    ]
    problems = {_problem(code, message, node, lines) for code, message, node in found}
    return tuple(sorted(problems, key=lambda problem: (problem.line, problem.column, problem.code)))


Found = tuple[str, str, ast.AST]


def _imports(tree: ast.Module) -> Iterator[Found]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield (
                "OP601",
                "imports are forbidden: a workflow has the primitives, the listed functions and Python's plain"
                " builtins; leave the work to agent(...)",
                node,
            )


def _entry(tree: ast.Module) -> Iterator[Found]:
    entries = [
        node
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name == "workflow"
    ]
    if not entries:
        yield "OP602", "there must be exactly one `def workflow():` at the top level, and there is none", tree
        return
    for other in entries[1:]:
        yield "OP602", "there must be exactly one `def workflow():`: this is another one", other
    entry = entries[0]
    if not isinstance(entry, ast.FunctionDef):
        yield "OP602", "the entry must be a plain `def workflow():`", entry
    elif entry.decorator_list:
        yield "OP602", "`def workflow():` takes no decorator", entry
    elif any(isinstance(node, ast.arg) for node in ast.iter_child_nodes(entry.args)):
        yield "OP602", "`def workflow():` takes no parameters: write what it needs to know into its prompts", entry


def _unknown(tree: ast.Module, scopes: Scopes, names: frozenset[str] | set[str]) -> Iterator[Found]:
    reported: set[str] = set()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Name):
            continue
        if isinstance(node.ctx, ast.Load) and scopes.owner(node) is None:
            if node.id in names or node.id in SANDBOX_BUILTINS or node.id in reported:
                continue
            reported.add(node.id)
            known = sorted({*names, *SANDBOX_BUILTINS, *scopes.module.bound})
            yield "OP603", f"there is no {node.id!r} here{_instead(node.id, names, known)}", node
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            target = node.targets[0]
            own = scopes.of(target)
            if target.id in names and own is not scopes.module and _calls(node.value, target.id, scopes):
                yield (
                    "OP603",
                    f"assigning to {target.id!r} makes it a local variable, so that {target.id}(...) cannot be called"
                    " here: give the result another name",
                    target,
                )


def _calls(value: ast.AST, name: str, scopes: Scopes) -> bool:
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
        for node in ast.walk(value)
    )


def _instead(name: str, names: Iterable[str], known: Iterable[str]) -> str:
    if name in ("open", "eval", "exec", "compile", "input", "globals", "locals", "vars", "__import__", "__builtins__"):
        return ": a workflow has no files, no input and no code but its own"
    hint = near(name, known)
    beginning = f"{hint} The" if hint else "; the"
    return f"{beginning} names are {', '.join(sorted(names))} and Python's plain builtins"


def _private(tree: ast.Module) -> Iterator[Found]:
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name) if name.startswith("_"):
                yield "OP605", f"{name} is private: a workflow has no access to what begins with an underscore", node
            case ast.Call(
                func=ast.Name(id="getattr" | "setattr" | "hasattr"), args=[_, ast.Constant(value=str(name)), *_]
            ) if name.startswith("_"):
                yield "OP605", f"{name} is private: a workflow has no access to what begins with an underscore", node


def _problem(code: str, message: str, node: ast.AST, lines: list[str]) -> Problem:
    line, end_line = getattr(node, "lineno", 1), getattr(node, "end_lineno", None) or 1
    column = _characters(lines, line, getattr(node, "col_offset", 0))
    end = _characters(lines, end_line, getattr(node, "end_col_offset", None) or 0)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        end_line, end = line, lines[line - 1].find(node.name, column) + len(node.name)
    severity: Literal["error", "warning"] = "warning" if code == "OP604" else "error"
    return Problem(code, message, severity, line, column + 1, end_line, end + 1)


def _characters(lines: list[str], line: int, offset: int) -> int:
    """Turn a count of UTF-8 bytes in a line, which is what `ast` gives, into one of characters."""
    if not 1 <= line <= len(lines):
        return 0
    return len(lines[line - 1].encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "ignore"))
