"""Comments and trailing commas everywhere."""

from op_runtime import agentic_function, decision

@agentic_function(  # why
    # before
    input={  # the metadata
        "a": {"description": "The a."},  # after
        # between
    },
)  # done
def work(
    a: str,  # the a
    # the b
    b: int = 2,
) -> str:  # result
    # before the docstring
    """Do the work."""  # after it
    return a


def decide(runtime):
    options = {  # one
        # two
        "work": work,  # three
    }  # four
    return decision.make(  # five
        "Pick one.",
        options,  # six
        runtime=runtime,
    )
