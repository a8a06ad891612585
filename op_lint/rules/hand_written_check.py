"""OP604: a branch on the wording of a model's answer."""

from __future__ import annotations

from op_lint.rules.base import Example
from op_lint.workflow import WorkflowRule


class HandWrittenCheck(WorkflowRule):
    """A branch in workflow source on the text of a model's result: its length, or a word in it.

    Why: the wording is never twice the same. What must hold is said in words and judged by a model.

    Fix: none. Use ``conditional``, ``validate_and_retry`` or ``repeat_until``.
    """

    code = "OP604"
    name = "hand-written-check"
    severity = "warning"
    summary = "a branch on the text of a model's result"
    across = True
    bad = (
        Example(
            """
            def workflow():
                files = agent("Find the files.")
                if «len(files.split()) < 3»:
                    files = agent("Look again.")
                return files
            """,
            path="workflow_a.py",
        ),
        Example(
            """
            def workflow():
                text = llm("Is it done?")
                while «"yes" in text»:
                    text = llm("And now?")
                return text
            """,
            path="workflow_a.py",
        ),
    )
    good = (
        Example(
            """
            def workflow():
                text = llm("Sum it up.")
                return conditional("Is it long?", text, lambda: llm("Shorten it."), lambda: text)
            """,
            path="workflow_a.py",
        ),
        Example(
            """
            def workflow():
                names = ["a", "b"]
                if len(names) > 1:
                    return llm("Sum it up.")
                return "none"
            """,
            path="workflow_a.py",
        ),
    )
