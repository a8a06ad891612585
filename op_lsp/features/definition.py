"""Go to definition and references: options and their functions, ``input=`` keys and their parameters, picks in text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types

from op_lint.facts import DecisionFacts, Place
from op_lint.read.expr import Range
from op_lsp import places
from op_lsp.convert import Point
from op_lsp.features import rename
from op_lsp.language_server import Server
from op_lsp.locations import location
from op_lsp.schemas import SchemaAt, schema_at
from op_lsp.workspace import View

_PICK = re.compile(r"""\\?["'](?:call|action|function|tool)\\?["']\s*:\s*\\?["']([^"'\\]+)\\?["']""")

_NAME = re.compile(r"""("[^"]*"|'[^']*')|[^\W\d][\w.]*""")
"""A dotted name; strings are passed over."""

_KEYED = re.compile(r"""["'][^"']*["']\s*:\s*([^\W\d][\w.]*)""")


def definition(view: View, position: types.Position) -> list[types.Location] | None:
    """Where the thing at this position is defined."""
    found = list(_definitions(view, view.positions.point(position)))
    return [location(view, place) for place in dict.fromkeys(found)] or None


def _definitions(view: View, point: Point) -> Iterator[Place]:
    facts = view.facts
    function = places.enclosing(facts.functions, point)
    if function is not None:
        for name, entry in places.input_entries(function):
            if entry.key is not None and entry.key.range.contains(*point):
                yield from (Place(facts.path, param.range) for param in function.params if param.name == name)
                return
    field = schema_at(facts, view.lines, point)
    said = list(_of_field(view, field, point)) if field is not None else []
    if said:
        yield from said
        return
    option = places.option_at(facts, point)
    if option is not None:
        yield from _of_option(view, option, point)
        return
    found = places.decision_at(facts, view.lines, point)
    if found is not None:
        decision, _ = found
        if decision.container is not None:
            yield Place(decision.container_path, decision.container.range)
        return
    yield from _picked(view, point)


def _of_option(view: View, option: places.OptionAt, point: Point) -> Iterator[Place]:
    """What a name in an option stands for; what the option is about, where that is written elsewhere."""
    named = view.workspace.files.definition(view.snapshot.name, point)
    handler = view.workspace.files.handler(option.decision, option.index)
    written = option.decision.result.sources.get((option.index, "handler"))
    if named is not None:
        yield named.place
    elif handler is not None:
        yield handler
    elif written is not None and not (written.path == view.facts.path and _within(written.range, option.range)):
        yield written


def _within(inner: Range, outer: Range) -> bool:
    return outer.contains(inner.start_line, inner.start_column) and outer.contains(inner.end_line, inner.end_column)


def _of_field(view: View, field: SchemaAt, point: Point) -> Iterator[Place]:
    """What a name in a schema stands for; of a field's key the classes that its type names."""
    named = view.workspace.files.definition(view.snapshot.name, point)
    if named is not None:
        yield named.place
        return
    text, start = "", 0
    if field.type is not None:
        text, start = view.lines.slice(field.type), view.lines.offset(field.type.start_line, field.type.start_column)
    for match in _KEYED.finditer(view.lines.line(point[0])) if not field.path else ():
        if match.start() <= point[1] < match.start(1):  # a type that is named here and made elsewhere
            text, start = match[1], view.lines.offset(point[0], match.start(1))
    for match in _NAME.finditer(text):
        end = view.lines.position(start + match.end() - 1)
        found = view.workspace.files.definition(view.snapshot.name, end) if not match[1] else None
        if found is not None:
            yield found.place


def _picked(view: View, point: Point) -> list[Place]:
    """The options that a pick written in a string names (``{"call": "refund"}``): this file's, else the project's."""
    line, column = point
    for match in _PICK.finditer(view.lines.line(line)):
        if match.start() <= column <= match.end():
            here = list(_named(view.facts.decisions, match[1]))
            return here or list(_named((each for _, each in view.workspace.files.survey().decisions()), match[1]))
    return []


def _named(decisions: Iterable[DecisionFacts], name: str) -> Iterator[Place]:
    for decision in decisions:
        menu = decision.result.menu
        for index, option in enumerate(menu.options if menu is not None else ()):
            place = decision.result.sources.get((index,))
            if option.name == name and place is not None:
                yield place


def references(view: View, params: types.ReferenceParams) -> list[types.Location] | None:
    """Where the agentic function at this position is named: in menus, in calls, in imports, anywhere in the project.

    Of a parameter of one, or its key in ``input=``: where that is.
    """
    point = view.positions.point(params.position)
    wanted = view.workspace.files.definition(view.snapshot.name, point)
    if wanted is not None and view.workspace.files.function(wanted.place) is not None:
        found = [wanted.place, *view.workspace.files.references(wanted)]
    else:
        found = rename.uses(view, params.position) or []
    own = 0 if params.context.include_declaration else 1
    return [location(view, place) for place in found[own:]] if found else None


def register(server: Server) -> None:
    """Effect: answers ``textDocument/definition`` and ``textDocument/references``."""

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def define(ls: Server, params: types.DefinitionParams) -> list[types.Location] | None:
        return await ls.session.ask(params.text_document.uri, definition, params.position)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def refer(ls: Server, params: types.ReferenceParams) -> list[types.Location] | None:
        return await ls.session.ask(params.text_document.uri, references, params)
