"""Which function can lead to which: by the options of decisions, as a tool, by a call, or handed on as a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from op_lint.facts import DecisionFacts, FunctionFacts, Place
from op_lint.names import Definition, name_at, references
from op_lint.read.expr import Range
from op_lint.survey import Surveyed

Kind = Literal["agentic", "function", "module", "unknown"]


@dataclass(frozen=True, slots=True, order=True)
class Node:
    """A function, the module-level code of a file, or something that source cannot tell (``name`` is the reason)."""

    path: str
    name: str
    kind: Kind
    line: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """``label`` is the option's name, ``tool``, ``call``, or ``value`` for a function that is handed on."""

    start: Node
    end: Node
    kind: Literal["option", "tool", "call", "value"]
    label: str


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes and edges, sorted, each once."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


def graph(files: Sequence[Surveyed]) -> Graph:
    """The graph of some files; plain functions are in it where they lead on to agentic ones."""
    return _Builder(files).build()


class _Builder:
    def __init__(self, files: Sequence[Surveyed]) -> None:
        self.files = {each.path: each for each in files}
        self.edges: set[Edge] = set()
        self.wanted: dict[Place, tuple[Node, str]] = {}
        """Functions whose uses are looked for, by the place of their name."""

    def build(self) -> Graph:
        nodes = set()
        for each in self.files.values():
            for function in each.facts.functions:
                nodes.add(self._node(each, function))
            for decision in each.facts.decisions:
                self._unknown(each, decision)
        done: set[Place] = set()
        while len(done) < len(self.wanted):
            place = next(each for each in self.wanted if each not in done)
            done.add(place)
            self._uses(place)
        nodes |= {node for edge in self.edges for node in (edge.start, edge.end)}
        return Graph(tuple(sorted(nodes)), tuple(sorted(self.edges)))

    def _node(self, file: Surveyed, function: FunctionFacts | None) -> Node:
        if function is None:
            return Node(file.path, "<module>", "module")
        kind: Kind = "function" if function.decorator is None else "agentic"
        node = Node(file.path, function.qualname, kind, function.name_range.start_line)
        self.wanted.setdefault(Place(file.path, function.name_range), (node, function.name))
        return node

    def _unknown(self, file: Surveyed, decision: DecisionFacts) -> None:
        unknown = decision.result.unknown
        if unknown is not None:
            target = Node(file.path, unknown.reason, "unknown", decision.range.start_line)
            self.edges.add(Edge(self._node(file, decision.function), target, "option", "?"))
        for option in decision.result.menu.options if decision.result.menu else ():
            if option.unknown is not None:
                target = Node(file.path, option.unknown.reason, "unknown", decision.range.start_line)
                self.edges.add(Edge(self._node(file, decision.function), target, "option", option.name or "?"))

    def _uses(self, place: Place) -> None:
        target, name = self.wanted[place]
        for file in self.files.values():
            module = file.project.module(file.path)
            if module is None or name not in module.source.text:
                continue
            for where in references(file.project, module, Definition(name, "def", place)):
                for edge in self._edges(file, where, target):
                    self.edges.add(edge)

    def _edges(self, file: Surveyed, where: Range, target: Node) -> Iterator[Edge]:
        options = list(self._options(file.path, where))
        for owner, label in options:
            yield Edge(owner, target, "option", label)
        if options or self._inside_import(file, where):
            return
        around = self._around(file, where)
        kind = self._kind(file, where)
        yield Edge(self._node(file, around), target, kind, kind)

    def _options(self, path: str, where: Range) -> Iterator[tuple[Node, str]]:
        """The decisions, with the option's name, that offer what is named at a place."""
        for file in self.files.values():
            for decision in file.facts.decisions:
                menu = decision.result.menu
                for index, option in enumerate(menu.options if menu is not None else ()):
                    handler = decision.result.sources.get((index, "handler"))
                    if handler is not None and handler.path == path and _covers(handler.range, where):
                        yield self._node(file, decision.function), option.name or "?"

    def _kind(self, file: Surveyed, where: Range) -> Literal["tool", "call", "value"]:
        for call in file.facts.calls:
            tools = call.arguments.get("tools")
            if tools is not None and _covers(tools.range, where):
                return "tool"
        module = file.project.module(file.path)
        node = name_at(module, (where.start_line, where.start_column)) if module is not None else None
        parent = node.parent if node is not None else None
        called = parent.child_by_field_name("function") if parent is not None and parent.type == "call" else None
        return "call" if called is not None and node is not None and called.id == node.id else "value"

    def _inside_import(self, file: Surveyed, where: Range) -> bool:
        module = file.project.module(file.path)
        node = name_at(module, (where.start_line, where.start_column)) if module is not None else None
        while node is not None:
            if node.type in ("import_statement", "import_from_statement", "decorator"):
                return True
            node = node.parent
        return False

    def _around(self, file: Surveyed, where: Range) -> FunctionFacts | None:
        """The innermost function around a place: of those that are agentic, or that a decision or call told of."""
        known = [*file.facts.functions]
        known += [decision.function for decision in file.facts.decisions if decision.function is not None]
        known += [call.function for call in file.facts.calls if call.function is not None]
        inside = [each for each in known if _covers(each.range, where)]
        return max(inside, key=lambda each: each.range, default=None)


def _covers(outer: Range, inner: Range) -> bool:
    return outer.contains(inner.start_line, inner.start_column) and outer.contains(inner.end_line, inner.end_column)


def reachable(whole: Graph, names: Iterable[str]) -> Graph:
    """The part of a graph that functions of these names lead to."""
    wanted = set(names)
    kept = {node for node in whole.nodes if node.name in wanted}
    grown = True
    while grown:
        more = {edge.end for edge in whole.edges if edge.start in kept} - kept
        kept |= more
        grown = bool(more)
    return Graph(
        tuple(node for node in whole.nodes if node in kept),
        tuple(edge for edge in whole.edges if edge.start in kept),
    )


__all__ = ["Edge", "Graph", "Node", "graph", "reachable"]
