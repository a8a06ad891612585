"""A statement of Python 2 beside a decision."""

from op_runtime import decision

print "hello"  # half-typed


def decide(runtime):
    return decision.make("Pick one.", ["a", "b"], runtime=runtime)
