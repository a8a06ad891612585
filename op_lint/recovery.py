"""Text that does not parse: which statements are broken, and a tree in which they cost the others nothing.

An open bracket or quote, or a lost name, makes the parser take what follows for a part of the broken statement, or give
up altogether. So such a text is cut where statements start, first at the margin, and each piece is tried alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial

from tree_sitter import Tree

from op_lint.files.nesting import open_after
from op_lint.local import Local
from op_lint.statements import Span, Statements
from op_lint.syntax import edited, parse, too_deep, tree_of

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
_VERY_SHORT = 1_000
"""Bytes of a piece whose text is kept for a while."""
_MAX_KNOWN = 1_000
"""Pieces that are remembered."""
_known: dict[tuple[int, int], bool] = {}
"""Whether pieces are sound, by their length and hash, those asked for last at the end."""
_GOES_BEYOND = (b"\\\n", b"\\\r\n", b"\\")
_BEFORE = b"if 1:\n"
_NEXT = b"\ndef _next(): pass\n"


class Parsed:
    """What can be read of a text.

    ``data`` is the text without what is broken, byte for byte as long, and ``broken`` are the byte ranges of the
    statements, in order, that are not or not wholly in it.
    """

    def __init__(self, data: bytes, broken: list[Span], tree: Tree | Parsed) -> None:
        self.data = data
        self.broken = broken
        self._tree = tree

    @property
    def tree(self) -> Tree:
        """The tree of ``data``; made when it is first asked for, of what is still right of an earlier one."""
        if isinstance(self._tree, Parsed):
            self._tree = edited(self._tree.tree, self._tree.data, self.data)
        return self._tree

    @property
    def read(self) -> Parsed:
        """What the tree is made from: of an earlier text, where this one's was not asked for."""
        return self._tree if isinstance(self._tree, Parsed) else self


def parsed(data: bytes) -> Parsed:
    """What can be read of a text. A broken statement takes nothing with it: in a body, the rest of the body is left."""
    if too_deep(data):
        return Parsed(_blank(data), [(0, len(data))], parse(data))
    tree = tree_of(data)
    return _recovered(data, _Pieces(data), tree_of) if tree.root_node.has_error else _sound_text(data, tree)


def parsed_again(earlier: Parsed, before: bytes, data: bytes, outline: Statements) -> tuple[Parsed, Local | None]:
    """The same, by what is still right of what was read of an earlier text, ``before``.

    ``outline`` has the statements of that. Gives also what tells the two texts apart, as they could be read, where that
    is within few statements: then no tree is made before it is asked for.
    """
    if too_deep(data) or too_deep(before) or data.endswith(_GOES_BEYOND):
        return parsed(data), None
    clean = not earlier.read.tree.root_node.has_error
    local = Local.between(before, data, outline) if clean and not earlier.broken else None
    if local is not None and local.sound:
        return Parsed(data, [], earlier.read), local
    read = partial(edited, earlier.read.tree, earlier.read.data)
    if earlier.broken or local is not None:
        pieces = _Pieces(data)
        if pieces.surely_broken:  # to know that without the whole text takes a tenth of the time
            broken, mended = _mended_pieces(data, pieces)
            text = _with(data, mended)
            local = Local.between(earlier.data, text, outline) if clean else None
            if local is not None and local.sound and not any(_joins(data, low) for low, _ in broken):
                return Parsed(text, _trimmed(data, broken), earlier.read), local
            return _recovered(data, pieces, read), None
    tree = read(data)
    return (_recovered(data, _Pieces(data), read) if tree.root_node.has_error else _sound_text(data, tree)), None


def _sound_text(data: bytes, tree: Tree) -> Parsed:
    """A text that the parser can read. A last line that goes on beyond the end is broken all the same."""
    root = tree.root_node
    if data.endswith(_GOES_BEYOND) and root.children and root.children[-1].type != "comment":
        return Parsed(data, [(root.children[-1].start_byte, len(data))], tree)
    return Parsed(data, [], tree)


def _goes_beyond(text: bytes) -> bool:
    """Whether a backslash ends a text, and is not the end of a comment."""
    if not text.endswith(_GOES_BEYOND):
        return False
    last = tree_of(text).root_node.descendant_for_byte_range(len(text.rstrip()) - 1, len(text.rstrip()))
    return last is None or last.type != "comment"


