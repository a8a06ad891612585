"""A program that prints the menus of many shapes; it needs nothing but the standard library.

Its output must be the same on every Python, and with annotations as objects or as text (decision spec, section 4).
"""

from __future__ import annotations
import __future__

import json
import sys
import types

from op_runtime.menu import build_menu, describe, form_controls, strict, tool_spec

SOURCE = '''
import collections.abc
import dataclasses
import datetime
import decimal
import enum
import functools
import pathlib
import typing
import uuid
from typing import (
    Annotated, Any, Callable, Dict, Final, FrozenSet, Generic, List, Literal, Mapping, NamedTuple, NewType,
    NotRequired, Optional, Required, Sequence, Set, Tuple, TypedDict, TypeVar, Union,
)

T = TypeVar("T")
Bound = TypeVar("Bound", bound=int)
Either = TypeVar("Either", int, str)
UserId = NewType("UserId", int)
Alias = Union[int, None]


class Colour(str, enum.Enum):
    RED = "red"
    BLUE = "blue"
    ROUGE = "red"


class Tone(enum.StrEnum):
    WARM = enum.auto()
    COLD = enum.auto()


class Size(enum.IntEnum):
    SMALL = 1
    LARGE = 2


class Right(enum.Flag):
    READ = 1
    WRITE = 2


class Spot(enum.Enum):
    HERE = (1, 2)
    THERE = object


class Leaf(TypedDict):
    name: Required[str]
    size: NotRequired[int]


class Tree(Leaf, total=False):
    parts: Required[list["Tree"]]
    note: str


@dataclasses.dataclass
class Point:
    """A point."""

    x: int = dataclasses.field(metadata={"description": "to the right"})
    y: int = 0
    tags: list[str] = dataclasses.field(default_factory=list, kw_only=True)
    seed: dataclasses.InitVar[int] = 7
    count: typing.ClassVar[int] = 0


@dataclasses.dataclass
class Box(Generic[T]):
    held: T
    more: "list[Box[T]]"


class Pair(NamedTuple):
    left: int
    right: "str" = "r"


class Desk:
    class Mode(enum.Enum):
        FAST = "fast"

    def bound(self, q: str, mode: "Mode", runtime=None):
        """A method."""

    @classmethod
    def of_class(cls, q: str = "a"):
        """A class method."""

    @staticmethod
    def static(q: int):
        """A static method."""

    def __call__(self, q: "Point"):
        """Call it."""


def scalars(a: str, b: int, c: float, d: bool, e: None, f: Any, g: object, h: "int", i: "Optional[int]" = None):
    """
        Take scalars
    in two lines.

    More.
    """


def choices(a: Literal["x", 1, True, None], b: Colour, c: Tone, d: Size, e: Right, f: Spot, g: Colour = Colour.BLUE,
            h: Literal[Tone.COLD] = Tone.COLD, i: Optional[Tone] = Tone.WARM, j: Union[Size, str] = Size.LARGE): ...


def unions(a: int | None, b: Union[None, str, int], c: Optional[List[int]], d: Union[int, Union[str, None]],
           e: Alias, f: Annotated[int, "how many"], g: Final[int], h: UserId, i: T, j: Bound, k: Either): ...


def containers(a: list, b: list[int], c: List[str], d: tuple, e: tuple[int, ...], f: tuple[int, str], g: tuple[()],
               h: Tuple[()], i: Tuple, j: set[int], k: frozenset, l: FrozenSet[str], m: dict, n: dict[str, int],
               o: Dict[int, str], p: Sequence[int], q: Mapping[str, list[int]], r: Set[Colour],
               s: collections.abc.Iterable[str], t: collections.abc.Set[int], u: list[list[int]]): ...


def records(a: Leaf, b: Tree, c: Point, d: list[Point], e: Box[int], f: Pair, g: "dict[str, Box[Colour]]"): ...


def formats(a: datetime.datetime, b: datetime.date, c: datetime.time, d: pathlib.Path, e: uuid.UUID,
            f: decimal.Decimal, g: pathlib.Path | None = None): ...


def opaque(a: "Missing", b: "Missing | None", c: "list[Missing]", d: "dict[str, pkg.Missing]", e: Callable[[int], str],
           f: collections.abc.Callable, g: bytes, h: type[int], i: "how many pages", j: Desk, k: "Literal['a'] | Gone",
           l: "Missing[int]", m: "Optional[Missing]", *rest: "Missing", **more: "Missing"): ...


def defaults(a=True, b=1, c=1.5, d="x", e=[1], f={"k": [None]}, g=None, h=(1, 2), i=frozenset(), j=..., k=float("nan"),
             l="\\u2028", m=-0.0, n=1e22, o=10**25, *, p=object, runtime=None, q="é"): ...


def keyed(a, b: str = "b", *, c: int = 3, runtime): ...


OPTIONS = {
    "scalars": scalars, "choices": choices, "unions": unions, "containers": containers, "records": records,
    "formats": formats, "opaque": opaque, "defaults": defaults, "bound": Desk().bound, "of_class": Desk.of_class,
    "static": Desk.static, "object": Desk(), "partial": functools.partial(keyed, 1, c=4),
    "keyword partial": functools.partial(keyed, a=1), "described": (keyed, "when {it} is %s"),
    "value": "VALUE", "tuple": ((1, 2), "two"), "class": Point,
    "schema": ("Answer.", {"why": "the reason", "n": int | None, "tags": [{"type": str, "options": ["a", "b"]}],
                           "at": {"x": {"type": float, "description": "metres"}, "points": [Point]},
                           "tone": Tone, "left": Leaf}),
}
FUNCTIONS = [scalars, choices, unions, containers, records, formats, opaque, defaults, keyed]
'''


def shapes(*, as_text: bool) -> types.ModuleType:
    """The module of the shapes, its annotations evaluated or kept as text."""
    module = types.ModuleType("shapes")
    sys.modules["shapes"] = module
    flags = __future__.annotations.compiler_flag if as_text else 0
    exec(compile(SOURCE, "shapes.py", "exec", flags=flags, dont_inherit=True), module.__dict__)
    return module


def printed(*, as_text: bool) -> str:
    """Everything that is derived from the shapes, as text."""
    module = shapes(as_text=as_text)
    menu = build_menu(module.OPTIONS)
    parts = [menu.render(), json.dumps(menu.json_schema())]
    for function in map(describe, module.FUNCTIONS):
        spec = tool_spec(function)
        parts += [json.dumps(spec), json.dumps(strict(spec["parameters"])), repr(form_controls(function))]
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8")
    sys.stdout.write(printed(as_text="text" in sys.argv))
