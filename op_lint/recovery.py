"""Text that does not parse: which statements are broken, and a tree in which they cost the others nothing.

An open bracket or quote, or a lost name, makes the parser take what follows for a part of the broken statement, or give
up altogether. So such a text is cut where statements start, first at the margin, and each piece is tried alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from tree_sitter import Tree

from op_lint.files.nesting import open_after
from op_lint.syntax import parse

_GOES_ON = rb"(?!(?:and|or|in|is|not|elif|else|except|finally|case)\b)"
_START = re.compile(
    rb"^" + _GOES_ON + rb"(?:@|async[ \t]|(?:def|class|import|from|if|for|while|with|try)\b"
    rb"|[A-Za-z_\x80-\xff][\w.\x80-\xff]*[ \t]*(?:\(|=(?!=)|:[^=\r\n]*=(?!=)))",
    re.MULTILINE,
)
"""What opens a statement at the margin, where that is plain from its line: any other may be text in a string."""
_BEGINS = _GOES_ON + rb"(?=[@\w\"'\x80-\xff])"
_MARGIN = re.compile(rb"^" + _BEGINS, re.MULTILINE)
"""What may open a statement at the margin."""
_BODY = re.compile(rb":[ \t]*(?:#[^\r\n]*)?\r?\n(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*([ \t]+)(?=[^\s#])")
"""The end of a head, and how far the first statement of its body stands in."""
_VISIBLE = re.compile(rb"[^\r\n]")
_PASS = re.compile(rb"[^\r\n]{4}")
_MAX_CLOSINGS = 3
"""Places behind a broken piece at which no bracket and no quote is open: one that is no end either is no end of it."""
_MAX_PIECES = 300
"""Pieces that one statement may go on for."""
_MAX_LEVELS = 4
"""Bodies inside bodies in which the broken statement is looked for."""
_MAX_DECORATORS = 50
"""Decorators of one statement that are tried one by one."""
_SHORT = 8_000
"""Bytes of a piece that is remembered."""
_MAX_KNOWN = 1_000
"""Pieces that are remembered."""
_known: dict[tuple[int, int], bool] = {}
"""Whether pieces are sound, by their length and hash, those asked for last at the end."""
_BEFORE = b"if 1:\n"
_NEXT = b"\ndef _next(): pass\n"

_Region = tuple[int, int]


def broken_statements(tree: Tree, data: bytes) -> tuple[Tree, list[_Region]]:
    """Where statements at the margin do not parse (byte ranges), and a tree in which they cost the others nothing.

    One that would take others with it is blanked in it, byte for byte: a statement in a body, with the rest of the
    body left, where that is enough.
    """
    broken = [each for piece in _broken_pieces(data, _START) for each in _narrowed(data, *piece)]
    mended = {each: _mended(data[each[0] : each[1]]) for each in broken}
    greedy = {
        each: piece for each, piece in mended.items() if piece.strip() or not _keeps_to_itself(data[each[0] : each[1]])
    }
    blank = {each: _blank(data[each[0] : each[1]]) for each in broken}
    for written in (greedy, mended, blank):  # the first in which nothing else is broken
        tree = parse(_with(data, written)) if written else tree
        if all(_inside(each, broken) for each in _faulty(tree)):
            break
    return tree, sorted({*written, *(each for each in _faulty(tree) if not _inside(each, [*written]))})


def _with(data: bytes, written: Mapping[_Region, bytes]) -> bytes:
    """A text with other pieces, each as long as the one in whose place it is."""
    for (low, high), piece in written.items():
        data = data[:low] + piece + data[high:]
    return data


def _broken_pieces(data: bytes, start: re.Pattern[bytes], before: bytes = b"") -> list[_Region]:
    """The pieces of a text that are no statements, neither alone nor with those behind them."""
    bounds = [*dict.fromkeys((0, *(match.start() for match in start.finditer(data)), len(data)))]
    found: list[_Region] = []
    number = 0
    while number < len(bounds) - 1:
        low = bounds[number]
        if _sound(before + data[low : bounds[number + 1]]):
            number += 1
            continue
        after = _decorated(data, bounds, number, before)
        for place in _closings(data, bounds, number):
            if _sound(before + data[low : bounds[place]]):
                after = place
                break
        else:
            if not _sound(before + data[low : bounds[after]]):
                found.append((low, bounds[after]))
        number = after
    return found


def _narrowed(data: bytes, low: int, high: int) -> Iterator[_Region]:
    """What is broken in a piece that is cut at every line that may begin a statement; one that is open goes on."""
    inner = [(low + start, low + end) for start, end in _broken_pieces(data[low:high], _MARGIN)] or [(low, high)]
    start, end = inner[0]
    for following in inner[1:]:
        if open_after(data[start:end].decode("latin-1")) == ("", 0):
            yield start, end
            start = following[0]
        end = following[1]
    yield start, end


def _closings(data: bytes, bounds: list[int], number: int) -> Iterator[int]:
    """Where what a piece leaves open may be closed: text in brackets and strings may look like statements."""
    quote, depth = "", 0
    left = _MAX_CLOSINGS
    for place in range(number + 1, min(len(bounds), number + _MAX_PIECES)):
        quote, depth = open_after(data[bounds[place - 1] : bounds[place]].decode("latin-1"), quote, depth)
        if not quote and not depth:
            if place == number + 1 or not left:
                return
            left -= 1
            yield place


def _decorated(data: bytes, bounds: list[int], number: int, before: bytes) -> int:
    """Where a piece ends, with what its decorators decorate."""
    low, end = bounds[number], number + 1
    first = data[low : bounds[end]]
    indent = len(first) - len(first.lstrip(b" \t"))
    after = first[:indent] + _NEXT.lstrip()

    def decorates(piece: int) -> bool:
        return data[bounds[piece] + indent :][:1] == b"@"

    def sound(until: int) -> bool:
        return _sound(before + data[low : bounds[until]] + after)

    last = end
    while last < len(bounds) - 1 and decorates(last - 1):
        last += 1
    if last == end or sound(last - 1):
        return last
    while end < min(last, number + _MAX_DECORATORS) and sound(end):
        end += 1
    return end


def _mended(text: bytes, level: int = 0) -> bytes:
    """A broken statement without what is broken in its body; blank where that does not make it a statement."""
    body = _BODY.search(text)
    if body is None or level > _MAX_LEVELS:
        return _blank(text)
    before = _BEFORE if text[:1] in b" \t" else b""
    start = re.compile(rb"^" + re.escape(body[1]) + _BEGINS, re.MULTILINE)
    inside = body.end() - len(body[1])
    mended = text
    for low, high in _broken_pieces(text[inside:], start, _BEFORE):
        low, high = low + inside, high + inside
        piece = _mended(text[low:high], level + 1)
        indent = len(body[1])
        if not piece.strip() and _PASS.match(text, low + indent):  # a body must hold something
            piece = piece[:indent] + b"pass" + piece[indent + 4 :]
        mended = mended[:low] + piece + mended[high:]
    return mended if _sound(before + mended) else _blank(text)


def _sound(text: bytes) -> bool:
    return _parses(text) if len(text) <= _SHORT else not parse(text).root_node.has_error


def _parses(text: bytes) -> bool:
    """Whether a piece is sound; from one keystroke to the next most pieces of a text are the same."""
    key = len(text), hash(text)  # the pieces themselves would be megabytes
    sound = _known.pop(key, None)
    if sound is None:
        sound = not parse(text).root_node.has_error
    _known[key] = sound
    if len(_known) > _MAX_KNOWN:
        _known.pop(next(iter(_known)), None)
    return sound


def _keeps_to_itself(text: bytes) -> bool:
    """Whether a broken statement leaves alone what stands behind it."""
    root = parse(text + _NEXT).root_node
    last = root.children[-1] if root.children else None
    return root.type != "ERROR" and last is not None and last.type == "function_definition" and not last.has_error


def _faulty(tree: Tree) -> list[_Region]:
    """The statements of a tree that do not parse; all of it where the parser gave up."""
    root = tree.root_node
    if root.type == "ERROR":
        return [(root.start_byte, root.end_byte)]
    return [(child.start_byte, child.end_byte) for child in root.children if child.has_error]


def _inside(region: _Region, regions: list[_Region]) -> bool:
    return any(low <= region[0] and region[1] <= high for low, high in regions)


def _blank(text: bytes) -> bytes:
    return _VISIBLE.sub(b" ", text)
