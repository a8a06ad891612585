"""Programs that change their options at random: what is read is what runs, and what is shown as sure is there.

``OP_LINT_EXAMPLES`` sets how many are tried, other ones each time (see CONTRIBUTING.md).
"""

from __future__ import annotations

import itertools
import os
import random
import sys
import types
from pathlib import Path

import parity
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from live_side import Recorder, Sent
from sheets import sheet_of

from op_lint.analysis import Project, analyze

HEAD = '''"""F."""
import contextlib, copy, functools
from op_runtime import agentic_function, decision

FLAG = True
NAMES = ["n1", "n2", "n3"]
TEXTS = {"t1": "Text one.", "t2": "Text two."}
BASE = {"b1": (1, "B one."), "b2": (2, "B two.")}
SEEN = []


def f1(a: int, b: str = "x"):
    """F one."""


def f2(q: str):
    """F two."""


class Box:
    kept = {"k1": (1, "K one.")}

    def __init__(self):
        self.own = {"o1": (1, "O one.")}

    def add(self, target):
        target["boxed"] = (1, "Boxed.")

    @staticmethod
    def make():
        return {"m1": (1, "M one.")}


box = Box()


def plus(target, name="p"):
    target[name] = (1, "Plus.")


def less(target, name="a"):
    target.pop(name, None)


def pure(target):
    return len(target)


def ret(target):
    return target


def fresh(name="fr"):
    return {name: (1, "Fresh " + name)}


def grown():
    out = {}
    out["g1"] = (1, "G one.")
    for n in NAMES:
        out[n] = (n, f"From {n}.")
    return out


'''
KEYS = ("a", "b", "c", "d", "e", "b1", "n1", "k1")
VALUES = (
    *("f1", "f2", "(1, 'V')", "('v', \"W\")", "(3, f'F {NAMES[1]}')", "(1, TEXTS['t1'])", "int"),
    *("functools.partial(f1, b='z')", "lambda z: z", "(2, 'A' + 'B')"),
)
CONDITIONS = (
    *("FLAG", "not FLAG", "len(NAMES) > 2", "SEEN", "runtime", "1", "0", "True", "'a' in o", "'zz' not in o"),
    *("isinstance(o, dict)", "NAMES[0] == 'n1'", "FLAG and o.update(a=f2)", "SEEN and (o := dict(BASE))"),
)
MAKING = (
    *("{}", "{KEY: VALUE}", "{KEY: VALUE, KEY: VALUE}", "dict(BASE)", "{**BASE, KEY: VALUE}", "BASE | {KEY: VALUE}"),
    *("BASE.copy()", "copy.copy(BASE)", "fresh()", "grown()", "Box.make()", "{n: (n, n.upper()) for n in NAMES}"),
    *("dict(zip(NAMES, [f1, f2, (1, 'q')]))", "{**Box.kept}", "dict(a=f1)", "{k: (1, v) for k, v in TEXTS.items()}"),
    *("BASE", "box.own", "Box.kept"),
)
AGAIN = (*MAKING, "o", "dict(o)", "{**o}")
SIMPLE = (
    *("o[KEY] = VALUE", "o[KEY] = VALUE", "o.update({KEY: VALUE})", "o.update(NAME=VALUE)", "o.setdefault(KEY, VALUE)"),
    *("o.pop(KEY, None)", "o |= {KEY: VALUE}", "o = MADE", "p = o", "p = dict(o)", "p = ret(o)", "p = [o]"),
    *("p = o\np[KEY] = VALUE", "p = q = o\nq.update(NAME=VALUE)", "[p] = [o]\np[KEY] = VALUE", "plus(o)"),
    *("plus(o, KEY)", "less(o)", "less(o, KEY)", "pure(o)", "box.add(o)", "ret(o)[KEY] = VALUE"),
    *("for e in (o,):\n    e[KEY] = VALUE", "for n in NAMES:\n    o[n] = (1, n)"),
    *(
        "for n in NAMES:\n    if n == 'n2': continue\n    o[n] = (1, n)",
        "for n in NAMES: pass\nelse:\n    o[KEY] = VALUE",
    ),
    *(
        "for n in NAMES:\n    if n == 'n2': break\n    o[n] = (1, n)",
        "for i, n in enumerate(NAMES):\n    o[n] = (i, n)",
    ),
    *("k = KEY\no[k] = VALUE", "o[NAMES[0]] = VALUE", "def inner():\n    o[KEY] = VALUE\ninner()"),
    *("def inner():\n    o[KEY] = VALUE", "def inner(x=o):\n    x[KEY] = VALUE\ninner()"),
    *("(lambda: o.update(NAME=VALUE))()", "SEEN.append(o)\nSEEN[-1][KEY] = VALUE", "SEEN.append(o)"),
    *("holder = {'h': o}\nholder['h'][KEY] = VALUE", "h = (o, 1)\nh[0][KEY] = VALUE", "dict.update(o, NAME=VALUE)"),
    *("o.__setitem__(KEY, VALUE)", "up = o.update\nup(NAME=VALUE)", "(w := o)[KEY] = VALUE"),
    *("o = {k: v for k, v in o.items() if k != KEY}", "o = {**o, KEY: VALUE}", "o = o | {KEY: VALUE}"),
    *("locals()['o'][KEY] = VALUE", "globals()['BASE'][KEY] = VALUE", "BASE[KEY] = VALUE", "Box.kept[KEY] = VALUE"),
    *("box.own[KEY] = VALUE", "NAMES.append('late')", "TEXTS['t1'] = 'Changed.'", "o, p = MADE, MADE"),
    *("o, p = dict(o), o", "*_, o = [MADE]", "o = p = MADE\np[KEY] = VALUE", "o.clear()", "o.popitem()"),
    *("exec(\"o['x'] = (1, 'x')\")", "setattr(box, 'own', MADE)", "f1.__doc__ = 'Other.'", "f2.__name__ = 'other'"),
    *("o = functools.reduce(lambda x, y: {**x, **y}, [o, MADE])", "o = dict(sorted(o.items()))", "x = o.get('a')"),
    *("o = dict(reversed(o.items()))", "async def never(): o.clear()", "assert o is not None", "y = [*o]"),
    *("o = ret(o)", "o = {**ret(o)}", "FLAG and o.update(NAME=VALUE)", "SEEN and o.pop(KEY, None)"),
    *("v = o.items()\no[KEY] = VALUE\no = dict(v)", "v = o.items()\no = dict(v)", "[o.update({n: 1}) for n in NAMES]"),
    *("SEEN or (o := MADE)", "x = o.update(NAME=VALUE) if SEEN else 0", "v = zip(NAMES, [f1, f2])\no = dict(v)"),
)
NESTED = (
    *("if CONDITION:\nBODY", "if CONDITION:\nBODY\nelse:\nBODY", "while CONDITION:\nBODY\n    break"),
    *("try:\nBODY\n    int('x')\nBODY\nexcept ValueError:\nBODY", "try:\nBODY\nexcept ValueError:\n    pass"),
    *("with contextlib.suppress(ValueError):\nBODY\n    int('x')\nBODY", "with contextlib.nullcontext():\nBODY"),
    "match FLAG:\n    case True:\n    BODY\n    case _:\n    BODY",
)
EXAMPLES = int(os.environ.get("OP_LINT_EXAMPLES", "0"))
NUMBERS = itertools.count()


