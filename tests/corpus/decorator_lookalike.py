"""A local function of the same name is none of ours."""

# expect-decisions: 0
def agentic_function(fn):
    return fn


class decision:
    @staticmethod
    def make(prompt, options):
        return options


@agentic_function
def one(a):
    return decision.make("Pick one.", {})
