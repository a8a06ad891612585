"""Which methods and functions leave the objects alone that they are called with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from op_lint.resolve.lookup import Bound, Outside, dotted
from op_lint.resolve.runtimes import Runtimes

if TYPE_CHECKING:
    from tree_sitter import Node

    from op_lint.resolve.evaluate import Evaluator
    from op_lint.resolve.project import Module

CHANGING = frozenset(
    {"update", "setdefault", "pop", "popitem", "clear", "append", "extend", "insert", "remove", "sort", "reverse",
     "move_to_end", "add", "discard", "difference_update", "intersection_update", "symmetric_difference_update",
     "__setitem__", "__delitem__", "__ior__", "__iadd__", "__iand__", "__isub__", "__ixor__", "__imul__", "__init__"}
)  # fmt: skip
"""Methods of dict, list and set that change them."""
READING = frozenset(
    {"get", "keys", "values", "items", "copy", "index", "count", "fromkeys", "union", "intersection", "difference",
     "symmetric_difference", "issubset", "issuperset", "isdisjoint", "__len__", "__contains__", "__iter__",
     "__getitem__", "__class__", "__eq__", "__ne__", "__or__", "__add__", "__repr__", "__str__", "__reversed__",
     "__sizeof__", "__doc__", "__hash__"}
)  # fmt: skip
"""Methods of dict, list and set that leave them as they are."""
SAME = frozenset({"typing.cast", "typing.assert_type", "typing.reveal_type", "typing_extensions.assert_type"})
"""Functions that give back what they are given."""
COPYING = frozenset(
    {f"builtins.{name}" for name in
     ("list", "dict", "tuple", "set", "frozenset", "sorted", "reversed", "iter", "enumerate", "zip", "next", "min",
      "max")}
    | {f"collections.{name}" for name in ("OrderedDict", "Counter", "deque", "defaultdict")}
    | {"copy.copy", "itertools.chain", "itertools.islice", "itertools.cycle"}
)  # fmt: skip
"""Functions that take the items out of a container, and leave it alone."""
_READERS = frozenset(
    {f"builtins.{name}" for name in
     ("len", "print", "repr", "str", "ascii", "format", "bool", "any", "all", "isinstance", "issubclass", "type", "id",
      "sum", "hash", "callable", "hasattr", "range", "dir", "int", "float")}
    | {"copy.deepcopy", "types.MappingProxyType", "random.choice", "random.choices", "random.sample",
       "sys.getsizeof", "dataclasses.asdict", "dataclasses.astuple"}
)  # fmt: skip
_READING_MODULES = frozenset(
    {"json", "pprint", "logging", "pickle", "reprlib", "string", "re", "textwrap", "inspect", "warnings", "statistics",
     "math", "hashlib", "loguru", "structlog"}
)  # fmt: skip
_LOGGING = frozenset(
    {"debug", "info", "warning", "warn", "error", "exception", "critical", "log", "trace", "success", "msg"}
)  # fmt: skip
_LOGGERS = ("getLogger", "get_logger", "getChild", "bind")


def leaves(called: Outside) -> bool:
    """Whether a function from outside the project surely leaves alone what it is given, and does not hand it on."""
    if called.ours is not None or called.name in _READERS:
        return True
    return called.name.partition(".")[0] in (*_READING_MODULES, "op_runtime")


def reads(ev: Evaluator, module: Module, receiver: Node, method: str, scope: Node) -> bool:
    """Whether a method surely only reads its arguments: a turn of a runtime, or a line of a logger."""
    if method in ("exec", "aexec"):
        return Runtimes(ev).is_runtime(module, receiver, scope)
    return method in _LOGGING and _is_logger(ev, module, receiver, scope)


def _is_logger(ev: Evaluator, module: Module, receiver: Node, scope: Node) -> bool:
    parts = dotted(receiver)
    meaning = ev.lookup.settle(ev.lookup.path(module, scope, parts, receiver.start_byte)) if parts else None
    if isinstance(meaning, Outside):
        return leaves(meaning)
    if not isinstance(meaning, Bound):
        return False
    binding = meaning.binding
    if binding.annotation is not None:
        return "Logger" in meaning.module.index.text(binding.annotation)
    if binding.kind != "assign" or binding.value is None or binding.value.type != "call":
        return False
    called = dotted(binding.value.child_by_field_name("function") or binding.value)
    return called is not None and called[-1] in _LOGGERS
