"""``input=`` as a function's decorator writes it: its entries, and the edits that add to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from op_runtime.menu import INJECTED, Function, Parameter, Unknown

from op_lint.facts import FunctionFacts
from op_lint.finding import Edit
from op_lint.read.expr import Attribute, Call, Constant, Dict, Entry, Expr, Name, Param
from op_lint.resolve.functions import bound
from op_lint.rewrite import WIDTH, Text, add, nested, quoted


@dataclass(frozen=True, slots=True)
class Item:
    """One entry of a literal ``input=``: the parameter's name, the entry, and its dict where that is written there."""

    index: int
    name: str
    key: Constant
    entry: Entry
    meta: Dict | None

    def value(self, key: str) -> Expr | None:
        """The value of a metadata key, the last one where it is written twice; None where it is not written."""
        found = [entry.value for entry in self.meta.entries if is_key(entry, key)] if self.meta else []
        return found[-1] if found else None

    @property
    def open(self) -> bool:
        """Whether it may have keys that are not written here."""
        return self.meta is None or any(not isinstance(entry.key, Constant) for entry in self.meta.entries)

    def pairs(self) -> Iterator[tuple[int, Constant, Entry]]:
        """The metadata keys that are text, with their place in the dict."""
        for index, entry in enumerate(self.meta.entries if self.meta else ()):
            if isinstance(entry.key, Constant) and isinstance(entry.key.value, str):
                yield index, entry.key, entry


def is_key(entry: Entry, name: str) -> bool:
    """Whether an entry's key is this text."""
    return isinstance(entry.key, Constant) and entry.key.value == name


def literal_input(function: FunctionFacts) -> Dict | None:
    """The dict display that ``input=`` is, or None."""
    value = function.input_expr
    return value if isinstance(value, Dict) else None


def items(function: FunctionFacts) -> tuple[Item, ...]:
    """The entries of a literal ``input=`` whose keys are text."""
    display = literal_input(function)
    return tuple(
        Item(index, entry.key.value, entry.key, entry, entry.value if isinstance(entry.value, Dict) else None)
        for index, entry in enumerate(display.entries if display else ())
        if isinstance(entry.key, Constant) and isinstance(entry.key.value, str)
    )


def metadata(functions: Iterable[FunctionFacts]) -> Iterator[tuple[FunctionFacts, Item, str]]:
    """Each entry of a literal ``input=`` that is not about an injected parameter, with its symbol."""
    for function in functions:
        for each in items(function):
            if each.name not in INJECTED:
                yield function, each, f"{function.qualname}.{each.name}"


def parameter(described: Mapping[str, Function | Unknown], function: FunctionFacts, name: str) -> Parameter | None:
    """What the runtime knows about one parameter; None where source cannot tell."""
    known = described.get(function.qualname)
    return known.parameter(name) if isinstance(known, Function) else None


def offered(described: Mapping[str, Function | Unknown], function: FunctionFacts) -> Function | Unknown | None:
    """What a menu says of an agentic function: of a method, the one of an instance, whose ``self`` is filled."""
    known = described.get(function.qualname)
    return bound(known) if known is not None and function.is_method else known


def item(function: FunctionFacts, name: str) -> Item | None:
    """The entry of one parameter, the last one where there are two."""
    found = [each for each in items(function) if each.name == name]
    return found[-1] if found else None


def own_params(function: FunctionFacts) -> tuple[Param, ...]:
    """The parameters without the ``self`` or ``cls`` of a method."""
    return function.params[1:] if function.is_method else function.params


def visible(function: FunctionFacts, described: Mapping[str, Function | Unknown]) -> tuple[Param, ...]:
    """The parameters that a model surely sees: not injected, not variadic, not hidden, nothing about them unknown."""
    known = described.get(function.qualname)
    result = []
    for param in own_params(function):
        if param.name in INJECTED or param.kind in ("var_positional", "var_keyword"):
            continue
        if _hidden(function, param.name, known) is False:
            result.append(param)
    return tuple(result)


