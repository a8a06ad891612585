"""What source alone cannot tell, or need not tell, as values that stand where the real ones would."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Unknown:
    """A part that only running the program can tell; ``reason`` is a clause such as ``computed at run time``."""

    reason: str

    def __str__(self) -> str:
        return f"<unknown: {' '.join(self.reason.split())}>"


@dataclass(frozen=True, slots=True)
class OpaqueValue:
    """A value that is surely no function, type, tuple or text; ``text`` is how the source writes it."""

    text: str
