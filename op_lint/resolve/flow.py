"""Where an object goes from one place: through other names, containers, attributes, parameters and results.

Follows it from an expression onwards and gives what changes it. What is not understood counts as a change.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from op_lint.imports import normal
from op_lint.resolve.environment import Environment
from op_lint.resolve.harmless import CHANGING, COPYING, READING, SAME, leaves, reads
from op_lint.resolve.lookup import Bound, Outside, dotted, statement_of
from op_lint.resolve.values import DictPart, InstancePart, ItemsPart, Leaf

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.bindings import Binding
    from op_lint.resolve.evaluate import Evaluator
    from op_lint.resolve.project import Module

_MAX_STEPS = 300
"""Expressions that one object is followed through; beyond that it counts as changed."""
_QUIET = frozenset(
    {"comparison_operator", "not_operator", "unary_operator", "if_statement", "elif_clause", "while_statement",
     "assert_statement", "interpolation", "expression_statement", "raise_statement", "delete_statement", "type",
     "slice", "if_clause", "format_expression", "print_statement", "chevron", "class_definition", "list_splat",
     "dictionary_splat", "binary_operator", "block", "module", "conditional_expression", "match_statement",
     "keyword_argument", "decorator", "with_item", "as_pattern", "await", "global_statement", "concatenated_string",
     "type_alias_statement", "type_conversion", "except_clause", "with_clause", "augmented_assignment"}
)  # fmt: skip
"""Where an object may stand without anybody getting hold of it."""
_DISPLAYS = frozenset({"list", "tuple", "set", "expression_list"})
_LISTING = frozenset({"expression_list", "tuple", "list", "parenthesized_expression"})
_TEXTUAL = re.compile(rb"\b(?:exec|eval|locals|vars)\s*\(")
_COMPREHENSIONS = frozenset({"list_comprehension", "set_comprehension", "generator_expression"})


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that happens to a container."""

    kind: Literal["set", "delete", "method", "augment", "call", "other"]
    node: Node
    """The statement or call."""
    target: Node
    """The subscript, or the call's arguments, or the right side."""
    method: str = ""
    sure: bool = True
    loop: Node | None = None
    """The one loop that it stands in."""
    why: str = ""
    """What makes it unsure, where that is not the change itself."""
    inner: tuple[Change, ...] = ()
    """What a called function does to its parameter, in source order of that function."""
    function: tuple[Module, Node] | None = None
    """That function."""

    @property
    def start(self) -> int:
        return self.node.start_byte


def direct_change(node: Node) -> Change | None:
    """What the expression around a container, or something inside one of its items, does to it."""
    parent = node.parent
    if parent is None or parent.parent is None:
        return None
    outer = parent.parent
    if parent.type == "subscript" and parent.child_by_field_name("value") == node:
        if outer.type == "assignment" and outer.child_by_field_name("left") == parent:
            return Change("set", statement_of(outer), parent)
        looped = outer.type == "for_statement" and outer.child_by_field_name("left") == parent
        if looped or outer.type in ("pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern"):
            return Change("other", statement_of(outer), parent)
        if outer.type == "delete_statement" or (outer.type in _LISTING and _is_deleted(outer)):
            plain = outer.type == "delete_statement" and len(outer.named_children) == 1
            return Change("delete" if plain else "other", statement_of(outer), parent)
        if outer.type == "as_pattern_target":
            return Change("other", statement_of(outer), parent)
        inner = parent
        while _is_taken_from(inner, outer):  # something inside one of its items
            inner, outer = outer, outer.parent or outer
            if outer.type in ("assignment", "augmented_assignment") and outer.child_by_field_name("left") == inner:
                return Change("other", statement_of(outer), parent)
            if outer.type == "delete_statement":
                return Change("other", outer, parent)
            if outer.type == "call" and method_of(inner) in CHANGING and outer.child_by_field_name("function") == inner:
                return Change("other", statement_of(outer), parent)
        if outer.type == "augmented_assignment" and outer.child_by_field_name("left") == parent:
            return Change("other", statement_of(outer), parent)
    if parent.type == "attribute" and outer.type == "call" and outer.child_by_field_name("function") == parent:
        name = method_of(parent)
        arguments = outer.child_by_field_name("arguments")
        if name in CHANGING and arguments is not None:
            return Change("method", statement_of(outer), arguments, name)
    return None


