"""A decision that only the type checker sees never runs."""

from typing import TYPE_CHECKING

from op_runtime import decision

# expect-decisions: 1
if TYPE_CHECKING:
    Pick = str


def decide(runtime):
    return decision.make("Pick one.", ["a", "b"], runtime=runtime)
