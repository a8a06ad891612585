"""Members of a Flag, alone and combined, are no numbers."""

import enum

from op_runtime import agentic_function


class Access(enum.Flag):
    READ = 1
    WRITE = 2


@agentic_function
# expect-unknown: `Access.READ | Access.WRITE` is computed
def grant(a=Access.READ | Access.WRITE):
    """Grant it."""