def _joins(data: bytes, low: int) -> bool:
    """Whether a line is joined to the one above it."""
    return data[:low].rstrip().endswith(b"\\")


def _mended_pieces(data: bytes, pieces: _Pieces) -> tuple[list[Span], dict[Span, bytes]]:
    """The broken statements of a text, and what is left of each."""
    broken = [each for piece in pieces.broken for each in _narrowed(data, *piece)]
    return broken, {each: _mended(data[each[0] : each[1]]) for each in broken}


def _recovered(data: bytes, pieces: _Pieces, read: Callable[[bytes], Tree]) -> Parsed:
    broken, mended = _mended_pieces(data, pieces)
    blank = {each: _blank(data[each[0] : each[1]]) for each in broken}
    for written in (mended, blank):
        text = _with(data, written)
        tree = read(text)
        if not tree.root_node.has_error:
            break
    found = {*broken, *(each for each in _faulty(tree) if not _inside(each, broken))}
    return Parsed(text, _trimmed(data, found), tree)


def _trimmed(data: bytes, regions: Iterable[Span]) -> list[Span]:
    return sorted((low, low + len(data[low:high].rstrip())) for low, high in regions)


def _with(data: bytes, written: Mapping[Span, bytes]) -> bytes:
    """A text with other pieces, in order, each as long as the one in whose place it is."""
    parts, end = [], 0
    for (low, high), piece in written.items():
        parts += [data[end:low], piece]
        end = high
    return b"".join([*parts, data[end:]])


class _Pieces:
    """A text, cut where statements start: the pieces that are no statements, neither alone nor with those behind them.

    ``start`` opens a statement, and ``before`` is what makes a statement of a body one that can be read alone.
    """

    def __init__(self, data: bytes, start: re.Pattern[bytes] = _START, before: bytes = b"") -> None:
        self._data = data
        self._before = before
        self._bounds = [*dict.fromkeys((0, *(match.start() for match in start.finditer(data)), len(data)))]
        self._first: int | None = None
        self._alone: dict[int, bool] = {}
        """Whether pieces are statements by themselves, by number."""
        self.broken = list(self._broken())

    def _broken(self) -> Iterator[Span]:
        bounds, number = self._bounds, 0
        while number < len(bounds) - 1:
            joined = self._joined(number)
            if self._is_sound(number, joined):
                number = joined
                continue
            after = self._decorated(number)
            for place in self._closings(number):
                if self._is_sound(number, place):
                    after = place
                    break
            else:
                if joined > number + 1 or not self._is_sound(number, after):
                    self._first = number if self._first is None else self._first
                    yield bounds[number], bounds[after]
            number = after

    @property
    def surely_broken(self) -> bool:
        """Whether the text as a whole is broken, too.

        What the first broken piece leaves open is never closed; or it is, and then it still is no statement.
        """
        number = self._first
        if number is None or _joins(self._data, self._bounds[number]):
            return False
        ends = self._ends(number)
        end = next(ends, None)
        if end is None:
            return True
        text, more = self._text(number, end), self._text(number, next(ends, end))
        return not (text.rstrip().endswith(b"\\") or any(map(_sound, (text, more, text + _NEXT))))

    def _ends(self, number: int, before: int | None = None) -> Iterator[int]:
        """The bounds behind a piece, and before another, at which no bracket and no quote is open."""
        quote, depth = "", 0
        for place in range(number + 1, len(self._bounds))[: None if before is None else before - number - 1]:
            quote, depth = self._open_after(place, quote, depth)
            if not quote and not depth:
                yield place

    def _joined(self, number: int) -> int:
        """Where a piece ends, with those that a backslash joins to it."""
        end = number + 1
        while end < min(len(self._bounds) - 1, number + _MAX_PIECES) and _goes_beyond(self._text(end - 1, end)):
            end += 1
        return end

    def _text(self, first: int, last: int) -> bytes:
        return self._data[self._bounds[first] : self._bounds[last]]

    def _is_sound(self, first: int, last: int) -> bool:
        known = self._alone.get(first) if last == first + 1 else None
        if known is None:
            known = _sound(self._before + self._text(first, last))
            if last == first + 1:
                self._alone[first] = known
        return known

    def _open_after(self, place: int, quote: str, depth: int) -> tuple[str, int]:
        """What is open at a bound, when this is open at the one before it; what is sound leaves nothing open."""
        if not quote and self._is_sound(place - 1, place):
            return quote, depth
        text = self._text(place - 1, place)
        return (_opened if len(text) < _VERY_SHORT else _opened.__wrapped__)(text, quote, depth)

    def _closings(self, number: int) -> Iterator[int]:
        """Where what a piece leaves open may be closed: text in brackets and strings may look like statements."""
        for count, place in enumerate(self._ends(number, number + _MAX_PIECES)):
            if place == number + 1 or count == _MAX_CLOSINGS:
                return
            yield place

    def _decorated(self, number: int) -> int:
        """Where a piece ends, with what its decorators decorate."""
        bounds, end = self._bounds, number + 1
        first = self._text(number, end)
        indent = len(first) - len(first.lstrip(b" \t"))
        after = first[:indent] + _NEXT.lstrip()

        def decorates(piece: int) -> bool:
            return self._data[bounds[piece] + indent :][:1] == b"@"

        def sound(until: int) -> bool:
            return _sound(self._before + self._text(number, until) + after)

        last = end
        while last < len(bounds) - 1 and decorates(last - 1):
            last += 1
        if last == end or sound(last - 1):
            return last
        while end < min(last, number + _MAX_DECORATORS) and sound(end):
            end += 1
        return end


