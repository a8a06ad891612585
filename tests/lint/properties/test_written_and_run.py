"""Containers of options, written as source and as values by one strategy: what is read is what runs, byte for byte.

``OP_LINT_EXAMPLES`` sets how many are tried, other ones each time (see CONTRIBUTING.md).
"""

from __future__ import annotations

import enum
import functools
import keyword
import os
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Optional, TypedDict

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from op_runtime import Option, agentic_function
from op_runtime.menu import build_menu

from op_lint.analysis import Project, analyze
from op_lint.facts import DecisionFacts

PRELUDE = '''
import enum
import functools
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Optional, TypedDict
from op_runtime import Option, agentic_function, decision


class Tone(enum.Enum):
    PLAIN = "plain"
    WARM = "warm"


class Word(enum.StrEnum):
    YES = "yes"
    NO = "no"


class Point(TypedDict):
    x: int
    name: Optional[str]


class Pair(NamedTuple):
    left: str
    right: int = 0


@dataclass
class Page:
    title: str
    size: int = 3


@agentic_function(input={"text": {"description": "What to polish."}, "secret": {"hidden": True}})
def polish(text: str, tone: Tone = Tone.PLAIN, secret: str = "", runtime=None) -> str:
    """Polish a text."""
    return text


def plain(count: int, *, fast: bool = False):
    """Count to a number.

    Slowly.
    """


async def later(at: Optional[float] = None): ...


def größe(maß: "int", *rest: str, **more: int) -> "str":
    """Measure."""


only = functools.partial(plain, 3)

'''


class Tone(enum.Enum):
    PLAIN = "plain"
    WARM = "warm"


class Word(enum.StrEnum):
    YES = "yes"
    NO = "no"


class Point(TypedDict):
    x: int
    name: str | None


class Pair(NamedTuple):
    left: str
    right: int = 0


@dataclass
class Page:
    title: str
    size: int = 3


@agentic_function(input={"text": {"description": "What to polish."}, "secret": {"hidden": True}})
def polish(text: str, tone: Tone = Tone.PLAIN, secret: str = "", runtime: Any = None) -> str:
    """Polish a text."""
    return text


def plain(count: int, *, fast: bool = False) -> None:
    """Count to a number.

    Slowly.
    """


async def later(at: Optional[float] = None) -> None: ...  # noqa: UP045 - as the prelude spells it


def größe(maß: int, *rest: str, **more: int) -> None:
    """Measure."""


only = functools.partial(plain, 3)


@dataclass(frozen=True)
class Written:
    """One value, and a spelling of it."""

    source: str
    value: Any


CHARACTERS = st.characters(codec="utf-8", exclude_categories=("Cs",))
TEXTS = st.one_of(st.text("abc \n'\"\\{}#é中🙂\t", max_size=12), st.text(CHARACTERS, max_size=6))
WORDS = st.from_regex(r"[a-z][a-z_]{0,6}", fullmatch=True).filter(lambda word: not keyword.iskeyword(word))


HOW = (
    "plain", "plain", "beside", "plus", "formatted", "escaped", "triple", "joined", "sliced", "percent", "format",
    "chosen", "repeated", "item",
)  # fmt: skip


@st.composite
def texts(draw: st.DrawFn, given: st.SearchStrategy[str] = TEXTS) -> Written:
    text = draw(given)
    cut = draw(st.integers(0, len(text)))
    left, right = text[:cut], text[cut:]
    how = draw(st.sampled_from(HOW))
    if how == "beside":
        return Written(f"({left!r} {right!r})", text)
    if how == "plus":
        return Written(f"({left!r} + {right!r})", text)
    if how == "formatted" and not set(text) & set("{}\\'\"\n\r") and text.isprintable():
        return Written(f"f'{left}{{{right!r}}}'" if right and "'" not in repr(right)[1:-1] else f"f'{text}'", text)
    if how == "escaped":
        return Written(ascii(text), text)
    if how == "triple" and not set(text) & set('"\\\r') and text.isprintable():
        return Written(f'"""{text}"""', text)
    spelt = {
        "joined": f"{right[:1]!r}.join([{left!r}, {right[1:]!r}])",
        "sliced": f"{'z' + text + 'z'!r}[1:-1]",
        "percent": f"'%s%s' % ({left!r}, {right!r})",
        "format": f"'{{}}{{r}}'.format({left!r}, r={right!r})",
        "chosen": f"({text!r} if 1 < 2 <= 2 else {left!r})",
        "repeated": f"({left!r} * 1 or '' and 3) + {right!r}",
        "item": f"[{left!r}, {text!r}][-1]",
    }
    return Written(spelt.get(how, repr(text)), text)


def same(value: Any, source: str | None = None) -> Written:
    return Written(repr(value) if source is None else source, value)


