"""Runs of workflows: begun, resumed, revised, replayed."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import asdict
from typing import Any, Final

from op_runtime.budget import Budget, BudgetError, spend_model_call, use_budget
from op_runtime.context import Runtime, current_runtime, use_runtime
from op_runtime.database import runs_directory
from op_runtime.steps import use_recorder
from op_runtime.workflow import planner
from op_runtime.workflow.approvals import ApprovalPending, use_approvals
from op_runtime.workflow.check import check
from op_runtime.workflow.errors import (
    JournalError,
    SandboxError,
    UnstorableError,
    WorkflowError,
    WorkflowFailedError,
)
from op_runtime.workflow.host import Functions, WorkflowHost
from op_runtime.workflow.journal import AttemptRow, Journal, RunRow, StepRow, new_run_id
from op_runtime.workflow.prelude import prelude
from op_runtime.workflow.recorder import Recorder
from op_runtime.workflow.sandbox import Limits, Sandbox
from op_runtime.workflow.values import ValueFormError, dump, load

_log = logging.getLogger(__name__)

MODEL_CALLS: Final = 100
"""Model calls that a run may make when nothing else is said: plans, judgements and re-asks included."""

REWRITES: Final = 3
"""How often a planner may write its workflow again when nothing else is said."""

Flow = Callable[[], object]


def run(
    task: str | Flow,
    *,
    source: str | None = None,
    runtime: Runtime | None = None,
    functions: Iterable[object] | None = None,
    context: Mapping[str, object] | None = None,
    journal: str | os.PathLike[str] | None = None,
    run_id: str | None = None,
    max_model_calls: int = MODEL_CALLS,
    max_rewrites: int = REWRITES,
    limits: Limits | None = None,
) -> Any:
    """Effect: do a task by a workflow, keep a journal of it, and give the workflow's result.

    For text a planner (the runtime's model) writes the workflow, which is checked and then run in a sandbox; what is
    refused or fails is written again, at most `max_rewrites` times, and calls that stay the same are not made again.
    With `source` that is the workflow, and nothing is planned. A callable is a workflow too: trusted Python code that
    is run as it is, whose calls of models and of `step` are journaled.

    `functions` are what the workflow may call (None: every registered agentic function); `context` holds their hidden
    parameters. `journal` is the directory of the journal (`OP_RUNS`, else `.op-runs`), `run_id` a name for the run.

    Raises:
        WorkflowFailedError: the last workflow failed or was refused.
        BudgetError: the model calls are used up; `results` are those of the completed steps.
        UnstorableError: a step's arguments or result, or the workflow's, cannot be kept in the journal.
        ApprovalPending: a call waits for approval (see `ask_later`).
        WorkflowError: the sandbox is not installed, or the run's name is taken.
        TypeError, ValueError: wrong arguments, before any model call.

    What a callable raises is raised as it is.
    """
    kind = "function" if not isinstance(task, str) else "plan" if source is None else "source"
    if kind == "function" and (source is not None or not callable(task)):
        raise TypeError("run() takes a task as text, or a function without parameters, and source= only beside text")
    if isinstance(task, str) and not task.strip():
        raise ValueError("the task is empty: say what is to be done")
    if isinstance(max_rewrites, bool) or not isinstance(max_rewrites, int) or max_rewrites < 0:
        raise ValueError(f"max_rewrites must be an int of at least 0, not {max_rewrites!r}")
    Budget(max_model_calls)
    offered = Functions(functions, context)
    settings = {
        "functions": list(offered.names),
        "max_model_calls": max_model_calls,
        "max_rewrites": max_rewrites if kind == "plan" else 0,
        "limits": asdict(Limits() if limits is None else limits),
    }
    chosen = _runtime(runtime)
    kept = Journal(runs_directory(journal), new_run_id() if run_id is None else run_id, create=True)
    with _open(kept):
        if kept.exists():
            raise JournalError(f"the run {kept.run_id!r} exists: resume it, or give another run_id")
        name = task if isinstance(task, str) else _flow_name(task)
        with kept.at_once():
            kept.create_run(kind, name, settings)
            if kind != "plan":
                kept.set_attempt(1, name if source is None else source, "running")
        return _Run(kept, chosen, offered, None if isinstance(task, str) else task).go()


def resume(
    run_id: str,
    *,
    flow: Flow | None = None,
    runtime: Runtime | None = None,
    functions: Iterable[object] | None = None,
    context: Mapping[str, object] | None = None,
    journal: str | os.PathLike[str] | None = None,
    max_model_calls: int | None = None,
    approve: Iterable[str] = (),
    refuse: Iterable[str] = (),
) -> Any:
    """Effect: go on with a run that was stopped, paused or has failed, and give its result.

    Completed steps are not run again; what was interrupted, and what failed last, is. A run that is done gives its
    result and calls nothing. `flow` is the function of a run of trusted Python code. `max_model_calls` is a new limit
    for the whole run, what it has used included. `approve` and `refuse` are keys of approvals that it waits for.

    Raises:
        ReplayMismatchError: the code does something else than it did before; names the step.
        JournalError: there is no such run, or another process works on it.
        WorkflowError and others: as `run` does.
    """
    kept = Journal(runs_directory(journal), run_id)
    with _open(kept):
        row = kept.run()
        for key, granted in [*((key, True) for key in approve), *((key, False) for key in refuse)]:
            kept.set_approval(key, granted)
        if row.status == "done":
            return _result(row)
        if max_model_calls is not None:
            Budget(max_model_calls)
            kept.set_settings({**row.settings, "max_model_calls": max_model_calls})
        if row.kind == "function" and flow is None:
            raise WorkflowError(f"run {run_id} is of the function {row.task}: pass it, resume(..., flow=...)")
        kept.set_run("running")
        return _Run(kept, _runtime(runtime), Functions(functions, context), flow).go()


def revise(
    run_id: str,
    new: str | Flow,
    *,
    runtime: Runtime | None = None,
    functions: Iterable[object] | None = None,
    context: Mapping[str, object] | None = None,
    journal: str | os.PathLike[str] | None = None,
    max_model_calls: int | None = None,
) -> Any:
    """Effect: go on with a run with other source, or another function, and give its result.

    Each call takes the next unused result of an equal call at the same branch path; other calls are made.

    Raises:
        As `run` and `resume` do.
    """
    kept = Journal(runs_directory(journal), run_id)
    with _open(kept):
        row = kept.run()
        if (row.kind == "function") is isinstance(new, str):
            raise TypeError(f"run {run_id} is of kind {row.kind}: revise it with the same kind of code")
        if max_model_calls is not None:
            Budget(max_model_calls)
            kept.set_settings({**row.settings, "max_model_calls": max_model_calls})
        with kept.at_once():
            kept.set_attempt(len(kept.attempts()) + 1, new if isinstance(new, str) else _flow_name(new), "running")
            kept.set_run("running")
        return _Run(kept, _runtime(runtime), Functions(functions, context), None if isinstance(new, str) else new).go()


def replay(
    run_id: str,
    step: str,
    *,
    flow: Flow | None = None,
    runtime: Runtime | None = None,
    functions: Iterable[object] | None = None,
    context: Mapping[str, object] | None = None,
    journal: str | os.PathLike[str] | None = None,
    new_id: str | None = None,
    max_model_calls: int | None = None,
) -> Any:
    """Effect: run the last workflow of a run again from `step` on, as a NEW run, and give its result.

    What began before that step is taken over; the old run's file is not touched. The new run names its parent.

    Raises:
        JournalError: there is no such run or step.
        WorkflowError and others: as `run` does.
    """
    where = runs_directory(journal)
    parent = Journal(where, run_id, read_only=True)
    try:
        row, attempts, steps = parent.run(), parent.attempts(), parent.steps()
    finally:
        parent.close()
    if not attempts:
        raise JournalError(f"run {run_id} has no workflow yet: resume it")
    last = attempts[-1]
    own = [found for found in steps if found.attempt == last.number]
    target = _find_step(own, step, run_id)
    if row.kind == "function" and flow is None:
        raise WorkflowError(f"run {run_id} is of the function {row.task}: pass it, replay(..., flow=...)")
    settings = {**row.settings, "max_rewrites": 0}
    if max_model_calls is not None:
        Budget(max_model_calls)
        settings["max_model_calls"] = max_model_calls
    offered, chosen = Functions(functions, context), _runtime(runtime)
    kept = Journal(where, new_run_id() if new_id is None else new_id, create=True)
    with _open(kept):
        if kept.exists():
            raise JournalError(f"the run {kept.run_id!r} exists: give another new_id")
        kind = "source" if row.kind == "plan" else row.kind
        with kept.at_once():
            kept.create_run(kind, row.task, settings, parent=run_id, parent_step=target.label)
            kept.copy_steps([found for found in own if found.seq < target.seq and found.status != "running"], 1)
            kept.set_attempt(1, last.source, "running")
        return _Run(kept, chosen, offered, flow).go()


def _find_step(steps: list[StepRow], name: str, run_id: str) -> StepRow:
    wanted = name if name.startswith("step-") else f"step-{name}"
    for step in steps:
        if step.label == wanted:
            return step
    labels = ", ".join(step.label for step in steps)
    raise JournalError(f"run {run_id} has no {wanted}; it has {labels or 'no steps'}")


def _runtime(given: Runtime | None) -> Runtime:
    if given is not None:
        return given
    current = current_runtime()
    if current is not None:
        return current
    from op_runtime.exec import create_runtime

    return create_runtime()


def _flow_name(flow: Flow) -> str:
    name = getattr(flow, "__qualname__", None)
    return f"{flow.__module__}:{name}" if isinstance(name, str) else type(flow).__qualname__


def _result(row: RunRow) -> Any:
    try:
        return load(row.result or "null")
    except ValueFormError as error:
        raise UnstorableError(f"the result of run {row.id} cannot be read: {error}") from error


def _keepable(result: object) -> None:
    """Raise SandboxError, which a planner can act on, for a result that cannot be kept in the journal."""
    try:
        dump(result)
    except ValueFormError as error:
        raise SandboxError(f"the workflow's result cannot be kept: {error}") from error


@contextmanager
def _open(journal: Journal) -> Iterator[None]:
    """Effect: be alone on the run, name it in every error, and close its file at the end."""
    with ExitStack() as stack:
        stack.callback(journal.close)
        stack.enter_context(journal.alone())
        try:
            yield
        except WorkflowError as error:
            error.run_id = error.run_id or journal.run_id
            raise


class _Counted:
    """A runtime of another make, of which each `exec` counts as one model call."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def exec(self, *args: Any, **options: Any) -> Any:
        """Effect: count one model call, then do what the runtime does."""
        spend_model_call()
        return self._runtime.exec(*args, **options)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._runtime, name)


