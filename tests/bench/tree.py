"""A generated repository for whole-tree measurements: ordinary modules, and some that hold agentic functions."""

from __future__ import annotations

import random
from pathlib import Path

_WORDS = (
    *("order", "parcel", "ticket", "refund", "customer", "agent", "queue", "report"),
    *("invoice", "price", "total", "window", "index", "cache", "worker"),
)


def write_tree(root: Path, files: int = 1300, lines: int = 320_000, agentic: int = 120, seed: int = 7) -> None:
    """Effect: writes ``files`` modules below ``root`` with about ``lines`` lines and ``agentic`` agentic functions.

    The agentic functions stand in 47 of 1,300 files, and 67 more only mention the name: the shape of the public
    repository that was measured first.
    """
    rng = random.Random(seed)
    with_functions = max(1, round(files * 47 / 1300))
    mentions = round(files * 67 / 1300)
    each = lines // files
    for number in range(files):
        package = root / f"pkg_{number // 40:02d}"
        package.mkdir(parents=True, exist_ok=True)
        (package / "__init__.py").touch()
        parts = ['"""Module of the generated tree."""', "import json", "import os", ""]
        if number < with_functions:
            own = agentic // with_functions + (number < agentic % with_functions)
            parts.append("from op_runtime import agentic_function, decision")
            parts.extend(_agentic(rng, number, index) for index in range(own))
        elif number < with_functions + mentions:
            parts.append("# see agentic_function for the decorated variants")
        text = "\n".join(parts) + "\n"
        count = text.count("\n")
        chunks = [text]
        while count < each:
            chunk = _plain(rng, count)
            chunks.append(chunk)
            count += chunk.count("\n")
        (package / f"module_{number:04d}.py").write_text("".join(chunks), encoding="utf-8")


def long_module(lines: int, agentic: int, seed: int = 3) -> str:
    """One module of about ``lines`` lines in which ``agentic`` agentic functions stand between others."""
    rng = random.Random(seed)
    parts = ["import json\nimport os\nfrom op_runtime import agentic_function, decision\n"]
    count, own = 3, 0
    while count < lines:
        takes = own < agentic and own * lines <= count * agentic
        parts.append(_agentic(rng, 1, own) if takes else _plain(rng, count))
        own += takes
        count += parts[-1].count("\n")
    return "".join(parts)


def _agentic(rng: random.Random, number: int, index: int) -> str:
    first, second = rng.sample(_WORDS, 2)
    return f'''

@agentic_function(
    input={{
        "{first}": {{"description": "The {first} to look at.", "placeholder": "A-17"}},
        "{second}": {{"description": "Which {second} to use.", "options": ["fast", "careful"]}},
        "session_id": {{"hidden": True}},
    }},
)
def handle_{number}_{index}({first}: str, {second}: str = "fast", session_id: str = "", runtime=None) -> str:
    """Handle one {first} with the given {second}."""
    return decision.make(
        f"Pick what to do with the {first}.",
        {{
            "keep_{index}": ("kept", "when nothing is wrong"),
            "report": ("Write a report.", {{"title": str, "steps": [{{"action": str, "target": str}}]}}),
            "done": "DONE",
        }},
    )
'''


def _plain(rng: random.Random, number: int) -> str:
    one, two, three = rng.sample(_WORDS, 3)
    return f'''

class {one.title()}{number}:
    """Keeps the {two} of one {three}."""

    def __init__(self, {two}, limit={rng.randrange(100)}):
        self.{two} = {two}
        self.limit = limit
        self.items = {{"{one}": [{rng.randrange(9)}, {rng.randrange(9)}], "{three}": (1, 2, 3)}}

    def {two}_of(self, {three}, default=None):
        if {three} is None:
            return default
        found = [item for item in self.items.get({three}, ()) if item and item < self.limit]
        for position, item in enumerate(found):
            if item % 2 == 0 and position > {rng.randrange(5)}:
                return json.dumps({{"position": position, "item": item, "name": f"{{self.{two}}}-{{position}}"}})
        return os.path.join(str(self.{two}), "{one}")


def make_{one}_{number}({two}=None, *, {three}=True):
    values = [{one.title()}{number}({two}, limit=n) for n in range({rng.randrange(2, 9)})]
    total = sum(value.limit for value in values)
    return total if {three} else -total
'''
