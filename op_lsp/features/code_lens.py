"""Code lenses: what a menu costs, what there is to fix in a function, and where it is offered."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from op_lint import tokens
from op_lint.facts import DecisionFacts, FunctionFacts, Place
from op_lsp.language_server import Server
from op_lsp.markup import counted, unknown_parts
from op_lsp.methods import FIX_FUNCTION, SHOW_MENU
from op_lsp.places import head
from op_lsp.workspace import View

PREVIEW = "opLint.showPreview"
FIX = "opLint.fixFunction"
USES = "opLint.showUses"
"""Commands of clients that say that they have them; others get the server's own, or the lens as plain text."""

INSTEAD = {PREVIEW: SHOW_MENU, FIX: FIX_FUNCTION, USES: ""}


def code_lenses(view: View) -> list[types.CodeLens]:
    """The lenses of a document, in source order."""
    lenses = [*_menus(view), *_functions(view)]
    return sorted(lenses, key=lambda lens: (lens.range.start.line, lens.range.start.character))


def _menus(view: View) -> Iterator[types.CodeLens]:
    for decision in filter(lambda each: view.here(each.range), view.facts.decisions):
        where = view.positions.range(head(decision))
        yield _lens(view, where, menu_title(decision), PREVIEW)


def menu_title(decision: DecisionFacts) -> str:
    """What a menu has and costs, or why there is none."""
    result = decision.result
    if result.menu is None:
        return "menu: not known from source" if result.unknown is not None else "menu: fails at run time"
    text = f"menu: {counted(result.menu)}, {tokens.size(result.menu.render()).phrase}"
    options = result.menu.options
    known = all(option.unknown is None for option in options) and not unknown_parts(options)
    return text if known else f"{text}, partly unknown"


def _functions(view: View) -> Iterator[types.CodeLens]:
    for function in filter(lambda each: view.here(each.name_range), view.facts.functions):
        where = view.positions.range(function.name_range)
        fixable = [finding for finding in view.findings if finding.fix and _inside(function, finding.range.start_line)]
        fixable = [finding for finding in fixable if not finding.suppressed]
        if fixable:
            count = len(fixable)
            yield _lens(view, where, f"{count} finding{'s' if count != 1 else ''}: fix", FIX)
        uses = _uses(view, function)
        if uses:
            yield _lens(view, where, f"used in {uses} decision{'s' if uses != 1 else ''}", USES)


def _uses(view: View, function: FunctionFacts) -> int:
    """How many decisions of the project offer a function."""
    workspace = view.workspace
    offers = workspace.files.survey().offers(Place(view.facts.path, function.name_range), workspace.files.locate)
    return len({(offer.path, offer.decision.range) for offer in offers})


def _inside(function: FunctionFacts, line: int) -> bool:
    return function.range.start_line <= line <= function.range.end_line


def _lens(view: View, where: types.Range, title: str, command: str) -> types.CodeLens:
    name = command if command in view.client.commands else INSTEAD[command]
    arguments = [view.snapshot.uri, {"line": where.start.line, "character": where.start.character}]
    return types.CodeLens(where, types.Command(title, name, arguments=arguments if name else None))


def register(server: Server) -> None:
    """Effect: answers ``textDocument/codeLens``."""

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def answer(ls: Server, params: types.CodeLensParams) -> list[types.CodeLens] | None:
        return await ls.session.ask(params.text_document.uri, code_lenses)
