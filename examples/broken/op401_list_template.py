"""A list schema holds one template that every item follows; here each field got its own."""

from op_runtime import agentic_function, decision


@agentic_function(input={"goal": {"description": "What the plan is for."}})
def plan(goal: str, runtime=None) -> dict[str, object]:
    """Plan the work on a goal."""
    return decision.make(
        f"Pick how to go on with: {goal}",
        {
            "plan": ("Write the steps.", {"steps": [{"action": str}, {"target": str}]}),
            "ask": ("Ask for more.", {"question": str}),
        },
    )
