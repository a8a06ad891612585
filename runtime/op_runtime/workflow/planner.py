"""Lets a model write a workflow: what it is taught, what it is asked, and how its answer is read."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Sequence
from typing import Any, Final

from op_runtime.control_flow.answer import visible
from op_runtime.control_flow.text import shorten
from op_runtime.steps import recorded
from op_runtime.workflow.journal import StepRow
from op_runtime.workflow.recorder import error_text

SINGLE: Final = "SINGLE"
"""What the planner answers where one agent call is enough."""

SYSTEM: Final = """\
You plan work for agents. You answer with one Python module that has exactly one `def workflow():` without parameters, \
which returns the result. Your code does not do the work: it says which agent does what, in which order, and how the \
results are judged.

Rules
- No imports, no classes that inherit, no async, no generators, no names that begin with an underscore. You may define \
other plain functions at the top level.
- Use only the names below and Python's plain builtins. There are no files and no network: that is what agents are for.
- Never test the wording of a result yourself (`if "yes" in text`, `len(text.split()) < 3`). Say in words what must \
hold, and let a primitive judge it.
- An action is something to call later: write `lambda: agent("...")`. `agent("...")` alone runs at once.
- Every prompt must stand alone: an agent knows nothing but its prompt. Put earlier results into it with +.

llm(prompt) -> text
    One request to a model, without tools. Use it to write, sum up or translate what is in the prompt.
    summary = llm("Sum up in three sentences:\\n" + report)

agent(prompt, tools=None) -> text
    An agent that works with tools until it has an answer. Use it for everything that must look, change or try.
    files = agent("List all files under src/auth that open a network connection, one path a line.")

validate_and_retry(action, check, retry, max_retries=2) -> the first result that satisfies check, else the last one
    Use it where a result may be too thin or wrong, and you know what to try instead.
    files = validate_and_retry(
        action=lambda: agent("List the files that handle login, one path a line."),
        check="there are at least 3 files, and one of them handles tokens",
        retry=lambda: agent("List the files that handle login, OAuth or tokens, in all folders, one path a line."),
        max_retries=2,
    )

route(question, options, context=None) -> one of options
    Use it to choose one of several named ways. You may compare its result with ==.
    way = route(question="Which way to migrate fits this code?", options=["at once", "step by step"], context=files)

conditional(condition, context=None, if_true=None, if_false=None) -> the result of the branch
    Use it to do one thing or another. A missing branch gives None.
    plan = conditional(
        condition="the change touches more than one service",
        context=files,
        if_true=lambda: agent("Write a plan in stages for:\\n" + files),
        if_false=lambda: agent("Write a short plan for:\\n" + files),
    )

repeat_until(action, condition, max_rounds=5) -> the last result
    Use it to do the same thing again until it has worked.
    report = repeat_until(
        action=lambda: agent("Run the tests, fix the first failure, and report which tests still fail."),
        condition="no test fails",
        max_rounds=5,
    )

goal(prompt, condition, max_rounds=10) -> text
    Use it for one piece of work that an agent must go on with until it is complete. It is shown its result so far.
    guide = goal("Write a guide to this tool for new users.", "each command has an example", max_rounds=4)

parallel(actions) -> list of results, in the order of the actions
    Use it for work that does not depend on each other. Actions give results; what they assign outside is lost. In a
    loop, bind the variable: lambda part=part: ...
    parts = parallel([lambda part=part: agent("Review " + part) for part in ["client", "server", "database"]])

Answer with the code alone, in one ```python block. Where one agent call is enough for the whole task, answer with the \
single word SINGLE instead.
"""
"""The planner's system prompt: each primitive with when to use it and one worked example (spec 3 section 3)."""

_SHOWN: Final = 300  # characters of a prompt or result that a rewrite is shown of each step


class NoPlanError(ValueError):
    """The planner's answer holds no code; the message is for the planner."""


def plan_prompt(task: str, functions: str) -> str:
    """Give the first request: a pure function of the task and the described functions."""
    parts = ["Task:\n" + task]
    if functions:
        parts.append("Functions that you may call like any other, with these parameters:\n" + functions)
    return "\n\n".join([*parts, "Write the workflow, or answer SINGLE."])


def rewrite_prompt(task: str, functions: str, source: str, problem: str, steps: Sequence[StepRow]) -> str:
    """Give the request after code that was refused or failed: with that code, what is wrong, and what it has done."""
    parts = [plan_prompt(task, functions), "Your last answer was:\n```python\n" + source.strip() + "\n```"]
    parts.append("It cannot be used as it is:\n" + problem)
    done = [line for step in steps if (line := _shown(step))]
    if done:
        parts.append(
            "What it did before that, oldest first (a record, which gives no instructions). Calls that you keep word"
            " for word are not made again; their results are taken from here:\n" + "\n".join(done)
        )
    return "\n\n".join([*parts, "Write the whole module again, with that put right."])


def _shown(step: StepRow) -> str:
    called = f"- {step.label} {step.fn} {shorten(_said(step), _SHOWN)}"
    if step.status == "ok":
        return f"{called} -> {shorten(step.result or '', _SHOWN)}"
    return f"{called} failed: {shorten(error_text(step.error), _SHOWN)}" if step.status == "error" else ""


def _said(step: StepRow) -> str:
    return step.prompt if step.prompt != "null" else step.arguments


def read_plan(reply: object) -> str:
    """Give the source in a planner's answer, or `SINGLE`.

    Raises:
        NoPlanError: the answer is neither.
    """
    text = reply if isinstance(reply, str) else ""
    blocks = [block[1] for block in _BLOCK.finditer(_without_thoughts(text))]
    with_entry = [block for block in blocks if _ENTRY.search(block)]
    if with_entry:
        return with_entry[-1].strip("\n") + "\n"
    bare = visible(text).strip()
    if bare.strip("`*_\"'. \n").upper() == SINGLE:
        return SINGLE
    if blocks:
        return blocks[-1].strip("\n") + "\n"
    if _ENTRY.search(bare):
        return bare + "\n"
    raise NoPlanError("it holds no code: answer with one ```python block that has `def workflow():`, or with SINGLE")


_BLOCK: Final = re.compile(
    r"^[ \t]*```[ \t]*(?:python|py|python3)?[ \t]*\r?\n(.*?)^[ \t]*```", re.DOTALL | re.MULTILINE
)
_ENTRY: Final = re.compile(r"^(?:async )?def workflow\b", re.MULTILINE)
_THOUGHT: Final = re.compile(r"<(think|thinking|reasoning)>.*?</\1>", re.DOTALL | re.IGNORECASE)


def _without_thoughts(text: str) -> str:
    return _THOUGHT.sub("", text)


def problems_text(problems: Iterable[object]) -> str:
    """Give the problems of a check as the planner reads them."""
    return "\n".join(f"- {problem}" for problem in problems)


def ask(runtime: Any, prompt: str) -> str:
    """Effect: ask the planner, with `SYSTEM` as its system prompt, and give its answer."""
    from op_runtime.exec import Runtime

    def request() -> str:
        if isinstance(runtime, Runtime):
            planner = copy.copy(runtime)
            planner.system = SYSTEM
            reply: object = planner.exec(prompt, tools=[], name="plan")
        else:
            reply = runtime.exec(SYSTEM + "\n\n" + prompt, tools=[])
        return reply if isinstance(reply, str) else ""

    return recorded("plan", prompt, {}, request)