class _Run:
    """One run being worked on in this process."""

    def __init__(self, journal: Journal, runtime: Runtime, functions: Functions, flow: Flow | None) -> None:
        from op_runtime.exec import Runtime as OwnRuntime

        self.journal = journal
        self.runtime = runtime if isinstance(runtime, OwnRuntime) else _Counted(runtime)
        self.functions = functions
        self.flow = flow
        self.row = journal.run()
        self.settings = self.row.settings
        self.limits = Limits(**self.settings["limits"])
        self.budget = Budget(self.settings["max_model_calls"], self.row.model_calls, journal.set_model_calls)

    def go(self) -> Any:
        """Effect: work until the run has ended, one way or another, and write down which."""
        try:
            result = self._planned() if self.row.kind == "plan" else self._given()
            try:
                text = dump(result)
            except ValueFormError as error:
                raise UnstorableError(f"the workflow's result cannot be kept: {error}") from error
        except BudgetError as error:
            steps = self.journal.steps()
            error.results = [load(s.result or "null") for s in steps if s.status == "ok" and s.attempt > 0]
            self.journal.set_run("paused", error=str(error))
            error.add_note(f"run {self.journal.run_id}: resume it with more max_model_calls")
            raise
        except ApprovalPending as pending:
            self.journal.set_run("paused", error=str(pending))
            raise
        except Exception as error:
            self.journal.set_run("failed", error=f"{type(error).__name__}: {error}")
            error.add_note(f"run {self.journal.run_id}: what is completed is kept, and not run again by a resume")
            raise
        self.journal.set_run("done", text)
        return result

    def _given(self) -> Any:
        """The one workflow that was given; its last revision where there are several."""
        attempt = self.journal.attempts()[-1]
        if self.flow is None and attempt.source != planner.SINGLE:
            problems = self._problems(attempt.source)
            if problems:
                self.journal.set_attempt(attempt.number, attempt.source, "refused", problems)
                raise WorkflowFailedError("the workflow is refused:\n" + problems)
        try:
            return self._done(attempt)
        except SandboxError as error:
            self.journal.set_attempt(attempt.number, attempt.source, "failed", str(error))
            raise WorkflowFailedError(f"the workflow failed: {error}") from error
        except Exception as error:
            self.journal.set_attempt(attempt.number, attempt.source, "failed", f"{type(error).__name__}: {error}")
            raise

    def _planned(self) -> Any:
        """Plan, check, run; write again what was refused or has failed (spec 3 section 3)."""
        attempts = self.journal.attempts()
        attempt = attempts[-1] if attempts else None
        if attempt is not None and attempt.number >= self._most and attempt.status == "failed":
            # a run that has given up tries its last workflow again: what failed may have been the world
            attempt = AttemptRow(attempt.number, attempt.source, "running", None)
        while True:
            if attempt is None or attempt.status in ("refused", "failed"):
                attempt = self._planned_after(attempt)
                continue
            problems = "" if attempt.source == planner.SINGLE else self._problems(attempt.source)
            if problems:
                attempt = self._ended(attempt, "refused", problems)
                continue
            try:
                return self._done(attempt)
            except SandboxError as error:
                attempt = self._ended(attempt, "failed", str(error))
            except (BudgetError, WorkflowError):
                raise
            except Exception as error:
                attempt = self._ended(attempt, "failed", f"{type(error).__name__}: {error}")
            _log.warning("run %s: workflow %d failed: %s", self.journal.run_id, attempt.number, attempt.error)

    @property
    def _most(self) -> int:
        return 1 + int(self.settings["max_rewrites"])

    def _planned_after(self, last: AttemptRow | None) -> AttemptRow:
        """Effect: let the planner write the workflow that comes after `last`.

        Raises:
            WorkflowFailedError: it has been written as often as it may be.
        """
        described = self.functions.described()
        number = 1
        if last is None:
            prompt = planner.plan_prompt(self.row.task, described)
        else:
            number = last.number + 1
            if number > self._most:
                written = "once" if last.number == 1 else f"{last.number} times"
                ended = "was refused" if last.status == "refused" else "failed"
                raise WorkflowFailedError(f"the workflow was written {written}, and it {ended} at last:\n{last.error}")
            steps = [step for step in self.journal.steps() if step.attempt == last.number]
            prompt = planner.rewrite_prompt(self.row.task, described, last.source, last.error or "", steps)
        planning = Recorder(self.journal, 0, first=number - 1)
        with use_budget(self.budget), use_recorder(planning):
            reply = planner.ask(self.runtime, prompt)
        try:
            source = planner.read_plan(reply)
        except planner.NoPlanError as error:
            return self._ended(AttemptRow(number, reply, "running", None), "refused", str(error))
        self.journal.set_attempt(number, source, "running")
        return AttemptRow(number, source, "running", None)

    def _ended(self, attempt: AttemptRow, status: str, error: str) -> AttemptRow:
        self.journal.set_attempt(attempt.number, attempt.source, status, error)
        return AttemptRow(attempt.number, attempt.source, status, error)

    def _problems(self, source: str) -> str:
        for name in self.settings.get("functions", ()):
            if name not in self.functions.names and re.search(rf"\b{re.escape(name)}\b", source):
                raise WorkflowError(f"the workflow calls {name}, which is not there now: pass it in functions=")
        found = check(source, self.functions.names)
        return planner.problems_text(found) if any(problem.severity == "error" for problem in found) else ""

    def _done(self, attempt: AttemptRow) -> Any:
        self.journal.set_attempt(attempt.number, attempt.source, "running")
        recorder = Recorder(self.journal, attempt.number)
        host = WorkflowHost(self.runtime, self.functions)
        with (
            use_runtime(self.runtime),
            use_budget(self.budget),
            use_recorder(recorder),
            use_approvals(self.journal),
        ):
            if self.flow is not None:
                result: Any = self.flow()
            elif attempt.source == planner.SINGLE:
                result = host.answer("agent", (self.row.task, None))
            else:
                result = Sandbox(host, prelude(self.functions.names), self.limits).run(attempt.source)
                if self.row.kind == "plan":
                    _keepable(result)
        self.journal.set_attempt(attempt.number, attempt.source, "done")
        return result
