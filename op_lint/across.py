"""Findings that hold only together with one in another file: each file gives candidates, all of them are settled once.

A candidate's ``group`` says what must be found twice, and in which role this place is there: see ``Candidate``.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal, TypeAlias

from op_lint.finding import Finding, Related

Role: TypeAlias = Literal["offered", "defined", "offers"]


@dataclass(frozen=True, slots=True)
class Candidate:
    """One place: a function that its own file offers, one that is only defined there, or an offer of one by its name.

    ``digest`` is what the function tells a model, by which an offer in another file finds it.
    """

    role: Role
    project: str
    name: str
    digest: str

    @property
    def group(self) -> str:
        """The text that a finding carries."""
        return json.dumps([self.role, self.project, self.name, self.digest])

    @classmethod
    def of(cls, finding: Finding) -> Candidate:
        """The candidate that a finding is."""
        return _read(finding.group)


@lru_cache(maxsize=512)
def _read(group: str) -> Candidate:
    return Candidate(*json.loads(group))


Placed: TypeAlias = tuple[str, Finding]
"""A finding with the path of its file."""


def settle(candidates: Iterable[Placed]) -> list[Placed]:
    """The findings that the candidates of all files make: in each project, offered functions whose tool name is taken.

    The first one, by path and place, keeps its name; the others are reported, and say where the first one is. An offer
    that fits several definitions, since they are word for word the same, counts for none; nor does a copy of a file.
    """
    known = [(path, finding, Candidate.of(finding)) for path, finding in candidates]
    definitions = Counter(_key(each) for _, _, each in known if each.role != "offers")
    wanted = {_key(each) for _, _, each in known if each.role == "offers" and definitions[_key(each)] == 1}
    names: dict[tuple[str, str], dict[tuple[str, str, str], Placed]] = {}
    for path, finding, each in sorted(known, key=lambda placed: (placed[0], placed[1].range)):
        if each.role == "offered" or (each.role == "defined" and _key(each) in wanted):
            copied = (each.digest, os.path.basename(path), finding.symbol)  # noqa: PTH119
            names.setdefault((each.project, each.name), {}).setdefault(copied, (path, finding))
    made: list[Placed] = []
    for (_, name), found in names.items():
        first, *others = found.values()
        made.extend((path, _taken(name, first, path, finding)) for path, finding in others)
    return made


def _key(candidate: Candidate) -> tuple[str, str, str]:
    return candidate.project, candidate.name, candidate.digest


def _taken(name: str, first: Placed, path: str, finding: Finding) -> Finding:
    other, there = first
    where = Related(there.range, f'"{name}" is {there.symbol}() here', None if other == path else other)
    message = f'the tool name "{name}" is taken: {there.symbol}() has it too; give one of them another with name='
    return replace(finding, message=message, related=(where,), group="")


def without(candidates: Sequence[Finding]) -> tuple[list[Finding], tuple[Finding, ...]]:
    """Findings, and the candidates that were among them."""
    return [each for each in candidates if not each.group], tuple(each for each in candidates if each.group)
