"""async for, async with, async comprehensions around a decision."""

import contextlib

from op_runtime import decision


async def numbers():
    yield 1


@contextlib.asynccontextmanager
async def opened():
    yield 1


async def decide(runtime):
    async with opened():
        async for _ in numbers():
            values = [value async for value in numbers()]
            return await decision.amake("Pick one.", {"a": len(values), "b": ("B", "Be.")}, runtime=runtime)
