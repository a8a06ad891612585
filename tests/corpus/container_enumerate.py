"""enumerate, zip, range and nested comprehensions over constants."""

from op_runtime import decision

def decide(runtime):
    options = {f"{i}{a}{b}": None for i, (a, b) in enumerate(zip("xy", ["p", "q"]), start=1)} | {x + y: 1 for x in "ab" for y in "cd" if x != "b"}
    return decision.make("Pick one.", options, runtime=runtime)