def _is_taken_from(node: Node, outer: Node) -> bool:
    """Whether ``outer`` is an item or an attribute of ``node``."""
    field = {"subscript": "value", "attribute": "object"}.get(outer.type)
    return field is not None and outer.child_by_field_name(field) == node


def method_of(node: Node) -> str:
    """The last name of ``a.b``; empty for anything else."""
    name = node.child_by_field_name("attribute")
    return (name.text or b"").decode("utf-8", "replace") if name is not None else ""


def _is_deleted(node: Node) -> bool:
    outer = node.parent
    while outer is not None and outer.type in _LISTING:
        outer = outer.parent
    return outer is not None and outer.type == "delete_statement"


class Flow:
    """Follows one object of one module. ``home`` is the scope that makes it."""

    def __init__(self, ev: Evaluator, module: Module, home: Binding, *, deep: bool = False) -> None:
        """``deep`` where containers inside the object count as well: they are followed as ``level`` -1."""
        self.ev = ev
        self.deep = deep
        self.module = module
        self.home = home
        self._seen: set[tuple[str, int, int]] = set()
        self._steps = 0

    def from_value(self, module: Module, node: Node) -> Iterator[Change]:
        """What changes an object from the expression on that makes it: ``a = b = {}`` gives it two names."""
        yield from self.follow(module, node, 0, sure=True)

    def follow(self, module: Module, node: Node, level: int, *, sure: bool) -> Iterator[Change]:
        """What changes the object that an expression is (``level`` 0) or holds, so many containers deep."""
        key = (module.path, node.start_byte * 4096 + min(node.end_byte - node.start_byte, 4095), level)
        if key in self._seen or not -1 <= level <= 4:
            return
        self._seen.add(key)
        self._steps += 1
        if self._steps > _MAX_STEPS:
            yield Change("other", statement_of(node), node, sure=False)
            return
        parent = node.parent
        if parent is None:
            return
        yield from self._around(module, node, parent, level, sure=sure)

    def _around(self, module: Module, node: Node, parent: Node, level: int, *, sure: bool) -> Iterator[Change]:
        kind = parent.type
        if kind == "subscript":
            yield from self._subscript(module, node, parent, level, sure=sure)
        elif kind == "attribute":
            yield from self._attribute(module, node, parent, level, sure=sure)
        elif kind == "argument_list" or (
            kind == "keyword_argument" and parent.parent is not None and parent.parent.type == "argument_list"
        ):
            yield from self._argument(module, node, parent, level)
        elif kind in ("parenthesized_expression", "await"):
            yield from self.follow(module, parent, level, sure=sure)
        elif kind in ("boolean_operator", "conditional_expression"):
            if kind == "boolean_operator" or parent.named_children[1].id != node.id:
                yield from self.follow(module, parent, level, sure=False)
        elif kind == "named_expression":
            name = parent.child_by_field_name("name")
            yield from self._target(module, name, level, sure=sure)
            yield from self.follow(module, parent, level, sure=sure)
        elif kind in _DISPLAYS or kind in _COMPREHENSIONS:
            yield from self._held(module, node, parent, level)
        elif kind == "pair":
            if parent.child_by_field_name("value") == node and parent.parent is not None:
                yield from self.follow(module, parent.parent, level + 1, sure=False)
        elif kind in ("assignment", "augmented_assignment"):
            yield from self._assigned(module, node, parent, level, sure=sure)
        elif kind in ("for_statement", "for_in_clause"):
            if (level or self.deep) and parent.child_by_field_name("right") == node:
                yield from self._unpacked(module, parent.child_by_field_name("left"), level - 1)
        elif kind == "yield" and level == 0 and module.index.scope_of(node) == self.home.scope:
            yield Change("other", statement_of(node), node, sure=False)
        elif kind in ("return_statement", "yield", "lambda"):
            yield from self._result(module, node, level + (kind == "yield"))
        elif kind in ("default_parameter", "typed_default_parameter"):
            yield from self._target(module, parent.child_by_field_name("name"), level, sure=False)
        elif kind in ("list_splat", "dictionary_splat", "binary_operator"):
            if level > 0:
                yield from self._splat(module, parent, level)
        elif kind == "match_statement":
            yield from self._captured(module, parent, level)
        elif kind not in _QUIET and level == 0:
            yield Change("other", statement_of(node), node, sure=False)

    def _subscript(self, module: Module, node: Node, parent: Node, level: int, *, sure: bool) -> Iterator[Change]:
        if parent.child_by_field_name("value") != node:
            return
        if level <= 0:
            change = direct_change(node)
            if change is not None:
                yield replace(change, sure=change.sure and sure) if level == 0 else _deep(change)
            elif level == 0 and self.deep:
                yield from self.follow(module, parent, -1, sure=False)
            return
        outer = parent.parent
        if outer is not None and outer.type in ("assignment", "delete_statement") and _is_target(outer, parent):
            return  # the holder gets another item
        if outer is not None and outer.type == "augmented_assignment" and _is_target(outer, parent):
            if level == 1:
                yield Change("other", outer, parent, sure=False)
            return
        yield from self.follow(module, parent, level - 1, sure=False)

    def _attribute(self, module: Module, node: Node, parent: Node, level: int, *, sure: bool) -> Iterator[Change]:
        outer = parent.parent
        if outer is None or parent.child_by_field_name("object") != node:
            return
        name = method_of(parent)
        called = outer.type == "call" and outer.child_by_field_name("function") == parent
        if level == 0:
            change = direct_change(node)
            if change is not None:
                yield replace(change, sure=change.sure and sure)
            elif name not in READING:
                yield Change("other", statement_of(node), node, sure=False)
            elif called and self.deep and name in ("get", "values", "items", "copy"):
                yield from self.follow(module, outer, {"get": -1, "items": 1}.get(name, 0), sure=False)
        elif level < 0:
            change = direct_change(node)
            if change is not None:
                yield _deep(change)
        elif called and name in ("get", "pop", "setdefault", "popleft", "__getitem__"):
            yield from self.follow(module, outer, level - 1, sure=False)
        elif called and name in ("items", "popitem"):
            yield from self.follow(module, outer, level + (name == "items"), sure=False)
        elif called:
            yield from self.follow(module, outer, level, sure=False)

    def _held(self, module: Module, node: Node, parent: Node, level: int) -> Iterator[Change]:
        """Something that is put into a display; the names on the left of ``a, b = x, y`` get their own."""
        outer = parent.parent
        left = outer.child_by_field_name("left") if outer is not None and outer.type == "assignment" else None
        if left is not None and left.type in ("pattern_list", "tuple_pattern", "list_pattern"):
            names, values = left.named_children, parent.named_children
            plain = not any(each.type in ("list_splat_pattern", "list_splat") for each in (*names, *values))
            if plain and len(names) == len(values):
                yield from self._unpacked(module, names[values.index(node)], level)
                return
        yield from self.follow(module, parent, level + 1, sure=False)

    def _assigned(self, module: Module, node: Node, parent: Node, level: int, *, sure: bool) -> Iterator[Change]:
        if parent.child_by_field_name("right") != node:
            if parent.type == "augmented_assignment" and level <= 0 and node.type != "identifier":
                yield Change("other", parent, node, sure=False)
            return
        left = parent.child_by_field_name("left")
        if parent.type == "augmented_assignment":
            if level > 0:
                yield from self._holder(module, left, level)
            return
        if left is not None and left.type in ("pattern_list", "tuple_pattern", "list_pattern"):
            yield from self._unpacked(module, left, level)
        else:
            yield from self._target(module, left, level, sure=sure)
        outer = parent.parent
        if outer is not None and outer.type == "assignment" and outer.child_by_field_name("right") == parent:
            yield from self._assigned(module, parent, outer, level, sure=sure)

    def _target(self, module: Module, target: Node | None, level: int, *, sure: bool) -> Iterator[Change]:
        """What happens through the name, attribute or item that the object is given to."""
        if target is None:
            return
        if target.type == "identifier":
            yield from self._name(module, target, level, sure=sure)
        elif target.type == "attribute":
            name = normal(method_of(target))
            for each in module.index.attributes(name):
                if each.id != target.id:
                    yield from self.follow(module, each, level, sure=False)
        elif target.type == "subscript":
            yield from self._holder(module, target.child_by_field_name("value"), level + 1)

    def _holder(self, module: Module, node: Node | None, level: int) -> Iterator[Change]:
        """What happens through a container that the object was put into; ``node`` names it."""
        if node is None:
            return
        if node.type == "identifier":
            name = normal(module.index.text(node))
            meaning = self.ev.lookup.name(module, module.index.scope_of(node), name, node.start_byte)
            if isinstance(meaning, Bound) and meaning.module is module:
                yield from self._name(module, meaning.binding.node, level, sure=False, binding=meaning.binding)
                return
            for use in module.index.uses(name):
                yield from self.follow(module, use.node, level, sure=False)
        elif node.type == "attribute":
            yield from self._target(module, node, level, sure=False)
        elif node.type == "subscript":
            yield from self._holder(module, node.child_by_field_name("value"), level + 1)

    def _unpacked(self, module: Module, target: Node | None, level: int) -> Iterator[Change]:
        """The names of a pattern; each gets something that stands one level less deep than the whole."""
        if target is None:
            return
        if target.type in ("pattern_list", "tuple_pattern", "list_pattern", "expression_list", "tuple", "list"):
            if level > 0 or (level == 0 and self.deep):
                for each in target.named_children:
                    yield from self._unpacked(module, each, level - 1)
        elif target.type == "list_splat_pattern":
            yield from self._target(module, target.named_children[0], level + 1, sure=False)
        else:
            yield from self._target(module, target, level, sure=False)

    def _name(
        self, module: Module, node: Node, level: int, *, sure: bool, binding: Binding | None = None
    ) -> Iterator[Change]:
        """What happens through another name that is bound at ``node``."""
        index = module.index
        name = binding.name if binding is not None else normal(index.text(node))
        if binding is None:
            scopes = index.holders(name)
            found = [each for scope in scopes for each in index.bindings(scope, name) if each.node == node]
            binding = found[0] if found else None
        if binding is None or (module is self.module and binding.node == self.home.node):
            return
        if level <= 0:
            yield from by_text(module, binding.scope)
            for each in index.bindings(binding.scope, name):
                if each.kind == "augment" and each.value is not None:
                    change = Change("augment", statement_of(each.node), each.value, sure=sure)
                    yield change
        for use in index.uses(name):
            meaning = self.ev.lookup.name(module, use.scope, name, use.node.start_byte)
            if isinstance(meaning, Bound) and meaning.binding.node != binding.node:
                continue
            if isinstance(meaning, Outside):
                continue
            exact = sure and isinstance(meaning, Bound) and use.scope == binding.scope
            yield from self.follow(module, use.node, level, sure=exact)
        if binding.scope.type == "class_definition":
            for attribute in index.attributes(name):
                yield from self.follow(module, attribute, level, sure=False)

    def _splat(self, module: Module, parent: Node, level: int) -> Iterator[Change]:
        outer = parent.parent
        if outer is None:
            return
        if parent.type == "binary_operator":
            yield from self.follow(module, parent, level, sure=False)
        elif outer.type in _DISPLAYS or outer.type == "dictionary":
            yield from self.follow(module, outer, level, sure=False)
        elif outer.type == "argument_list" and outer.parent is not None:
            call = outer.parent
            if not self._leaves(module, call, level - 1):
                yield Change("call", statement_of(call), call, sure=False)

    def _captured(self, module: Module, statement: Node, level: int) -> Iterator[Change]:
        from op_lint import syntax

        found = syntax.query("(case_clause (case_pattern (dotted_name (identifier) @it)))", statement)
        for name in found.get("it", ()):
            yield from self._target(module, name, level, sure=False)
        found = syntax.query("(case_clause (case_pattern (as_pattern (identifier) @it)))", statement)
        for name in found.get("it", ()):
            yield from self._target(module, name, level, sure=False)

    def _result(self, module: Module, node: Node, level: int) -> Iterator[Change]:
        """What happens to what a function returns, where others than its own run get the object."""
        index = module.index
        function = index.scope_of(node)
        if function.type not in ("function_definition", "lambda") or function == self.home.scope:
            return
        if function.type == "function_definition":
            name = normal(index.text(function.child_by_field_name("name")))
        else:
            outer = function.parent
            left = outer.child_by_field_name("left") if outer is not None and outer.type == "assignment" else None
            name = normal(index.text(left)) if left is not None and left.type == "identifier" else ""
        for call in index.calls({name}) if name else ():
            yield from self.follow(module, call, level, sure=False)
        if function.type == "function_definition" and _is_decorated(function):
            for each in index.attributes(name):
                yield from self.follow(module, each, level, sure=False)

    def _leaves(self, module: Module, call: Node, level: int) -> bool:
        meaning = self._called(module, call)
        return isinstance(meaning, Outside) and leaves(meaning)

    def _called(self, module: Module, call: Node) -> object:
        called = call.child_by_field_name("function")
        parts = dotted(called) if called is not None else None
        if parts is None:
            return None
        scope = module.index.scope_of(call)
        return self.ev.lookup.settle(self.ev.lookup.path(module, scope, parts, call.start_byte))

    def _argument(self, module: Module, node: Node, parent: Node, level: int) -> Iterator[Change]:
        """What a call does to what it is given."""
        given = node
        if parent.type == "keyword_argument":
            if parent.child_by_field_name("value") != node:
                return
            given, parent = parent, parent.parent or parent
        call = parent.parent
        if call is None or call.type != "call":
            return  # the bases of a class
        if level < 0:
            return
        maybe = Change("call", statement_of(call), call, sure=False)
        meaning = self._called(module, call)
        if isinstance(meaning, Outside):
            yield from self._outside(module, meaning, call, given, level, maybe)
        elif isinstance(meaning, Bound) and meaning.binding.kind in ("def", "class") and not meaning.type_only:
            yield from self._inside(module, meaning, call, given, level, maybe)
        else:
            yield from self._method(module, call, given, level, maybe)

    def _outside(
        self, module: Module, meaning: Outside, call: Node, given: Node, level: int, maybe: Change
    ) -> Iterator[Change]:
        if meaning.name in SAME:
            yield from self.follow(module, call, level, sure=False)
        elif meaning.name in COPYING:
            if level:
                deeper = meaning.name in ("builtins.enumerate", "builtins.zip")
                yield from self.follow(module, call, level + deeper, sure=False)
        elif meaning.name == "builtins.setattr":
            name = _text_of(call, 1)
            if name is None:
                yield maybe
                return
            for each in module.index.attributes(name):
                yield from self.follow(module, each, level, sure=False)
        elif not leaves(meaning):
            yield maybe

    def _inside(
        self, module: Module, meaning: Bound, call: Node, given: Node, level: int, maybe: Change
    ) -> Iterator[Change]:
        """A call of a function or a class of the project: what it does with the parameter that gets the object."""
        function, holder = meaning.binding.node, meaning.module
        method = meaning.binding.kind == "class"
        if method:
            inits = [each for each in holder.index.bindings(function, "__init__") if each.kind == "def"]
            if len(inits) != 1:
                yield maybe
                return
            function = inits[0].node
        self.ev.look_at(holder, function)
        name = _parameter_for(holder, function, call, given, int(method or _is_bound_method(holder, function)))
        if name is None or not self.ev.functions.runs_as_written(holder, function):
            yield maybe
            return
        inner = tuple(self._target(holder, name, level, sure=False))
        if inner:
            yield replace(maybe, inner=inner if level == 0 and not method else (), function=(holder, function))
        if not method and _returns(holder, function, normal(holder.index.text(name))):
            yield from self.follow(module, call, level, sure=False)

    def _method(self, module: Module, call: Node, given: Node, level: int, maybe: Change) -> Iterator[Change]:
        """A method of something: a container keeps what it is given, a text and a logger only read it."""
        called = call.child_by_field_name("function")
        receiver = called.child_by_field_name("object") if called is not None and called.type == "attribute" else None
        if called is None or receiver is None:
            yield maybe
            return
        name = method_of(called)
        scope = module.index.scope_of(call)
        part = self.ev.node(receiver, Environment(module, scope, call.start_byte)) if _cheap(receiver) else None
        if isinstance(part, DictPart | ItemsPart) and not isinstance(part, InstancePart):
            if name in ("append", "add", "insert", "setdefault", "__setitem__"):
                yield from self._holder(module, receiver, level + 1)
            elif name in ("extend", "update") and level:
                yield from self._holder(module, receiver, level)
            if name in ("get", "pop", "setdefault"):
                yield from self.follow(module, call, level, sure=False)
            return
        if receiver.type == "string" or (isinstance(part, Leaf) and isinstance(part.value, str)):
            return
        if not reads(self.ev, module, receiver, name, scope):
            yield maybe


