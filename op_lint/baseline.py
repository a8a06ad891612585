"""A baseline: what was found when it was written, so that only new findings are reported from then on.

An entry is known by code, path, function or parameter, and its text with white space joined; equal ones are counted.
Lines are no part of it, so findings may move; those of a file that is gone are taken for those of a file that has them
now, so files may be renamed.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from op_lint.result import Found, Result

_FORMAT = 1


class BaselineError(Exception):
    """A baseline that cannot be used; the message names the file."""


_AGAIN = "; write it again with `op-lint baseline write`"


@dataclass(frozen=True, slots=True, order=True)
class Key:
    """What a finding is known by; ``path`` is seen from the baseline's folder, with ``/``."""

    path: str
    code: str
    symbol: str
    text: str


@dataclass(frozen=True, slots=True)
class Applied:
    """The results without what the baseline holds, and its entries that no longer occur, with their number."""

    results: tuple[Result, ...]
    stale: tuple[tuple[Key, int], ...]
    held: int
    """How many findings it holds back."""


def key_of(result: Result, found: Found, folder: str) -> Key:
    """What a finding is known by in a baseline in ``folder``."""
    path = os.path.relpath(result.file, folder).replace(os.sep, "/")
    return Key(path, found.finding.code, found.finding.symbol, found.text)


def counted(results: Iterable[Result], folder: str) -> Counter[Key]:
    """The findings that are reported, as a baseline keeps them."""
    return Counter(key_of(result, found, folder) for result in results for found in result.found)


def dumps(entries: Counter[Key]) -> str:
    """A baseline's text: sorted, one entry a line, so that a review shows what came and what went."""
    rows = [
        json.dumps(
            {"path": key.path, "code": key.code, "symbol": key.symbol, "text": key.text, "count": number},
            ensure_ascii=False,
        )
        for key, number in sorted(entries.items())
    ]
    inner = ",\n".join("  " + row for row in rows)
    return (
        f'{{"version": {_FORMAT}, "findings": [\n{inner}\n]}}\n'
        if rows
        else f'{{"version": {_FORMAT}, "findings": []}}\n'
    )


def load(file: Path) -> Counter[Key]:
    """Effect: reads a baseline. Raises BaselineError."""
    try:
        data = json.loads(file.read_text("utf-8"))
        if not isinstance(data, dict) or not isinstance(data.get("findings"), list):
            raise BaselineError(f"{file}: this is not a baseline{_AGAIN}")
        if data.get("version") != _FORMAT:
            raise BaselineError(f"{file}: version {data.get('version')} of a baseline is not known to this op-lint")
        found: Counter[Key] = Counter()
        for each in data["findings"]:
            key = Key(*(str(each[name]) for name in ("path", "code", "symbol", "text")))
            found[key] += int(each["count"])
    except OSError as error:
        raise BaselineError(f"{file}: the baseline cannot be read: {error.strerror or error}") from None
    except json.JSONDecodeError as error:
        raise BaselineError(f"{file}: this is not a baseline: it is not JSON: {error}{_AGAIN}") from None
    except (ValueError, KeyError, TypeError):
        raise BaselineError(
            f"{file}: this is not a baseline: an entry lacks path, code, symbol, text or a count{_AGAIN}"
        ) from None
    return found


def apply(results: Sequence[Result], entries: Counter[Key], folder: str) -> Applied:
    """Effect: looks which files of the baseline are still there. Takes out of the results what the baseline holds."""
    left = Counter(entries)
    taken: list[set[int]] = []
    for result in results:
        taken.append(_take(result, left, folder))
    gone = {key.path for key in left if left[key] and not Path(folder, key.path).exists()}
    moved = Counter({key: number for key, number in left.items() if number and key.path in gone})
    anywhere: Counter[Key] = Counter()
    for key, number in moved.items():
        anywhere[replace(key, path="")] += number
    for result, indices in zip(results, taken, strict=True):
        indices |= _take(result, anywhere, folder, done=indices, anywhere=True)
    checked = {os.path.relpath(result.file, folder).replace(os.sep, "/") for result in results}
    stale = [(key, number) for key, number in left.items() if number and key.path in checked]
    stale += [(key, min(number, anywhere[replace(key, path="")])) for key, number in moved.items()]
    return Applied(
        tuple(replace(result, hidden=result.hidden | indices) for result, indices in zip(results, taken, strict=True)),
        tuple(sorted((key, number) for key, number in stale if number)),
        sum(map(len, taken)),
    )


def _take(
    result: Result, left: Counter[Key], folder: str, done: Iterable[int] = (), *, anywhere: bool = False
) -> set[int]:
    """Effect: counts ``left`` down. Gives the indices of the findings that it held, ``done`` left out."""
    taken = set()
    for index, found in enumerate(result.all_found):
        if found.finding.suppressed or index in result.hidden or index in done:
            continue
        key = key_of(result, found, folder)
        key = replace(key, path="") if anywhere else key
        if left[key] > 0:
            left[key] -= 1
            taken.add(index)
    return taken
