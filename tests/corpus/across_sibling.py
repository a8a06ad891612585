"""A module beside this one, imported as scripts do."""

import option_function
from op_runtime import agentic_function, decision
from option_plain_function import forecast
from schema_constants import TEXT

@agentic_function
def decide(runtime=None):
    """Choose."""
    return decision.make("Pick one.", {"look_up": option_function.forecast, "plain": forecast, "menu": ("X", TEXT)})
