"""Which names a piece of source binds where, and what a name means at a place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


@dataclass(eq=False)
class Scope:
    """A module, function, lambda, class or comprehension, and the names that it binds."""

    node: ast.AST
    parent: Scope | None = None
    bound: set[str] = field(default_factory=set)

    def owner(self, name: str) -> Scope | None:
        """Give the scope whose binding `name` means here; None where nothing in the source binds it."""
        scope: Scope | None = self
        while scope is not None:
            hidden = scope is not self and isinstance(scope.node, ast.ClassDef)
            if name in scope.bound and not hidden:
                return scope
            scope = scope.parent
        return None


class Scopes:
    """The scopes of a module; `of` gives the scope that a node is evaluated in."""

    def __init__(self, tree: ast.Module) -> None:
        self.module = Scope(tree)
        self._of: dict[ast.AST, Scope] = {}
        self._fill(tree, self.module)

    def of(self, node: ast.AST) -> Scope:
        """Give the scope that `node`, a node of the module, is evaluated in."""
        return self._of[node]

    def owner(self, node: ast.Name) -> Scope | None:
        """Give the scope whose binding a name means; None where nothing in the source binds it."""
        return self._of[node].owner(node.id)

    def _fill(self, root: ast.AST, scope: Scope) -> None:
        # by hand and not by recursion: nesting in a model's source is not to be trusted
        waiting: list[tuple[ast.AST, Scope]] = [(root, scope)]
        while waiting:
            node, scope = waiting.pop()
            self._of[node] = scope
            self._bind(node, scope)
            if isinstance(node, _SCOPES):
                waiting.extend(self._function(node, scope))
            elif isinstance(node, _COMPREHENSIONS):
                inner = Scope(node, scope)
                first = node.generators[0].iter
                waiting.append((first, scope))
                waiting.extend((child, inner) for child in _parts_of(node, first))
            else:
                waiting.extend((child, scope) for child in ast.iter_child_nodes(node))

    def _function(self, node: ast.AST, scope: Scope) -> Iterator[tuple[ast.AST, Scope]]:
        inner = Scope(node, scope)
        inside = set(map(id, node.body if isinstance(getattr(node, "body", None), list) else [node.body]))  # type: ignore[attr-defined]
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.arguments):
                for argument in ast.walk(child):
                    if isinstance(argument, ast.arg):
                        inner.bound.add(argument.arg)
                        self._of[argument] = inner
                self._of[child] = inner
                defaults = [*child.defaults, *(default for default in child.kw_defaults if default is not None)]
                yield from ((default, scope) for default in defaults)
                notes = [argument.annotation for argument in ast.walk(child) if isinstance(argument, ast.arg)]
                yield from ((note, scope) for note in notes if note is not None)
            else:
                yield child, inner if id(child) in inside else scope

    def _bind(self, node: ast.AST, scope: Scope) -> None:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                scope.bound.add(name)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                scope.bound.add(name)
            case ast.NamedExpr(target=ast.Name(id=name)):
                outer = scope
                while isinstance(outer.node, _COMPREHENSIONS) and outer.parent is not None:
                    outer = outer.parent
                outer.bound.add(name)
            case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                scope.bound.add(name)
            case ast.MatchMapping(rest=str(name)):
                scope.bound.add(name)
            case ast.Import(names=names) | ast.ImportFrom(names=names):
                scope.bound.update((alias.asname or alias.name).partition(".")[0] for alias in names)
            case ast.Global(names=names):
                self.module.bound.update(names)


def _parts_of(node: ast.AST, without: ast.AST) -> Iterator[ast.AST]:
    """The parts of a comprehension that are evaluated inside it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.comprehension):
            yield child.target
            yield from child.ifs
            if child.iter is not without:
                yield child.iter
        else:
            yield child
