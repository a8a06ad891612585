"""The one place where a primitive asks a model something, and where it gives up on the answer."""

from __future__ import annotations

from collections.abc import Sequence

from op_runtime.context import Runtime, require_runtime
from op_runtime.control_flow.text import shorten
from op_runtime.errors import DecisionError


def need_runtime(condition: object, runtime: Runtime | None, what: str) -> None:
    """Raise RuntimeError where `condition` is text, which a model must judge, and there is no runtime to ask."""
    if isinstance(condition, str) and runtime is None:
        require_runtime(what)


def request(prompt: str, *, runtime: Runtime | None, name: str) -> str:
    """Effect: send `prompt` without tools to `runtime`, else to the current one, and give the reply.

    `name` is what asks ("judge", "route"): the trace and the message of a missing runtime say it.
    Raises RuntimeError where there is no runtime, and whatever the runtime raises.
    """
    chosen = require_runtime(name + "()") if runtime is None else runtime
    reply: object = chosen.exec(prompt, tools=[], name=name)
    return reply if isinstance(reply, str) else ""


def undecided(what: str, replies: Sequence[str], kinds: Sequence[str]) -> DecisionError:
    """Make the error for an answer that could not be read: `what` says where and why, `replies` are quoted."""
    quoted = "".join("\n  reply " + str(number) + ": " + _quoted(reply) for number, reply in enumerate(replies, 1))
    return DecisionError(what + quoted, kinds=kinds, reply=replies[-1])


def _quoted(reply: str) -> str:
    return shorten(reply.strip()) or "(empty)"
