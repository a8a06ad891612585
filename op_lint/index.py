"""Finds, in one document, the statements that matter and what each name in it is bound to.

Nothing here walks the tree: queries find imports, decorated definitions and calls; a name is looked up by searching the
text for it and asking the tree what stands there. So a file pays for what is asked of it, not for its length.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from tree_sitter import Node

from op_lint import syntax
from op_lint.bindings import Binding, binding_of, is_child, scope_around
from op_lint.files.nesting import open_after
from op_lint.files.positions import Lines
from op_lint.imports import normal, read_import
from op_lint.local import Local
from op_lint.recovery import Parsed, parsed, parsed_again
from op_lint.statements import Rests, Span, Statements

_DECORATOR = re.compile(rb"(?:^|(?<=[\r\n]))[ \t\f]*(@)")
_IMPORT = re.compile(rb"\b(import)\b")
_NAME_BYTES = frozenset(
    {bytes([byte]) for byte in range(0x80, 0x100)}
    | {bytes([byte]) for byte in b"_0123456789"}
    | {bytes([byte]) for byte in b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"}
)
"""What a name goes on with."""
_WORD = re.compile(r"[^\W\d]\w*")

_OPEN = frozenset({"module", "class_definition"})
"""Scopes of which other statements than the one they are in may hold something."""


@dataclass(frozen=True, slots=True)
class Use:
    """One place where a name is read."""

    node: Node
    scope: Node


@dataclass(slots=True)
class _Occurrences:
    bindings: dict[int, list[Binding]] = field(default_factory=dict)
    uses: list[Use] = field(default_factory=list)


_GAP = 1_000
"""Bytes of white space above a definition in which the statement before it is looked for."""


_TEXT = re.compile(rb"^[ \t]*[rRuUbBfF]{0,2}[\"']", re.MULTILINE)
"""A line that starts with a text."""
_DEFINITION = re.compile(rb"^[ \t]*(?:async[ \t]+)?(?:def|class)\b", re.MULTILINE)


def _is_decorator(text: bytes) -> bool:
    """Whether a text that does not parse is a decorator alone, of what comes next."""
    if not text.lstrip().startswith(b"@") or _DEFINITION.search(text) is not None:
        return False
    quote, depth = "", 0
    for line in text.decode("latin-1").splitlines():
        if not quote and not depth and not line.lstrip().startswith(("@", "#", *")]}")) and line.strip():
            return False
        quote, depth = open_after(line + "\n", quote, depth)
    return True


class Index:
    """One document, parsed. ``broken`` are the byte ranges of statements that do not parse."""

    def __init__(self, lines: Lines, read: Parsed | None = None) -> None:
        self.lines = lines
        self.data = syntax.readable(lines.data)
        self.parsed = parsed(self.data) if read is None else read
        self.broken = self.parsed.broken
        self.local: Local | None = None
        """What tells it apart from an earlier text, where that is within few statements."""
        self._names: dict[str, _Occurrences] = {}
        self._heads: dict[int, Span] = {}
        self.noted: Rests | None = None
        """Where it is noted what is looked for and found here."""
        self._imports: list[Binding] | None = None
        self._scopes: dict[int, Node] = {}
        self._variants: dict[str, list[str]] | None = None

    def edited(self, lines: Lines) -> Index:
        """The index of a later text of the same document, by what of this one's tree is still right."""
        data = syntax.readable(lines.data)
        read, local = parsed_again(self.parsed, self.data, data, self.statements)
        made = Index(lines, read)
        if local is not None:
            made.local, made.statements = local, local.outlined(self.statements)
        return made

    @cached_property
    def root(self) -> Node:
        """The root of the tree, without what does not parse."""
        return self.parsed.tree.root_node

    @cached_property
    def statements(self) -> Statements:
        """The statements of the document."""
        return Statements.of(self.root)

    def role(self, name: str, start: int, end: int) -> tuple[str, str, str] | None:
        """What an occurrence of a name is, and the scope it is in; None where it is text, a comment or an attribute."""
        node = self._identifier(start, end)
        binding = binding_of(node, name, self.scope_of) if node is not None else "name only"
        if node is None or binding == "name only":
            return None
        scope = self.scope_of(node) if binding is None else binding.scope
        return "" if binding is None else binding.kind, scope.type, self.qualname(scope)

    def around(self, byte: int) -> Span:
        """What a byte is in that can be read alone: statements at the margin, or one that does not parse."""
        for low, high in self.broken:
            if low <= byte < high:
                return low, high
        low, high = self.statements.margin(byte, byte)
        return low, high if high >= 0 else len(self.data)

    def note(self, byte: int) -> None:
        """Effect: notes that the whole statement around a byte is looked at."""
        if self.noted is not None:
            around = self.statements.at(byte)
            self.noted.spans.add((around.start, around.end))

    def decorated_by_broken(self, node: Node) -> bool:
        """Whether what stands right above a definition is a decorator that does not parse."""
        start = node.start_byte
        low = max(0, start - _GAP)
        end = low + len(self.data[low:start].rstrip())
        if self.noted is not None:
            self.noted.spans.add((max(0, end - 1), start))
        return any(first < end <= last and _is_decorator(self.data[first:last]) for first, last in self.broken)

    def broken_text_before(self, node: Node, first: Node | None) -> bool:
        """Whether text that does not parse stands in a definition where ``first``, its first statement, is or above."""
        name = node.child_by_field_name("name")
        if not self.broken or name is None or first is None:
            return False
        found = _TEXT.finditer(self.data, name.end_byte, first.start_byte + len("pass"))
        return any(self.data[each.end() - 1] != self.parsed.data[each.end() - 1] for each in found)

    def _note_all(self, name: str) -> None:
        """Effect: notes that every statement is looked at that has a name in it, and that any other may get it."""
        if self.noted is not None and name not in self.noted.used:
            self.noted.used.add(name)
            for start, _ in self._spans(name):
                self.note(start)

    def decorated(self, low: int = 0, high: int | None = None) -> list[Node]:
        """The ``function_definition`` of every decorated function between two bytes, in source order."""
        found: dict[int, Node] = {}
        line = self.data.rfind(b"\n", 0, low) + 1
        for node in self._at(_DECORATOR, "decorator", low=line, high=high):
            parent = node.parent
            inner = parent.child_by_field_name("definition") if parent is not None else None
            if inner is not None and inner.type == "function_definition":
                found[inner.start_byte] = inner
        return [found[start] for start in sorted(found)]

    def imports(self) -> list[Binding]:
        """Every name that an import binds, at any depth, in source order."""
        if self._imports is None:
            self._imports = [
                Binding("import", each.bound, node, self.scope_of(node), imported=each)
                for node in self._at(_IMPORT, "import_statement", "import_from_statement")
                for each in read_import(node)
            ]
        return self._imports

    def calls(self, names: Iterable[str], low: int = 0, high: int | None = None) -> list[Node]:
        """The calls of these names between two bytes, bare or as attributes, in source order."""
        found = []
        for name in set(names):
            self._note_all(name)
            for node in self._written(name, low, high):
                call = node.parent
                if call is not None and call.type == "call" and is_child(call, "function", node):
                    found.append(call)
        return sorted(found, key=lambda node: node.start_byte)

    def attributes(self, name: str) -> list[Node]:
        """Every ``x.name`` of the document, in source order."""
        self._note_all(name)
        nodes = [self._identifier(start, end) for start, end in self._spans(name)]
        found = [node.parent for node in nodes if node is not None and node.parent is not None and _is_attribute(node)]
        return sorted(found, key=lambda node: node.start_byte)

    def aliases(self, names: Collection[str]) -> list[str]:
        """The names that are assigned one of these names, bare or as an attribute."""
        found = []
        for name in names:
            self._note_all(name)
            for node in self._written(name):
                outer = node.parent
                if outer is not None and outer.type == "assignment" and is_child(outer, "right", node):
                    found.append(self.text(outer.child_by_field_name("left")))
        return found

    def bindings(self, scope: Node, name: str) -> list[Binding]:
        """What binds ``name`` in this very scope, in source order."""
        found = self._occurrences(name).bindings.get(scope.id, [])
        if self.noted is not None:
            if scope.type in _OPEN:
                self.noted.bound.add(name)
                self.noted.spans.update(self._head(binding) for binding in found)
            else:
                self.note(scope.start_byte)
        return found

    def holders(self, name: str) -> list[Node]:
        """The scopes that bind ``name``."""
        self._note_all(name)
        return [bindings[0].scope for bindings in self._occurrences(name).bindings.values() if bindings]

    def lost(self, name: str) -> bool:
        """Whether a name stands in a statement that does not parse, which may bind it."""
        if self.noted is not None:
            self.noted.used.add(name)
        return any(True for low, high in self.broken for _ in self._spans(name, low, high))

    def uses(self, name: str, within: Node | None = None) -> list[Use]:
        """Where ``name`` is read in a scope and those inside it; by default anywhere in the document."""
        found = self._occurrences(name).uses
        if within is not None and within.type not in _OPEN:
            self.note(within.start_byte)
            low, high = within.start_byte, within.end_byte
            return [use for use in found if low <= use.node.start_byte < high]
        self._note_all(name)
        return found

    def reads(self, name: str, low: int = 0, high: int | None = None) -> Iterator[Use]:
        """Where ``name`` is read between two bytes."""
        for start, end in self._spans(name, low, high):
            node = self._identifier(start, end)
            if node is not None and binding_of(node, name, self.scope_of) is None:
                yield Use(node, self.scope_of(node))

    def star_imports(self) -> list[Binding]:
        """The ``from x import *`` of the file, in source order."""
        return [binding for binding in self.imports() if binding.name == "*"]

    def scope_of(self, node: Node) -> Node:
        """The scope in which the code at ``node`` runs: a decorator, default or annotation runs outside its ``def``."""
        known = self._scopes.get(node.id)
        if known is None:
            known = self._scopes[node.id] = scope_around(node)
        return known

    def enclosing(self, scope: Node) -> Node | None:
        """The scope around a scope; None for the module."""
        return None if scope.parent is None else self.scope_of(scope)

    def parent_scopes(self, scope: Node) -> list[Node]:
        """Where a name read in ``scope`` is looked for, in order: a class body is seen only from itself."""
        found = [scope]
        outer = self.enclosing(scope)
        while outer is not None:
            if outer.type != "class_definition":
                found.append(outer)
            outer = self.enclosing(outer)
        return found

    def qualname(self, definition: Node) -> str:
        """The name of a ``def`` or class as Python writes it, such as ``Desk.find`` or ``outer.<locals>.inner``."""
        parts: list[str] = []
        scope: Node | None = definition
        while scope is not None and scope.type != "module":
            if scope.type in ("function_definition", "class_definition"):
                if parts and scope.type == "function_definition":
                    parts.append("<locals>")
                parts.append(normal(self.text(scope.child_by_field_name("name"))))
            scope = self.enclosing(scope)
        return ".".join(reversed(parts))

    def text(self, node: Node | None) -> str:
        """The text of a node; empty for None."""
        return "" if node is None else self.lines.byte_slice(node.start_byte, node.end_byte)

    def _head(self, binding: Binding) -> Span:
        """From the start of the statement around a binding to the end of what binds: of a ``def`` that is its head."""
        node = binding.node
        known = self._heads.get(node.id)
        if known is None:
            body = node.child_by_field_name("body") if binding.kind in ("def", "class") else None
            end = body.start_byte if body is not None else max(node.end_byte, binding.start)
            known = self._heads[node.id] = (self.statements.at(node.start_byte).start, end)
        return known

    def _occurrences(self, name: str) -> _Occurrences:
        known = self._names.get(name)
        if known is not None:
            return known
        found = self._names[name] = _Occurrences()
        for start, end in self._spans(name):
            node = self._identifier(start, end)
            if node is None:
                continue
            binding = binding_of(node, name, self.scope_of)
            if binding is None:
                found.uses.append(Use(node, self.scope_of(node)))
            elif binding != "name only":
                found.bindings.setdefault(binding.scope.id, []).append(binding)
        self._move_globals(found)
        return found

    def _spans(self, name: str, low: int = 0, high: int | None = None) -> Iterator[Span]:
        """Where a name stands as a word of its own. A plain search: ``re`` takes ten times as long."""
        data = self.data
        for spelt in self._spellings(name):
            word = spelt.encode("utf-8", "replace")
            start = data.find(word, low, high) if word else -1  # a half-typed import binds no name
            while start >= 0:
                end = start + len(word)
                if data[start - 1 : start] not in _NAME_BYTES and data[end : end + 1] not in _NAME_BYTES:
                    yield start, end
                start = data.find(word, end, high)

    def _written(self, name: str, low: int = 0, high: int | None = None) -> Iterator[Node]:
        """Each identifier of a name, or the ``x.name`` that it ends."""
        for start, end in self._spans(name, low, high):
            node = self._identifier(start, end)
            if node is not None:
                yield node.parent if node.parent is not None and _is_attribute(node) else node

    def _identifier(self, start: int, end: int) -> Node | None:
        node = self.root.descendant_for_byte_range(start, end)
        exact = node is not None and node.type == "identifier" and (node.start_byte, node.end_byte) == (start, end)
        return node if exact else None

    def _at(self, pattern: re.Pattern[bytes], *kinds: str, low: int = 0, high: int | None = None) -> Iterator[Node]:
        """The statements of some kinds that hold what the pattern finds between two bytes, each once."""
        last = -1
        for match in pattern.finditer(self.data, low, len(self.data) if high is None else high):
            node = self.root.descendant_for_byte_range(match.start(1), match.end(1))
            if node is None or node.child_count:
                continue
            parent = node.parent
            if parent is not None and parent.type in kinds and parent.start_byte != last:
                last = parent.start_byte
                yield parent

    def _spellings(self, name: str) -> list[str]:
        """How this text writes a name: Python compares names in their normal form."""
        if self.lines.text.isascii():
            return [name]
        if self._variants is None:
            self._variants = {}
            for word in set(_WORD.findall(self.lines.text)):
                if not word.isascii():
                    self._variants.setdefault(normal(word), []).append(word)
        return [*{name: None, **dict.fromkeys(self._variants.get(name, ()))}]

    def _move_globals(self, found: _Occurrences) -> None:
        for scope_id, bindings in list(found.bindings.items()):
            if scope_id != self.root.id and any(binding.kind == "global" for binding in bindings):
                outer = found.bindings.setdefault(self.root.id, [])
                outer.extend(binding for binding in bindings if binding.kind != "global")
                found.bindings[scope_id] = [binding for binding in bindings if binding.kind == "global"]
            elif any(binding.kind == "nonlocal" for binding in bindings):
                outer_scope = self._scope_with(found, bindings[0].scope)
                if outer_scope is not None:
                    found.bindings[outer_scope.id].extend(each for each in bindings if each.kind != "nonlocal")

    def _scope_with(self, found: _Occurrences, scope: Node) -> Node | None:
        """The nearest function around a scope that binds the name of its own."""
        outer = self.enclosing(scope)
        while outer is not None and outer.type != "module":
            own = found.bindings.get(outer.id, [])
            if outer.type != "class_definition" and own and own[0].kind != "nonlocal":
                return outer
            outer = self.enclosing(outer)
        return None


def _is_attribute(node: Node) -> bool:
    return node.parent is not None and node.parent.type == "attribute" and is_child(node.parent, "attribute", node)
