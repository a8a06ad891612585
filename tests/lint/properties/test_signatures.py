"""Signatures put together at random: what source shows of a function is what the running function shows."""

from __future__ import annotations

import sys
import types
from pathlib import Path

import parity
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from sheets import sheet_of

from op_lint.analysis import Project, analyze

PRELUDE = """{future}
import datetime, decimal, enum, pathlib, typing, uuid
import collections.abc as abc
from collections import OrderedDict, deque
from dataclasses import dataclass, field
from typing import (
    Annotated, Any, AnyStr, Callable, ClassVar, Dict, Final, List, Literal, LiteralString, Mapping, NamedTuple, Never,
    NewType, NotRequired, Optional, Protocol, Required, Self, Type, TypedDict, TypeVar, Union,
)
from pydantic import BaseModel, Field
from op_runtime import agentic_function

T = TypeVar("T")
Bound = TypeVar("Bound", bound=int)
Either = TypeVar("Either", int, str)
Number = NewType("Number", int)
Mode = Literal["a", "b"]
More = Literal[Mode, 3, None, True]
Table = dict[str, int] | None
MINUS, TEXT = -3, "te" "xt\\n"


class Tone(enum.Enum):
    PLAIN = "plain"
    TWO = 2
    AGAIN = "plain"


class Word(str, enum.Enum):
    SPACED = "x y"


class Auto(enum.StrEnum):
    ONE = enum.auto()


class Level(enum.IntEnum):
    LOW = 1


class Access(enum.Flag):
    READ = 1
    WRITE = 2


class Entry(TypedDict):
    a: int
    b: NotRequired[list[str]]


class Deep(Entry, total=False):
    c: Required[Mode]
    d: "Entry"


@dataclass
class Item:
    x: int
    y: str = "q"
    z: list[int] = field(default_factory=list)
    w: Optional["Item"] = None


@dataclass(kw_only=True)
class Wide(Item):
    v: float = field(default=1.5)


class Model(BaseModel):
    a: int = Field(description="An a")
    b: Mode | None = None
    c: list[Item] = []


class Pair(NamedTuple):
    p: int
    q: str = "z"


class Shape(Protocol):
    def draw(self): ...


class Plain: ...
"""


def words(text: str) -> list[str]:
    return text.split()


TYPES = words("""
int str float bool None bytes object Any Tone Word Auto Level Access Mode More Number Entry Deep Item Wide Model
Pair Plain Shape T Bound Either Table AnyStr list dict tuple set List Dict Type Self Never LiteralString complex
range type typing.Deque datetime.datetime datetime.date decimal.Decimal uuid.UUID pathlib.Path deque[int]
OrderedDict[str,int] Type[int] Callable Callable[[int],str] abc.Sequence[int] abc.Iterator[int] Mapping[str,Any]
Final[int] ClassVar[int] Literal['x'] Literal[1,-2] Literal[Tone.TWO] Literal[b'x','y'] Annotated[int,'doc']
tuple[()] tuple[int,...] frozenset[int] 'int' 'Item|None' 'list["Item"]' 'gone' 'not(valid' Union[int,str,None]
""")
DEFAULTS = words("""
None 1 -1 0.5 1e22 1e16 -0.0 float('inf') float('nan') 'x' "it's" 'a"b' b'x' True [] {} () (1,'a') [1,[2]] {'a':1}
{1,2} frozenset() Tone.PLAIN Tone.AGAIN Word.SPACED Level.LOW Auto.ONE Access.READ Access.READ|Access.WRITE MINUS
TEXT ... Item(1) Plain() print int 10**20 0x10 1_000 1+2 'a''b' f'{MINUS}' r'\\d' 'é\\u00e9\\U0001F600' ~1 MINUS*2
'x'*3 Tone['TWO'] Tone('plain') [*(1,2)] {**{'a':1}} dict(a=1) list((1,2)) str(1) len('ab') datetime.date(2020,1,1)
pathlib.Path('x') 1j 2**70 1/3 7//2 -7%3 1<<3 '%s'%1 '{}'.format(1) ','.join(['a','b']) max(1,2) abs(-3) '' '\\x00'
1==1 1<2<3 [1,2,3][1] {'a':'b'}['a'] 'abc'[1:] (1).real 1e-7 123456789.123456789 5e-324 0.1+0.2
""")
DOCSTRINGS = [
    '"""Sum."""', '"""\n    Sum.\n\n    More.\n    """', "'single'", 'r"""Raw \\d."""', '"Con" "cat"', 'f"no"', 'b"no"',
    '"""   lead"""', '"""tab\tin"""', '"""\n\n\n    Late."""', '""" """', '""""""', '"""A\n    b\n    c."""',
    '"""One. Two."""', '"""Uni é 😀 \\u00e9."""', '"""Back\\\\slash\\n newline."""',
    '"""Args:\n        a: The a.\n    """',
    '"""X.\n\n    Args:\n        a: The a.\n\n    Returns:\n        y\n    """', '("paren")',
    '"""Line\\\n    goes on."""',
    'u"""U."""', '"""E\n\n\t\ttabs\n    """', '"""\u00a0x\u2028y\x0cz."""', '"""<b>`{x}` %s {{}}."""', "...",
    '"""Trailing   \n      \n   and."""',
]  # fmt: skip
META = [
    "{'description': 'What it is.'}", "{'description': 'D' 'x\\n y'}", "{'hidden': True}", "{'hidden': False}",
    "{'options': ['a', 'b']}", "{'options': [1, 2]}", "{'description': TEXT}", "{'placeholder': 'ph'}",
    "{'multiline': True}", "{'description': f'N {MINUS}'}", "{}",
]  # fmt: skip
NAMES = ["a", "b", "c", "runtime", "exec_runtime", "self", "_x", "class_"]


