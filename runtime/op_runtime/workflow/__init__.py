"""Workflows that a model writes: planned, checked, run in a sandbox, journaled (spec 3 sections 2 and 3)."""

from __future__ import annotations

from op_runtime.budget import BudgetError
from op_runtime.workflow.approvals import ApprovalPending, ask_later
from op_runtime.workflow.check import Problem, check
from op_runtime.workflow.errors import (
    JournalError,
    ReplayMismatchError,
    SandboxError,
    UnstorableError,
    WorkflowError,
    WorkflowFailedError,
)
from op_runtime.workflow.host import step
from op_runtime.workflow.look import runs, show
from op_runtime.workflow.run import replay, resume, revise, run
from op_runtime.workflow.sandbox import Limits

__all__ = [
    "ApprovalPending",
    "BudgetError",
    "JournalError",
    "Limits",
    "Problem",
    "ReplayMismatchError",
    "SandboxError",
    "UnstorableError",
    "WorkflowError",
    "WorkflowFailedError",
    "ask_later",
    "check",
    "replay",
    "resume",
    "revise",
    "run",
    "runs",
    "show",
    "step",
]