SCALARS = st.one_of(
    texts(),
    st.integers(-10_000, 10_000).map(same),
    st.floats(allow_nan=False, allow_infinity=False, width=32).map(same),
    st.sampled_from([same(True), same(False), same(None)]),
)
FUNCTIONS = st.sampled_from(
    [
        same(polish, "polish"),
        same(plain, "plain"),
        same(later, "later"),
        same(größe, "größe"),
        same(only, "only"),
        same(functools.partial(polish, tone=Tone.WARM), "functools.partial(polish, tone=Tone.WARM)"),
    ]
)
TYPES = st.sampled_from(
    [
        *(same(kind, kind.__name__) for kind in (str, int, float, bool, list, dict)),
        same(list[int], "list[int]"),
        same(dict[str, float], "dict[str, float]"),
        same(Literal["x", 1], 'Literal["x", 1]'),
        same(Optional[int], "Optional[int]"),  # noqa: UP045 - as source spells it
        same(int | None, "int | None"),
        same(Tone, "Tone"),
        same(Any, "Any"),
        same(Word, "Word"),
        same(Point, "Point"),
        same(Pair, "Pair"),
        same(Page, "Page"),
        same(list[Page], "list[Page]"),
        same(tuple[int, str], "tuple[int, str]"),
        same(set[Tone], "set[Tone]"),
        same(dict[str, list[Point]], "dict[str, list[Point]]"),
        same(Tone | None, "Tone | None"),
    ]
)


def listed(items: list[Written], opening: str = "[", closing: str = "]") -> str:
    return opening + ", ".join(item.source for item in items) + closing


def a_list(items: list[Written]) -> Written:
    return Written(listed(items), [item.value for item in items])


def a_tuple(items: list[Written]) -> Written:
    return Written(listed(items, "(", ",)" if len(items) == 1 else ")"), tuple(item.value for item in items))


def a_dict(entries: list[tuple[Written, Written]]) -> Written:
    shown = ", ".join(f"{key.source}: {value.source}" for key, value in entries)
    return Written("{" + shown + "}", {key.value: value.value for key, value in entries})


SPECS = st.recursive(
    st.one_of(TYPES, texts()),
    lambda inner: st.one_of(
        inner.map(lambda sub: a_list([sub])),
        st.lists(st.tuples(texts(WORDS), inner), max_size=3).map(a_dict),
        st.fixed_dictionaries(
            {"type": TYPES},
            optional={"description": texts(), "options": st.lists(texts(), min_size=1, max_size=2).map(a_list)},
        ).map(lambda spec: a_dict([(same(key), value) for key, value in spec.items()])),
    ),
    max_leaves=5,
)
SCHEMAS = st.lists(st.tuples(texts(WORDS), SPECS), max_size=3).map(a_dict)
EXPLICIT = st.one_of(
    st.tuples(SCALARS, texts()).map(
        lambda pair: Written(
            f"Option.value({pair[0].source}, description={pair[1].source})",
            Option.value(pair[0].value, description=pair[1].value),
        )
    ),
    st.tuples(FUNCTIONS, texts()).map(
        lambda pair: Written(
            f"Option.function({pair[0].source}, description={pair[1].source})",
            Option.function(pair[0].value, description=pair[1].value),
        )
    ),
    st.tuples(SCHEMAS, texts()).map(
        lambda pair: Written(
            f"Option.schema({pair[0].source}, description={pair[1].source})",
            Option.schema(pair[0].value, description=pair[1].value),
        )
    ),
)
NAMED = st.tuples(SCHEMAS, texts(), texts()).map(
    lambda three: Written(
        f"Option.schema({three[0].source}, {three[1].source}, name={three[2].source})",
        Option.schema(three[0].value, three[1].value, name=three[2].value),
    )
)
MEMBERS = st.sampled_from([same(Word.YES, "Word.YES"), same(Word.NO, "Word.NO")])
HANDLERS = st.one_of(
    FUNCTIONS,
    SCALARS,
    EXPLICIT,
    st.tuples(st.one_of(FUNCTIONS, SCALARS), texts()).map(list).map(a_tuple),
    st.tuples(texts(), SCHEMAS).map(list).map(a_tuple),
    st.lists(SCALARS, max_size=3).map(a_list),
    MEMBERS,
    TYPES,
)
ITEMS = st.one_of(
    FUNCTIONS,
    texts(),
    st.tuples(FUNCTIONS, texts()).map(list).map(a_tuple),
    st.tuples(texts(), texts()).map(list).map(a_tuple),
    st.tuples(texts(), texts(), SCHEMAS).map(list).map(a_tuple),
    NAMED,
    MEMBERS,
    st.tuples(MEMBERS, texts()).map(list).map(a_tuple),
)


DICTS = (
    "display", "spread", "union", "name", "assigned", "update", "helper", "pairs", "class", "final",
    "zip", "comprehension", "copy", "static", "literal if",
)  # fmt: skip


