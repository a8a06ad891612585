"""One turn as a plain generator: it yields what must be done, and is sent what came of it.

So the same text serves `exec` and `aexec`: only what carries a step out differs.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from op_runtime.budget import spend_model_call
from op_runtime.errors import DecisionError, LLMError, said
from op_runtime.exec.cancel import Cancellation
from op_runtime.exec.model import Message, Reply, Request, ToolCall, as_reply, assistant_message
from op_runtime.exec.tools import Toolbox
from op_runtime.menu import Menu
from op_runtime.trace import Frame, Node, Trace, finish, note, record
from op_runtime.trace.latest import remember
from op_runtime.trace.node import snapshot

if TYPE_CHECKING:
    from op_runtime.menu.reply import Pick, ReplyError

MAX_ITERATIONS = 50
"""Model calls that one turn may make at most, whatever it is asked for."""

LONGEST_PAUSE = 60.0
"""Seconds that a provider may ask to wait before the same request is sent again."""

QUOTED = 500
"""Characters of a reply that could not be read that are sent back as the model's own turn."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Step: send the request to the model. Sent back: what the model gave."""

    request: Request


@dataclass(frozen=True, slots=True)
class RunTool:
    """Step: run the tool that the model called, for `seconds` at most. Sent back: the text of its result."""

    toolbox: Toolbox
    call: ToolCall
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Wait:
    """Step: let time pass before the same request is sent again."""

    seconds: float


Step: TypeAlias = Ask | RunTool | Wait


@dataclass(slots=True)
class Turn:
    """What one turn works with; `request` is its first one."""

    request: Request
    toolbox: Toolbox
    traces: tuple[Trace, ...]
    frame: Frame | None
    reads: tuple[str, ...] = ()
    name: str = "exec"
    max_iterations: int = 20
    retries: int = 2
    backoff: float = 0.5
    deadline: float | None = None
    on_retry: Callable[[int, BaseException], object] | None = None
    schema_again: dict[str, Any] | None = None
    """The schema that a re-ask is constrained by."""
    cancellation: Cancellation = field(default_factory=Cancellation)
    last_node: Node | None = field(default=None, init=False)

    def remaining(self) -> float | None:
        """The seconds until the deadline.

        Raises:
            LLMError: none are left, or the turn was cancelled.
        """
        self.cancellation.check()
        if self.deadline is None:
            return None
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise LLMError(f"{self.name}: the deadline of the whole call has passed", reason="timeout")
        return left


def work(turn: Turn) -> Generator[Step, Any, tuple[Reply, list[Message]]]:
    """Let the model work with tools until it answers in text. Gives that reply and all messages before it.

    Raises:
        LLMError: it still calls tools after `max_iterations` model calls.
    """
    request = turn.request
    messages = list(request.messages)
    for _ in range(min(turn.max_iterations, MAX_ITERATIONS)):
        reply = yield from ask(turn, request)
        if not reply.tool_calls or not turn.toolbox.tools:
            return reply, messages
        calls = [_with_id(call, len(messages), index) for index, call in enumerate(reply.tool_calls)]
        messages.append(assistant_message(reply, calls))
        # a call that was demanded has been made: the same demand again would never let the model answer
        choice = request.tool_choice if request.tool_choice in ("auto", "none") else "auto"
        for call in calls:
            text = yield RunTool(turn.toolbox, call, turn.remaining())
            messages.append({"role": "tool", "tool_call_id": call.id, "name": call.name, "content": text})
        request = replace(request, messages=tuple(messages), tools=turn.toolbox.specs(), tool_choice=choice)
    raise LLMError(
        f"{turn.name}: the model still calls tools after {min(turn.max_iterations, MAX_ITERATIONS)} model calls",
        reason="max_iterations",
    )


def _with_id(call: ToolCall, position: int, index: int) -> ToolCall:
    return call if call.id else replace(call, id=f"call_{position}_{index}")


def ask(turn: Turn, request: Request) -> Generator[Step, Any, Reply]:
    """Make one model call, which is one trace node, and send it again where only its transport failed."""
    node = _begin(turn, request)
    try:
        for attempt in range(turn.retries + 1):
            try:
                spend_model_call()
                left = turn.remaining()
                answer = yield Ask(request if left is None else replace(request, timeout=left))
                turn.cancellation.check()
                reply = as_reply(answer)
                break
            except Exception as error:
                if attempt == turn.retries or not is_transport_error(error):
                    raise
                note(turn.traces, node, f"sent again after {said(error)}")
                if turn.on_retry is not None:
                    turn.on_retry(attempt + 1, error)
                yield Wait(_pause(turn, attempt, error))
    except BaseException as error:
        finish(turn.traces, node, "error", said(error))
        raise
    output: object = reply.text
    if reply.tool_calls:
        output = {
            "text": reply.text,
            "tool_calls": [{"name": c.name, "arguments": c.arguments} for c in reply.tool_calls],
        }
    node.usage = dict(reply.usage)
    node.notes.extend(reply.notes)
    finish(turn.traces, node, "ok", output)
    return reply


