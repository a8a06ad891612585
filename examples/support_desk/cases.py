"""The state of each ticket that is being worked on, by session."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from support_desk.tickets import Order, Ticket


@dataclass(frozen=True)
class Outcome:
    """What one step did; ``done`` ends the work on the ticket."""

    text: str
    done: bool = False


CLOSED = Outcome("Closed.", done=True)


@dataclass
class Case:
    """One ticket, the orders it may touch, and what has been done so far."""

    session_id: str
    ticket: Ticket
    orders: dict[str, Order]
    facts: dict[str, object] = field(default_factory=dict)
    history: list[Outcome] = field(default_factory=list)

    @property
    def done(self) -> bool:
        """Whether the last step ended the work."""
        return bool(self.history) and self.history[-1].done

    def so_far(self) -> str:
        """What has been done, one line a step, as a prompt quotes it."""
        return "\n".join(f"- {outcome.text}" for outcome in self.history) or "- Nothing yet."

    def refund(self, number: str, amount: float) -> Order:
        """Effect: pays ``amount`` euros back on an order; raises ValueError where that is not possible."""
        order = self.orders.get(number)
        if order is None:
            raise ValueError(f"There is no order {number}.")
        if not 0 < amount <= order.total - order.refunded:
            raise ValueError(f"At most {order.total - order.refunded:.2f} euros can be paid back on order {number}.")
        self.orders[number] = replace(order, refunded=order.refunded + amount)
        return self.orders[number]


_OPEN: dict[str, Case] = {}


def open_case(session_id: str, ticket: Ticket, orders: dict[str, Order]) -> Case:
    """Effect: starts a case, replacing an older one of the same session."""
    _OPEN[session_id] = Case(session_id, ticket, orders)
    return _OPEN[session_id]


def find_case(session_id: str) -> Case:
    """The case of a session; raises KeyError where none is open."""
    return _OPEN[session_id]
