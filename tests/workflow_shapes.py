"""Classes at the top of a module, as stored values need them."""

import enum
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Colour(enum.Enum):
    RED = "r"
    BLUE = ("b", 1)


class Level(enum.IntEnum):
    LOW = 1


class Rights(enum.Flag):
    READ = 1
    WRITE = 2


@dataclass
class Point:
    x: int
    tags: set[str] = field(default_factory=set)
    made: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.made += 1


@dataclass(frozen=True, slots=True)
class Frozen:
    where: Point
    data: dict[Any, Any]


class Pair(NamedTuple):
    left: int
    right: tuple[int, ...]


class Plain:
    pass
