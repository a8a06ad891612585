"""Rename: a parameter of an agentic function, wherever its name has a meaning, as ``op-lint rename`` does it.

Everything else is left to the Python language server: there is nothing to rename at such a place, and no error.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types

from op_lint.analysis import analyze
from op_lint.facts import FileFacts, FunctionFacts, Place
from op_lint.files.notebook import SUFFIX
from op_lint.finding import Edit
from op_lint.read.expr import Range
from op_lint.rename import RefusedError, Renaming
from op_lint.survey import Surveyed
from op_lsp import places
from op_lsp.convert import Point
from op_lsp.edits import project_edit
from op_lsp.language_server import Server
from op_lsp.lockfile import lock_edits
from op_lsp.protocol import RequestFailedError
from op_lsp.workspace import View, Workspace

_WORD = re.compile(r"[^\W\d]\w*")

Target = tuple[Surveyed, FunctionFacts, str, Range]
"""The file of a function, the function, its parameter's name, and the range of that name at the place asked about."""


def prepare(view: View, position: types.Position) -> types.PrepareRenamePlaceholder | None:
    """The name at a position and its range, None where it is no parameter of an agentic function.

    Raises RequestFailedError where it is one that cannot be renamed whatever the new name.
    """
    found = _target(view, view.positions.point(position))
    if found is None:
        return None
    _, _, name, where = found
    return types.PrepareRenamePlaceholder(view.positions.range(where), name)


def rename(view: View, position: types.Position, new: str) -> types.WorkspaceEdit | None:
    """The edits that give the parameter at a position another name, those of the lock file included.

    None where there is no such parameter. Raises RequestFailedError, which says why it is not renamed.
    """
    found = _target(view, view.positions.point(position))
    if found is None:
        return None
    file, function, old, _ = found
    files = _files(view, function.name)
    try:
        edits = Renaming(files[file.path], function, old, new.strip(), list(files.values())).run()
        _writable(view, edits)
    except RefusedError as error:
        raise RequestFailedError(f"not renamed: {error}") from None
    changed = {path: sorted(made) for path, made in edits.items()}
    return project_edit(view, {**changed, **lock_edits(view.workspace, files.values(), changed)})


def uses(view: View, position: types.Position) -> list[Place] | None:
    """Where the parameter at a position is named, its own place in the signature first.

    These are the places that a rename changes; None where there is no such parameter, and where it has no rename.
    """
    try:
        found = _target(view, view.positions.point(position))
        if found is None:
            return None
        file, function, name, _ = found
        files = _files(view, function.name)
        fresh = name
        while any(fresh in each.source.text for each in files.values()):
            fresh += "_"
        edits = Renaming(files[file.path], function, name, fresh, list(files.values())).run()
    except (RefusedError, RequestFailedError):
        return None
    (own,) = [Place(file.path, each.range) for each in function.params if each.name == name]
    named = [Place(path, edit.range) for path, made in sorted(edits.items()) for edit in sorted(made)]
    return [own, *(place for place in named if place != own)]


def _target(view: View, point: Point) -> Target | None:
    word = next(
        (match for match in _WORD.finditer(view.lines.line(point[0])) if match.start() <= point[1] <= match.end()), None
    )
    if word is None:
        return None
    here = _here(view)
    where = Range(point[0], word.start(), point[0], word.end())
    for file, function in _having(view, here, word[0]):
        try:
            edits = Renaming(file, function, word[0], _fresh(file, here, word[0]), [here]).run()
        except RefusedError as error:
            if file is here and _declares(function, word[0], where):
                raise RequestFailedError(f"{word[0]} cannot be renamed: {error}") from None
            continue
        if any(_covers(edit.range, where) for edit in edits.get(here.path, ())):
            return file, function, word[0], where
    return None


def _having(view: View, here: Surveyed, name: str) -> Iterator[tuple[Surveyed, FunctionFacts]]:
    """The agentic functions with a parameter of this name, this document's first and the innermost of them first."""
    own = sorted(here.facts.functions, key=lambda each: places.size(each.range))
    yield from ((here, function) for function in own if _has(function, name))
    for path, facts in view.workspace.files.survey(whole=True).facts.items():
        for function in facts.functions if path != here.path else ():
            if _has(function, name) and function.name in here.source.text:
                surveyed = _surveyed(view.workspace, path, facts)
                if surveyed is not None:
                    yield surveyed, function


def _has(function: FunctionFacts, name: str) -> bool:
    return any(param.name == name for param in function.params)


def _fresh(file: Surveyed, here: Surveyed, name: str) -> str:
    """A name that neither text has."""
    while name in file.source.text or name in here.source.text:
        name += "_"
    return name


def _declares(function: FunctionFacts, name: str, where: Range) -> bool:
    """Whether a place is the parameter in the signature, or its key in ``input=``."""
    named = [param.range for param in function.params if param.name == name]
    named += [entry.key.range for key, entry in places.input_entries(function) if entry.key is not None and key == name]
    return any(_covers(each, where) for each in named)


def _covers(outer: Range, inner: Range) -> bool:
    return outer.contains(inner.start_line, inner.start_column) and outer.contains(inner.end_line, inner.end_column)


def _here(view: View) -> Surveyed:
    name = view.snapshot.name
    return Surveyed(name, view.snapshot.source, view.facts, view.workspace.project_of(name))


def _files(view: View, name: str) -> dict[str, Surveyed]:
    """The files that name something of ours or ``name``, and this document, by path: unsaved texts stand for files."""
    found: dict[str, Surveyed] = {}
    for path, facts in view.workspace.files.survey(whole=True).facts.items():
        surveyed = _surveyed(view.workspace, path, facts)
        if surveyed is not None:
            found[path] = surveyed
    for path, source in view.workspace.files.holding(name):
        project = view.workspace.project_of(path)
        project.module(path, source)
        found.setdefault(path, Surveyed(path, source, analyze(source, path, project, thorough=False), project))
    here = _here(view)
    found[here.path] = here
    return found


def _surveyed(workspace: Workspace, path: str, facts: FileFacts) -> Surveyed | None:
    project = workspace.project_of(path)
    module = project.module(path)
    return Surveyed(path, module.source, facts, project) if module is not None else None


def _writable(view: View, edits: dict[str, set[Edit]]) -> None:
    """Raises RefusedError for a notebook that is not open: its text on disk is not that of its cells."""
    for path in edits:
        if path.endswith(SUFFIX) and path not in view.workspace.open and path != view.snapshot.name:
            raise RefusedError(f"{path}: this notebook names it, too: open the notebook first")


def register(server: Server) -> None:
    """Effect: answers ``textDocument/prepareRename`` and ``textDocument/rename``."""

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def begin(ls: Server, params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        return await ls.session.ask(params.text_document.uri, prepare, params.position)

    @server.feature(types.TEXT_DOCUMENT_RENAME)
    async def answer(ls: Server, params: types.RenameParams) -> types.WorkspaceEdit | None:
        return await ls.session.ask(params.text_document.uri, rename, params.position, params.new_name)
