"""Actions that can be sent to another process: they stand at the top of a module that it can import."""

from __future__ import annotations

import os

from op_runtime.context import current_runtime, use_runtime
from op_runtime.control_flow import llm
from op_runtime.testing import ScriptedRuntime


def process_id() -> int:
    return os.getpid()


def double(number: int) -> int:
    return 2 * number


def fail() -> None:
    raise ValueError("no")


def leave() -> None:
    raise SystemExit(3)


def sees_no_runtime() -> bool:
    return current_runtime() is None


def ask_the_current_runtime() -> object:
    return llm("Say hi.")


def ask_a_runtime_of_its_own() -> object:
    with use_runtime(ScriptedRuntime(["Hi"])):
        return llm("Say hi.")
