"""OP605: private access in a workflow."""

from __future__ import annotations

from op_lint.rules.base import Example
from op_lint.workflow import WorkflowRule


class WorkflowDunder(WorkflowRule):
    """An attribute that begins with an underscore, in workflow source.

    Why: these lead out of the sandbox, so it refuses them.

    Fix: none.
    """

    code = "OP605"
    name = "workflow-dunder"
    severity = "error"
    summary = "access to a private or dunder attribute in a workflow"
    across = True
    bad = (
        Example("def workflow():\n    return «'a'.__class__»\n", path="workflow_a.py"),
        Example("def workflow():\n    return «getattr('a', '__class__')»\n", path="workflow_a.py"),
    )
    good = (
        Example("def workflow():\n    return 'a'.upper() + '__class__'\n", path="workflow_a.py"),
        Example("def work():\n    return 'a'.__class__\n", path="plain.py"),
    )
