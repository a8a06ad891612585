"""What customers wrote, and what the shop knows about their orders."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

DATA = Path(__file__).parent / "data"


class Topic(Enum):
    """What a ticket is about."""

    DELIVERY = "delivery"
    DAMAGE = "damage"
    BILLING = "billing"
    OTHER = "other"


class Urgency(Enum):
    """How soon somebody must look at it."""

    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


@dataclass(frozen=True)
class Ticket:
    """One message of a customer."""

    number: str
    customer: str
    subject: str
    body: str

    def as_text(self) -> str:
        """The ticket as a prompt quotes it."""
        return f"Ticket {self.number} from {self.customer}\nSubject: {self.subject}\n\n{self.body}"


@dataclass(frozen=True)
class Order:
    """One order; ``total`` and ``refunded`` are euros."""

    number: str
    item: str
    status: str
    total: float
    refunded: float = 0.0


def load_tickets(path: Path = DATA / "tickets.json") -> list[Ticket]:
    """The tickets of a JSON file, oldest first."""
    return [Ticket(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))]


def load_orders(path: Path = DATA / "orders.json") -> dict[str, Order]:
    """The shop's orders, by number."""
    return {entry["number"]: Order(**entry) for entry in json.loads(path.read_text(encoding="utf-8"))}
