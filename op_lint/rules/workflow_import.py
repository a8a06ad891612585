"""OP601: an import in a workflow."""

from __future__ import annotations

from op_lint.rules.base import Example
from op_lint.workflow import WorkflowRule


class WorkflowImport(WorkflowRule):
    """An import in workflow source.

    Why: a workflow is untrusted code in a sandbox. It has the primitives, the registered functions and Python's plain
    builtins, and nothing else.

    Fix: none. Leave the work to ``agent(...)``.
    """

    code = "OP601"
    name = "workflow-import"
    severity = "error"
    summary = "imports are forbidden in a workflow"
    across = True
    bad = (
        Example("«import os»\n\n\ndef workflow():\n    return agent('Find it.')\n", path="workflow_a.py"),
        Example(
            "def workflow():\n    «from op_runtime import agent»\n    return agent('Find it.')\n", path="workflow_a.py"
        ),
    )
    good = (
        Example("def workflow():\n    return agent('import os')\n", path="workflow_a.py"),
        Example("import os\n\n\ndef work():\n    return os\n", path="plain.py"),
    )
