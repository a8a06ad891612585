"""From a name in a scope to what it means: a definition of the project, or a name from outside it."""

from __future__ import annotations

import builtins
import re
from dataclasses import dataclass
from typing import TypeAlias

from tree_sitter import Node

from op_lint.bindings import Binding
from op_lint.imports import normal
from op_lint.resolve.ours import our_name
from op_lint.resolve.project import Folder, Module, Project
from op_lint.resolve.standard import star_exports

BUILTINS = frozenset(dir(builtins))
_SWALLOWING = re.compile(rb"\b(?:suppress|raises|assertRaises\w*|move_on_\w+|CancelScope)\b")
"""Context managers after which the program goes on although their body was left by an exception."""
_INERT = frozenset({"identifier", "string", "string_start", "string_content", "string_end", "escape_sequence",
                    "concatenated_string", "integer", "float", "true", "false", "none", "dictionary", "pair", "list",
                    "tuple", "parenthesized_expression", "comment"})  # fmt: skip
"""Expressions that raise nothing; of a set or an f-string some part may."""
_MAX_STEPS = 60
"""Imports and aliases that are followed from one name; a longer chain goes round in circles."""


@dataclass(frozen=True, slots=True)
class Outside:
    """A name from outside the project, by its full name; ``ours`` is what it is to us, if anything."""

    name: str
    ours: str | None = None


@dataclass(frozen=True, slots=True)
class Inside:
    """A module of the project."""

    module: Module | Folder


@dataclass(frozen=True, slots=True)
class Bound:
    """A binding in a module of the project; ``type_only`` where only a type checker would run it."""

    module: Module
    binding: Binding
    type_only: bool = False


@dataclass(frozen=True, slots=True)
class Unresolved:
    """A name that source alone does not lead anywhere; ``reason`` is a clause about it."""

    reason: str
    undefined: bool = False
    """Whether nothing at all binds it, so that the running program would fail."""


Meaning: TypeAlias = Outside | Inside | Bound | Unresolved


