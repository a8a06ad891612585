"""What a completion offers: one thing each, in the forms that a client may want to insert it in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lsprotocol import types

from op_lsp.nesting import Frame, Nesting

Kind = types.CompletionItemKind


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


def keys(texts: dict[str, str], brace: Frame, around: Nesting, value: str | None = None) -> Iterator[Offer]:
    """The keys of a dict that are not there yet, each with what it means."""
    taken = used(brace, around)
    for key, about in texts.items():
        if key not in taken:
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


def used(brace: Frame, around: Nesting) -> set[str]:
    """The keys that are taken; the one being typed may stand behind the point as well."""
    taken = list(brace.keys)
    if around.text is not None and around.text.value in taken:
        taken.remove(around.text.value)
    return set(taken)
