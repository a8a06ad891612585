"""A dataclass that holds itself."""

from dataclasses import dataclass

from op_runtime import decision

@dataclass
class Node:
    name: str
    children: list["Node"]
    parent: "Node | None" = None


def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"tree": Node})}, runtime=runtime)