def _narrowed(data: bytes, low: int, high: int) -> Iterator[Span]:
    """What is broken in a piece that is cut at every line that may begin a statement; one that is open goes on."""
    inner = [(low + start, low + end) for start, end in _Pieces(data[low:high], _MARGIN).broken] or [(low, high)]
    start, end = inner[0]
    for following in inner[1:]:
        if open_after(data[start:end].decode("latin-1")) == ("", 0):
            yield start, end
            start = following[0]
        end = following[1]
    yield start, end


def _mended(text: bytes, level: int = 0) -> bytes:
    """A broken statement without what is broken in its body; blank where that does not make it a statement."""
    body = _BODY.search(text)
    if body is None or level > _MAX_LEVELS:
        return _blank(text)
    before = _BEFORE if text[:1] in b" \t" else b""
    start = re.compile(rb"^" + re.escape(body[1]) + _BEGINS, re.MULTILINE)
    inside = body.end() - len(body[1])
    mended = text
    for low, high in _Pieces(text[inside:], start, _BEFORE).broken:
        low, high = low + inside, high + inside
        piece = _mended(text[low:high], level + 1)
        indent = len(body[1])
        if not piece.strip() and _PASS.match(text, low + indent):  # a body must hold something
            piece = piece[:indent] + b"pass" + piece[indent + 4 :]
        mended = mended[:low] + piece + mended[high:]
    return mended if _sound(before + mended) else _blank(text)


@lru_cache(maxsize=200)
def _opened(text: bytes, quote: str, depth: int) -> tuple[str, int]:
    """What is open behind a piece; remembered for decorators, which are no statements but are the same each time."""
    return open_after(text.decode("latin-1"), quote, depth)


def _sound(text: bytes) -> bool:
    return _parses(text) if len(text) <= _SHORT else not tree_of(text).root_node.has_error


def _parses(text: bytes) -> bool:
    """Whether a piece is sound; from one keystroke to the next most pieces of a text are the same."""
    key = len(text), hash(text)  # the pieces themselves would be megabytes
    sound = _known.pop(key, None)
    if sound is None:
        sound = not tree_of(text).root_node.has_error
    _known[key] = sound
    if len(_known) > _MAX_KNOWN:
        _known.pop(next(iter(_known)), None)
    return sound


def _faulty(tree: Tree) -> list[Span]:
    """The statements of a tree that do not parse; all of it where the parser gave up."""
    root = tree.root_node
    if root.type == "ERROR":
        return [(root.start_byte, root.end_byte)]
    return [(child.start_byte, child.end_byte) for child in root.children if child.has_error]


def _inside(region: Span, regions: list[Span]) -> bool:
    return any(low <= region[0] and region[1] <= high for low, high in regions)


def _blank(text: bytes) -> bytes:
    return _VISIBLE.sub(b" ", text)
