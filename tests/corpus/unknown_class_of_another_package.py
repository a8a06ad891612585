"""A type of another package in a schema."""

import fractions

from op_runtime import decision

def decide(runtime):
    # expect-unknown: Fraction
    options = {"emit": ("Answer.", {"a": fractions.Fraction, "b": str})}
    return decision.make("Pick one.", options, runtime=runtime)
