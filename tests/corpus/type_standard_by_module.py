"""The same types through their modules."""

import datetime
import datetime as dt
import pathlib
import uuid

from op_runtime import agentic_function

@agentic_function
def work(a: datetime.datetime, b: pathlib.Path, c: uuid.UUID, d: dt.date) -> str:
    """Do the work."""
    return "done"
