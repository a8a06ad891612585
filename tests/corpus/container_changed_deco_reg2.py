"""A container that is changed another way: deco reg2."""
from op_runtime import decision
def go(where: str) -> str:
    """Go there."""
    return where
def stay(why: str = "tired") -> str:
    """Stay here."""
    return why
O={"go":go}
def reg(into):
    def w(f):
        into[f.__name__]=f
        return f
    return w
@reg(O)
def more(x:str)->str:
    """More."""
    return x
def decide(runtime):
    # expect-unknown: reg(O)
    return decision.make("P",O,runtime=runtime)