class Lookup:
    """Follows names through one project."""

    def __init__(self, project: Project) -> None:
        self.project = project

    def name(
        self, module: Module, scope: Node, name: str, at: int | None = None, steps: int = 0, since: int | None = None
    ) -> Meaning:
        """What ``name`` means in ``scope``; ``at`` is the byte where it is read, None for "once the module has run".

        ``since`` is the byte of the module whose code runs a function around ``scope``, where that is known.
        """
        if steps > _MAX_STEPS:
            return Unresolved(f"`{name}` refers to itself")
        index = module.index
        position = at
        for level in index.parent_scopes(scope):
            bindings = index.bindings(level, name)
            if bindings and bindings[0].kind in ("global", "nonlocal"):
                if bindings[0].kind == "global":
                    own = [each for each in _making(index.bindings(index.root, name)) if each.scope.id == level.id]
                    if position is not None and _is_surely_set(own, position):
                        return self._choose(module, own, position, steps, level)
                    break
                own = [each for each in _making(bindings) if each.kind != "nonlocal"]
                if position is not None and _is_surely_set(own, position):
                    return self._choose(module, own, position, steps, level)
                position = None
                continue
            bindings = _making(bindings)
            if bindings:
                return self._choose(module, bindings, position, steps, level)
            if level.type == "function_definition":
                # it runs later, when the scopes around it are complete, or when the module has come that far
                position = since if index.enclosing(level) == index.root else None
        else:
            return self._not_bound(module, name, steps)
        bindings = _making(index.bindings(index.root, name))
        return (
            self._choose(module, bindings, None, steps, index.root)
            if bindings
            else self._not_bound(module, name, steps)
        )

    def path(
        self,
        module: Module,
        scope: Node,
        parts: tuple[str, ...],
        at: int | None = None,
        steps: int = 0,
        since: int | None = None,
    ) -> Meaning:
        """What a dotted name such as ``op.decision.make`` means."""
        found = self.name(module, scope, parts[0], at, steps, since)
        for part in parts[1:]:
            found = self.attribute(found, part, steps + 1)
        return found

    def attribute(self, base: Meaning, name: str, steps: int = 0) -> Meaning:
        """What an attribute of something means."""
        base = self.settle(base, steps)
        if isinstance(base, Outside):
            return self.outside(f"{base.name}.{name}")
        if isinstance(base, Inside):
            return self.member(base.module, name, steps + 1)
        if isinstance(base, Bound) and base.binding.kind == "class":
            return self.class_member(base, name, steps)
        if isinstance(base, Unresolved):
            return base
        return Unresolved(f"`{base.binding.name}.{name}` is known at run time only")

    def settle(self, meaning: Meaning, steps: int = 0) -> Meaning:
        """The meaning behind plain aliases: ``af = agentic_function`` leads to the function."""
        while isinstance(meaning, Bound) and meaning.binding.kind == "assign" and steps < _MAX_STEPS:
            value = meaning.binding.value
            parts = dotted(value) if value is not None else None
            if parts is None or value is None:
                return meaning
            steps += 1
            meaning = self.path(meaning.module, meaning.binding.scope, parts, value.start_byte, steps)
        return meaning

    def member(self, holder: Module | Folder, name: str, steps: int = 0) -> Meaning:
        """What a module of the project has by this name: a binding of its own, else a module inside it."""
        if steps > _MAX_STEPS:
            return Unresolved(f"`{name}` is imported in a circle")
        if isinstance(holder, Module) and name in holder.source.text:
            bindings = _making(holder.index.bindings(holder.index.root, name))
            if bindings:
                return self._choose(holder, bindings, None, steps + 1, holder.index.root)
        found = self.project.inner(holder, name)
        if found is not None:
            return Inside(found)
        if isinstance(holder, Module):
            star = self._from_star(holder, name, steps + 1)
            if star is not None:
                return star
            return _lost(holder, name) or Unresolved(f"`{holder.name}` has no `{name}`", undefined=True)
        return Unresolved(f"there is no module `{name}`", undefined=True)

    def outside(self, name: str) -> Outside:
        """A name from outside the project."""
        return Outside(name, our_name(name, self.project.modules))

    def _not_bound(self, module: Module, name: str, steps: int) -> Meaning:
        star = self._from_star(module, name, steps)
        if star is not None:
            return star
        if name in BUILTINS:
            return Outside(f"builtins.{name}")
        return _lost(module, name) or Unresolved(f"`{name}` is not defined in this file", undefined=True)

    def _from_star(self, module: Module, name: str, steps: int) -> Meaning | None:
        if "import" not in module.source.text or "*" not in module.source.text or name.startswith("_"):
            return None
        unread: str | None = None
        for star in reversed(module.index.star_imports()):
            assert star.imported is not None
            full = self.project.absolute(star.imported.module, module)
            outside = self.outside(f"{full}.{name}")
            if outside.ours:
                return outside
            holder = self.project.find(star.imported.module, module)
            if isinstance(holder, Module):
                found = self.member(holder, name, steps + 1) if steps < _MAX_STEPS else None
                if found is not None and not isinstance(found, Unresolved):
                    return found
            elif full.split(".")[0] not in ("op_runtime", "openprogram"):
                bound = star_exports(full, name)
                if bound:
                    return self.outside(f"{full}.{name}")
                unread = full if bound is None else unread
        if unread is not None and name not in BUILTINS:
            return Unresolved(f"`{name}` may come from `from {unread} import *`, which op-lint does not read")
        return None

    def _choose(self, module: Module, bindings: list[Binding], at: int | None, steps: int, owner: Node) -> Meaning:
        """``owner`` is the scope whose name it is; other functions that bind it may run at any time, or never."""
        own = [each for each in bindings if each.scope.id == owner.id]
        reaching = [*(_reaching(own, at) if own else ()), *(each for each in bindings if each.scope.id != owner.id)]
        name = bindings[0].name
        if not reaching:
            return Unresolved(f"`{name}` is not assigned before this line")
        meanings = [self._follow(module, binding, steps) for binding in reaching]
        real = [each for each in meanings if not (isinstance(each, Bound) and each.type_only)]
        if len(real) == 1 or (real and all(each == real[0] for each in real)):
            return real[0]
        if not real:
            return meanings[-1]
        return _first_of_try(reaching, meanings) or Unresolved(f"`{name}` is assigned more than once")

    def _follow(self, module: Module, binding: Binding, steps: int) -> Meaning:
        type_only = _for_type_checkers(binding.node)
        if binding.kind != "import" or type_only:
            return Bound(module, binding, type_only)
        imported = binding.imported
        assert imported is not None
        full = self.project.absolute(imported.module, module)
        outside = self.outside(full if imported.name is None else f"{full}.{imported.name}")
        if outside.ours or full.split(".")[0] == "op_runtime":
            return outside
        if steps > _MAX_STEPS:
            return Unresolved(f"`{binding.name}` is imported in a circle")
        holder = self.project.find(imported.module, module)
        if holder is None:
            if imported.module.startswith("."):
                return Unresolved(f"there is no module `{full}`", undefined=True)
            return outside
        if imported.name is None:
            return Inside(holder)
        own = self.project.inner(holder, imported.name) if holder is module else None  # a package imports its module
        return Inside(own) if own is not None else self.member(holder, imported.name, steps + 1)

    def class_member(self, base: Bound, name: str, steps: int = 0) -> Meaning:
        """What a class, or the first of its bases that has it, says of an attribute."""
        node = base.binding.node
        bindings = _making(base.module.index.bindings(node, name))
        if bindings:
            return self._choose(base.module, bindings, None, steps, node)
        for parent in class_bases(node):
            parts = dotted(parent)
            if parts is None:
                continue
            found = self.settle(self.path(base.module, base.binding.scope, parts, node.start_byte, steps + 1))
            if isinstance(found, Bound) and found.binding.kind == "class" and steps < _MAX_STEPS:
                inherited = self.class_member(found, name, steps + 1)
                if not isinstance(inherited, Unresolved):
                    return inherited
        return Unresolved(f"`{base.binding.name}.{name}` is not written in the class")


