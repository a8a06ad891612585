"""A value that the environment decides."""

import os

from op_runtime import decision

def decide(runtime):
    # expect-unknown: os.environ
    options = {os.environ.get("NAME", "fallback"): 1, "other": 2}
    return decision.make("Pick one.", options, runtime=runtime)
