"""Workflow source, for the rules about it: the same check that the runtime refuses a planner's code by."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from op_lint.finding import Finding
from op_lint.read.expr import Range
from op_lint.rules.base import Context, Rule

if TYPE_CHECKING:
    from op_runtime.workflow.check import Problem


class WorkflowRule(Rule):
    """A rule about files that ``workflow-files`` names."""

    def check(self, context: Context) -> Iterator[Finding]:
        """Report what the runtime would refuse, or warn of, under this rule's code."""
        if not is_workflow(context):
            return
        for problem in _problems(context.source.text, tuple(self.names(context))):
            if problem.code == self.code:
                yield context.finding(self, _range(problem), problem.message)

    def names(self, context: Context) -> Sequence[str]:
        """The functions that the workflow may call besides the primitives."""
        return ()


def is_workflow(context: Context) -> bool:
    """Whether a file holds workflow source."""
    return context.config.matches(context.path, tuple(context.config.settings.workflow_files))


def _range(problem: Problem) -> Range:
    return Range(problem.line - 1, problem.column - 1, problem.end_line - 1, problem.end_column - 1)


@lru_cache(maxsize=4)
def _problems(text: str, names: tuple[str, ...]) -> tuple[Problem, ...]:
    from op_runtime.workflow.check import check

    return check(text, names)
