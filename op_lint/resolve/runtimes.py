"""Which expressions are a runtime: by an injected name, an annotation, the call that made it, or what leads to one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from op_runtime.menu import INJECTED

from op_lint.bindings import Binding
from op_lint.imports import normal
from op_lint.resolve.lookup import Bound, Meaning, Outside, Unresolved, dotted
from op_lint.resolve.unpacking import unpacking_path

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.resolve.evaluate import Evaluator
    from op_lint.resolve.project import Module

_MAX_DEPTH = 12
"""Names, calls and attributes that are followed from one expression."""
_WORD = re.compile(r"[^\W\d][\w.]*")
_ENTERING = frozenset({"enter_context", "enter_async_context"})
_WRAPPERS = frozenset({"parenthesized_expression", "await", "as_pattern", "list_splat"})
_DISPLAYS = frozenset({"tuple", "list", "set", "expression_list"})


class Runtimes:
    """Tells runtimes in one project."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.ev = evaluator
        self._open: set[tuple[str, int, int]] = set()

    def is_runtime(self, module: Module, node: Node, scope: Node) -> bool:
        """Whether the expression at a node of ``scope`` is a runtime, as far as source can tell."""
        key = (module.path, node.start_byte, node.end_byte)
        if key in self._open or len(self._open) > _MAX_DEPTH:
            return False
        self._open.add(key)
        try:
            return self._is(module, node, scope)
        finally:
            self._open.discard(key)

    def _is(self, module: Module, node: Node, scope: Node) -> bool:
        kind = node.type
        if kind in _WRAPPERS and node.named_children:
            return self.is_runtime(module, node.named_children[0], scope)
        if kind == "named_expression":
            value = node.child_by_field_name("value")
            return value is not None and self.is_runtime(module, value, scope)
        if kind in ("boolean_operator", "conditional_expression"):
            sides = node.named_children if kind == "boolean_operator" else node.named_children[::2]
            return any(self.is_runtime(module, side, scope) for side in sides)
        if kind == "call":
            return self._is_made(module, node, scope)
        if kind == "subscript":
            return any(self.is_runtime(*item) for item in self._items(module, node, scope))
        if kind == "attribute":
            return self._is_attribute(module, node, scope)
        return kind == "identifier" and self._is_name(module, node, scope)

    def _is_name(self, module: Module, node: Node, scope: Node) -> bool:
        name = normal(module.index.text(node))
        meaning = self.ev.lookup.name(module, scope, name, node.start_byte)
        if isinstance(meaning, Outside):
            return False
        if isinstance(meaning, Bound):
            return self._is_bound(meaning.module, meaning.binding)
        if name in INJECTED:
            return True
        if isinstance(meaning, Unresolved):
            levels = (module.index.bindings(level, name) for level in module.index.parent_scopes(scope))
            return any(self._is_bound(module, each) for each in next((found for found in levels if found), []))
        return False

    def _is_bound(self, module: Module, binding: Binding) -> bool:
        kind, value = binding.kind, binding.value
        if kind in ("def", "class", "import"):
            return False
        if binding.annotation is not None and self._annotated(module, binding.annotation, binding.scope):
            return True
        if binding.name in INJECTED:
            return True
        if kind in ("assign", "walrus", "parameter") and value is not None:
            outer = module.index.scope_of(value)
            if self.is_runtime(module, value, outer):
                return True
        if kind == "parameter":
            return binding.annotation is None and any(
                self.is_runtime(module, given, at) for given, at in self._given(module, binding)
            )
        if kind == "unpack" and value is not None:
            return any(self.is_runtime(module, item, binding.scope) for item in _unpacked(binding, value))
        if kind == "loop" and value is not None and value.type in _DISPLAYS:
            return any(self.is_runtime(module, item, binding.scope) for item in value.named_children)
        entered = binding.node.parent.parent if kind == "other" and binding.node.parent is not None else None
        if entered is not None and entered.type == "as_pattern" and _is_with(entered):
            return self.is_runtime(module, entered.named_children[0], binding.scope)
        return False

    def _is_made(self, module: Module, call: Node, scope: Node) -> bool:
        called = call.child_by_field_name("function")
        parts = dotted(called) if called is not None else None
        arguments = _arguments(call)
        if called is not None and called.type == "attribute":
            name = module.index.text(called.child_by_field_name("attribute"))
            if name in _ENTERING and arguments:
                return self.is_runtime(module, arguments[0], scope)
        if parts is None:
            return False
        found = self.ev.lookup.settle(self.ev.lookup.path(module, scope, parts, call.start_byte))
        if isinstance(found, Outside):
            if found.name in ("typing.cast", "copy.copy") and arguments:
                typed = found.name == "typing.cast" and self._annotated(module, arguments[0], scope)
                return typed or self.is_runtime(module, arguments[-1], scope)
            return found.ours == "Runtime" or self._makes(found.name)
        if isinstance(found, Bound) and found.binding.kind == "class":
            return self._is_class(found)
        if isinstance(found, Bound) and found.binding.kind == "def":
            return self._gives(found.module, found.binding.node)
        return self._is_method(module, called, scope) if called is not None and called.type == "attribute" else False

    def _makes(self, name: str) -> bool:
        top, _, last = name.rpartition(".")
        ours = name.partition(".")[0] in ("op_runtime", "openprogram", "agentic") or top in self.ev.project.modules
        return name.startswith("op_runtime.testing.") or (ours and last == "create_runtime")

    def _is_class(self, found: Bound) -> bool:
        line = self.ev.types.classes.line(found.module, found.binding.node)
        bases = [base for each in line for base in self.ev.types.classes.bases(*each) if isinstance(base, Outside)]
        return any(base.ours == "Runtime" or base.name.startswith("op_runtime.testing.") for base in bases)

    def _is_method(self, module: Module, called: Node, scope: Node) -> bool:
        """Whether ``self.session()`` gives a runtime, by the methods of that name in this file."""
        name = normal(module.index.text(called.child_by_field_name("attribute")))
        for holder in module.index.holders(name):
            for binding in module.index.bindings(holder, name) if holder.type == "class_definition" else ():
                if binding.kind == "def" and self._gives(module, binding.node):
                    return True
        return False

    def _gives(self, module: Module, function: Node) -> bool:
        """Whether a function returns a runtime, or yields one as a context manager."""
        from op_lint import syntax

        self.ev.look_at(module, function)
        annotation = function.child_by_field_name("return_type")
        if annotation is not None and self._annotated(module, annotation, module.index.scope_of(function)):
            return True
        found = syntax.query("[(return_statement) (yield)] @it", function).get("it", ())
        own = [each for each in found if module.index.scope_of(each) == function and each.named_children]
        return any(self.is_runtime(module, each.named_children[0], function) for each in own)

    def _is_attribute(self, module: Module, node: Node, scope: Node) -> bool:
        parts = dotted(node)
        meaning: Meaning | None = None
        if parts is not None:
            meaning = self.ev.lookup.path(module, scope, parts, node.start_byte)
            if isinstance(meaning, Outside):
                return False
            if isinstance(meaning, Bound) and self._is_bound(meaning.module, meaning.binding):
                return True
        name = normal(module.index.text(node.child_by_field_name("attribute")))
        if name in INJECTED:
            return not isinstance(meaning, Bound) or meaning.binding.kind != "def"
        return any(self._has_attribute(each, name) for each in self._modules_of(module, node, scope))

    def _modules_of(self, module: Module, node: Node, scope: Node) -> Iterator[Module]:
        """The files whose classes may say what an attribute is: this one, and that of the object's annotated class."""
        yield module
        parts = dotted(node.child_by_field_name("object") or node)
        meaning = self.ev.lookup.path(module, scope, parts, node.start_byte) if parts is not None else None
        if not isinstance(meaning, Bound) or meaning.binding.annotation is None:
            return
        for word in _WORD.findall(meaning.module.index.text(meaning.binding.annotation)):
            found = self.ev.lookup.path(meaning.module, meaning.binding.scope, tuple(word.split(".")))
            if isinstance(found, Bound) and found.binding.kind == "class" and found.module is not module:
                yield found.module

    def _has_attribute(self, module: Module, name: str) -> bool:
        """Whether a class of a file says that its attribute of this name is a runtime."""
        index = module.index
        for node in index.attributes(name):
            outer = node.parent
            if outer is None or outer.type != "assignment" or outer.child_by_field_name("left") != node:
                continue
            value, annotation = outer.child_by_field_name("right"), outer.child_by_field_name("type")
            scope = index.scope_of(node)
            if annotation is not None and self._annotated(module, annotation, scope):
                return True
            if value is not None and self.is_runtime(module, value, scope):
                return True
        for holder in index.holders(name):
            for binding in index.bindings(holder, name) if holder.type == "class_definition" else ():
                if self._is_bound(module, binding):
                    return True
                if binding.kind == "def" and self._gives(module, binding.node):  # a property
                    return True
        return False

    def _annotated(self, module: Module, annotation: Node, scope: Node) -> bool:
        for word in _WORD.findall(module.index.text(annotation)):
            if word.rpartition(".")[2] == "Runtime":
                return True
            found = self.ev.lookup.settle(self.ev.lookup.path(module, scope, tuple(word.split("."))))
            if isinstance(found, Outside) and (found.ours == "Runtime" or found.name.startswith("op_runtime.testing.")):
                return True
            if isinstance(found, Bound) and found.binding.kind == "class" and self._is_class(found):
                return True
        return False

    def _items(self, module: Module, node: Node, scope: Node) -> Iterator[tuple[Module, Node, Node]]:
        """What ``pair[0]`` or ``known["fast"]`` may be, where the container is written out."""
        base, keys = node.child_by_field_name("value"), node.children_by_field_name("subscript")
        parts = dotted(base) if base is not None else None
        found = self.ev.lookup.path(module, scope, parts, node.start_byte) if parts is not None else None
        if not isinstance(found, Bound) or found.binding.value is None or len(keys) != 1:
            return
        holder, value = found.module, found.binding.value
        key = module.index.text(keys[0])
        if value.type == "dictionary":
            for pair in value.named_children:
                own, item = pair.child_by_field_name("key"), pair.child_by_field_name("value")
                if own is not None and item is not None and holder.index.text(own).strip("\"'") == key.strip("\"'"):
                    yield holder, item, found.binding.scope
        elif value.type in _DISPLAYS and re.fullmatch(r"-?\d{1,3}", key):
            items = value.named_children
            if -len(items) <= int(key) < len(items):
                yield holder, items[int(key)], found.binding.scope

    def _given(self, module: Module, binding: Binding) -> Iterator[tuple[Node, Node]]:
        """What the calls of a function in its own file give one of its parameters, and where."""
        function = binding.scope
        if function.type != "function_definition":
            return
        name = module.index.text(function.child_by_field_name("name"))
        parameters = function.child_by_field_name("parameters")
        names = [_parameter_name(each) for each in parameters.named_children] if parameters is not None else []
        if binding.name not in names:
            return
        position = names.index(binding.name)
        outer = module.index.scope_of(function)
        method = outer.type == "class_definition"
        if method and name == "__init__":
            name = module.index.text(outer.child_by_field_name("name"))
        for call in module.index.calls({name}):
            arguments = _arguments(call)
            plain = [each for each in arguments if each.type != "keyword_argument"]
            scope = module.index.scope_of(call)
            if 0 <= position - method < len(plain):
                yield plain[position - method], scope
            for each in arguments:
                value = each.child_by_field_name("value") if each.type == "keyword_argument" else None
                if value is not None and module.index.text(each.child_by_field_name("name")) == binding.name:
                    yield value, scope


def _arguments(call: Node) -> list[Node]:
    arguments = call.child_by_field_name("arguments")
    return [each for each in arguments.named_children if each.type != "comment"] if arguments is not None else []


def _parameter_name(node: Node) -> str:
    while node.type != "identifier" and node.named_children:
        node = node.named_children[0]
    return normal((node.text or b"").decode("utf-8", "replace"))


def _unpacked(binding: Binding, value: Node) -> list[Node]:
    """What one of the names left of ``a, b = x, y`` is given."""
    for position, size, starred in unpacking_path(binding.node):
        items = value.named_children if value.type in _DISPLAYS else []
        if starred or isinstance(position, slice) or len(items) != size:
            return []
        value = items[position]
    return [value]


def _is_with(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "with_item"
