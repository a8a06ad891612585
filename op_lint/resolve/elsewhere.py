"""What code does to functions, classes and constants after they are made, in their own file or in another."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from op_lint.imports import normal
from op_lint.resolve.flow import Flow, method_of
from op_lint.resolve.harmless import CHANGING
from op_lint.resolve.lookup import Bound, Inside, dotted, statement_of

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.bindings import Binding
    from op_lint.resolve.evaluate import Evaluator
    from op_lint.resolve.project import Module

_ATTRIBUTES = (
    *("__doc__", "__name__", "__defaults__", "__kwdefaults__", "__signature__", "__annotations__", "__wrapped__"),
    *("__code__", "__dict__", "__call__", "__class__", "__qualname__", "__dataclass_fields__", "__pydantic_fields__"),
    *("model_fields", "__required_keys__", "__optional_keys__", "_member_map_", "_member_names_", "_field_defaults"),
)
"""Attributes of functions and classes that make what a model reads."""
_MARKS = re.compile(
    rb"\.\s*(?:" + b"|".join(name.encode() for name in _ATTRIBUTES) + rb")\b"
    rb"|\b(?:(?:set|del)attr|update_wrapper|__setattr__|wraps)\s*\("
)
_NAMESPACES = re.compile(
    rb"(?<![.\w])exec\s*\(|\b(?:globals|vars|locals)\s*\(\s*\)|\bsys\s*\.\s*modules\b|\bsetattr\s*\("
)
_HINTS = (b"__", b"attr", b"wrap", b"_field", b"_member_", b"exec", b"globals", b"vars", b"locals", b"modules")
"""Something of what each of these patterns finds."""
_SETTERS = frozenset({"setattr", "delattr", "update_wrapper", "__setattr__", "wraps"})
_AROUND_TARGETS = frozenset(
    {"subscript", "pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "expression_list"}
)
_MAX_DEPTH = 8

_Key: TypeAlias = tuple[str, int]


def tells(text: bytes) -> bool:
    """Whether a stretch of source may change what stands anywhere in its file."""
    if not any(each in text for each in _HINTS):  # the patterns take ten times as long
        return False
    return b"attr(" in text or any(each.search(text) is not None for each in (_MARKS, _NAMESPACES))


@lru_cache(maxsize=8)
def _holds(pattern: re.Pattern[bytes], data: bytes) -> bool:
    """Whether a file holds something; it is asked for each statement of it."""
    return pattern.search(data) is not None


class Elsewhere:
    """Knows the places of one project that change what was made before; each file is searched once."""

    def __init__(self, ev: Evaluator) -> None:
        self.ev = ev
        self._sites: dict[str, dict[_Key, str]] = {}

    def change_of(self, module: Module, node: Node) -> str | None:
        """Why a function or a class is not what its statement says; None where nothing changes it."""
        key = (module.path, node.start_byte)
        for watcher in self._watchers(module):
            found = self._changed_in(watcher).get(key)
            if found is not None:
                return found
        return None

    def change_of_constant(self, module: Module, binding: Binding, *, container: bool) -> str | None:
        """Why a name of a module or a class is not what it was bound to there.

        Another module, the namespace of its own, or an attribute of its class may be set.
        """
        name = binding.name
        index = module.index
        if binding.scope.type == "class_definition":
            sets = (each for each in index.attributes(name) if _is_changed(each))
            return next((_said(module, each) for each in sets), None) or self._set_by_name(module, name)
        if binding.scope.id != index.root.id:
            return None
        found = self._through_namespace(module, name)
        if found is not None:
            return found
        word = name.encode()
        for watcher in self._watchers(module):
            if word not in watcher.data or (watcher is module and not _imports_itself(module)):
                continue
            found = self._in_another(watcher, module, binding, container=container)
            if found is not None:
                return found
        return None

    def _watchers(self, module: Module) -> Iterator[Module]:
        """The files whose code surely runs beside that of a module: its packages, and the one that is analysed."""
        seen = {}
        reader = self.ev.reader
        for each in (module, *((reader,) if reader is not None else ())):
            seen[each.path] = each
            seen.update((package.path, package) for package in self.ev.project.packages_around(each))
        yield from seen.values()

    def _changed_in(self, module: Module) -> dict[_Key, str]:
        known = self._sites.get(module.path)
        if known is None:
            known = self._sites[module.path] = {}
            if _holds(_MARKS, module.data):
                for target, why in self._written(module):
                    for key in self._meant(module, target, 0):
                        known.setdefault(key, _said(module, why))
        return known

    def _written(self, module: Module) -> Iterator[tuple[Node, Node]]:
        """The expressions whose telling attributes are set, each with the place that does."""
        index = module.index
        for name in _ATTRIBUTES:
            if name.encode() not in module.data:
                continue
            for node in index.attributes(name):
                if _is_changed(node):
                    yield node.named_children[0], node
        for call in index.calls(_SETTERS):
            setter = index.text(call.child_by_field_name("function")).rpartition(".")[2]
            if setter == "wraps":  # `wraps(f)(g)` makes `g` look like `f`
                outer = call.parent
                if outer is None or outer.type != "call" or outer.child_by_field_name("function") != call:
                    continue
                call = outer
            arguments = call.child_by_field_name("arguments")
            written = arguments.named_children if arguments is not None else []
            if not written:
                continue
            text = index.text(written[1]).strip("\"'") if len(written) > 1 and written[1].type == "string" else None
            if setter in ("update_wrapper", "wraps") or text is None or text in _ATTRIBUTES:
                yield written[0], call

    def _meant(self, module: Module, node: Node, depth: int) -> Iterator[_Key]:
        """The functions and classes that an expression may be."""
        if depth > _MAX_DEPTH:
            return
        parts = dotted(node)
        scope = module.index.scope_of(node)
        if parts is None:
            for name in _names_in(node):
                yield from self._meant(module, name, depth + 1)
            return
        meaning = self.ev.lookup.settle(self.ev.lookup.path(module, scope, parts, node.start_byte))
        if isinstance(meaning, Bound):
            yield from self._bound(meaning, depth)
            return
        if len(parts) > 1:  # `self.find` and its like: by its name
            for holder in module.index.holders(parts[-1]):
                yield from ((module.path, each.node.start_byte) for each in module.index.bindings(holder, parts[-1]))
            yield from self._meant(module, node.named_children[0], depth + 1)
            return
        for level in module.index.parent_scopes(scope):
            found = module.index.bindings(level, parts[0])
            for binding in found:
                yield from self._bound(Bound(module, binding), depth)
            if found:
                return

    def _bound(self, meaning: Bound, depth: int) -> Iterator[_Key]:
        binding, module = meaning.binding, meaning.module
        if binding.kind in ("def", "class"):
            yield module.path, binding.node.start_byte
        elif binding.kind == "parameter":
            yield from self._given(module, binding.scope, depth)
        elif binding.value is not None and binding.kind != "alias":
            yield module.path, binding.value.start_byte
            yield from self._meant(module, binding.value, depth + 1)

    def _given(self, module: Module, function: Node, depth: int) -> Iterator[_Key]:
        """What the uses of a function in its own file may give its parameters: arguments, and what it decorates."""
        if function.type != "function_definition":
            return
        for use in module.index.uses(normal(module.index.text(function.child_by_field_name("name")))):
            call = use.node.parent
            outer = call.parent if call is not None and call.type == "call" else use.node.parent
            if outer is not None and outer.type == "decorator" and outer.parent is not None:
                made = outer.parent.child_by_field_name("definition")
                if made is not None:
                    yield module.path, made.start_byte
            arguments = call.child_by_field_name("arguments") if call is not None and call.type == "call" else None
            if call is not None and call.type == "argument_list":  # `map(patch, [find])`
                arguments = call
            if arguments is not None:
                yield from self._meant(module, arguments, depth + 1)

    def _through_namespace(self, module: Module, name: str) -> str | None:
        """Whether ``globals()[...]`` or the module object sets a name."""
        if not _holds(_NAMESPACES, module.data):
            return None
        index = module.index
        for call in index.calls({"globals", "vars", "locals"}):
            outer = call.parent
            if outer is None or call.child_by_field_name("arguments").named_children:  # type: ignore[union-attr]
                continue
            if index.text(call.child_by_field_name("function")) != "globals" and index.scope_of(call) != index.root:
                continue
            if outer.type == "attribute" and method_of(outer) in CHANGING:
                return _said(module, outer)
            if outer.type == "subscript":
                key = outer.children_by_field_name("subscript")[0]
                exact = key.type == "string" and index.text(key).strip("\"'") == name
                if exact or (key.type != "string" and _is_changed(outer)):
                    return _said(module, outer)
        for call in index.calls({"exec"}):
            bare = call.child_by_field_name("function").type == "identifier"  # type: ignore[union-attr]
            if bare and index.scope_of(call) == index.root:
                return _said(module, call)
        for node in index.attributes(name):
            if _is_changed(node) and "sys.modules" in index.text(node):
                return _said(module, node)
        return self._set_by_name(module, name)

    def _set_by_name(self, module: Module, name: str) -> str | None:
        if b"attr(" not in module.data:
            return None
        for call in module.index.calls({"setattr", "delattr"}):
            arguments = call.child_by_field_name("arguments")
            written = arguments.named_children if arguments is not None else []
            if len(written) > 1 and module.index.text(written[1]).strip("\"'") == name:
                return _said(module, call)
        return None

    def _in_another(self, watcher: Module, module: Module, binding: Binding, *, container: bool) -> str | None:
        index, name = watcher.index, binding.name
        flow = Flow(self.ev, module, binding)
        for node in index.attributes(name):
            parts = dotted(node.named_children[0])
            scope = index.scope_of(node)
            found = self.ev.lookup.path(watcher, scope, parts, node.start_byte) if parts is not None else None
            if not isinstance(found, Inside) or found.module is not module:
                continue
            if _is_changed(node) or (container and any(True for _ in flow.follow(watcher, node, 0, sure=False))):
                return _said(watcher, node)
        for imported in index.imports() if container else ():
            if imported.imported is None or imported.imported.name != name:
                continue
            for use in index.uses(imported.name):
                meaning = self.ev.lookup.name(watcher, use.scope, imported.name, use.node.start_byte)
                if not isinstance(meaning, Bound) or meaning.binding != binding:
                    continue
                change = next(flow.follow(watcher, use.node, 0, sure=False), None)
                if change is not None:
                    return _said(watcher, change.node)
        return None


def _imports_itself(module: Module) -> bool:
    """Whether a module has, or may have, another name for itself."""
    own = module.name.rpartition(".")[2]
    return any(own in (each.name, each.module.rpartition(".")[2]) for each in module.light_imports)


def _is_changed(node: Node) -> bool:
    """Whether something is given a value, changed in place or taken away where it stands."""
    child, parent = node, node.parent
    while parent is not None and parent.type in _AROUND_TARGETS:
        if parent.type == "subscript" and parent.child_by_field_name("value") != child:
            return False
        child, parent = parent, parent.parent
    if parent is None:
        return False
    if parent.type in ("assignment", "augmented_assignment", "for_statement"):
        left = parent.child_by_field_name("left")
        return left is not None and left.id == child.id
    if parent.type == "attribute" and parent.parent is not None and parent.parent.type == "call":
        return method_of(parent) in CHANGING and parent.parent.child_by_field_name("function") == parent
    return parent.type in ("delete_statement", "as_pattern_target")


def _names_in(node: Node) -> list[Node]:
    """The outermost dotted names in an expression."""
    found: list[Node] = []
    waiting = list(node.named_children)
    while waiting:
        each = waiting.pop()
        if dotted(each) is not None:
            found.append(each)
        elif each.type not in ("string", "integer", "comment"):
            waiting.extend(each.named_children)
    return found


def _said(module: Module, node: Node) -> str:
    text = " ".join(module.index.text(statement_of(node)).split())
    return f"`{text if len(text) <= 60 else text[:57] + '...'}` changes it"
