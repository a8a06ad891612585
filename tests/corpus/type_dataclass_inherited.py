"""A dataclass that inherits fields."""

from dataclasses import dataclass

from op_runtime import agentic_function

@dataclass
class Parent:
    name: str
    age: int = 0


@dataclass
class Child(Parent):
    age: int = 1
    school: str = "none"


@agentic_function
def work(a: Child) -> str:
    """Do the work."""
    return "done"
