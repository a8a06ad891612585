"""An async helper."""

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


async def build():
    return {"go": go}


async def decide(runtime):
    # expect-unknown: build()
    options = await build()
    return await decision.amake("Pick one.", options, runtime=runtime)
