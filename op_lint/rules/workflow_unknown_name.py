"""OP603: a name that a workflow does not have."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from op_lint.rules.base import Context, Example
from op_lint.workflow import WorkflowRule


class WorkflowUnknownName(WorkflowRule):
    """A name in workflow source that its sandbox does not have.

    Why: ``NameError`` in the middle of the work. Registered functions of yours are named in ``names`` of
    ``[tool.op-lint.rules.workflow-unknown-name]``.

    Fix: none; the message says which name is near.
    """

    code = "OP603"
    name = "workflow-unknown-name"
    severity = "error"
    summary = "a name that the workflow's namespace does not have"
    across = True
    options: ClassVar = {"names": list}
    bad = (
        Example("def workflow():\n    return «agnet»('Find it.')\n", path="workflow_a.py"),
        Example("def workflow():\n    return «open»('a.txt')\n", path="workflow_a.py"),
    )
    good = (
        Example("def workflow():\n    found = agent('Find it.')\n    return len(found)\n", path="workflow_a.py"),
        Example("def work():\n    return agnet('Find it.')\n", path="plain.py"),
    )

    def names(self, context: Context) -> Sequence[str]:
        """The registered functions that the settings name."""
        return context.config.option(self, "names") or ()
