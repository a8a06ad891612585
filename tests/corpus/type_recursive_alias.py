"""Classes that refer to each other."""

from dataclasses import dataclass

from op_runtime import agentic_function

@dataclass
class File:
    name: str
    folder: "Folder"


@dataclass
class Folder:
    name: str
    files: list[File]


@agentic_function
def work(a: Folder) -> str:
    """Do the work."""
    return "done"
