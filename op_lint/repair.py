"""What is sound around a broken statement, told piece by piece: the parser mixes up what follows an open one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Tree

from op_lint import syntax

_BUDGET = 2_000_000
"""Bytes that are parsed to find the sound pieces of one text."""
_AT_MOST = 120
"""Pieces at the margin that one statement may run over: a list or a text with that many lines that begin there."""
_TAIL = 8
"""Last lines of a piece that may be what is wrong with it."""
_MARGIN = re.compile(rb"^(?!(?:else|elif|except|finally)\b)(?=[A-Za-z_\x80-\xff@\"'(\[{*~-])", re.MULTILINE)

Span = tuple[int, int]


def refined(data: bytes, regions: list[Span], whole: set[Span], most: int) -> tuple[Tree, list[Span], int] | None:
    """The same text with only those pieces of broken regions blanked that do not parse on their own.

    Gives the tree, the broken pieces and how many bytes are blank; None where they are not fewer than
    ``most``, or it takes too long to find out.
    Regions in ``whole`` are left as they are where they are one piece.
    """
    lost = 0
    budget = [_BUDGET]
    broken: list[Span] = []
    blanked = bytearray(data)
    for start, end in _joined(regions):
        pieces = list(_pieces(data, start, end, budget))
        if len(pieces) == 1 and (start, end) in whole:
            broken.append((start, end))
            continue
        for low, high, sound in pieces:
            if sound:
                continue
            broken.append((low, high))
            cut = _sound_head(data, low, high, budget)
            blanked[cut:high] = syntax.blank(data, cut, high)[cut:high]
            lost += high - cut
    if budget[0] <= 0 or not lost or lost >= most:
        return None
    return syntax.parse(bytes(blanked)), broken, lost


def _joined(regions: list[Span]) -> list[Span]:
    found: list[Span] = []
    for start, end in regions:
        if found and found[-1][1] >= start:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def _pieces(data: bytes, start: int, end: int, budget: list[int]) -> Iterator[tuple[int, int, bool]]:
    """The statements of a region, and whether each is sound; one is as many lines at the margin as make it sound."""
    marks = [match.start() for match in _MARGIN.finditer(data, start, end)]
    marks = [start, *[mark for mark in marks if mark > start], end]
    number = 0
    while number < len(marks) - 1:
        last = min(number + _AT_MOST, len(marks) - 1)
        ends = range(number + 1, last + 1)
        found = next((each for each in ends if _is_sound(data[marks[number] : marks[each]], budget)), None)
        stop = found if found is not None else number + 1
        if found is None and data[marks[number] : marks[number] + 1] == b"@":  # its function may be wrong at its end
            heads = (
                each for each in ends[1:4] if _sound_head(data, marks[number], marks[each], budget) > marks[number]
            )
            stop = next(heads, stop)
        yield marks[number], marks[stop], found is not None
        number = stop


def _is_sound(text: bytes, budget: list[int]) -> bool:
    budget[0] -= len(text)
    return budget[0] > 0 and not syntax.parse(text).root_node.has_error


def _sound_head(data: bytes, start: int, end: int, budget: list[int]) -> int:
    """The byte up to which a broken piece is sound without its last lines; its start where more is wrong with it."""
    lines = [match.start() for match in re.finditer(rb"^[ \t]+\S", data[start:end], re.MULTILINE)]
    for line in reversed(lines[-_TAIL:]):
        if _is_sound(data[start : start + line], budget):
            return start + line
    return start
