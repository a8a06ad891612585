"""Types by attribute: datetime.date, an Enum of a class, typing members."""

import datetime
import typing

from op_runtime import decision

def decide(runtime):
    options = {"emit": ("Answer.", {"when": datetime.date, "any": typing.Any, "many": typing.Sequence[str], "mood": typing.Literal["x"], "maybe": typing.Optional[int]})}
    return decision.make("Pick one.", options, runtime=runtime)
