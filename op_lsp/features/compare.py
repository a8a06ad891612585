"""``opLint/menuIn``: the menu at a position as it would be with other texts, so that a client can show what changed."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from op_runtime.menu import render_option
from pygls.exceptions import JsonRpcInvalidParams

from op_lint.check import check_source, project_for
from op_lint.facts import DecisionFacts, FileFacts, FunctionFacts
from op_lsp import uris
from op_lsp.documents import Snapshot
from op_lsp.features import Json, document_position, plain
from op_lsp.features.preview import find, menu_of
from op_lsp.language_server import Server
from op_lsp.methods import MENU_IN
from op_lsp.workspace import View


def menu_in(view: View, position: types.Position, texts: dict[str, str]) -> dict[str, Json] | None:
    """The menu of the same decision or function where files have the given texts, by URI.

    ``found`` says whether it exists there; ``menu`` is its text (null where there is none, ``error`` then says why),
    ``options`` the name and text of each part. None where there is neither at the position, and in a notebook.
    """
    target = find(view, view.positions.point(position))
    if target is None or view.snapshot.cells:
        return None
    other = _with_texts(view, texts)
    same = _same(view.facts, target, other.facts)
    if same is None:
        return {"found": False, "menu": None, "error": None, "options": []}
    _, menu, error = menu_of(other, same)
    return {
        "found": True,
        "menu": menu.render() if menu is not None else None,
        "error": error,
        "options": [{"name": each.name, "text": render_option(each)} for each in menu.options] if menu else [],
    }


def _with_texts(view: View, texts: dict[str, str]) -> View:
    """The document and what it imports with other texts, read apart from what the workspace keeps."""
    workspace, snapshot = view.workspace, view.snapshot
    named = {path: text for uri, text in texts.items() if (path := uris.to_path(uri)) is not None}
    project = project_for(workspace.config(snapshot.name))
    project.overlay = {**{path: each.text for path, each in workspace.open.items()}, **named}
    text = texts.get(snapshot.uri, named.get(snapshot.name, snapshot.text))
    made = Snapshot(snapshot.uri, snapshot.path, None, text, snapshot.encoding)
    report = check_source(made.source, made.name, workspace.config(made.name), project=project, rules=())
    return View(made, view.client, workspace, report)


def _same(
    facts: FileFacts, target: DecisionFacts | FunctionFacts, other: FileFacts
) -> DecisionFacts | FunctionFacts | None:
    """The function of the same name; the decision of the same number in the function of the same name."""
    if isinstance(target, FunctionFacts):
        return next((each for each in other.functions if each.qualname == target.qualname), None)
    number = next(index for index, each in enumerate(_beside(facts, target)) if each is target)
    there = _beside(other, target)
    return there[number] if number < len(there) else None


def _beside(facts: FileFacts, decision: DecisionFacts) -> list[DecisionFacts]:
    owner = _owner(decision)
    return [each for each in facts.decisions if _owner(each) == owner]


def _owner(decision: DecisionFacts) -> str:
    return decision.function.qualname if decision.function is not None else ""


def register(server: Server) -> None:
    """Effect: answers ``opLint/menuIn``."""

    @server.feature(MENU_IN)
    async def answer(ls: Server, params: Any) -> dict[str, Json] | None:
        given = plain(params)
        uri, position = document_position(given)
        texts = given.get("texts")
        if not isinstance(texts, list) or not all(_is_text(each) for each in texts):
            raise JsonRpcInvalidParams('expected "texts": [{"uri": ..., "text": ...}]')
        return await ls.session.ask(uri, menu_in, position, {each["uri"]: each["text"] for each in texts})


def _is_text(value: Json) -> bool:
    return isinstance(value, dict) and isinstance(value.get("uri"), str) and isinstance(value.get("text"), str)