def dotted(node: Node) -> tuple[str, ...] | None:
    """The parts of ``a.b.c``; None for any other expression."""
    parts: list[str] = []
    rest: Node | None = node
    while rest is not None and rest.type == "attribute":
        name = rest.child_by_field_name("attribute")
        parts.append(normal((name.text or b"").decode("utf-8", "replace")) if name is not None else "")
        rest = rest.child_by_field_name("object")
    if rest is None or rest.type != "identifier":
        return None
    parts.append(normal((rest.text or b"").decode("utf-8", "replace")))
    return tuple(reversed(parts))


def class_bases(node: Node) -> list[Node]:
    """The bases that a class statement writes, keywords left out."""
    arguments = node.child_by_field_name("superclasses")
    if arguments is None:
        return []
    return [child for child in arguments.named_children if child.type not in ("keyword_argument", "comment")]


def statement_of(node: Node) -> Node:
    """The statement that a node is a part of: the one that stands in a block or a module."""
    while node.parent is not None and node.parent.type not in ("block", "module"):
        node = node.parent
    return node


def branches(statement: Node) -> list[Node]:
    """The compound statements around a statement, innermost first, up to its scope.

    Those that source shows to run it are left out: ``if True``, ``finally``, a loop's ``else`` where nothing breaks.
    """
    found = []
    child, node = statement, statement.parent
    while node is not None and node.type not in ("function_definition", "class_definition", "module", "lambda"):
        if node.type.endswith(("_statement", "_clause")):
            outer = node.parent
            if node.type in ("else_clause", "finally_clause") and outer is not None:
                if _runs_clause(node, outer) is True:
                    node = outer
                else:
                    found += [node, outer]
                    node = outer
            elif not _runs_body(node, child):
                found.append(node)
        child, node = node, node.parent
    return found


