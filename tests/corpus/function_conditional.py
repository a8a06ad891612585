"""A function that is defined in two branches."""

import os

from op_runtime import decision

if os.sep == "/":

    def look(path: str) -> str:
        """Look in Unix."""
        return path

else:

    def look(drive: str) -> str:
        """Look in Windows."""
        return drive


def decide(runtime):
    # expect-unknown: look
    options = {"look": look}
    return decision.make("Pick one.", options, runtime=runtime)
