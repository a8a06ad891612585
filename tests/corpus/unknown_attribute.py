"""Options on an object."""

from op_runtime import decision

def settings():
    return type("Settings", (), {"options": {"go": "GO"}})()


def decide(runtime):
    # expect-unknown: settings()
    options = settings().options
    return decision.make("Pick one.", options, runtime=runtime)
