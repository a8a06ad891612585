"""Functions of the project: their facts, and what the runtime would know about each."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from op_runtime.menu import MISSING, Function, SignatureParameter, Unknown, build_function

from op_lint.bindings import Binding
from op_lint.facts import FunctionFacts
from op_lint.files.positions import Lines
from op_lint.read import expr as ir
from op_lint.read.definition import Definition
from op_lint.read.reader import SkippedError, first_statement
from op_lint.resolve.decorators import keeps_function
from op_lint.resolve.environment import Environment
from op_lint.resolve.lookup import Bound, Meaning, Outside, dotted
from op_lint.resolve.values import ItemsPart, Leaf, Part, plain

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.resolve.evaluate import Evaluator
    from op_lint.resolve.project import Module

_KEEPING = frozenset(
    {"functools.cache", "functools.lru_cache", "builtins.staticmethod", "builtins.classmethod",
     "typing.final", "typing.override", "typing.no_type_check", "typing_extensions.final", "typing_extensions.override",
     "typing_extensions.deprecated", "warnings.deprecated", "abc.abstractmethod", "contextlib.contextmanager",
     "contextlib.asynccontextmanager", "functools.singledispatch"}
)  # fmt: skip
"""Decorators under which a function keeps its name, signature and docstring."""


def bound(method: Function | Unknown) -> Function | Unknown:
    """What a method is once it is taken from an instance: its first parameter is filled."""
    return method if isinstance(method, Unknown) else replace(method, parameters=method.parameters[1:])


class Functions:
    """Reads the functions of one project."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.ev = evaluator
        self._facts: dict[tuple[str, int], FunctionFacts] = {}
        self._built: dict[tuple[str, int], Function | Unknown] = {}

    def agentic_decorator(self, module: Module, node: Node) -> Outside | None:
        """The name from outside by which a ``function_definition`` is decorated as ours, or None."""
        for decorator in _decorators(node):
            found = self._meaning(module, node, decorator)
            if isinstance(found, Outside) and found.ours == "agentic_function":
                return found
        return None

    def facts(self, module: Module, node: Node) -> FunctionFacts:
        """The facts of a ``def``. Raises SkippedError where its head cannot be read."""
        key = (module.path, node.start_byte)
        if key not in self._facts:
            self._facts[key] = self._read(module, node)
        return self._facts[key]

    def of_node(self, module: Module, node: Node) -> Function | Unknown:
        """What a name that is bound by a ``def`` stands for."""
        name = module.index.text(node.child_by_field_name("name"))
        for decorator in _decorators(node):
            found = self._meaning(module, node, decorator)
            if not self._keeps(found, decorator):
                shown = module.index.text(_called(decorator))
                return Unknown(f"`{name}` is decorated with `{shown}`, which may change it")
        return self.described(module, node)

    def described(self, module: Module, node: Node) -> Function | Unknown:
        """What the runtime knows about the function itself, whatever stands around it."""
        key = (module.path, node.start_byte)
        if key not in self._built:
            self._built[key] = Unknown("it is described by itself")  # a default that offers the function
            self._built[key] = self._build(module, node)
        return self._built[key]

    def of_lambda(self, expr: ir.Lambda, env: Environment) -> Function:
        """What a lambda stands for: a function without a name."""
        return build_function("", None, [self._parameter(each, env) for each in expr.params], lenient=True)

    def partial(self, expr: ir.Call, env: Environment) -> Function | Unknown:
        """What ``functools.partial(...)`` gives: the function without the parameters that are bound."""
        if not expr.args or any(arg.star for arg in expr.args):
            return Unknown(env.computed(expr))
        inner = plain(self.ev.expression(expr.args[0].value, env))
        if isinstance(inner, Unknown):
            return inner
        if not isinstance(inner, Function):
            return Unknown(env.computed(expr))
        keywords = {arg.keyword for arg in expr.args if arg.keyword is not None}
        positions = sum(arg.keyword is None for arg in expr.args) - 1
        parameters = []
        keyword_only = False
        for parameter in inner.parameters:
            if positions and parameter.kind in ("positional_only", "positional_or_keyword"):
                positions -= 1
            elif parameter.name in keywords and parameter.kind != "positional_only":
                keyword_only = True  # only keywords can follow one that is given by keyword
            elif keyword_only and parameter.kind == "positional_or_keyword":
                parameters.append(replace(parameter, kind="keyword_only"))
            else:
                parameters.append(parameter)
        return replace(inner, parameters=tuple(parameters))

    def attribute(self, expr: ir.Attribute, env: Environment) -> Function | Unknown | Meaning | None:
        """What ``self.find``, ``Desk().find`` or ``self.OPTIONS`` stands for; None where no class says it."""
        owner = self._owner(expr.value, env)
        found = self._member(owner, expr.attr)
        if found is None or not isinstance(owner, Bound):
            return None
        if found.binding.kind == "assign":
            return found if self._assigned_once(found) else None
        if found.binding.kind != "def":
            return None
        why = self.ev.elsewhere.change_of_constant(found.module, found.binding, container=False)
        why = why or self._overridden(owner, expr.attr)
        if why is not None:
            return Unknown(why)
        made = self.of_node(found.module, found.binding.node)
        if isinstance(made, Unknown) or "builtins.staticmethod" in self.decorated_by(found.module, found.binding.node):
            return made
        return bound(made)

    def member(self, expr: ir.Attribute, env: Environment) -> Bound | None:
        """What of a class an attribute of an instance, or of ``self``, names; None where no class says it."""
        return self._member(self._owner(expr.value, env), expr.attr)

    def _member(self, owner: Meaning | None, name: str) -> Bound | None:
        if not isinstance(owner, Bound):
            return None
        found = self.ev.lookup.class_member(owner, name)
        return found if isinstance(found, Bound) and found.binding.scope.type == "class_definition" else None

    def _overridden(self, owner: Bound, name: str) -> str | None:
        """Why a method may be another class's: one of the same file that is derived from its own defines it, too."""
        module, node = owner.module, owner.binding.node
        for holder in module.index.holders(name):
            if holder.type == "class_definition" and holder != node:
                line = self.ev.types.classes.line(module, holder)
                if any(each == node for _, each in line[1:]):
                    return f"`{module.index.text(holder.child_by_field_name('name'))}.{name}` may stand in its place"
        return None

    def named(self, module: Module, binding: Binding) -> Function | Unknown:
        """What a name bound by a ``def`` stands for, a class method through its class as well."""
        made = self.of_node(module, binding.node)
        through_class = binding.scope.type == "class_definition" and isinstance(made, Function)
        if through_class and "builtins.classmethod" in self.decorated_by(module, binding.node):
            assert isinstance(made, Function)
            return replace(made, parameters=made.parameters[1:])
        return made

    def decorated_by(self, module: Module, node: Node) -> set[str]:
        """The full names of the decorators that come from outside the project."""
        found = (self._meaning(module, node, each) for each in _decorators(node))
        return {each.name for each in found if isinstance(each, Outside)}

    def called(self, module: Module, node: Node) -> Function | Unknown | None:
        """What an instance of a class is as a function; None where the class has no ``__call__`` of its own."""
        bindings = [each for each in module.index.bindings(node, "__call__") if each.kind == "def"]
        if not bindings:
            return None
        why = self.ev.elsewhere.change_of(module, node)
        if why is not None:
            return Unknown(why)
        made = self.of_node(module, bindings[-1].node)
        if isinstance(made, Unknown):
            return made
        return replace(made, name="", doc=self._class_doc(module, node), parameters=made.parameters[1:])

    def _class_doc(self, module: Module, node: Node) -> str | Unknown | None:
        first = first_statement(node)
        if first is None or first.type != "expression_statement" or first.named_children[0].type != "string":
            return None
        value = plain(self.ev.node(first.named_children[0], Environment(module, node)))
        return value if isinstance(value, str | Unknown) else None

    def _assigned_once(self, member: Bound) -> bool:
        """Whether a class attribute is what its body says: nothing in its file sets it, no other class has it."""
        index, name = member.module.index, member.binding.name
        setting = rb"\.\s*" + re.escape(name.encode()) + rb"\s*(?::[^=\n]+)?(?:=(?!=)|[-+|&*/%^@]=)"
        if re.search(setting, index.lines.data):
            return False
        found = index.holders(name)
        return [scope for scope in found if scope.type == "class_definition"] == [member.binding.scope]

    def method_kind(self, module: Module, node: Node) -> str | None:
        """The only decorator of a ``def`` where that is a static or a class method's; None for any other one."""
        if not _decorators(node):
            return ""
        found = self.decorated_by(module, node)
        alone = len(_decorators(node)) == 1 and found <= {"builtins.staticmethod", "builtins.classmethod"}
        return next(iter(found), None) if alone else None

    def bound_arguments(
        self, module: Module, node: Node, expr: ir.Call, env: Environment, *, bound: bool = False
    ) -> Mapping[str, Part] | None:
        """What each parameter of a called helper is; None where that is not plain from the call.

        The first parameter of a ``bound`` one is the class, which nobody passes.
        """
        try:
            params = self.facts(module, node).params
        except SkippedError:
            return None
        if any(arg.star for arg in expr.args) or any(each.kind.startswith("var_") for each in params):
            return None
        outer = self._outer(module, node)
        given = [arg.value for arg in expr.args if arg.keyword is None]
        keywords = {arg.keyword: arg.value for arg in expr.args if arg.keyword is not None}
        names: dict[str, Part] = {}
        for param in params[1:] if bound else params:
            if given and param.kind in ("positional_only", "positional_or_keyword"):
                names[param.name] = self.ev.expression(given.pop(0), env)
            elif param.name in keywords:
                names[param.name] = self.ev.expression(keywords.pop(param.name), env)
            elif param.default is not None:
                names[param.name] = self.ev.expression(param.default, outer)
            else:
                return None
        return None if given or keywords else names

    def _owner(self, expr: ir.Expr, env: Environment) -> Meaning | None:
        """The class whose instance (or which) an expression is."""
        if isinstance(expr, ir.Call):
            return self._class(self.ev.meaning(expr.func, env))
        meaning = self.ev.meaning(expr, env)
        if isinstance(meaning, Bound) and meaning.binding.kind == "parameter":
            return self._own_class(meaning)
        if isinstance(meaning, Bound) and meaning.binding.kind == "assign":
            value = meaning.binding.value
            if value is not None and value.type == "call":
                parts = dotted(value.child_by_field_name("function") or value)
                if parts is not None:
                    scope, at = meaning.binding.scope, value.start_byte
                    return self._class(self.ev.lookup.path(meaning.module, scope, parts, at))
        return None

    def _class(self, meaning: Meaning | None) -> Meaning | None:
        settled = self.ev.lookup.settle(meaning) if meaning is not None else None
        is_class = isinstance(settled, Bound) and settled.binding.kind == "class" and not settled.type_only
        return settled if is_class else None

    def _own_class(self, meaning: Bound) -> Meaning | None:
        """The class around a method whose first parameter a name is."""
        index, method = meaning.module.index, meaning.binding.scope
        owner = index.enclosing(method)
        if owner is None or owner.type != "class_definition" or method.type != "function_definition":
            return None
        parameters = method.child_by_field_name("parameters")
        first = parameters.named_children[0] if parameters is not None and parameters.named_children else None
        if first is None or meaning.binding.node.start_byte != first.start_byte:
            return None
        if "builtins.staticmethod" in self.decorated_by(meaning.module, method):
            return None
        name = index.text(owner.child_by_field_name("name"))
        bindings = [each for each in index.bindings(index.scope_of(owner), name) if each.node == owner]
        return Bound(meaning.module, bindings[0]) if bindings else None

    def _read(self, module: Module, node: Node) -> FunctionFacts:
        lines, index = module.source.lines, module.index
        definition = self.ev.project.reader.definition(lines, node)
        outer = node.parent if _decorators(node) and node.parent is not None else node
        ours, name = self._our_decorator(module, node, definition)
        scope = index.scope_of(node)
        static = "builtins.staticmethod" in self.decorated_by(module, node)
        body = first_statement(node)
        start = lines.from_byte(body.start_byte if body is not None else node.end_byte)
        return FunctionFacts(
            name=definition.name,
            qualname=index.qualname(node),
            range=_range(lines, outer.start_byte, node.end_byte),
            name_range=definition.name_range,
            params=definition.params,
            returns=definition.returns,
            docstring=definition.docstring,
            is_async=definition.is_async,
            is_method=scope.type == "class_definition" and not static,
            decorator=ours,
            decorator_module=name.rpartition(".")[0],
            body_start=lines.position(start),
            docstring_broken=definition.docstring is None and index.broken_text_before(node, body),
        )

    def _our_decorator(self, module: Module, node: Node, definition: Definition) -> tuple[ir.Expr | None, str]:
        for written, read in zip(_decorators(node), definition.decorators, strict=False):
            found = self._meaning(module, node, written)
            if isinstance(found, Outside) and found.ours == "agentic_function":
                return read, found.name
        return None, ""

    def _build(self, module: Module, node: Node) -> Function | Unknown:
        changed = self.ev.elsewhere.change_of(module, node)
        if changed is not None:
            return Unknown(changed)
        try:
            facts = self.facts(module, node)
        except SkippedError as error:
            return Unknown(error.message)
        outer = node.parent if _decorators(node) and node.parent is not None else node
        if module.index.decorated_by_broken(outer):
            return Unknown(f"a decorator of `{facts.name}` does not parse")
        below = False
        for decorator in _decorators(node):
            found = self._meaning(module, node, decorator)
            if below and not self._keeps(found, decorator):
                shown = module.index.text(_called(decorator))
                return Unknown(f"`{facts.name}` is decorated with `{shown}`, which may change it")
            below = below or (isinstance(found, Outside) and found.ours == "agentic_function")
        env = self._outer(module, node)
        said = {arg.keyword: arg.value for arg in facts.arguments.args if arg.keyword} if facts.arguments else {}
        value = {name: plain(self.ev.expression(each, env)) for name, each in said.items() if name in _SAID}
        spread = facts.arguments is not None and any(arg.star for arg in facts.arguments.args)
        metadata = value.get("input", Unknown("`**` in the decorator hides it") if spread else None)
        name = value.get("name", facts.name)
        if isinstance(name, Unknown):
            return name
        doc: str | Unknown | None = facts.docstring.value if facts.docstring is not None else None
        if facts.docstring_broken:
            doc = Unknown(f"the docstring of `{facts.name}` does not parse")
        inner = Environment(module, node, None)
        schema = value.get("parameters")
        return build_function(
            name if isinstance(name, str) and name else facts.name,
            doc,
            [self._parameter(each, env, inner) for each in facts.params],
            metadata,
            lenient=True,
            agentic=facts.decorator is not None,
            is_async=facts.is_async,
            description=_text(value.get("description")),
            parameters_schema=schema if isinstance(schema, dict) else None,
            label=_text(value.get("label")),
        )

    def _parameter(self, param: ir.Param, env: Environment, inner: Environment | None = None) -> SignatureParameter:
        """``inner`` sees the function's own type parameters."""
        schema = None
        if param.annotation is not None:
            schema = self.ev.types.annotation(param.annotation, self._annotation_env(env, inner))
        default: object = MISSING
        if param.default is not None:
            part = self.ev.expression(param.default, env)
            default = (
                plain(part) if isinstance(part, Leaf) or not _has_unknown(part) else Unknown("computed at run time")
            )
        return SignatureParameter(param.name, param.kind, schema, default, param.default_text)

    def _annotation_env(self, env: Environment, inner: Environment | None) -> Environment:
        if inner is None or inner.scope.child_by_field_name("type_parameters") is None:
            return env
        return inner

    def _outer(self, module: Module, node: Node) -> Environment:
        """Where decorators, defaults and annotations of a ``def`` are evaluated."""
        outer = node.parent if _decorators(node) and node.parent is not None else node
        return Environment(module, module.index.scope_of(node), outer.start_byte)

    def runs_as_written(self, module: Module, node: Node) -> bool:
        """Whether calling a function by its name surely runs its body with the arguments of the call."""
        return all(self._keeps(self._meaning(module, node, each), each) for each in _decorators(node))

    def _keeps(self, meaning: Meaning | None, decorator: Node) -> bool:
        if isinstance(meaning, Outside):
            return meaning.ours == "agentic_function" or meaning.name in _KEEPING
        if isinstance(meaning, Bound) and meaning.binding.kind == "def":
            self.ev.look_at(meaning.module, meaning.binding.node)
            called = decorator.type == "call"
            return keeps_function(self.ev.lookup, meaning.module, meaning.binding.node, called=called)
        return False

    def _meaning(self, module: Module, node: Node, decorator: Node) -> Meaning | None:
        called = _called(decorator)
        parts = dotted(called)
        if parts is None:
            return None
        scope = module.index.scope_of(node)
        return self.ev.lookup.settle(self.ev.lookup.path(module, scope, parts, decorator.start_byte))


_SAID = frozenset({"input", "name", "description", "parameters", "label"})


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _has_unknown(part: Part) -> bool:
    if isinstance(part, Leaf):
        return isinstance(part.value, Unknown)
    if isinstance(part, ItemsPart):
        return any(_has_unknown(item) for item in part.items)
    entries = getattr(part, "entries", ())
    return any(_has_unknown(key) or _has_unknown(value) for key, value in entries)


def _range(lines: Lines, start: int, end: int) -> ir.Range:
    return lines.byte_range(start, end)


def _decorators(node: Node) -> list[Node]:
    """The expressions of the decorators of a ``def``."""
    parent = node.parent
    if parent is None or parent.type != "decorated_definition":
        return []
    return [child.named_children[0] for child in parent.children if child.type == "decorator" and child.named_children]


def _called(decorator: Node) -> Node:
    if decorator.type == "call":
        return decorator.child_by_field_name("function") or decorator
    return decorator
