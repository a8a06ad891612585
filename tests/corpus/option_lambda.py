"""Lambdas in a dict: no description, parameters of type str."""

from op_runtime import decision

def decide(runtime):
    return decision.make(
        "Pick one.",
        {"none": lambda: 1, "one": lambda name: name, "default": lambda count=3, *, flag=False: count, "described": (lambda x: x, "Take x.")},
        runtime=runtime,
    )