def _hidden(function: FunctionFacts, name: str, known: Function | Unknown | None) -> bool | None:
    """Whether a parameter is hidden; None where source cannot tell."""
    if has_unseen_input(function):
        parameter = known.parameter(name) if isinstance(known, Function) else None
        if parameter is None or isinstance(parameter.field.description, Unknown):
            return None
        return parameter.hidden
    found = item(function, name)
    if found is None:
        display = literal_input(function)
        return None if display and any(not isinstance(entry.key, Constant) for entry in display.entries) else False
    if found.open:
        return None
    return _says_hidden(found)


def _says_hidden(found: Item) -> bool | None:
    hidden, source = found.value("hidden"), found.value("source")
    for value in (hidden, source):
        if value is not None and not isinstance(value, Constant):
            return None
    return (isinstance(hidden, Constant) and hidden.value is True) or (
        isinstance(source, Constant) and source.value == "context"
    )


def has_unseen_input(function: FunctionFacts) -> bool:
    """Whether ``input=`` is there, but not as a dict display; or may be, behind ``**``."""
    call = function.arguments
    if call is None:
        return False
    value = function.input_expr
    if value is None:
        return any(argument.star for argument in call.args)
    return not isinstance(value, Dict) and not (isinstance(value, Constant) and value.value is None)


def describe_edits(function: FunctionFacts, text: Text, said: Mapping[str, str]) -> tuple[Edit, ...] | None:
    """The edits that give parameters a description in ``input=``; None where ``input=`` is not written out."""
    return entry_edits(function, text, {name: {"description": quoted(value)} for name, value in said.items()})


def entry_edits(
    function: FunctionFacts, text: Text, wanted: Mapping[str, Mapping[str, str]]
) -> tuple[Edit, ...] | None:
    """The edits that put metadata (source text by key) into ``input=``: into the entries that are there, else new ones.

    An empty text that is there is replaced, any other value wins over the wanted one. None where it cannot be done.
    """
    if has_unseen_input(function) or function.decorator is None:
        return None
    edits: list[Edit] = []
    new: list[str] = []
    for name, pairs in wanted.items():
        found = item(function, name)
        if found is None:
            inner = ", ".join(f"{quoted(key)}: {value}" for key, value in pairs.items())
            new.append(f"{quoted(name)}: {{{inner}}}")
            continue
        if found.meta is None:
            return None
        missing = []
        for key, value in pairs.items():
            old = found.value(key)
            if old is None:
                missing.append(f"{quoted(key)}: {value}")
            elif isinstance(old, Constant) and old.value in ("", None):
                edits.append(text.edit(text.start(old.range), text.end(old.range), value))
        if missing:
            edits.extend(add(text, found.meta, missing))
    return (*edits, *_new_entries(function, text, new)) if new else tuple(edits)


def _new_entries(function: FunctionFacts, text: Text, entries: list[str]) -> tuple[Edit, ...]:
    display = literal_input(function)
    if display is not None:
        return add(text, display, entries)
    decorator = function.decorator
    assert decorator is not None
    line, column = decorator.range.end_line, decorator.range.end_column
    room = WIDTH - column - len("()")
    if isinstance(decorator, Name | Attribute):
        end = text.end(decorator.range)
        return (text.edit(end, end, f"({nested(text, line, 'input', entries, room)})"),)
    assert isinstance(decorator, Call)
    old = decorator.keyword("input")
    if old is not None:  # input=None
        start, end = text.start(old.range), text.end(old.range)
        return (text.edit(start, end, nested(text, old.range.start_line, "input", entries, room)),)
    if decorator.args and text.opens_line(text.start(decorator.args[-1].range)):
        line = decorator.args[-1].range.start_line
        room = WIDTH - len(text.indent(line)) - 1
    return add(text, decorator, [nested(text, line, "input", entries, room)])
