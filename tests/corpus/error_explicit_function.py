"""Option.function without a function, in a list."""

from op_runtime import Option, decision


def decide(runtime):
    # expect-error: TypeError
    return decision.make("Pick one.", [Option.function("stop")], runtime=runtime)
