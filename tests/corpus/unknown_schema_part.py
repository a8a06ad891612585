"""One field of a schema is computed."""

import os

from op_runtime import decision

def pick_type():
    return eval("int")


def decide(runtime):
    # expect-unknown: pick_type()
    # expect-unknown: sorted(os.environ)
    options = {"emit": ("Answer.", {"a": str, "b": pick_type(), "c": {"options": sorted(os.environ)}})}
    return decision.make("Pick one.", options, runtime=runtime)
