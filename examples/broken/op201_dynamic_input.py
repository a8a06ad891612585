"""The description is put together while the program runs, so no form can show it."""

import os

from op_runtime import agentic_function


@agentic_function(input={"path": {"description": "A path below " + os.getcwd()}})
def read_report(path: str) -> str:
    """Read a report from the disk."""
    with open(path, encoding="utf-8") as file:
        return file.read()
