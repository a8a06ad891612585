"""Built-in functions and types as handlers."""

from op_runtime import decision

def decide(runtime):
    options = {"print": print, "number": int, "length": len}
    return decision.make("Pick one.", options, runtime=runtime)
