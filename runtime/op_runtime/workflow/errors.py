"""What can go wrong with a workflow."""

from __future__ import annotations


class WorkflowError(RuntimeError):
    """A workflow cannot go on. `run_id` names the run, so that it can be shown and resumed; empty where there is none.

    Errors of this kind are never handed to the workflow's own code, which could swallow them.
    """

    run_id: str = ""


class WorkflowFailedError(WorkflowError):
    """The workflow's code failed, or was refused, and no rewrite is left. The message holds the last error."""


class SandboxError(WorkflowError):
    """Sandboxed code raised an error, broke a limit, or lost its worker; the message is fit for whoever wrote it."""


class ReplayMismatchError(WorkflowError):
    """A resumed run does something else than before at the named step: its source is not the one that was begun."""


class UnstorableError(WorkflowError):
    """A value that no journal can hold; the message names the step and the type."""


class JournalError(WorkflowError):
    """The journal cannot be read or written as it must be: no such run, or another process has it."""
