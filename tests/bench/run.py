"""Everything that ``make bench`` measures, part by part; a part's name as argument runs it alone."""

from __future__ import annotations

import importlib
import sys
import time

from measure import say, shown

PARTS = {
    "decision": "one decision and the reading of replies, beside other libraries",
    "lint": "whole-tree runs, beside ruff and fixit",
    "servers": "keystrokes, questions, starts and memory, beside other language servers",
    "models": "valid picks of the embedded model, free and constrained",
}


def main(names: list[str]) -> int:
    """Effect: runs the named parts (all by default); 2 where a name is none of them."""
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        say(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
        return 2
    for name in names or list(PARTS):
        say(f"\n=== {name}: {PARTS[name]} ===")
        start = time.perf_counter()
        importlib.import_module(name).main()
        say(f"\n{name} took {shown(time.perf_counter() - start)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
