"""What edits of source make of the lock files beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from op_lint.analysis import analyze
from op_lint.facts import FileFacts
from op_lint.files import Lines
from op_lint.finding import Edit
from op_lint.fix import apply_edits
from op_lint.lock import FILE, Lock, LockError, dumps, entries, loads, merged
from op_lint.survey import Surveyed, seen_from
from op_lsp.edits import difference
from op_lsp.workspace import Workspace


def lock_edits(
    workspace: Workspace, files: Iterable[Surveyed], edits: Mapping[str, Sequence[Edit]]
) -> dict[str, list[Edit]]:
    """Effect: reads the lock files of the projects that are edited. Gives their edits by path.

    Only the entries change that the edits make others: what was out of date before stays so.
    """
    known = list(files)
    found: dict[str, list[Edit]] = {}
    for root in dict.fromkeys(workspace.config(path).root for path in edits):
        path = Path(root, FILE)
        try:
            text = path.read_bytes().decode("utf-8")
            lock = loads(text)
        except (OSError, UnicodeDecodeError, LockError):
            continue
        members = [each for each in known if workspace.config(each.path).root == root]
        before = _told(((each, each.facts) for each in members), root)
        after = _told(_edited(members, edits), root)
        for name in before.keys() | after.keys():
            if name in lock and name in after and before.get(name) != after[name]:
                lock[name] = after[name]
        changed = difference(Lines(text), dumps(lock))
        if changed:
            found[str(path)] = changed
    return found


def _told(files: Iterable[tuple[Surveyed, FileFacts]], root: str) -> Lock:
    return merged(entries(facts, seen_from(file.path, root)) for file, facts in files)


def _edited(files: Sequence[Surveyed], edits: Mapping[str, Sequence[Edit]]) -> Iterable[tuple[Surveyed, FileFacts]]:
    """The files with their facts as they will be."""
    texts = {each.path: apply_edits(each.source.lines, sorted(edits.get(each.path, ()))) for each in files}
    if not files:
        return
    project = replace(files[0].project, overlay={**files[0].project.overlay, **texts})
    for each in files:
        yield each, analyze(texts[each.path], each.path, project, thorough=False)
