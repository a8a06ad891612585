"""Renames a parameter everywhere that its name has a meaning; refuses where source cannot tell whether it has."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from op_runtime.menu import INJECTED
from tree_sitter import Node

from op_lint.docsource import DocSource
from op_lint.docstrings import sections
from op_lint.facts import DecisionFacts, FunctionFacts, Place
from op_lint.finding import Edit
from op_lint.index import Index
from op_lint.names import Definition, name_at, references
from op_lint.read.expr import Constant, Dict, Range
from op_lint.resolve.project import Module
from op_lint.rewrite import Text
from op_lint.survey import Surveyed


class RefusedError(Exception):
    """A rename that is not made; the message says why and where."""


@dataclass(slots=True)
class Renaming:
    """One rename of ``old`` to ``new``, a parameter of ``function`` in ``file``; ``files`` are all that may use it."""

    file: Surveyed
    function: FunctionFacts
    old: str
    new: str
    files: Sequence[Surveyed]
    edits: dict[str, set[Edit]] = field(default_factory=dict)

    def run(self) -> dict[str, set[Edit]]:
        """The edits by absolute path. Raises RefusedError."""
        self._check_names()
        node = self._definition()
        self._body(node)
        self._input()
        self._docstring()
        for each in self.files:
            self._uses(each)
            for decision in each.facts.decisions:
                self._context(each, decision)
        return self.edits

    def _add(self, path: str, where: Range, text: str) -> None:
        self.edits.setdefault(path, set()).add(Edit(where, text))

    def _module(self, file: Surveyed) -> Module:
        module = file.project.module(file.path)
        assert module is not None
        return module

    def _refuse(self, path: str, where: Range | None, reason: str) -> RefusedError:
        place = f"{path}:{where.start_line + 1}: " if where is not None else f"{path}: "
        return RefusedError(place + reason)

    def _check_names(self) -> None:
        function, path = self.function, self.file.path
        names = [param.name for param in function.params]
        if self.old not in names:
            listed = ", ".join(names) or "none"
            raise self._refuse(
                path, function.name_range, f"{function.name}() has no parameter {self.old}; it has {listed}"
            )
        if not self.new.isidentifier() or keyword.iskeyword(self.new):
            raise RefusedError(f'"{self.new}" is not a name that Python takes')
        if self.new in names:
            raise self._refuse(path, function.name_range, f"{function.name}() has a parameter {self.new} already")
        if self.old in INJECTED or self.new in INJECTED:
            raise RefusedError(f"the runtime fills {', '.join(INJECTED)} by these names")
        if function.is_method:
            raise self._refuse(
                path, function.name_range, f"{function.qualname} is a method: its calls through objects cannot be found"
            )

    def _definition(self) -> Node:
        module = self._module(self.file)
        where = self.function.name_range
        lines = module.source.lines
        offset = lines.to_byte(lines.offset(where.start_line, where.start_column))
        node = module.index.root.named_descendant_for_byte_range(offset, offset)
        while node is not None and node.type != "function_definition":
            node = node.parent
        assert node is not None
        return node

    def _body(self, node: Node) -> None:
        module = self._module(self.file)
        index = module.index
        inside = [use.node for use in index.uses(self.new) if node.start_byte <= use.node.start_byte < node.end_byte]
        taken = [*inside, *(binding.node for binding in index.bindings(node, self.new))]
        if taken:
            where = index.lines.byte_range(taken[0].start_byte, taken[0].end_byte)
            raise self._refuse(module.path, where, f"{self.new} has another meaning in {self.function.name}()")
        for name in ("locals", "vars", "eval", "exec"):
            for use in index.uses(name):
                if node.start_byte <= use.node.start_byte < node.end_byte:
                    where = index.lines.byte_range(use.node.start_byte, use.node.end_byte)
                    raise self._refuse(module.path, where, f"{name}() may read {self.old} by its name")
        param = next(each for each in self.function.params if each.name == self.old)
        self._add(module.path, param.range, self.new)
        for found in _identifiers(node, self.old):
            if _means(index, found, node, self.old):
                self._add(module.path, index.lines.byte_range(found.start_byte, found.end_byte), self.new)

    def _input(self) -> None:
        value = self.function.input_expr
        if value is None or (isinstance(value, Constant) and value.value is None):
            if self.function.arguments and any(each.star for each in self.function.arguments.args):
                raise self._refuse(
                    self.file.path, self.function.arguments.range, "the decorator's arguments are computed"
                )
            return
        self._keys(self.file, value, "a key of input= is computed")

    def _keys(self, file: Surveyed, value: object, reason: str) -> None:
        """Rename the key of a dict that is written out."""
        where = getattr(value, "range", None)
        if not isinstance(value, Dict):
            raise self._refuse(file.path, where, reason)
        for entry in value.entries:
            if not isinstance(entry.key, Constant):
                raise self._refuse(file.path, entry.range, reason)
            if entry.key.value == self.old:
                self._add(file.path, entry.key.range, self._quoted(file, entry.key.range))

    def _quoted(self, file: Surveyed, where: Range) -> str:
        text = file.source.lines.slice(where)
        return f"'{self.new}'" if text.endswith("'") else f'"{self.new}"'

    def _docstring(self) -> None:
        docstring = self.function.docstring
        if docstring is None or not docstring.value:
            return
        source = DocSource.of(docstring, Text(self.file.source.lines, self.file.source.newline))
        found = sections(docstring.value, [param.name for param in self.function.params])
        entry = re.compile(rf"(?<!\w){re.escape(self.old)}(?!\w)")
        for section in found if source is not None else ():
            if all(each.name != self.old for each in section.entries):
                continue
            assert source is not None
            for start, end in source.spans[section.start : section.end]:
                line = self.file.source.text[start:end]
                match = entry.search(line)
                if match is None or not _opens_entry(line[: match.start()]):
                    continue
                where = self.file.source.lines.range(start + match.start(), start + match.end())
                self._add(self.file.path, where, self.new)
                break

    def _uses(self, file: Surveyed) -> None:
        """Rename keywords where the function is called, or bound to arguments by ``partial``."""
        if self.function.name not in file.source.text:
            return
        module = self._module(file)
        word = re.compile(rf"(?<!\w){re.escape(self.old)}(?!\w)")
        for start, end in module.index.broken:
            if word.search(module.index.lines.byte_slice(start, end)):
                reason = f"this does not parse, so whether {self.old} is that of {self.function.name}() cannot be told"
                raise self._refuse(file.path, module.index.lines.byte_range(start, end), reason)
        wanted = Definition(self.function.name, "def", Place(self.file.path, self.function.name_range))
        for where in references(file.project, module, wanted):
            node = name_at(module, (where.start_line, where.start_column))
            call = _call_of(module.index, node) if node is not None else None
            listed = call.child_by_field_name("arguments") if call is not None else None
            for argument in listed.named_children if listed is not None else ():
                place = module.index.lines.byte_range(argument.start_byte, argument.end_byte)
                if argument.type == "dictionary_splat":
                    raise self._refuse(
                        file.path, place, f"{self.function.name}() is called with **: its keywords are computed"
                    )
                name = argument.child_by_field_name("name") if argument.type == "keyword_argument" else None
                if name is not None and module.index.text(name) == self.old:
                    self._add(file.path, module.index.lines.byte_range(name.start_byte, name.end_byte), self.new)

    def _context(self, file: Surveyed, decision: DecisionFacts) -> None:
        """Rename a key of ``context=`` where a decision offers the function."""
        context = decision.call.keyword("context")
        menu = decision.result.menu
        if context is None or menu is None or (isinstance(context.value, Constant) and context.value.value is None):
            return
        offered = {index for index in range(len(menu.options)) if self._offers(decision, index)}
        if not offered:
            return
        for index, option in enumerate(menu.options):
            other = option.function is not None and option.function.parameter(self.old) is not None
            if index not in offered and other:
                raise self._refuse(
                    file.path, context.value.range, f'context= fills "{self.old}" of the option {option.name} as well'
                )
        self._keys(file, context.value, "a key of context= is computed")

    def _offers(self, decision: DecisionFacts, index: int) -> bool:
        """Whether an option runs the function."""
        handler = decision.result.sources.get((index, "handler"))
        file = next((each for each in self.files if handler is not None and each.path == handler.path), None)
        if handler is None or file is None:
            return False
        wanted = Definition(self.function.name, "def", Place(self.file.path, self.function.name_range))
        return any(
            handler.range.contains(where.start_line, where.start_column)
            for where in references(file.project, self._module(file), wanted)
        )


def _opens_entry(before: str) -> bool:
    """Whether a name in a docstring's line is what it describes: ``q:``, ``q (str):``, ``:param q:``, ``- q:``."""
    lead = before.strip().strip("*`").strip()
    return lead in ("", "-", "*") or lead.startswith((":param", ":parameter", ":arg", ":type", "@param"))