def _pause(turn: Turn, attempt: int, error: Exception) -> float:
    """The seconds to wait before a request is sent again: what the provider asks for, else a growing random time.

    Raises:
        the error itself: the provider asks for more time than there is.
    """
    pause: float = turn.backoff * 2**attempt * _jitter()
    left = turn.remaining()
    asked: object = getattr(error, "retry_after", None)
    if isinstance(asked, int | float):
        if asked > (LONGEST_PAUSE if left is None else min(left, LONGEST_PAUSE)):
            raise error
        return max(pause, asked) if left is None else min(max(pause, asked), left)
    return pause if left is None else min(pause, left)


def _jitter() -> float:
    import random  # costs more to import than everything else here, and is needed by failures only

    return random.uniform(0.5, 1.0)


def is_transport_error(error: BaseException) -> bool:
    """Whether only the way to the model failed, so that the same request may be sent again."""
    if isinstance(error, LLMError):
        return error.retryable
    return isinstance(error, ConnectionError | TimeoutError) or getattr(error, "retryable", False) is True


def _begin(turn: Turn, request: Request) -> Node:
    frame = turn.frame
    node = Node(
        "model",
        turn.name,
        input=request.prompt if request.messages[-1]["role"] == "user" else snapshot(request.messages[-1]["content"]),
        caller=frame.caller if frame else None,
        scope=frame.scope if frame else (),
        reads=turn.reads,
    )
    if turn.toolbox.tools and not turn.toolbox.offered:
        node.notes.append("the model takes no tools: none were sent")
    turn.last_node = record(node, frame, turn.traces)
    remember(turn.traces, node)
    return node


def decide(
    turn: Turn, reply: Reply, messages: list[Message], menu: Menu, *, last: bool, max_retries: int
) -> Generator[Step, Any, Pick]:
    """Read the pick in a reply, and ask again without tools where it cannot be read.

    A re-ask shows the turn so far, the last reply and what is wrong with it; earlier failed replies are not repeated.

    Raises:
        DecisionError: no reply could be read.
    """
    from op_runtime.menu.reask import reask
    from op_runtime.menu.reply import ReplyError, read_reply

    kinds: list[str] = []
    while True:
        try:
            pick = read_reply(reply.text, menu, last=last, finish_reason=reply.finish_reason)
        except ReplyError as error:
            problem = error
        else:
            _note(turn, *pick.notes, *(f"dropped {name}" for name in pick.dropped))
            return pick
        kinds.append(problem.kind)
        _note(turn, f"{problem.kind}: {problem}", rejected=True)
        if len(kinds) > max_retries:
            raise decision_error(problem, kinds, reply.text)
        again = reask(problem, reply.text, menu)
        request = replace(
            turn.request,
            messages=(
                *messages,
                {"role": "assistant", "content": shorten(reply.text)},
                {"role": "user", "content": again},
            ),
            tools=(),
            tool_choice="none",
            schema=turn.schema_again,
            instruction=again.replace(turn.request.menu.rstrip(), ""),
        )
        reply = yield from ask(turn, request)


def decision_error(problem: ReplyError, kinds: list[str], reply: str) -> DecisionError:
    """Make the error for a decision that came to nothing; its message names the option that was meant."""
    option = f"option {problem.option!r}: " if problem.option else ""
    attempts = f"{len(kinds)} repl{'y' if len(kinds) == 1 else 'ies'}"
    message = f"{option}{problem.kind}: {problem} (after {attempts}; the last one was: {shorten(reply.strip(), 200)!r})"
    return DecisionError(message, kinds=kinds, reply=reply)


def shorten(text: str, limit: int = QUOTED) -> str:
    """Cut the middle out of a reply; one that is empty is named, since no provider takes an empty turn."""
    from op_runtime.control_flow.text import shorten as cut

    return cut(text, limit) if text.strip() else "(empty)"


def _note(turn: Turn, *notes: str, rejected: bool = False) -> None:
    node = turn.last_node
    if node is not None and (notes or rejected):
        note(turn.traces, node, *notes, status="rejected" if rejected else None)
