"""Completion in a container of options: handlers, whole entries, the fields of schemas and their types."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from op_lsp import words
from op_lsp.callables import callable_from
from op_lsp.imports import importing
from op_lsp.markup import escape
from op_lsp.nesting import Frame, Nesting
from op_lsp.offers import Kind, Offer, keys, used
from op_lsp.schema_types import schema_types
from op_lsp.workspace import View

_HOLDER = re.compile(r"([^\W\d][\w.]*)\.\Z")


def container(view: View, around: Nesting, offset: int) -> int | None:
    """The level of the options container that the point is in."""
    frames = around.frames
    for level in range(1, len(frames)):
        call, display = frames[level - 1], frames[level]
        if display.callee or display.bracket not in "{[" or call.bracket != "(":
            continue
        name = call.callee.rpartition(".")[2]
        positional = not call.keyword and call.index == 1
        if name in ("make", "amake", "parse_args") and (positional or call.keyword == "options"):
            return level
        if name in ("exec", "aexec") and call.keyword == "choices":
            return level
    line, column = view.lines.position(offset)
    for decision in view.facts.decisions:
        written = decision.container
        if written is None or decision.container_path != view.facts.path or not written.range.contains(line, column):
            continue
        start = view.lines.offset(written.range.start_line, written.range.start_column)
        level = next((number for number, frame in enumerate(frames) if frame.start == start), -1)
        if level >= 0:
            return level
    return None


def in_options(view: View, frames: list[Frame], around: Nesting, offset: int) -> Iterator[Offer]:
    """What can be written in a container of options, whose bracket is the first of ``frames``."""
    outer = frames[0]
    inner = frames[-1]
    if len(frames) == 1 and outer.bracket == "{" and outer.key is None:
        if not view.snapshot.text[: offset - len(around.word)].endswith("*"):  # another dict is spread there
            yield from _entries(view, outer, around)
        return
    if len(frames) == 2 and inner.bracket == "(" and around.text is None:
        yield from _inside(view, inner, around, offset, in_list=outer.bracket == "[")
        return
    if len(frames) == 1 and around.text is None:
        holder = _holder(view, offset - len(around.word))
        yield from _handlers(view, holder)
        if not holder:
            yield from _explicit(view)
            yield from _forms(view, _LIST_FORMS if outer.bracket == "[" else _DICT_FORMS)
        return
    braces = [frame for frame in frames[1:] if frame.bracket == "{"]
    if not braces:
        return
    if around.at_key and len(braces) > 1:
        yield from keys(words.META_KEYS, inner, around)
    elif not around.at_key and around.text is None and _is_type(inner):
        for each in schema_types(view):
            kind = Kind.Class if each.about and not each.snippet else Kind.TypeParameter
            edits = tuple(map(view.positions.edit, each.imports))
            yield Offer(each.label, kind, detail=each.about or None, snippet=each.snippet, imports=edits)


def _inside(view: View, frame: Frame, around: Nesting, offset: int, *, in_list: bool) -> Iterator[Offer]:
    """What can be written in a tuple that is an option, or in the call that makes one."""
    if frame.callee.rpartition(".")[2] in ("value", "schema"):
        schema = frame.callee.endswith("schema") and frame.index == 0
    else:
        schema = not frame.callee and frame.index == (2 if in_list else 1)
    if schema and view.client.snippets:
        yield Offer("schema", Kind.Snippet, _FORMS_ABOUT["schema"], snippet='{"${1:field}": ${2:str}}')
    elif frame.index == 0 and not frame.callee.endswith((".value", ".schema")):
        yield from _handlers(view, _holder(view, offset - len(around.word)))


def _is_type(frame: Frame) -> bool:
    """Whether a type is written next in a bracket within a schema."""
    return frame.key not in ("description", "options") and frame.callee.rpartition(".")[2] != "Literal"


_DICT_FORMS = {
    "described function": '(${2:function}, "${3:When to pick it.}")',
    "schema": '("${2:When to pick it.}", {"${3:field}": ${4:str}})',
    "value": '(${2:value}, "${3:When to pick it.}")',
}
_LIST_FORMS = {
    "described function": '(${1:function}, "${2:When to pick it.}")',
    "schema": '("${1:name}", "${2:When to pick it.}", {"${3:field}": ${4:str}})',
    "value": '("${1:name}", "${2:When to pick it.}")',
}
_FORMS_ABOUT = {
    "described function": "A function that is run when the model picks it, with a text of its own beside it.",
    "schema": "A structured answer: the model fills in these fields.",
    "value": "A value that is handed back as it is.",
}
"""The options that are tuples (decision spec, section 2), with places to fill."""


def _forms(view: View, forms: dict[str, str], before: str = "") -> Iterator[Offer]:
    for label, snippet in forms.items() if view.client.snippets else ():
        yield Offer(label, Kind.Snippet, _FORMS_ABOUT[label], snippet=before + snippet, detail="option")


def _entries(view: View, brace: Frame, around: Nesting) -> Iterator[Offer]:
    """Whole entries of a dict of options: one for each function, named like it, then the other forms."""
    taken = used(brace, around)
    for each in _handlers(view):
        if each.label in taken:
            continue
        if around.text is not None:
            yield replace(each, imports=())
        else:
            entry = f'"{each.label}": {each.label}'
            yield replace(each, code=entry, snippet=f'"${{1:{each.label}}}": {each.label}')
    if around.text is None:
        yield from _forms(view, _DICT_FORMS, '"${1:name}": ')


def _explicit(view: View) -> Iterator[Offer]:
    module = view.workspace.project_of(view.snapshot.name).module(view.snapshot.name)
    imports = importing(view, module, "op_runtime", "Option") if module is not None else ()
    if imports is not None:
        about = "An option spelt out: `Option.value`, `Option.function`, `Option.schema`."
        yield Offer("Option", Kind.Class, about, imports=tuple(map(view.positions.edit, imports)))


def _holder(view: View, start: int) -> str:
    """The dotted name before the dot that the word at an offset follows; empty where it follows none."""
    match = _HOLDER.search(view.snapshot.text, max(0, start - 200), start)
    return match[1] if match else ""


def _handlers(view: View, holder: str = "") -> Iterator[Offer]:
    """The functions that an option may run: all of them by their names, or those of the module ``holder``."""
    for known in callable_from(view, holder):
        yield Offer(
            known.name,
            Kind.Function,
            escape(known.summary) if view.client.markdown_completion else known.summary,
            detail=known.module or None,
            imports=tuple(view.positions.edit(edit) for edit in known.imports),
        )
