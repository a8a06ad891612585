"""No-break spaces, tabs and zero-width characters in descriptions and names."""

from op_runtime import decision


def decide(runtime):
    return decision.make(
        "Pick one.",
        {"a b": ("A", "no break ​ zero em"), "c\u00a0": ("C", "  padded  "), "d": ("D", "\t")},
        runtime=runtime,
    )
