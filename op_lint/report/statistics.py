"""How many findings each rule has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from op_lint.result import Result


def statistics(results: Sequence[Result], *, as_json: bool = False) -> str:
    """A line for each rule that has findings, most first; a JSON list with ``as_json``."""
    counted = Counter((finding.code, finding.name) for result in results for finding in result.findings)
    rows = sorted(((number, *rule) for rule, number in counted.items()), key=lambda row: (-row[0], row[1]))
    if as_json:
        import json

        return (
            json.dumps([{"code": code, "name": name, "count": number} for number, code, name in rows], indent=2) + "\n"
        )
    width = len(str(rows[0][0])) if rows else 0
    return "".join(f"{number:{width}}  {code}  {name}\n" for number, code, name in rows)
