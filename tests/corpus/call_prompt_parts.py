"""Prompts of every kind: joined, formatted, in a variable, dedented."""

import textwrap

from op_runtime import decision

def go(where: str) -> str:
    """Go there."""
    return where


def stay(why: str = "tired") -> str:
    """Stay here."""
    return why


def decide_fstring(runtime, name="x"):
    return decision.make(f"Pick one, {name}." "And only one.", {"go": go}, runtime=runtime)


def decide_variable(runtime):
    prompt = "Pick two."
    prompt += " And only one."
    return decision.make(prompt, {"stay": stay}, runtime=runtime)


def decide_call(runtime):
    return decision.make(
        textwrap.dedent(
            """
            Pick three.
            """
        ),
        [go, stay],
        runtime=runtime,
    )
