"""All on few lines, with semicolons."""
from op_runtime import decision; X = {"a": 1}; X["b"] = 2
def decide(runtime): o = {**X}; o["c"] = 3; return decision.make("Pick one.", o, runtime=runtime)
