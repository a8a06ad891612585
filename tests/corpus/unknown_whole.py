"""The whole container is computed."""

import json

from op_runtime import decision

def decide(runtime):
    # expect-unknown: json.loads
    options = json.loads('{"go": "GO"}')
    return decision.make("Pick one.", options, runtime=runtime)
