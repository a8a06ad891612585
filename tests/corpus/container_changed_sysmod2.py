"""A container that is changed another way: sysmod2."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
import sys
O={"go":go}
sys.modules[__name__].O={"stay":stay}
def decide(runtime):
    # expect-unknown: sys.modules[__name__].O={"stay":stay}
    return decision.make("P",O,runtime=runtime)
