"""Types that come by a star import of a module of the standard library."""

from dataclasses import *
from typing import *

from op_runtime import agentic_function

Mode = Literal["fast", "slow"]


@dataclass
class Order:
    """An order."""

    number: int
    tags: List[str] = field(default_factory=list)


@agentic_function
def send(order: Order, mode: Mode = "fast", note: Optional[str] = None, kind: Annotated[int, "k"] = 1):
    """Send it."""
