"""A loop over a constant that fills a dict."""

from op_runtime import decision

NAMES = ["one", "two"]


def decide(runtime):
    options = {}
    for name in NAMES:
        options[name] = name.upper()
    return decision.make("Pick one.", options, runtime=runtime)
