"""Which part of a value each name in a pattern takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node


def unpacking_path(node: Node) -> list[tuple[int | slice, int, bool]]:
    """Where a name stands in the pattern left of ``=``, outermost first: position, targets, whether one is starred.

    Positions behind a star count from the end and are negative; the starred name's is a slice whose stop does.
    """
    path: list[tuple[int | slice, int, bool]] = []
    child, parent = node, node.parent
    while parent is not None and parent.type != "assignment":
        targets = [each for each in parent.named_children if each.type != "comment"]
        stars = [number for number, each in enumerate(targets) if each.type == "list_splat_pattern"]
        if parent.type == "list_splat_pattern":
            child, parent = parent, parent.parent
            continue
        if child not in targets or len(stars) > 1:
            return []
        position = targets.index(child)
        where: int | slice = position - len(targets) if stars and position > stars[0] else position
        if child.type == "list_splat_pattern":
            where = slice(position, position + 1 - len(targets))
        path.append((where, len(targets), bool(stars)))
        child, parent = parent, parent.parent
    return path[::-1]
