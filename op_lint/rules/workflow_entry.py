"""OP602: a workflow without its entry."""

from __future__ import annotations

from op_lint.rules.base import Example
from op_lint.workflow import WorkflowRule


class WorkflowEntry(WorkflowRule):
    """Workflow source without exactly one plain ``def workflow():`` that takes no parameters.

    Why: this is what the runtime calls, with nothing.

    Fix: none.
    """

    code = "OP602"
    name = "workflow-entry"
    severity = "error"
    summary = "not exactly one `def workflow():` without parameters"
    across = True
    bad = (
        Example("«def workflow»(task):\n    return agent(task)\n", path="workflow_a.py"),
        Example(
            "def workflow():\n    return 1\n\n\n«def workflow»():\n    return 2\n",
            path="workflow_a.py",
        ),
    )
    good = (
        Example("def help(x):\n    return x\n\n\ndef workflow():\n    return help(1)\n", path="workflow_a.py"),
        Example("def work(task):\n    return task\n", path="plain.py"),
    )
