"""The agentic functions that a document may name, with the edit that imports one where it is not known there."""

from __future__ import annotations

from dataclasses import dataclass

from op_runtime.menu import Unknown

from op_lint.facts import FileFacts, FunctionFacts, Place
from op_lint.finding import Edit
from op_lsp.imports import importing
from op_lsp.names import defined_as
from op_lsp.workspace import View


@dataclass(frozen=True, slots=True)
class Offered:
    """An agentic function that a document may name, and the edits that import it where it is not known there yet."""

    name: str
    summary: str
    module: str
    imports: tuple[Edit, ...] = ()


def callable_from(view: View, holder: str = "") -> list[Offered]:
    """The agentic functions that a document may name: its own, then the project's with their import.

    Behind ``holder`` and a dot those of the module that it names.
    """
    by_name = {each.name: each for each in view.facts.functions if "." not in each.qualname and not holder}
    own = [Offered(name, _summary(view.facts, last), "") for name, last in by_name.items()]
    if view.snapshot.path is None:
        return own
    project = view.workspace.project_of(view.snapshot.path)
    module = project.module(view.snapshot.path)
    others = []
    for path, function in view.workspace.files.survey().functions():
        if path == view.snapshot.path or "." in function.qualname or module is None:
            continue
        other = project.module(path)
        if other is None:
            continue
        known = bool(holder) or bool(module.index.bindings(module.index.root, function.name))
        if known:
            means = defined_as(project, module, f"{holder}.{function.name}" if holder else function.name)
            if means is None or means.place != Place(path, function.name_range):
                continue
        edits = () if known else importing(view, module, other.name, function.name) or ()
        facts = view.workspace.files.survey().facts[path]
        others.append(Offered(function.name, _summary(facts, function), other.name, edits))
    return own + sorted(others, key=lambda each: (each.name, each.module))


def _summary(facts: FileFacts, function: FunctionFacts) -> str:
    known = facts.described.get(function.qualname)
    return "" if known is None or isinstance(known, Unknown) else str(known.summary)
