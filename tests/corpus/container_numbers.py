"""Arithmetic on constants in names."""

from op_runtime import decision

LIST = [1, 2]


def decide(runtime):
    options = {f"step{i + 1}": i * 2 for i in range(3)} | {str(len(LIST)): 1, "max": max(LIST)}
    return decision.make("Pick one.", options, runtime=runtime)
