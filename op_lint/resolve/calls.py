"""Calls and subscripts whose result source can tell: containers, copies, options, partials, helper functions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, cast

from op_runtime.menu import Option, Unknown

from op_lint.read import expr as ir
from op_lint.read.reader import SkippedError
from op_lint.resolve.environment import Environment
from op_lint.resolve.lookup import Bound, Outside, branches
from op_lint.resolve.operators import iterated, members, truth_of
from op_lint.resolve.texts import (
    REDUCTIONS,
    SCALARS,
    TEXT_METHODS,
    mapped,
    method_of_text,
    reduced,
    scalar,
    sorted_items,
)
from op_lint.resolve.values import (
    DictPart,
    EnumMember,
    InstancePart,
    ItemsPart,
    Leaf,
    OptionPart,
    Part,
    Shape,
    entries_of,
    plain,
    shape_of,
    unknown_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.resolve.evaluate import Evaluator

_TEXT_CALLS = frozenset(
    {"builtins.str", "builtins.repr", "builtins.ascii", "builtins.format", "builtins.input", "builtins.chr",
     "os.getcwd", "json.dumps", "textwrap.dedent", "textwrap.indent", "textwrap.fill", "textwrap.shorten",
     "os.path.join", "os.path.basename", "os.path.dirname", "os.path.abspath", "platform.system", "socket.gethostname",
     "time.strftime", "getpass.getuser", "inspect.cleandoc", "secrets.token_hex", "inspect.getsource"}
)  # fmt: skip
"""Functions whose result is surely a str."""
_VALUE_CALLS = frozenset(
    {"builtins.len", "builtins.int", "builtins.float", "builtins.bool", "builtins.round", "builtins.hash",
     "builtins.id", "builtins.ord", "builtins.isinstance", "builtins.any", "builtins.all", "builtins.bytes",
     "builtins.complex", "builtins.sorted", "builtins.list", "builtins.set", "builtins.frozenset",
     "builtins.dict", "time.time",
     "time.monotonic", "time.perf_counter", "random.random", "random.randint", "uuid.uuid4", "os.getenv",
     "datetime.datetime.now", "datetime.datetime.today", "datetime.date.today", "pathlib.Path", "decimal.Decimal"}
)  # fmt: skip
"""Functions whose result is surely neither a function nor a tuple."""
_MAX_ROWS = 1000
"""Items of a range that are worked out; no menu has as many."""
_SAME = frozenset({"copy.copy", "copy.deepcopy", "typing.cast", "typing.assert_type", "types.MappingProxyType"})


def call_part(ev: Evaluator, expr: ir.Call, env: Environment) -> Part:
    """What a call gives."""
    meaning = ev.meaning(expr.func, env)
    settled = ev.lookup.settle(meaning) if meaning is not None else None
    if isinstance(settled, Outside):
        return _outside_call(ev, settled, expr, env)
    if isinstance(settled, Bound) and settled.binding.kind == "class" and not settled.type_only:
        return _instance(ev, settled, expr, env)
    if isinstance(settled, Bound) and settled.binding.kind == "def" and not settled.type_only:
        result = _returned(ev, settled, expr, env)
        if result is None or unknown_of(result) is not None:
            return ev.unknown(expr, env, shape=shape_of(result) if result is not None else "")
        return result
    if isinstance(expr.func, ir.Attribute):
        base = ev.expression(expr.func.value, env)
        return _method(ev, base, expr.func.attr, expr, env)
    return ev.unknown(expr, env)


def subscript_part(ev: Evaluator, expr: ir.Subscript, env: Environment) -> Part:
    """What ``value[...]`` gives: an item of a container, or a type with arguments."""
    if ev.types.is_type_expression(expr.value, env):
        schema = ev.types.of_expression(expr, env)
        return ev.leaf(schema, expr, env)
    base = ev.expression(expr.value, env)
    if unknown_of(base) is not None or len(expr.items) != 1:
        return ev.unknown(expr, env)
    item = expr.items[0]
    if isinstance(item, ir.Slice):
        return _sliced(ev, base, item, expr, env)
    key = plain(ev.expression(item, env))
    if isinstance(key, Unknown):
        return ev.unknown(expr, env)
    if isinstance(base, DictPart):
        return _looked_up(base, key) or ev.unknown(expr, env)
    if isinstance(base, Leaf) and isinstance(base.value, str) and type(key) is int:
        fits = -len(base.value) <= key < len(base.value)
        return ev.leaf(base.value[key], expr, env) if fits else ev.unknown(expr, env, _fails(expr, env))
    if not isinstance(base, ItemsPart) or base.kind == "set" or base.made or type(key) is not int:
        return ev.unknown(expr, env)
    if any(unknown_of(each) for each in base.items):
        return ev.unknown(expr, env)
    if -len(base.items) <= key < len(base.items):
        return base.items[key]
    return ev.unknown(expr, env, _fails(expr, env))


def _sliced(ev: Evaluator, base: Part, taken: ir.Slice, expr: ir.Subscript, env: Environment) -> Part:
    """What ``value[1:]`` gives."""
    bounds = [
        None if bound is None else plain(ev.expression(bound, env)) for bound in (taken.lower, taken.upper, taken.step)
    ]
    if any(bound is not None and type(bound) is not int for bound in bounds) or bounds[2] == 0:
        return ev.unknown(expr, env)
    part = slice(*cast("list[int | None]", bounds))
    if isinstance(base, Leaf) and isinstance(base.value, str):
        return ev.leaf(base.value[part], expr, env)
    if not isinstance(base, ItemsPart) or base.kind == "set" or any(unknown_of(each) for each in base.items):
        return ev.unknown(expr, env)
    return ItemsPart(base.kind, base.items[part], env.place(expr.range), expr)


def _fails(expr: ir.Expr, env: Environment) -> str:
    return f"`{env.text(expr)}` fails at run time"


def _looked_up(base: DictPart, key: object) -> Part | None:
    for own, value in reversed(base.entries):
        if unknown_of(own) is not None:
            return None
        if plain(own) == key:
            return value
    return None


def _outside_call(ev: Evaluator, called: Outside, expr: ir.Call, env: Environment) -> Part:
    if called.ours in ("Option.value", "Option.function", "Option.schema"):
        kind = cast(Literal["value", "function", "schema"], called.ours.partition(".")[2])
        return _option(ev, kind, expr, env)
    if called.name == "functools.partial":
        return ev.leaf(ev.functions.partial(expr, env), expr, env)
    if called.name in _SAME and expr.args:
        last = expr.positional(len(expr.args) - 1)
        given = ev.expression(last.value, env) if last is not None else ev.unknown(expr, env)
        copied = called.name.startswith("copy.") and isinstance(given, DictPart | ItemsPart)
        return replace(given, origin=None) if copied and isinstance(given, DictPart | ItemsPart) else given
    if called.name in ("builtins.dict", "collections.OrderedDict"):
        return _dict(ev, expr, env)
    if called.name in ("builtins.list", "builtins.tuple", "builtins.set", "builtins.frozenset", "builtins.sorted"):
        return _items(ev, called.name.partition(".")[2], expr, env)
    if called.name == "builtins.object" and not expr.args:
        return InstancePart(env.text(expr), env.place(expr.range), expr=expr)
    module, _, name = called.name.partition(".")
    if module == "builtins" and name in SCALARS:
        return scalar(ev, name, expr, env)
    if module == "builtins" and name in REDUCTIONS and not any(arg.star or arg.keyword for arg in expr.args):
        return reduced(ev, name, [iterable_part(ev, arg.value, env) for arg in expr.args], expr, env)
    if called.name in ("textwrap.dedent", "inspect.cleandoc"):
        return _dedented(ev, called.name, expr, env)
    if called.name in (
        "builtins.zip",
        "builtins.enumerate",
        "builtins.reversed",
        "builtins.range",
        "builtins.map",
        "builtins.filter",
    ):
        found = _iterator(ev, called.name.partition(".")[2], expr, env)
        made: Literal["view", "iterator"] = "view" if called.name == "builtins.range" else "iterator"
        return replace(found, made=made) if isinstance(found, ItemsPart) else found
    if called.name == "builtins.dict.fromkeys":
        return _from_keys(ev, expr, env)
    instance = ev.types.made(called.name, expr, env)
    if instance is not None:
        return ev.leaf(instance, expr, env)
    shape: Shape = "text" if called.name in _TEXT_CALLS else "value" if called.name in _VALUE_CALLS else ""
    return ev.unknown(expr, env, shape=shape)


def _option(ev: Evaluator, kind: Literal["value", "function", "schema"], expr: ir.Call, env: Environment) -> Part:
    if any(arg.star for arg in expr.args):
        return ev.unknown(expr, env)
    first = expr.positional(0) or expr.keyword({"value": "value", "function": "fn", "schema": "schema"}[kind])
    described, named = expr.positional(1) or expr.keyword("description"), expr.keyword("name")
    return OptionPart(
        kind,
        ev.expression(first.value, env) if first else ev.unknown(expr, env),
        env.place(expr.range),
        ev.expression(described.value, env) if described else None,
        ev.expression(named.value, env) if named else None,
        expr,
        _why_not_made(kind, expr),
    )


def _why_not_made(kind: Literal["value", "function", "schema"], expr: ir.Call) -> str:
    """What Python says of the arguments of such a call; empty where they fit."""
    given = {arg.keyword: cast(Any, None) for arg in expr.args if arg.keyword is not None}
    places = [cast(Any, None) for arg in expr.args if arg.keyword is None]
    makers: dict[str, Any] = {"value": Option.value, "function": Option.function, "schema": Option.schema}
    try:
        makers[kind](*places, **given)
    except TypeError as error:
        return str(error)
    return ""


def _dict(ev: Evaluator, expr: ir.Call, env: Environment) -> Part:
    entries: list[tuple[Part, Part]] = []
    named: set[object] = set()
    for arg in expr.args:
        value = iterable_part(ev, arg.value, env)
        if arg.keyword is not None or arg.star == "**":
            keys = [arg.keyword] if arg.keyword else [plain(key) for key, _ in getattr(value, "entries", ())]
            if not named.isdisjoint(key for key in keys if isinstance(key, str)):
                return ev.unknown(expr, env, f"`{env.text(expr)}` fails at run time: a keyword is given twice")
            named.update(key for key in keys if isinstance(key, str))
        if arg.keyword is not None:
            where = env.place(arg.keyword_range or arg.range)
            entries.append((Leaf(arg.keyword, where), value))
        elif isinstance(value, DictPart):
            entries.extend(value.entries)
        elif isinstance(value, ItemsPart) and all(_is_pair(item) for item in value.items):
            entries.extend((pair.items[0], pair.items[1]) for pair in value.items if isinstance(pair, ItemsPart))
        else:
            leaf = Leaf(unknown_of(value) or Unknown(env.computed(arg.value)), env.place(arg.range), arg.value)
            entries.append((leaf, leaf))
    return DictPart(entries, env.place(expr.range), expr)


def why_unordered(part: Part) -> str | None:
    """Why iterating over a part is not known, where that is because it is a set."""
    return "the order of a set differs from run to run" if isinstance(part, ItemsPart) and part.kind == "set" else None


def _is_pair(part: Part) -> bool:
    return isinstance(part, ItemsPart) and part.kind != "set" and len(part.items) == 2


def _items(ev: Evaluator, name: str, expr: ir.Call, env: Environment) -> Part:
    kind: Literal["list", "tuple", "set"] = "list" if name == "sorted" else cast(Any, name.removeprefix("frozen"))
    made: Literal["", "frozenset"] = "frozenset" if name == "frozenset" else ""
    if not expr.args:
        return ItemsPart(kind, [], env.place(expr.range), expr, made=made)
    value = iterable_part(ev, expr.args[0].value, env)
    if expr.args[0].star:
        return ev.unknown(expr, env)
    if name == "sorted":
        return _sorted(ev, value, expr, env)
    listed = iterated(value) if kind != "set" else members(value)
    if listed is None or len(expr.args) != 1:
        return ev.unknown(expr, env, why_unordered(value))
    return ItemsPart(kind, list(listed), env.place(expr.range), expr, made=made)


def _sorted(ev: Evaluator, value: Part, expr: ir.Call, env: Environment) -> Part:
    given = {arg.keyword: arg.value for arg in expr.args[1:] if arg.keyword}
    backwards = plain(ev.expression(given["reverse"], env)) if "reverse" in given else False
    meaning = ev.meaning(given["key"], env) if "key" in given else None
    key = meaning.name if isinstance(meaning, Outside) else "" if "key" not in given else "computed"
    listed = members(value)
    known = len(given) == len(expr.args) - 1 and given.keys() <= {"reverse", "key"} and type(backwards) is bool
    items = sorted_items(listed, key, backwards=backwards is True) if known and listed is not None else None
    return ev.unknown(expr, env) if items is None else ItemsPart("list", items, env.place(expr.range), expr)


def iterable_part(ev: Evaluator, expr: ir.Expr, env: Environment) -> Part:
    """The same as evaluating, but a generator is the list of what it yields."""
    if isinstance(expr, ir.Comprehension) and expr.kind == "generator":
        expr = ir.Comprehension(expr.range, "list", expr.key, expr.element, expr.clauses)
    return ev.expression(expr, env)


def iterable_at(ev: Evaluator, node: Node, env: Environment) -> Part:
    """The same for the expression at a node."""
    try:
        return iterable_part(ev, ev.project.reader.expression(env.module.source.lines, node), env)
    except SkippedError as error:
        return Leaf(Unknown(error.message), env.place(error.range))


def _iterator(ev: Evaluator, name: str, expr: ir.Call, env: Environment) -> Part:
    """``zip``, ``enumerate``, ``reversed`` and ``range`` as the list of what they give."""
    where = env.place(expr.range)
    start = expr.keyword("start") if name == "enumerate" else None
    if any(arg.star or (arg.keyword and arg is not start) for arg in expr.args) or not expr.args:
        return ev.unknown(expr, env)
    if name in ("map", "filter"):
        return _mapped(ev, name, expr, env)
    parts = [iterable_part(ev, arg.value, env) for arg in expr.args]
    if name == "range":
        numbers = [plain(part) for part in parts]
        if not all(type(number) is int for number in numbers) or len(numbers) > 3:
            return ev.unknown(expr, env)
        try:
            counted = range(*cast("list[int]", numbers))
        except ValueError:
            return ev.unknown(expr, env, f"`{env.text(expr)}` fails at run time")
        if len(counted) > _MAX_ROWS:
            return ev.unknown(expr, env)
        return ItemsPart("list", [Leaf(number, where, expr) for number in counted], where, expr)
    if name == "enumerate" and len(parts) == 2:
        first = plain(parts.pop())
        if type(first) is not int:
            return ev.unknown(expr, env)
    else:
        first = 0
    unordered = next((why for why in map(why_unordered, parts) if why), None)
    listed = [iterated(part) for part in parts]
    if any(items is None or any(unknown_of(item) for item in items) for items in listed):
        return ev.unknown(expr, env, unordered)
    known = cast("list[list[Part]]", listed)
    if name == "zip":
        rows: list[Part] = [ItemsPart("tuple", list(row), where, expr) for row in zip(*known, strict=False)]
        return ItemsPart("list", rows, where, expr)
    if name == "enumerate" and len(known) == 1:
        rows = [ItemsPart("tuple", [Leaf(at, where), item], where, expr) for at, item in enumerate(known[0], first)]
        return ItemsPart("list", rows, where, expr)
    if name == "reversed" and len(known) == 1:
        return ItemsPart("list", known[0][::-1], where, expr)
    return ev.unknown(expr, env)


def _mapped(ev: Evaluator, name: str, expr: ir.Call, env: Environment) -> Part:
    function, source = expr.positional(0), expr.positional(1)
    meaning = ev.meaning(function.value, env) if function is not None else None
    if name == "filter":
        nothing = function is not None and isinstance(function.value, ir.Constant) and function.value.value is None
        listed = iterated(iterable_part(ev, source.value, env)) if nothing and source is not None else None
        truths = [(truth_of(item), item) for item in listed or ()]
        if listed is None or any(truth is None for truth, _ in truths):
            return ev.unknown(expr, env)
        return ItemsPart("list", [item for truth, item in truths if truth], env.place(expr.range), expr)
    if isinstance(meaning, Outside) and source is not None and len(expr.args) == 2:
        found = mapped(meaning.name, iterable_part(ev, source.value, env), expr, env)
        if found is not None:
            return found
    return ev.unknown(expr, env)


def _from_keys(ev: Evaluator, expr: ir.Call, env: Environment) -> Part:
    first, second = expr.positional(0), expr.positional(1)
    keys = iterated(iterable_part(ev, first.value, env)) if first is not None else None
    if keys is None or first is None:
        why = why_unordered(iterable_part(ev, first.value, env)) if first is not None else None
        return ev.unknown(expr, env, why)
    value = ev.expression(second.value, env) if second is not None else ev.leaf(None, expr, env)
    return DictPart([(key, value) for key in keys], env.place(expr.range), expr)


def _dedented(ev: Evaluator, name: str, expr: ir.Call, env: Environment) -> Part:
    first = expr.positional(0)
    value = ev.expression(first.value, env) if first else None
    if not isinstance(value, Leaf) or not isinstance(value.value, str):
        return ev.unknown(expr, env)
    if name == "inspect.cleandoc":
        import inspect

        return ev.leaf(inspect.cleandoc(value.value), expr, env)
    import textwrap

    return ev.leaf(textwrap.dedent(value.value), expr, env)


def _method(ev: Evaluator, base: Part, name: str, expr: ir.Call, env: Environment) -> Part:
    if isinstance(base, DictPart):
        return _dict_method(ev, base, name, expr, env)
    if isinstance(base, ItemsPart) and name == "copy" and not expr.args:
        return ItemsPart(base.kind, list(base.items), base.place, base.expr)
    text = base.value if isinstance(base, Leaf) else None
    if isinstance(text, EnumMember) and text.text:
        text = text.value
    if isinstance(text, str) and name in TEXT_METHODS:
        return method_of_text(ev, text, expr, env)
    return ev.unknown(expr, env)


def _dict_method(ev: Evaluator, base: DictPart, name: str, expr: ir.Call, env: Environment) -> Part:
    where = env.place(expr.range)
    if name == "copy" and not expr.args:
        return DictPart(list(base.entries), base.place, base.expr)
    if name == "keys" and not expr.args:
        return ItemsPart("list", [key for key, _ in entries_of(base)], where, expr, made="view")
    if name == "values" and not expr.args:
        return ItemsPart("list", [value for _, value in entries_of(base)], where, expr, made="view")
    if name == "items" and not expr.args:
        pairs: list[Part] = [
            key if unknown_of(key) is not None else ItemsPart("tuple", [key, value], value.place)
            for key, value in entries_of(base)
        ]
        return ItemsPart("list", pairs, where, expr, made="view")
    first = expr.positional(0)
    if name == "get" and first is not None:
        key = plain(ev.expression(first.value, env))
        if not isinstance(key, Unknown) and not any(unknown_of(own) for own, _ in base.entries):
            found = _looked_up(base, key)
            fallback = expr.positional(1)
            if found is not None:
                return found
            return ev.expression(fallback.value, env) if fallback else ev.leaf(None, expr, env)
    return ev.unknown(expr, env)


def _instance(ev: Evaluator, called: Bound, expr: ir.Call, env: Environment) -> Part:
    member = ev.types.enum_call(called, expr, env)
    if member is not None:
        return ev.leaf(member, expr, env)
    function = ev.functions.called(called.module, called.binding.node)
    if function is not None and ev.types.is_ordinary(called.module, called.binding.node):
        return ev.leaf(function, expr, env)
    if ev.types.makes_plain_values(called.module, called.binding.node):
        return InstancePart(env.text(expr), env.place(expr.range), expr=expr)
    return ev.unknown(expr, env)


def _returned(ev: Evaluator, called: Bound, expr: ir.Call, env: Environment) -> Part | None:
    """What a helper function returns, where it ends in its only ``return``."""
    node, module = called.binding.node, called.module
    ev.look_at(module, node)
    kind = ev.functions.method_kind(module, node)
    statement = _only_return(called) if kind is not None else None
    if statement is None or not statement.named_children:
        return None
    arguments = ev.functions.bound_arguments(module, node, expr, env, bound=kind == "builtins.classmethod")
    if arguments is None:
        return None
    since = (env.at if env.in_module_code() else env.since) if env.module is module else None
    inner = Environment(module, node, statement.start_byte, arguments=arguments, depth=env.depth + 1, since=since)
    return ev.node(statement.named_children[0], inner)


def _only_return(called: Bound) -> Node | None:
    from op_lint import syntax

    node, index = called.binding.node, called.module.index
    body = node.child_by_field_name("body")
    if body is None or node.has_error or any(child.type == "async" for child in node.children):
        return None
    found = syntax.query("[(return_statement) @return (yield) @yield]", body)
    own = {kind: [each for each in nodes if index.scope_of(each) == node] for kind, nodes in found.items()}
    returns = own.get("return", [])
    if own.get("yield") or len(returns) != 1 or branches(returns[0]):
        return None
    return returns[0]
