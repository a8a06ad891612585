"""Evaluates expressions of source as far as source alone can tell; what it cannot tell is an Unknown in its place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Self, cast

from op_runtime.menu import Function, OpaqueValue, Unknown, construct, describe, from_annotation

from op_lint.facts import Place
from op_lint.read import expr as ir
from op_lint.read.reader import SkippedError
from op_lint.resolve.calls import call_part, subscript_part, why_unordered
from op_lint.resolve.comprehensions import comprehension_part
from op_lint.resolve.effort import FOLLOWING, MAX_ITEMS, TOO_MUCH, Effort
from op_lint.resolve.elsewhere import Elsewhere
from op_lint.resolve.environment import Environment, dotted_name
from op_lint.resolve.lookup import Bound, Inside, Lookup, Meaning, Outside, Unresolved, loops_around
from op_lint.resolve.mutations import changed
from op_lint.resolve.operators import HUGE, combined, common_shape, iterated, members, truth_of
from op_lint.resolve.texts import text_of
from op_lint.resolve.unpacking import unpacking_path
from op_lint.resolve.values import (
    DictPart,
    EnumMember,
    InstancePart,
    ItemsPart,
    Leaf,
    Part,
    Shape,
    unknown_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.resolve.functions import Functions
    from op_lint.resolve.project import Module, Project
    from op_lint.resolve.types import Types

_MAX_DEPTH = 40
"""Names and calls that are followed from one expression; a longer chain is not read by people either."""


class Evaluator:
    """Evaluates source of one project; keeps what module-level names evaluate to.

    A context: behind it nothing can be asked any more. Its parts lead to each other, and to the texts that were read;
    they would stay until the garbage collector comes round, dozens of trees later.
    """

    def __init__(self, project: Project) -> None:
        from op_lint.resolve.functions import Functions
        from op_lint.resolve.types import Types

        self.project = project
        self.lookup = Lookup(project)
        self.types: Types = Types(self)
        self.functions: Functions = Functions(self)
        self.elsewhere = Elsewhere(self)
        self.reader: Module | None = None
        """The file that is analysed, whoever else is asked about."""
        self.skipped: dict[Place, str] = {}
        """The slices that could not be read, and why."""
        self.effort = Effort()
        self._open: set[tuple[str, int]] = set()
        self._known: dict[tuple[str, int], Part] = {}
        self._refreshing: set[tuple[str, int, str]] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for part in (self.types.classes, self.types, self):
            vars(part).clear()

    def node(self, node: Node, env: Environment) -> Part:
        """What the expression at a node evaluates to; it is read from its slice."""
        try:
            expr = self.project.reader.expression(env.module.source.lines, node)
        except SkippedError as error:
            place = env.place(error.range)
            self.skipped[place] = error.message
            return Leaf(Unknown(error.message), place)
        return self.expression(expr, env)

    def expression(self, expr: ir.Expr, env: Environment) -> Part:
        """What an expression evaluates to."""
        reader = _READERS.get(type(expr))
        if reader is None:
            return self.unknown(expr, env)
        if not self.effort.spend():
            return self.unknown(expr, env, TOO_MUCH)
        part = reader(self, expr, env)
        size = len(part.entries if isinstance(part, DictPart) else part.items if isinstance(part, ItemsPart) else ())
        return part if size <= MAX_ITEMS else self.unknown(expr, env, TOO_MUCH)

    def look_at(self, module: Module, node: Node) -> None:
        """Effect: notes that what is found out rests on the text of a node."""
        self.project.reader.look_at(module.source.lines, node)

    def unknown(self, expr: ir.Expr, env: Environment, reason: str | None = None, shape: Shape = "") -> Leaf:
        """An unknown value at an expression."""
        return Leaf(Unknown(reason or env.computed(expr)), env.place(expr.range), expr, shape)

    def leaf(self, value: object, expr: ir.Expr, env: Environment) -> Leaf:
        """A known value at an expression."""
        return Leaf(value, env.place(expr.range), expr)

    def target(self, node: Node, env: Environment) -> ir.Expr | None:
        """The variables left of ``in``; None where they cannot be read."""
        try:
            return self.project.reader.expression(env.module.source.lines, node)
        except SkippedError:
            return None

    def meaning(self, expr: ir.Expr, env: Environment) -> Meaning | None:
        """What a dotted name means; None where the expression is none, or begins with a name bound inside it."""
        parts = dotted_name(expr)
        if parts is None or parts[0] in env.names:
            return None
        return self.lookup.path(env.module, env.scope, parts, env.at, since=env.since)

    def ours(self, expr: ir.Expr, env: Environment) -> str | None:
        """What a dotted name is to us (``decision.make``, ``Option.value``), or None."""
        meaning = self.meaning(expr, env)
        settled = self.lookup.settle(meaning) if meaning is not None else None
        return settled.ours if isinstance(settled, Outside) else None

    def value_of(self, meaning: Meaning, expr: ir.Expr, env: Environment) -> Part:
        """The value behind a meaning, placed where it is written if that is in the project."""
        if isinstance(meaning, Unresolved):
            return self.unknown(expr, env, meaning.reason)
        if isinstance(meaning, Inside):
            return self.leaf(OpaqueValue(env.text(expr)), expr, env)
        if isinstance(meaning, Outside):
            return self._outside(meaning, expr, env)
        return self._bound(meaning, expr, env)

    def _outside(self, meaning: Outside, expr: ir.Expr, env: Environment) -> Part:
        module, _, name = meaning.name.rpartition(".")
        if module == "builtins":
            import builtins

            live = getattr(builtins, name, None)
            if isinstance(live, type):
                return self.leaf(from_annotation(live), expr, env)
            try:
                return self.leaf(describe(cast("Callable[..., Any]", live)), expr, env)
            except TypeError:
                return self.unknown(expr, env, f"`{name}` has no readable signature")
        schema = construct(meaning.name)
        if schema is not None:
            return self.leaf(schema, expr, env)
        origin = meaning.name.rpartition(".")[0] or meaning.name
        if not module:
            return self.leaf(OpaqueValue(env.text(expr)), expr, env)
        return self.unknown(expr, env, f"`{env.text(expr)}` comes from `{origin}`, which op-lint does not read")

    def _bound(self, meaning: Bound, expr: ir.Expr, env: Environment) -> Part:
        binding, module = meaning.binding, meaning.module
        if meaning.type_only:
            return self.unknown(expr, env, f"`{binding.name}` is imported for type checkers only")
        if binding.kind in ("def", "class"):
            why = self.elsewhere.change_of_constant(module, binding, container=False)
            if why is not None:
                return self.unknown(expr, env, why)
        if binding.kind == "def":
            return self.leaf(self.functions.named(module, binding), expr, env)
        if binding.kind == "class":
            return self.leaf(self.types.of_class(module, binding.node), expr, env)
        if binding.kind == "alias" and binding.value is not None:
            inner = Environment(module, binding.scope, None, depth=env.depth + 1)
            return self.leaf(self.types.of_node(binding.value, inner), expr, env)
        if binding.kind in ("assign", "walrus") and binding.value is not None:
            return self._assigned(meaning, expr, env)
        if binding.kind == "unpack" and binding.value is not None:
            return self._unpacked(meaning, expr, env)
        if binding.kind == "parameter" and binding.name in env.arguments and binding.scope == env.scope:
            given = env.arguments[binding.name]
            if isinstance(given, ItemsPart) and given.made == "iterator":
                return self.unknown(expr, env, f"`{binding.name}` is an iterator, which gives its items once")
            return given
        what = {
            "parameter": f"`{binding.name}` is a parameter",
            "loop": f"`{binding.name}` is set by a loop",
        }.get(binding.kind, f"`{binding.name}` is set at run time")
        return self.unknown(expr, env, what)

    def _assigned(self, meaning: Bound, expr: ir.Expr, env: Environment) -> Part:
        binding, module = meaning.binding, meaning.module
        assert binding.value is not None
        key = (module.path, binding.start)
        if key in self._open or env.depth > _MAX_DEPTH:
            return self.unknown(expr, env, f"`{binding.name}` refers to itself")
        if not self.effort.spend(FOLLOWING):
            return self.unknown(expr, env, TOO_MUCH)
        same = env.module is module and _same_run(env, binding.scope)
        arguments = env.arguments if same and binding.scope == env.scope else {}
        since = env.since if same and binding.scope == env.scope else None
        at = binding.value.start_byte
        inner = Environment(module, binding.scope, at, arguments=arguments, depth=env.depth + 1, since=since)
        if binding.scope.type == "class_definition":
            member = self.types.enum_member(module, binding)
            if member is not None:
                return self.leaf(member, expr, env)
        self._open.add(key)
        try:
            once = not arguments and since is None
            base = self._known.get(key) if once else None
            if base is None:
                base = self.node(binding.value, inner)
                if once:
                    self._known[key] = base
            if isinstance(base, ItemsPart) and base.made in ("view", "iterator"):
                return self._read_late(meaning, base, inner, expr, env)
            return self._now(meaning, base, inner, expr, env, _read_at(env, meaning, same=same))
        finally:
            self._open.discard(key)

    def _read_late(self, meaning: Bound, base: ItemsPart, inner: Environment, expr: ir.Expr, env: Environment) -> Part:
        """What a view or an iterator that has a name gives where it is read: what is in its source by then."""
        binding, module = meaning.binding, meaning.module
        assert binding.value is not None
        same = env.module is module and _same_run(env, binding.scope)
        if base.made == "iterator":
            alone = (
                same and env.scope == binding.scope and len(list(module.index.uses(binding.name, binding.scope))) == 1
            )
            if not alone or env.at is None or loops_around(binding.scope, env.at):
                return self.unknown(expr, env, f"`{binding.name}` is an iterator, which gives its items once")
        now = self.node(binding.value, replace(inner, at=_read_at(env, meaning, same=same)))
        if now != base:
            return self.unknown(expr, env, f"`{binding.name}` shows what is in it by then")
        return replace(base, made="") if base.made == "iterator" else base

    def _unpacked(self, meaning: Bound, expr: ir.Expr, env: Environment) -> Part:
        """One of the names on the left of ``a, b = ...``."""
        binding, module = meaning.binding, meaning.module
        assert binding.value is not None
        inner = Environment(module, binding.scope, binding.value.start_byte, depth=env.depth + 1)
        path = unpacking_path(binding.node)
        part: Part | None = self.node(binding.value, inner) if path and env.depth < _MAX_DEPTH else None
        for position, size, starred in path:
            items = iterated(part) if part is not None else None
            fits = items is not None and (len(items) >= size - 1 if starred else len(items) == size)
            if items is None or not fits or any(unknown_of(item) for item in items):
                part = None
            elif isinstance(position, slice):
                rest = items[position.start : len(items) + position.stop]
                part = ItemsPart("list", rest, env.place(expr.range), expr)
            else:
                part = items[position]
        if part is None or (isinstance(part, ItemsPart) and part.made in ("view", "iterator")):
            return self.unknown(expr, env, f"`{binding.name}` is unpacked at run time")
        same = env.module is module and _same_run(env, binding.scope)
        return self._now(meaning, part, inner, expr, env, _read_at(env, meaning, same=same))

    def _now(
        self, meaning: Bound, base: Part, inner: Environment, expr: ir.Expr, env: Environment, at: int | None
    ) -> Part:
        """What a name stands for where it is read; ``base`` is what it was given."""
        container = isinstance(base, DictPart) or (isinstance(base, ItemsPart) and base.kind != "tuple")
        if isinstance(base, DictPart | ItemsPart) and base.origin is not None:
            if not self._is_local_to_a_call(base.origin[0], env):
                return self.refreshed(base, expr, env)
            base = replace(base, origin=None)  # a helper made it for this name
        why = self.elsewhere.change_of_constant(meaning.module, meaning.binding, container=container)
        value = meaning.binding.value
        if why is None and value is not None and value.type in ("lambda", "call"):
            why = self.elsewhere.change_of(meaning.module, value)
        if why is not None:
            return Leaf(Unknown(why), base.place, expr)
        part = changed(self, meaning.binding, base, inner, at)
        if container and isinstance(part, DictPart | ItemsPart):
            part = replace(part, origin=(meaning, inner))
        return part

    @staticmethod
    def _is_local_to_a_call(maker: object, env: Environment) -> bool:
        """Whether a name belongs to a function that was called, and has returned, before ``env``."""
        assert isinstance(maker, Bound)
        scope = maker.binding.scope
        return scope.type == "function_definition" and not (env.module is maker.module and _same_run(env, scope))

    def refreshed(self, part: DictPart | ItemsPart, expr: ir.Expr, env: Environment) -> Part:
        """A container that has a name of its own, as it is where ``env`` reads it: it may have changed meanwhile."""
        assert part.origin is not None
        meaning, inner = part.origin
        assert isinstance(meaning, Bound)
        binding = meaning.binding
        same = env.module is meaning.module and _same_run(env, binding.scope)
        key = (meaning.module.path, binding.start, "refreshed")
        if key in self._refreshing or inner.arguments or not (same or binding.scope.type == "module"):
            return part
        self._refreshing.add(key)
        try:
            return self._bound(meaning, expr, env)
        finally:
            self._refreshing.discard(key)

    def settled(self, part: Part, env: Environment, depth: int = 0) -> Part:
        """The same part, with the containers inside it as they are where ``env`` reads them."""
        if depth > 6:
            return part
        if depth and isinstance(part, DictPart | ItemsPart) and part.origin is not None and part.expr is not None:
            part = self.refreshed(part, part.expr, env)
        if isinstance(part, DictPart):
            entries = [(key, self.settled(value, env, depth + 1)) for key, value in part.entries]
            return replace(part, entries=entries)
        if isinstance(part, ItemsPart):
            return replace(part, items=[self.settled(item, env, depth + 1) for item in part.items])
        return part

    def _name(self, expr: ir.Name, env: Environment) -> Part:
        if expr.id in env.names:
            return env.names[expr.id]
        meaning = self.meaning(expr, env)
        assert meaning is not None
        return self.value_of(meaning, expr, env)

    def _attribute(self, expr: ir.Attribute, env: Environment) -> Part:
        meaning = self.meaning(expr, env)
        if meaning is not None and not isinstance(meaning, Unresolved):
            return self.value_of(meaning, expr, env)
        found = self.functions.attribute(expr, env)
        if isinstance(found, Function | Unknown):
            return self.leaf(found, expr, env)
        if found is not None:
            return self.value_of(found, expr, env)
        base = self.expression(expr.value, env)
        if isinstance(base, Leaf) and isinstance(base.value, EnumMember):
            said = {"value": base.value.value, "_value_": base.value.value, "name": base.value.name}
            if expr.attr in said:
                return self.leaf(said[expr.attr], expr, env)
        if isinstance(meaning, Unresolved) and dotted_name(expr) is not None:
            return self.unknown(expr, env, meaning.reason)
        return self.unknown(expr, env)

    def _constant(self, expr: ir.Constant, env: Environment) -> Part:
        return self.leaf(expr.value, expr, env)

    def _fstring(self, expr: ir.FString, env: Environment) -> Part:
        if expr.template:
            return self.leaf(OpaqueValue(env.text(expr)), expr, env)
        texts = []
        for part in expr.parts:
            text = part if isinstance(part, str) else self._formatted(part, env)
            if text is None:
                field = part.value if isinstance(part, ir.Formatted) else part
                assert not isinstance(field, str)
                reason = f"a text with `{env.text(field)}` in it is computed at run time"
                return self.unknown(expr, env, reason, "text")
            texts.append(text)
        return self.leaf("".join(texts), expr, env)

    def _formatted(self, expr: ir.Expr, env: Environment) -> str | None:
        """The text of a replacement field; None where it is not known."""
        spec = ""
        conversion = None
        if isinstance(expr, ir.Formatted):
            pieces = [piece if isinstance(piece, str) else self._formatted(piece, env) for piece in expr.spec]
            spec = "".join(piece for piece in pieces if piece is not None)
            conversion = expr.conversion
            if None in pieces or HUGE.search(spec):
                return None
            expr = expr.value
        value = self.expression(expr, env)
        if not isinstance(value, Leaf):
            return None
        shown: Any = text_of(value.value) if conversion in (None, "s") else value.value
        if type(shown) not in (str, int, float, bool, type(None)):
            return None
        if conversion is not None:
            shown = ascii(shown) if conversion == "a" else repr(shown) if conversion == "r" else str(shown)
        try:
            return format(shown, spec)
        except (ValueError, TypeError):
            return None

    def _dict(self, expr: ir.Dict, env: Environment) -> Part:
        entries: list[tuple[Part, Part]] = []
        for entry in expr.entries:
            value = self.expression(entry.value, env)
            if entry.key is not None:
                entries.append((self.expression(entry.key, env), self._held(value, env)))
            elif isinstance(value, DictPart):
                entries.extend(value.entries)
            else:
                missing = unknown_of(value) or Unknown(env.computed(entry.value))
                leaf = Leaf(missing, env.place(entry.range), entry.value)
                entries.append((leaf, leaf))
        return DictPart(entries, env.place(expr.range), expr)

    def _sequence(self, expr: ir.Sequence, env: Environment) -> Part:
        items: list[Part] = []
        for item in expr.items:
            if not isinstance(item, ir.Starred):
                items.append(self._held(self.expression(item, env), env))
                continue
            value = self.expression(item.value, env)
            listed = iterated(value) if expr.kind != "set" else members(value)
            if listed is None:
                missing = unknown_of(value) or Unknown(why_unordered(value) or env.computed(item.value))
                items.append(Leaf(missing, env.place(item.range), item.value))
            else:
                items.extend(listed)
        return ItemsPart(expr.kind, items, env.place(expr.range), expr)

    @staticmethod
    def _held(part: Part, env: Environment) -> Part:
        """What is kept of a part in a container: of a view or an iterator, only that it is a value."""
        if isinstance(part, ItemsPart) and part.made in ("view", "iterator") and part.expr is not None:
            return InstancePart(env.text(part.expr), part.place, part.expr)
        return part

    def _unary(self, expr: ir.Unary, env: Environment) -> Part:
        value = self.expression(expr.operand, env)
        missing = unknown_of(value)
        if missing is not None:
            return self.unknown(expr, env, shape="value" if expr.op == "not" else "")
        if expr.op == "not":
            truth = truth_of(value)
            return self.unknown(expr, env, shape="value") if truth is None else self.leaf(not truth, expr, env)
        if isinstance(value, Leaf) and isinstance(value.value, int | float | complex):
            number: Any = value.value
            if expr.op == "-":
                return self.leaf(-number, expr, env)
            if expr.op == "+":
                return self.leaf(+number, expr, env)
            if expr.op == "~" and isinstance(number, int):
                return self.leaf(~number, expr, env)
        return self.unknown(expr, env)

    def _binary(self, expr: ir.Binary, env: Environment) -> Part:
        left = self.expression(expr.left, env)
        if expr.op not in ("and", "or"):
            return combined(self, expr.op, left, self.expression(expr.right, env), expr, env)
        truth = truth_of(left)
        if truth is None:
            right = self.expression(expr.right, env)
            return self.unknown(expr, env, shape=common_shape(left, right))
        return left if truth == (expr.op == "or") else self.expression(expr.right, env)

    def _conditional(self, expr: ir.Conditional, env: Environment) -> Part:
        truth = truth_of(self.expression(expr.test, env))
        if truth is not None:
            return self.expression(expr.if_true if truth else expr.if_false, env)
        left, right = self.expression(expr.if_true, env), self.expression(expr.if_false, env)
        reason = f"it depends on `{env.text(expr.test)}`"
        return self.unknown(expr, env, reason, common_shape(left, right))

    def _lambda(self, expr: ir.Lambda, env: Environment) -> Part:
        return self.leaf(self.functions.of_lambda(expr, env), expr, env)

    def _call(self, expr: ir.Call, env: Environment) -> Part:
        if env.depth > _MAX_DEPTH:
            return self.unknown(expr, env)
        if not self.effort.spend(FOLLOWING):
            return self.unknown(expr, env, TOO_MUCH)
        return call_part(self, expr, env)

    def _subscript(self, expr: ir.Subscript, env: Environment) -> Part:
        return subscript_part(self, expr, env)

    def _comprehension(self, expr: ir.Comprehension, env: Environment) -> Part:
        return comprehension_part(self, expr, env)

    def _walrus(self, expr: ir.Walrus, env: Environment) -> Part:
        return self.expression(expr.value, env)

    def _starred(self, expr: ir.Starred, env: Environment) -> Part:
        return self.expression(expr.value, env)


def _read_at(env: Environment, meaning: Bound, *, same: bool) -> int | None:
    """The byte of a name's own scope from which it is read; None for "when all has run"."""
    if same:
        return env.at
    return env.since if env.module is meaning.module and meaning.binding.scope.type == "module" else None


def _same_run(env: Environment, scope: Node) -> bool:
    """Whether code in ``env`` runs in line with the code of ``scope``, so that "before" means something."""
    level: Node | None = env.scope
    while level is not None and level.id != scope.id:
        if level.type == "function_definition":
            return False
        level = env.module.index.enclosing(level)
    return level is not None


_READERS: Mapping[type, Callable[[Evaluator, Any, Environment], Part]] = {
    ir.Constant: Evaluator._constant,
    ir.FString: Evaluator._fstring,
    ir.Name: Evaluator._name,
    ir.Attribute: Evaluator._attribute,
    ir.Dict: Evaluator._dict,
    ir.Sequence: Evaluator._sequence,
    ir.Unary: Evaluator._unary,
    ir.Binary: Evaluator._binary,
    ir.Conditional: Evaluator._conditional,
    ir.Lambda: Evaluator._lambda,
    ir.Call: Evaluator._call,
    ir.Subscript: Evaluator._subscript,
    ir.Comprehension: Evaluator._comprehension,
    ir.Walrus: Evaluator._walrus,
    ir.Starred: Evaluator._starred,
}