def _identifiers(node: Node, name: str) -> Iterator[Node]:
    stack = [node]
    while stack:
        each = stack.pop()
        if each.type == "identifier" and each.text == name.encode():
            yield each
        stack.extend(each.children)


def _means(index: Index, node: Node, function: Node, name: str) -> bool:
    """Whether an identifier inside a function is that function's own variable of this name."""
    parent = node.parent
    if parent is not None and parent.type == "attribute" and parent.child_by_field_name("object") != node:
        return False
    if parent is not None and parent.type == "keyword_argument" and parent.child_by_field_name("name") == node:
        return False
    if _is_parameter(node):
        return False
    if parent is not None and parent.type in ("nonlocal_statement", "global_statement"):
        scope: Node | None = index.enclosing(index.scope_of(node)) if parent.type == "nonlocal_statement" else None
        if scope is None:
            return False
    else:
        scope = index.scope_of(node)
    for level in index.parent_scopes(scope):
        bindings = index.bindings(level, name)
        if level.id == function.id:
            return True
        if bindings and bindings[0].kind == "nonlocal":
            continue
        if bindings:
            return False
    return False


def _is_parameter(node: Node) -> bool:
    """Whether an identifier is the name of a parameter (the function's own is renamed by its place)."""
    child, parent = node, node.parent
    while parent is not None and parent.type in (
        "typed_parameter",
        "default_parameter",
        "typed_default_parameter",
        "list_splat_pattern",
        "dictionary_splat_pattern",
    ):
        name = parent.child_by_field_name("name") or (parent.named_children[0] if parent.named_children else None)
        if name is None or name.id != child.id:
            return False
        child, parent = parent, parent.parent
    return parent is not None and parent.type in ("parameters", "lambda_parameters")


def _call_of(index: Index, node: Node) -> Node | None:
    """The call whose arguments go to what a name stands for: of itself, or of ``partial`` that it is given to."""
    parent = node.parent
    if parent is None:
        return None
    called = parent.child_by_field_name("function") if parent.type == "call" else None
    if called is not None and called.id == node.id:
        return parent
    call = parent.parent if parent.type == "argument_list" else None
    name = index.text(call.child_by_field_name("function")) if call is not None and call.type == "call" else ""
    first = parent.named_children[0] if parent.named_children else None
    return call if name.split(".")[-1] == "partial" and first is not None and first.id == node.id else None
