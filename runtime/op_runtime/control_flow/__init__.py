"""Control flow that a planner composes instead of writing conditions by hand (spec 3 section 1)."""

from op_runtime.control_flow.agent import agent
from op_runtime.control_flow.conditional import conditional
from op_runtime.control_flow.goal import goal
from op_runtime.control_flow.judge import Judgement, judge, judge_prompt
from op_runtime.control_flow.llm import llm
from op_runtime.control_flow.parallel import parallel
from op_runtime.control_flow.repeat_until import repeat_until
from op_runtime.control_flow.route import route, route_prompt
from op_runtime.control_flow.validate_and_retry import validate_and_retry
from op_runtime.control_flow.verdict import read_verdict

__all__ = [
    "Judgement",
    "agent",
    "conditional",
    "goal",
    "judge",
    "judge_prompt",
    "llm",
    "parallel",
    "read_verdict",
    "repeat_until",
    "route",
    "route_prompt",
    "validate_and_retry",
]
