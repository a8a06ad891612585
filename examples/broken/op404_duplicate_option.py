"""Two options share a name: in a dict the first one is lost without a word."""

from op_runtime import agentic_function, decision


@agentic_function(input={"claim": {"description": "The claim, in one sentence."}})
def review(claim: str, runtime=None) -> str:
    """Review an expense claim."""
    return decision.make(
        f"Pick what happens to this claim: {claim}",
        {
            "reject": ("REJECTED", "The receipt is missing."),
            "pay": ("PAID", "Everything is in order."),
            "reject": ("TOO_LATE", "The claim is older than a year."),
        },
    )
