"""Bare, called empty, and with every argument."""

from op_runtime import agentic_function

@agentic_function
def bare(a: int) -> int:
    """Bare."""
    return a


@agentic_function()
def called(a: int) -> int:
    """Called."""
    return a


@agentic_function(
    input={"a": {"description": "The a."}},
    expose="full",
    render_range={"callers": 2, "subcalls": -1},
    system="Be short.",
    name="renamed",
    description="What the tool spec says.",
    label="Renamed",
    as_tool=False,
    toolset=("desk",),
    unsafe_in=("mail",),
    defer=True,
    cache=True,
    cache_ttl=10.0,
    timeout=5.0,
)
def full(a: int) -> int:
    """What the menu says."""
    return a
