"""Inlay hints: what the source does not say: who fills a parameter, what an option is called, what describes it."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types
from op_runtime.menu import Function, Unknown

from op_lint.read.expr import Range
from op_lsp import places
from op_lsp.language_server import Server
from op_lsp.workspace import View

SHOWN = 50
"""Characters of a description that a hint shows at most."""


def inlay_hints(view: View, where: types.Range) -> list[types.InlayHint]:
    """The hints in a range of the document."""
    visible = view.positions.own_range(where)
    found = [*_parameters(view, visible), *_options(view, visible)]
    return sorted(found, key=lambda hint: (hint.position.line, hint.position.character))


def _parameters(view: View, visible: Range) -> Iterator[types.InlayHint]:
    for function in view.facts.functions:
        known = places.described(view.facts, function)
        if not isinstance(known, Function):
            continue
        for written in function.params:
            parameter = known.parameter(written.name)
            if parameter is None or not _shown(view, written.range, visible):
                continue
            if parameter.injected:
                yield _hint(view, written.range, " (injected)", "The framework fills it; the model never sees it.")
            elif parameter.hidden:
                yield _hint(view, written.range, " (hidden)", "Filled from context=; the model never sees it.")


def _options(view: View, visible: Range) -> Iterator[types.InlayHint]:
    for decision in view.facts.decisions:
        sources = decision.result.sources
        for found in places.options_of(decision, view.facts.path):
            handler = sources.get((found.index, "handler"))
            if handler is None or handler.path != view.facts.path or not _shown(view, handler.range, visible):
                continue
            option = found.option
            named = (found.index, "name") in sources
            if option.name and not named and view.lines.slice(handler.range) != option.name:
                yield _hint(view, handler.range, f" as {option.name}", "The name that the model sees.")
            described = (found.index, "description") in sources
            if option.description and not described and not isinstance(option.description, Unknown):
                text = str(option.description)
                short = text if len(text) <= SHOWN else text[: SHOWN - 3].rstrip() + "..."
                yield _hint(view, handler.range, f" {short}", "From the docstring's first paragraph.")


def _shown(view: View, where: Range, visible: Range) -> bool:
    return view.here(where) and visible.start_line <= where.end_line <= visible.end_line


def _hint(view: View, where: Range, label: str, tooltip: str) -> types.InlayHint:
    position = view.positions.position(where.end_line, where.end_column)
    return types.InlayHint(position, label, tooltip=tooltip)


def register(server: Server) -> None:
    """Effect: answers ``textDocument/inlayHint``."""

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def answer(ls: Server, params: types.InlayHintParams) -> list[types.InlayHint] | None:
        return await ls.session.ask(params.text_document.uri, inlay_hints, params.range)
