"""Text methods on constants."""

from op_runtime import decision

NAME = "name"


def decide(runtime):
    options = [NAME.upper(), NAME.replace("n", "m"), "-".join(["a", "b"]), "{}".format("c"), "%s" % "d"]
    return decision.make("Pick one.", options, runtime=runtime)
