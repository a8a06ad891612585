"""Annotations written as text."""

from dataclasses import dataclass
from typing import Optional

from op_runtime import agentic_function

@agentic_function
def work(a: "int", b: "list[str]", c: "Optional[int]", d: "Later", e: list["Later"], f: "Later | None" = None) -> str:
    """Do the work."""
    return "done"


@dataclass
class Later:
    name: str