def by_text(module: Module, scope: Node) -> Iterator[Change]:
    """Calls in a scope that may change what its names lead to: ``exec("...")`` and ``locals()["options"]``."""
    index = module.index
    if _TEXTUAL.search(index.data) is None:
        return
    for call in index.calls(("exec", "eval", "locals", "vars")):
        parent, name = call.parent, index.text(call.child_by_field_name("function"))
        runs = name in ("exec", "eval") or (parent is not None and parent.type in ("subscript", "attribute"))
        if runs and index.scope_of(call) == scope:
            yield Change("other", statement_of(call), call, sure=False)


def _deep(change: Change) -> Change:
    """A change of something inside the container."""
    return Change("other", change.node, change.node, sure=False)


def _is_target(outer: Node, node: Node) -> bool:
    left = outer.child_by_field_name("left")
    return outer.type == "delete_statement" or (left is not None and left.id == node.id)


def _cheap(node: Node) -> bool:
    return node.type in ("identifier", "attribute", "list", "dictionary", "set", "string")


def _is_decorated(function: Node) -> bool:
    outer = function.parent
    return outer is not None and outer.type == "decorated_definition"


def _is_bound_method(module: Module, function: Node) -> bool:
    return module.index.scope_of(function).type == "class_definition"


def _text_of(call: Node, position: int) -> str | None:
    """The text that stands as an argument, where it is one plain string."""
    arguments = call.child_by_field_name("arguments")
    written = arguments.named_children if arguments is not None else []
    if position >= len(written) or written[position].type != "string":
        return None
    return (written[position].text or b"").decode("utf-8", "replace").strip("\"'")


