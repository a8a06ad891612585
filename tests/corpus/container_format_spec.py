"""f-strings with formats and conversions of constants."""

from op_runtime import decision

N = 7
X = 1.005
NAME = "n"


def decide(runtime):
    options = [f"{N:03d}", f"{X:.2f}", f"{NAME!r:>8}", f"{{{NAME}}}", f"{N=}"]
    return decision.make("Pick one.", options, runtime=runtime)
