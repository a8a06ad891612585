"""Options that are a parameter: any caller may give others."""

from op_runtime import decision


def ask(options, runtime):
    # expect-unknown: options
    return decision.make("Pick one.", options, runtime=runtime)


def decide(runtime):
    return ask({"go": 1}, runtime)