def _parameter_for(module: Module, function: Node, call: Node, given: Node, skipped: int) -> Node | None:
    """The name of the parameter that gets an argument of a call; None where that is not plain."""
    arguments = call.child_by_field_name("arguments")
    parameters = function.child_by_field_name("parameters")
    if arguments is None or parameters is None:
        return None
    names = [_name_of(each) for each in parameters.named_children if each.type != "comment"]
    if given.type == "keyword_argument":
        wanted = given.child_by_field_name("name")
        same = (each for each in names if each is not None and wanted is not None and each.text == wanted.text)
        return next(same, None)
    position = 0
    for each in arguments.named_children:
        if each.id == given.id:
            break
        if each.type in ("list_splat", "dictionary_splat"):
            return None
        position += each.type not in ("comment", "keyword_argument")
    before = names[: position + skipped + 1]
    return before[-1] if len(before) == position + skipped + 1 and None not in before else None


def _name_of(parameter: Node) -> Node | None:
    """The identifier of a plain parameter; None for a star or a separator."""
    if parameter.type == "identifier":
        return parameter
    if parameter.type == "typed_parameter":
        return parameter.named_children[0] if parameter.named_children[0].type == "identifier" else None
    if parameter.type in ("default_parameter", "typed_default_parameter"):
        return parameter.child_by_field_name("name")
    return None


def _returns(module: Module, function: Node, name: str) -> bool:
    """Whether a function may give back what it was given: it names it in what it returns."""
    from op_lint import syntax

    found = syntax.query("[(return_statement) (yield)] @it", function).get("it", ())
    return any(name in module.index.text(each) for each in found)
