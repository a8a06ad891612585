"""A hard limit on the model calls of one run."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class BudgetError(RuntimeError):
    """A run has used up its model calls: the next one was not made.

    `results` holds what the run's completed steps gave, oldest first, where a journal knows them.
    """

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.results: list[object] = []


class Budget:
    """Counts model calls, judgements and re-asks included, and refuses the one that is over `limit`.

    `used` is where the count begins. `spent` is told the new count, before the call is made.
    """

    def __init__(self, limit: int, used: int = 0, spent: Callable[[int], None] | None = None) -> None:
        if isinstance(limit, bool) or not isinstance(limit, int):
            raise TypeError(f"the limit of model calls must be an int, not {limit!r}")
        if limit < 0:
            raise ValueError(f"the limit of model calls must be 0 or more, not {limit}")
        self.limit = limit
        self.used = used
        self._spent = spent
        self._lock = threading.Lock()

    def spend(self) -> None:
        """Effect: count one model call that is about to be made; raises BudgetError where none is left."""
        with self._lock:
            if self.used >= self.limit:
                raise BudgetError(
                    f"the budget of {self.limit} model calls is used up: the next call was not made."
                    " Resume the run with a larger one, or ask for less."
                )
            if self._spent is not None:
                self._spent(self.used + 1)
            self.used += 1


_budgets: ContextVar[tuple[Budget, ...]] = ContextVar("op_runtime_budgets", default=())


def spend_model_call() -> None:
    """Effect: count one model call on every budget around it; raises BudgetError where one has none left."""
    for budget in _budgets.get():
        budget.spend()


@contextmanager
def use_budget(budget: Budget) -> Iterator[None]:
    """Effect: count model calls inside the `with` block on `budget` too: a run inside a run spends for both."""
    token = _budgets.set((*_budgets.get(), budget))
    try:
        yield
    finally:
        _budgets.reset(token)
