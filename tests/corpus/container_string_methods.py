"""Text methods with arguments, slices and indexes of constants."""

from op_runtime import decision

NAME = "name_two"


def decide(runtime):
    options = [NAME[0], NAME[::-1], NAME.split("_")[1], NAME.title().strip("N"), "x" * 3, ",".join(sorted("ba"))]
    return decision.make("Pick one.", options, runtime=runtime)
