"""Types of the standard library that have a JSON form."""

from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from uuid import UUID

from op_runtime import agentic_function

@agentic_function
def work(a: datetime, b: date, c: time, d: Path, e: UUID, f: Decimal) -> str:
    """Do the work."""
    return "done"
