"""Completion of everything that is text to Python and a name to us, in half-typed code too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lsprotocol import types
from op_runtime.menu import INJECTED

from op_lsp import words
from op_lsp.callables import callable_from
from op_lsp.language_server import Server
from op_lsp.markup import escape
from op_lsp.nesting import Frame, Nesting, Text, nesting, signature_after
from op_lsp.workspace import View, rules

Kind = types.CompletionItemKind

_SUPPRESSION = re.compile(r"#\s*(?:noqa\s*:|op-lint\s*:\s*ignore(?:-file)?\s*\[)[^\]\r\n]*\Z", re.IGNORECASE)
_HOLDER = re.compile(r"([^\W\d][\w.]*)\.\Z")
_TYPED = re.compile(r"[\w-]*\Z")

TYPES = ("str", "int", "float", "bool", "list[str]", "dict", "Literal", "Enum")
"""Types that a schema field may have, the usual ones first."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing to offer. ``code`` is what is written outside quotes, ``snippet`` the same with places to fill."""

    label: str
    kind: types.CompletionItemKind
    about: str = ""
    code: str | None = None
    snippet: str | None = None
    detail: str | None = None
    imports: tuple[types.TextEdit, ...] = ()


def completion(view: View, position: types.Position) -> types.CompletionList | None:
    """What can be written at this position, None where that is not ours to say."""
    text = view.snapshot.text
    offset = view.positions.offset(position)
    around = nesting(text, offset)
    if around.in_comment:
        offers: Iterable[Offer] = _codes(text, offset)
        start, end = offset - len(_typed(text, offset)), offset
    else:
        offers = _offers(view, around, offset)
        start, end = _replaced(text, offset, around)
    where = types.Range(_position(view, start), _position(view, end))
    items = [_item(view, offer, around.text, where, number) for number, offer in enumerate(offers)]
    return types.CompletionList(is_incomplete=False, items=items) if items else None


def _position(view: View, offset: int) -> types.Position:
    return view.positions.position(*view.lines.position(offset))


def _typed(text: str, offset: int) -> str:
    match = _TYPED.search(text, max(0, offset - 80), offset)
    return match.group() if match else ""


def _replaced(text: str, offset: int, around: Nesting) -> tuple[int, int]:
    """What a completion replaces: the content of the string where it is one word, else the word at the point."""
    literal = around.text
    if literal is not None and re.fullmatch(r"[\w-]*", literal.value):
        return literal.start, literal.end
    behind = re.compile(r"\w*").match(text, offset)
    return offset - len(
        _typed(text, offset) if literal else around.word
    ), behind.end() if behind and literal else offset


def _item(view: View, offer: Offer, literal: Text | None, where: types.Range, number: int) -> types.CompletionItem:
    snippets = view.client.snippets
    if literal is not None:
        new_text, plain = offer.label + ("" if literal.closed else literal.quote), True
    elif snippets and offer.snippet is not None:
        new_text, plain = offer.snippet, False
    else:
        new_text, plain = offer.code or offer.label, True
    about: types.MarkupContent | str | None = offer.about or None
    if about and view.client.markdown_completion:
        about = types.MarkupContent(types.MarkupKind.Markdown, offer.about)
    return types.CompletionItem(
        offer.label,
        kind=offer.kind,
        detail=offer.detail,
        documentation=about,
        sort_text=f"{number:04}",
        filter_text=offer.label,
        text_edit=types.TextEdit(where, new_text),
        insert_text_format=None if plain else types.InsertTextFormat.Snippet,
        additional_text_edits=list(offer.imports) or None,
    )


def _codes(text: str, offset: int) -> Iterator[Offer]:
    line = text[max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1 : offset]
    if not _SUPPRESSION.search(line):
        return
    for code, rule in rules().items():
        yield Offer(code, Kind.Constant, rule.summary, detail=rule.name)
        if "noqa" not in line.lower():
            yield Offer(rule.name, Kind.Constant, rule.summary, detail=code)


def _offers(view: View, around: Nesting, offset: int) -> Iterator[Offer]:
    frames = around.frames
    decorator = next((level for level, frame in enumerate(frames) if _is_decorator(view, frame)), None)
    if decorator is not None:
        yield from _in_decorator(view, frames[decorator:], around, offset)
        return
    container = _container(view, around, offset)
    if container is not None:
        yield from _in_options(view, frames[container:], around, offset)


def _is_decorator(view: View, frame: Frame) -> bool:
    if frame.bracket != "(":
        return False
    name = frame.callee.rpartition(".")[2]
    return name == "agentic_function" or (
        bool(name) and re.search(rf"\bagentic_function\s+as\s+{re.escape(name)}\b", view.snapshot.text) is not None
    )


def _in_decorator(view: View, frames: list[Frame], around: Nesting, offset: int) -> Iterator[Offer]:
    call = frames[0]
    if len(frames) == 1:
        if not call.keyword and around.text is None:
            yield from _arguments(call)
        elif call.keyword == "expose":
            yield from _values(words.EXPOSE)
        return
    brace = frames[1]
    if brace.bracket != "{":
        return
    if call.keyword == "render_range" and len(frames) == 2 and around.at_key:
        yield from _keys(words.RENDER_RANGE, brace, around, "0")
    elif call.keyword == "input" and len(frames) == 2 and around.at_key:
        yield from _parameters(view, brace, around, offset)
    elif call.keyword == "input" and len(frames) == 3 and frames[2].bracket == "{":
        if around.at_key:
            yield from _keys(words.INPUT_KEYS, frames[2], around)
        else:
            yield from _input_values(frames[2].key, around)


