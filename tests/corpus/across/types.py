"""Types that other modules use."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Mood(Enum):
    GOOD = "good"
    BAD = "bad"


@dataclass
class Order:
    number: str
    lines: list[Line]
    mood: Mood = Mood.BAD


@dataclass
class Line:
    item: str
    count: int = 1