@st.composite
def annotations(draw: st.DrawFn) -> str:
    inner = st.sampled_from(TYPES)
    form = draw(
        st.sampled_from(
            ["{0}"] * 8 + ["list[{0}]", "dict[str, {0}]", "Optional[{0}]", "Union[{0}, {1}]", "{0} | None",
                           "{0} | {1}",
                           "tuple[{0}, {1}]", "tuple[{0}, ...]", "set[{0}]", "Annotated[{0}, 1]",
                           "list[dict[{0}, {1}]]"]
        )
    )  # fmt: skip
    return str(form).replace("{0}", draw(inner)).replace("{1}", draw(inner))


@st.composite
def functions(draw: st.DrawFn) -> str:
    names = draw(st.lists(st.sampled_from(NAMES), max_size=4, unique=True))
    parameters = []
    for name in names:
        annotation = draw(st.none() | annotations())
        default = draw(st.none() | st.sampled_from(DEFAULTS)) if not parameters or "=" not in parameters[-1] else "None"
        text = name + (f": {annotation}" if annotation else "") + (f" = {default}" if default else "")
        parameters.append(text)
    if parameters:
        parameters.insert(draw(st.integers(0, len(parameters))), draw(st.sampled_from(["*", "/", "*args", ""])))
    described = draw(st.lists(st.sampled_from(names), unique=True)) if names else []
    entries = ", ".join(f"{name!r}: {draw(st.sampled_from(META))}" for name in described)
    head = draw(st.sampled_from(["def", "async def"]))
    body = draw(st.sampled_from(DOCSTRINGS))
    return f"@agentic_function(input={{{entries}}})\n{head} work({', '.join(filter(None, parameters))}):\n    {body}\n"


@settings(max_examples=60, derandomize=True, suppress_health_check=list(HealthCheck))
@given(functions(), st.booleans())
def test_a_function_read_is_the_function_that_runs(source: str, text_annotations: bool) -> None:
    text = PRELUDE.replace("{future}", "from __future__ import annotations" if text_annotations else "") + source
    module = types.ModuleType("written")
    sys.modules["written"] = module
    try:
        exec(compile(text, "written.py", "exec"), vars(module))
    except (SyntaxError, TypeError, ValueError, NameError):
        assume(False)
    facts = analyze(text, str(Path("written.py").resolve()), Project(str(Path.cwd())))
    shown = sheet_of(facts)["functions"][0]["shown"]
    assert shown is not None
    if not parity.reasons(str(shown["menu"])):
        assert shown == parity.shown(module.work.describe())