def _arguments(call: Frame) -> Iterator[Offer]:
    for name, about in words.DECORATOR.items():
        if name in call.keywords:
            continue
        yield Offer(name, Kind.Property, about, f"{name}=", _ARGUMENT_SNIPPETS.get(name, f"{name}=$0"))


_ARGUMENT_SNIPPETS = {
    "input": "input={$0}",
    "expose": 'expose="$0"',
    "render_range": 'render_range={"callers": $0}',
    "system": 'system="$0"',
    "name": 'name="$0"',
    "description": 'description="$0"',
    "label": 'label="$0"',
    "toolset": 'toolset=["$0"]',
    "as_tool": "as_tool=${1|False,True|}",
    "requires_approval": "requires_approval=${1|True,False|}",
    "defer": "defer=${1|True,False|}",
    "cache": "cache=${1|True,False|}",
}


def _values(texts: dict[str, str]) -> Iterator[Offer]:
    for value, about in texts.items():
        yield Offer(value, Kind.EnumMember, about, f'"{value}"')


def _keys(texts: dict[str, str], brace: Frame, around: Nesting, value: str | None = None) -> Iterator[Offer]:
    used = _used(brace, around)
    for key, about in texts.items():
        if key not in used:
            stop = value or _KEY_SNIPPETS.get(key, '"$0"')
            yield Offer(key, Kind.Property, about, f'"{key}"', f'"{key}": {stop}')


_KEY_SNIPPETS = {
    "options": "[$0]",
    "hidden": "True",
    "multiline": "${1|True,False|}",
    "options_from": '"functions"',
    "type": "${1:str}",
    "fields": "{$0}",
    "items": "${1:str}",
}


def _used(brace: Frame, around: Nesting) -> set[str]:
    """The keys that are taken; the one being typed may stand behind the point as well."""
    used = list(brace.keys)
    if around.text is not None and around.text.value in used:
        used.remove(around.text.value)
    return set(used)


def _parameters(view: View, brace: Frame, around: Nesting, offset: int) -> Iterator[Offer]:
    found = signature_after(view.snapshot.text, offset)
    if found is None:
        return
    name, parameters = found
    used = _used(brace, around)
    for parameter in parameters:
        if parameter not in used and parameter not in INJECTED and parameter not in ("self", "cls"):
            snippet = f'"{parameter}": {{"description": "$0"}}'
            yield Offer(parameter, Kind.Variable, f"A parameter of `{name}`.", f'"{parameter}"', snippet)


def _input_values(key: str | None, around: Nesting) -> Iterator[Offer]:
    match key:
        case "hidden" | "multiline" if around.text is None:
            yield Offer("True", Kind.Keyword)
            yield Offer("False", Kind.Keyword)
        case "options_from":
            yield Offer("functions", Kind.EnumMember, words.INPUT_KEYS["options_from"], '"functions"')
        case "source":
            yield Offer("context", Kind.EnumMember, words.INPUT_KEYS["source"], '"context"')
            yield Offer("llm", Kind.EnumMember, words.INPUT_KEYS["source"], '"llm"')
        case _:
            return


def _container(view: View, around: Nesting, offset: int) -> int | None:
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
        container = decision.container
        if (
            container is None
            or decision.container_path != view.facts.path
            or not container.range.contains(line, column)
        ):
            continue
        start = view.lines.offset(container.range.start_line, container.range.start_column)
        level = next((number for number, frame in enumerate(frames) if frame.start == start), -1)
        if level >= 0:
            return level
    return None


def _in_options(view: View, frames: list[Frame], around: Nesting, offset: int) -> Iterator[Offer]:
    outer = frames[0]
    inner = frames[-1]
    if around.text is None and (len(frames) == 1 or (len(frames) == 2 and inner.bracket == "(" and inner.index == 0)):
        holder = _holder(view, offset - len(around.word))
        if holder:
            yield from _handlers(view, holder)
        elif outer.bracket == "[" or outer.key is not None:
            yield from _handlers(view)
            yield Offer(
                "Option", Kind.Class, "An option spelt out: `Option.value`, `Option.function`, `Option.schema`."
            )
        return
    braces = [frame for frame in frames[1:] if frame.bracket == "{"]
    if not braces:
        return
    if around.at_key and len(braces) > 1:
        yield from _keys(words.META_KEYS, inner, around)
    elif not around.at_key and around.text is None and inner.key not in ("description", "options"):
        for name in TYPES:
            yield Offer(name, Kind.TypeParameter, code=name)


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


def register(server: Server) -> None:
    """Effect: answers ``textDocument/completion``."""

    @server.feature(types.TEXT_DOCUMENT_COMPLETION)
    async def answer(ls: Server, params: types.CompletionParams) -> types.CompletionList | None:
        return await ls.session.ask(params.text_document.uri, completion, params.position)
