"""A dataclass as a field type."""

from dataclasses import dataclass, field

from op_runtime import decision

@dataclass
class Point:
    x: int
    y: int = 0
    label: str | None = None
    tags: list[str] = field(default_factory=list)
    note: str = field(default="", metadata={"description": "Shown to people."})
    derived: int = field(init=False, default=3)


def decide(runtime):
    return decision.make("Pick one.", {"emit": ("Answer.", {"point": Point, "path": [Point], "also": list[Point]})}, runtime=runtime)