def never_runs(node: Node) -> bool:
    """Whether source shows that a place is never reached: behind ``if False``, in the ``else`` of ``if True``."""
    child, parent = node, node.parent
    while parent is not None:
        if parent.type == "if_statement":
            truth = _literal_truth(parent.child_by_field_name("condition"))
            in_body = parent.child_by_field_name("consequence") == child
            if truth is not None and truth != in_body and parent.child_by_field_name("condition") != child:
                return True
        child, parent = parent, parent.parent
    return False


def _runs_clause(clause: Node, outer: Node) -> bool:
    """Whether an ``else`` or a ``finally`` surely runs."""
    if clause.type == "finally_clause":
        return True
    if outer.type == "if_statement":
        first = outer.child_by_field_name("alternative") == clause  # no elif before it
        return first and _literal_truth(outer.child_by_field_name("condition")) is False
    return outer.type in ("for_statement", "while_statement") and not _holds(outer, "break_statement")


def _runs_body(compound: Node, child: Node) -> bool:
    """Whether the body of an ``if`` or a ``try`` surely runs where the program goes on behind it."""
    if compound.type == "if_statement":
        truth = _literal_truth(compound.child_by_field_name("condition"))
        return truth is True and compound.child_by_field_name("consequence") == child
    if compound.type != "try_statement" or compound.child_by_field_name("body") != child:
        return False
    clauses = [each for each in compound.children if each.type.endswith("_clause")]
    if any(each.type != "finally_clause" for each in clauses):
        return False
    leaving = ("return_statement", "break_statement", "continue_statement")
    return not any(_holds(clause, kind) for clause in clauses for kind in leaving)


def _holds(node: Node, kind: str) -> bool:
    from op_lint import syntax

    return bool(syntax.query(f"({kind}) @found", node))


def _literal_truth(condition: Node | None) -> bool | None:
    """Whether a condition that is a literal counts as true; None for any other."""
    if condition is None:
        return None
    if condition.type == "parenthesized_expression" and condition.named_child_count == 1:
        return _literal_truth(condition.named_children[0])
    if condition.type == "not_operator":
        inner = _literal_truth(condition.child_by_field_name("argument"))
        return None if inner is None else not inner
    if condition.type == "integer" and condition.text in (b"0", b"1"):
        return condition.text == b"1"
    return {"true": True, "false": False, "none": False}.get(condition.type)


def may_be_left_out(node: Node) -> bool:
    """Whether a part of a statement may not be evaluated once where the statement runs.

    It stands behind ``and`` or in a comprehension, in an ``elif`` or in the condition of a loop.
    """
    last, child, parent = node, node, node.parent
    while parent is not None and parent.type not in ("block", "module", "function_definition", "class_definition"):
        kind, parts = parent.type, parent.named_children
        if kind in ("boolean_operator", "assert_statement") and parts[0] != child:
            return True
        if kind == "conditional_expression" and parts[1] != child:
            return True
        if kind == "comparison_operator" and child not in parts[:2]:
            return True
        if kind in ("elif_clause", "case_clause", "except_clause", "while_statement", "lambda"):
            return True
        if kind.endswith("_comprehension") or kind == "generator_expression":
            first = next((each for each in parts if each.type == "for_in_clause"), None)
            if kind == "generator_expression" or first != child or first.child_by_field_name("right") != last:
                return True
        last, child, parent = child, parent, parent.parent
    return False


def may_skip(compound: Node) -> bool:
    """Whether the program may go on behind a compound statement without having run all that stands in it."""
    if compound.type != "with_statement":
        return True
    body = compound.child_by_field_name("body")
    end = body.start_byte if body is not None else compound.end_byte
    return _SWALLOWING.search(compound.text or b"", 0, end - compound.start_byte) is not None