def filled(text: str, rng: random.Random, making: tuple[str, ...] = AGAIN) -> str:
    """A shape with each of its capital words replaced, every one by another choice."""
    choices = (("CONDITION", CONDITIONS), ("MADE", making), ("KEY", tuple(map(repr, KEYS))), ("NAME=", KEYS))
    for word, options in (*choices, ("VALUE", VALUES)):
        while word in text:
            text = text.replace(word, rng.choice(options) + ("=" if word == "NAME=" else ""), 1)
    return text


def statement(rng: random.Random, depth: int = 0) -> list[str]:
    """The lines of one statement, or of a few that belong together."""
    if depth > 1 or rng.random() < 0.8:
        return filled(rng.choice(SIMPLE), rng).split("\n")
    lines: list[str] = []
    for line in rng.choice(NESTED).split("\n"):
        if line.strip() == "BODY":
            indent = line[: line.index("B")] + "    "
            lines.extend(indent + each for each in statement(rng, depth + 1))
        else:
            lines.append(filled(line, rng))
    return lines


def program(rng: random.Random) -> str:
    """A module whose function ``decide`` makes options, changes them, and offers them."""
    body = [f"o = {filled(rng.choice(MAKING), rng, MAKING)}"]
    for _ in range(rng.randint(0, 5)):
        body.extend(statement(rng))
    offered = "o" if rng.random() < 0.8 else "{**o, 'last': f1}"
    body.append(f"return decision.make('x', {offered}, runtime=runtime)")
    return f"{HEAD}def decide(runtime):\n" + "".join(f"    {line}\n" for line in body)


def ran(text: str, path: Path) -> list[Sent]:
    """Effect: runs a program up to its decision; nothing comes of one that fails before it."""
    module = types.ModuleType(path.stem)
    sys.modules[path.stem] = module
    recorder = Recorder(path)
    try:
        exec(compile(text, str(path), "exec"), vars(module))
        recorder.run(module.decide)
    except (AssertionError, KeyError, LookupError, NameError, RuntimeError, StopIteration, AttributeError):
        return []
    finally:
        del sys.modules[path.stem]
    return recorder.sent


@settings(
    max_examples=EXAMPLES or 100, deadline=None, derandomize=not EXAMPLES, suppress_health_check=list(HealthCheck)
)
@given(st.integers(0, 2**32))
def test_options_that_are_changed_are_read_as_they_are_when_they_are_offered(seed: int) -> None:
    text = program(random.Random(seed))
    path = Path(f"changed{next(NUMBERS)}.py").resolve()
    try:
        sent = ran(text, path)
    except SyntaxError:
        sent = []
    assume(len(sent) == 1 and "decision.make" not in (sent[0].error or ""))
    (live,) = sent
    (read,) = sheet_of(analyze(text, str(path), Project(str(path.parent))))["decisions"]
    shown = text[len(HEAD) :]
    menu = read["menu"]
    if menu is None:
        assert read["unknown"] or read["error"] == live.error, shown
    elif live.error is not None:
        assert parity.reasons(menu["text"]), shown
    elif parity.reasons(menu["text"]):
        for block in menu["blocks"]:
            assert "<unknown: " in block or f"\n\n{block}\n" in live.message + "\n", f"{shown}\n{block}"
    else:
        assert live.message.endswith("\n\n" + menu["text"]), f"{shown}\n{menu['text']}"
