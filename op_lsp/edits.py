"""Edits as the client takes them: tied to the version of the text they were made for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

from lsprotocol import types

from op_lint.files import Lines
from op_lint.finding import Edit
from op_lsp.locations import seen_from
from op_lsp.workspace import View


def workspace_edit(view: View, edits: Iterable[Edit]) -> types.WorkspaceEdit:
    """The edits of one document, or of the cells of one notebook."""
    return project_edit(view, {view.snapshot.name: edits})


def project_edit(view: View, edits: Mapping[str, Iterable[Edit]]) -> types.WorkspaceEdit:
    """The edits of several files by path.

    With the versions of open ones where the client checks those, so that none lands on another text.
    """
    changes: dict[tuple[str, int | None], list[types.TextEdit]] = {}
    for path, made in edits.items():
        for edit in made:
            document = seen_from(view, path, edit.range.start_line)
            changes.setdefault((document.uri, document.version), []).append(document.positions.edit(edit))
    if not view.client.versioned_edits:
        return types.WorkspaceEdit(changes={uri: made for (uri, _), made in changes.items()})
    return types.WorkspaceEdit(
        document_changes=[
            types.TextDocumentEdit(types.OptionalVersionedTextDocumentIdentifier(uri, version), list(made))
            for (uri, version), made in changes.items()
        ]
    )


def difference(before: Lines, after: str) -> list[Edit]:
    """Edits, line by line, that turn a text into another."""
    new = Lines(after)
    old_lines, new_lines = _kept(before), _kept(new)
    edits = []
    for tag, start, end, new_start, new_end in SequenceMatcher(None, old_lines, new_lines, False).get_opcodes():
        if tag != "equal":
            first = sum(map(len, old_lines[:start]))
            old, text = "".join(old_lines[start:end]), "".join(new_lines[new_start:new_end])
            ending = _ending(old)
            if ending and ending == _ending(text):  # it stays: what follows may be another document's
                old, text = old.removesuffix(ending), text.removesuffix(ending)
            edits.append(Edit(before.range(first, first + len(old)), text))
    return edits


def _ending(text: str) -> str:
    return next((each for each in ("\r\n", "\n", "\r") if text.endswith(each)), "")


def _kept(lines: Lines) -> list[str]:
    ends = [*lines.starts[1:], len(lines.text)]
    return [lines.text[start:end] for start, end in zip(lines.starts, ends, strict=True)]