def _lost(module: Module, name: str) -> Unresolved | None:
    """Why a name that nothing binds is not undefined; None where it is."""
    if name not in module.source.text or not module.index.lost(name):
        return None
    return Unresolved(f"`{name}` stands in a statement that does not parse, which may define it")


def _making(bindings: list[Binding]) -> list[Binding]:
    """The bindings that make a value, without those that only declare or change one, and those that never run."""
    made = [each for each in bindings if each.kind not in ("declare", "augment")]
    return [each for each in made if not never_runs(each.node)] if len(made) > 1 else made


def _is_surely_set(bindings: list[Binding], at: int) -> bool:
    """Whether one of these bindings of a scope has surely run when byte ``at`` of it runs."""
    return any(each.start < at and _always_runs(each) for each in bindings)


def _always_runs(binding: Binding) -> bool:
    if binding.kind == "walrus" and may_be_left_out(binding.node):
        return False
    return not any(map(may_skip, branches(statement_of(binding.node))))


def _reaching(bindings: list[Binding], at: int | None) -> list[Binding]:
    """The bindings that a read at byte ``at`` may see: from the last sure one before it on."""
    if at is None:
        before, end = bindings, bindings[-1].start + 1
    else:
        loops, end = loops_around(bindings[0].scope, at), at
        before = [
            each
            for each in bindings
            if each.start < at or any(low < each.start <= high for low, high in loops) or _beside(each, at)
        ]
    sure = [number for number, binding in enumerate(before) if binding.start < end and _always_runs(binding)]
    return before[sure[-1] :] if sure else before


def _beside(binding: Binding, at: int) -> bool:
    """Whether it is bound by ``:=`` in the very statement that byte ``at`` stands in."""
    if binding.kind != "walrus":
        return False
    statement = statement_of(binding.node)
    return statement.start_byte <= at < statement.end_byte


def loops_around(scope: Node, at: int) -> list[tuple[int, int]]:
    """The byte ranges of the loops of ``scope`` that a byte stands in."""
    found = []
    node = scope.descendant_for_byte_range(at, at)
    while node is not None and node.id != scope.id:
        if node.type in ("for_statement", "while_statement"):
            found.append((node.start_byte, node.end_byte))
        node = node.parent
    return found


def _for_type_checkers(node: Node) -> bool:
    child = node
    parent = node.parent
    while parent is not None:
        if parent.type == "if_statement":
            condition = parent.child_by_field_name("condition")
            consequence = parent.child_by_field_name("consequence")
            text = (condition.text or b"") if condition is not None else b""
            inside = consequence is not None and consequence.id == child.id
            if inside and text.split(b".")[-1] == b"TYPE_CHECKING":
                return True
        child, parent = parent, parent.parent
    return False


def _first_of_try(bindings: list[Binding], meanings: list[Meaning]) -> Meaning | None:
    """What the body of a ``try`` binds, where the others are its fallbacks and the body is sure, or meant, to run."""
    first = bindings[0]
    statement = statement_of(first.node)
    trial = next((node for node in branches(statement) if node.type == "try_statement"), None)
    body = trial.child_by_field_name("body") if trial is not None else None
    if trial is None or body is None or not body.start_byte <= first.node.start_byte < body.end_byte:
        return None
    alone = [each for each in body.named_children if each.type != "comment"] == [statement]
    plain = first.value is not None and alone and not _may_raise(first.value)
    if first.kind != "import" and not plain:
        return None
    others = bindings[1:]
    if all(body.end_byte <= each.node.start_byte < trial.end_byte for each in others):
        return meanings[0]
    return None


def _may_raise(value: Node) -> bool:
    """Whether an expression does more than to put names and constants together."""
    if value.type == "lambda":
        return False
    return value.type not in _INERT or any(map(_may_raise, value.named_children))
