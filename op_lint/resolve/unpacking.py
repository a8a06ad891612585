"""Which part of a value each name in a pattern takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node


def unpacking_path(node: Node) -> list[tuple[int, int, bool]]:
    """Where a name stands in the pattern left of ``=``, outermost first: position, targets, whether one is starred.

    Positions behind a star count from the end and are negative; empty where the name is the starred one.
    """
    path: list[tuple[int, int, bool]] = []
    child, parent = node, node.parent
    while parent is not None and parent.type != "assignment":
        targets = [each for each in parent.named_children if each.type != "comment"]
        stars = [number for number, each in enumerate(targets) if each.type == "list_splat_pattern"]
        if child not in targets or child.type == "list_splat_pattern":
            return []
        position = targets.index(child)
        behind = bool(stars) and position > stars[0]
        path.append((position - len(targets) if behind else position, len(targets), bool(stars)))
        child, parent = parent, parent.parent
    return path[::-1]
