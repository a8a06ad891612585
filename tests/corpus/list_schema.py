"""A list item with a name, a description and a schema."""

from op_runtime import decision

def decide(runtime):
    return decision.make("Pick one.", [("report", "Say what was found.", {"finding": str, "pages": list[int]}), ("stop", "No.", {})], runtime=runtime)