@st.composite
def dicts(draw: st.DrawFn) -> tuple[str, str, Any]:
    """Statements, an expression, and the container that it gives."""
    entries = draw(st.lists(st.tuples(texts(), HANDLERS), max_size=4))
    cut = draw(st.integers(0, len(entries)))
    head, tail = a_dict(entries[:cut]), a_dict(entries[cut:])
    value = a_dict(entries).value
    how = draw(st.sampled_from(DICTS))
    if how == "spread":
        return "", f"{{**{head.source}, **{tail.source}}}", value
    if how == "union":
        return "", f"{head.source} | {tail.source}", value
    if how == "name":
        return f"OPTIONS = {a_dict(entries).source}\n", "OPTIONS", value
    if how == "assigned":
        after = "".join(f"OPTIONS[{key.source}] = {one.source}\n" for key, one in entries[cut:])
        return f"OPTIONS = {head.source}\n{after}", "OPTIONS", value
    if how == "update":
        return f"OPTIONS = {head.source}\nOPTIONS.update({tail.source})\n", "OPTIONS", value
    if how == "helper":
        return f"def options():\n    return {a_dict(entries).source}\n", "options()", value
    if how == "pairs":
        pairs = ", ".join(f"({key.source}, {one.source})" for key, one in entries)
        return "", f"dict([{pairs}])", value
    if how == "class":
        return f"class Kit:\n    OPTIONS = {a_dict(entries).source}\n", "Kit.OPTIONS", value
    if how == "final":
        return f"from typing import Final\nOPTIONS: Final = {a_dict(entries).source}\nPICKS = OPTIONS\n", "PICKS", value
    if how == "zip":
        keys, values = listed([key for key, _ in entries]), listed([one for _, one in entries])
        return f"KEYS = {keys}\n", f"dict(zip(KEYS, {values}))", value
    if how == "comprehension":
        pairs = listed([a_tuple([key, one]) for key, one in entries])
        return "", f"{{key: one for key, one in {pairs}}}", value
    if how == "copy":
        return f"OPTIONS = {a_dict(entries).source}\n", "dict(OPTIONS.copy().items())", value
    if how == "static":
        body = f"    @staticmethod\n    def options():\n        return {a_dict(entries).source}\n"
        return f"class Kit:\n{body}", "Kit.options()", value
    if how == "literal if":
        return f"if not False:\n    OPTIONS = {a_dict(entries).source}\nelse:\n    OPTIONS = {{}}\n", "OPTIONS", value
    return "", a_dict(entries).source, value


LISTS = (
    "display", "starred", "plus", "name", "appended", "comprehension", "tuple", "sliced", "unpacked", "looped",
    "reversed", "extended",
)  # fmt: skip


@st.composite
def lists(draw: st.DrawFn) -> tuple[str, str, Any]:
    """The same for a list."""
    items = draw(st.lists(ITEMS, max_size=4))
    cut = draw(st.integers(0, len(items)))
    head, tail = a_list(items[:cut]), a_list(items[cut:])
    value = [item.value for item in items]
    how = draw(st.sampled_from(LISTS))
    if how == "starred":
        return "", f"[*{head.source}, *{tail.source}]", value
    if how == "plus":
        return "", f"{head.source} + {tail.source}", value
    if how == "name":
        return f"OPTIONS = {a_list(items).source}\n", "OPTIONS", value
    if how == "appended":
        after = "".join(f"OPTIONS.append({item.source})\n" for item in items[cut:])
        return f"OPTIONS = {head.source}\n{after}", "OPTIONS", value
    if how == "comprehension":
        return "", f"[item for item in {a_list(items).source}]", value
    if how == "tuple":
        return "", f"list({a_tuple(items).source})", value
    if how == "sliced":
        return f"OPTIONS = {listed([same(0), *items, same(0)])}\n", "OPTIONS[1:-1]", value
    if how == "unpacked":
        return f"_, *OPTIONS, _ = {listed([same(0), *items, same(0)])}\n", "OPTIONS", value
    if how == "looped":
        return f"OPTIONS = []\nfor item in {a_list(items).source}:\n    OPTIONS.append(item)\n", "OPTIONS", value
    if how == "reversed":
        return "", f"[*reversed({listed(items[::-1])})]", value
    if how == "extended":
        return f"OPTIONS = {head.source}\nOPTIONS += {tail.source}\n", "OPTIONS", value
    return "", a_list(items).source, value


def ran(options: Any) -> tuple[str, str]:
    try:
        return "menu", build_menu(options).render()
    except (TypeError, ValueError) as error:
        return type(error).__name__, str(error)


def was_read(decision: DecisionFacts) -> tuple[str, str]:
    result = decision.result
    if result.menu is not None:
        return "menu", result.menu.render()
    if result.error is not None:
        return str(result.error_type), result.error
    return "unknown", str(result.unknown)


PROJECT = Project("/nowhere")


EXAMPLES = int(os.environ.get("OP_LINT_EXAMPLES", "0"))


@settings(
    max_examples=EXAMPLES or 150, deadline=None, derandomize=not EXAMPLES, suppress_health_check=list(HealthCheck)
)
@given(st.one_of(dicts(), lists()))
def test_what_is_read_is_what_runs(written: tuple[str, str, Any]) -> None:
    statements, expression, value = written
    source = f'{PRELUDE}{statements}\ndecision.make("Pick one.", {expression})\n'
    (decision,) = analyze(source, "/nowhere/app.py", Project("/nowhere", cache=PROJECT.cache)).decisions
    assert was_read(decision) == ran(value), source[len(PRELUDE) :]
