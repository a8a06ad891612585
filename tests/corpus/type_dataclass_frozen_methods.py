"""Dataclass features: order, slots, post_init, properties, inheritance over modules."""

from dataclasses import dataclass

from op_runtime import agentic_function

@dataclass(order=True, slots=True, repr=False)
class Base:
    ident: int
    tags: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        pass


@dataclass
class Thing(Base):
    size: "float | None" = None

    @property
    def area(self) -> float:
        return 1.0


@agentic_function
def work(a: Thing) -> str:
    """Do the work."""
    return "done"
