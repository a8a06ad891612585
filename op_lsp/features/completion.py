"""Completion of everything that is text to Python and a name to us, in half-typed code too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lsprotocol import types
from op_runtime.menu import INJECTED

from op_lsp import words
from op_lsp.language_server import Server
from op_lsp.nesting import Frame, Nesting, Text, nesting, signature_after
from op_lsp.offers import Kind, Offer, keys, used
from op_lsp.option_offers import container, in_options
from op_lsp.workspace import View, rules

_SUPPRESSION = re.compile(r"#\s*(?:noqa\s*:|op-lint\s*:\s*ignore(?:-file)?\s*\[)[^\]\r\n]*\Z", re.IGNORECASE)
_TYPED = re.compile(r"[\w-]*\Z")


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
    level = container(view, around, offset)
    if level is not None:
        yield from in_options(view, frames[level:], around, offset)


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
        yield from keys(words.RENDER_RANGE, brace, around, "0")
    elif call.keyword == "input" and len(frames) == 2 and around.at_key:
        yield from _parameters(view, brace, around, offset)
    elif call.keyword == "input" and len(frames) == 3 and frames[2].bracket == "{":
        if around.at_key:
            yield from keys(words.INPUT_KEYS, frames[2], around)
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


def _parameters(view: View, brace: Frame, around: Nesting, offset: int) -> Iterator[Offer]:
    found = signature_after(view.snapshot.text, offset)
    if found is None:
        return
    name, parameters = found
    taken = used(brace, around)
    for parameter in parameters:
        if parameter not in taken and parameter not in INJECTED and parameter not in ("self", "cls"):
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


def register(server: Server) -> None:
    """Effect: answers ``textDocument/completion``."""

    @server.feature(types.TEXT_DOCUMENT_COMPLETION)
    async def answer(ls: Server, params: types.CompletionParams) -> types.CompletionList | None:
        return await ls.session.ask(params.text_document.uri, completion, params.position)
