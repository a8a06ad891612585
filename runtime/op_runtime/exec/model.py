"""What a runtime asks and what a model answers: one small protocol."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from op_runtime.exec.cancel import Cancellation
from op_runtime.menu.tolerant import clean

Message: TypeAlias = dict[str, Any]
"""``{"role": "system" | "user" | "assistant" | "tool", "content": text or blocks, ...}``."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One tool that the model wants run; `arguments` is the JSON object it gave, or the text where it is none."""

    name: str
    arguments: Any = field(default_factory=dict)
    id: str = ""


@dataclass(frozen=True, slots=True)
class Reply:
    """A model's answer: text, tools to run, and why it stopped (`"length"` where it was cut off).

    `notes` are what the trace is to say about the call beside it.
    """

    text: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    finish_reason: str | None = None
    usage: Mapping[str, int] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """Everything that one model call sends; `request["messages"]` works as `request.messages` does.

    `tools` are tool specs (`{"name", "description", "parameters"}`), `schema` the JSON Schema of a valid reply where
    the runtime constrains replies, `timeout` the seconds that are left; `cancellation` tells a model that waits that
    nobody waits for it any more. `instruction`, `menu`, `context` and `history` are the parts that the messages were
    made of.
    """

    messages: tuple[Message, ...]
    tools: tuple[dict[str, Any], ...] = ()
    tool_choice: Any = "auto"
    parallel_tool_calls: bool | None = None
    model: str | None = None
    response_format: Any = None
    schema: dict[str, Any] | None = None
    timeout: float | None = None
    cancellation: Cancellation | None = field(default=None, repr=False, compare=False)
    instruction: str = ""
    menu: str = ""
    context: str = ""
    history: str = ""

    @property
    def prompt(self) -> str:
        """The text of the last user message."""
        for message in reversed(self.messages):
            if message["role"] == "user":
                return text_of(message["content"])
        return ""

    def __getitem__(self, key: str) -> Any:
        try:
            return getattr(self, key)
        except AttributeError:
            raise KeyError(key) from None


def text_of(content: Any) -> str:
    """Give the text of a message's content; a block that is not text is shown as its type and path."""
    if isinstance(content, str):
        return content
    parts = [
        block["text"] if block["type"] == "text" else f"[{block['type']}: {block.get('path', '')}]" for block in content
    ]
    return "\n\n".join(parts)


@runtime_checkable
class Model(Protocol):
    """Anything that answers a request; `acall`, where it has one, is awaited by `Runtime.aexec`.

    What else a model may have: `takes`, those of "tools", "model" and "response_format" that it takes (all, where it
    does not say); `check(content)`, which raises where it cannot be sent the content of a message, before any call;
    `close()`; and `instant`, `keeps_deadline` or `abandonable`, each True: it answers without waiting for anything; it
    keeps to `timeout` and `cancellation` itself; or its call may be left alone in a thread when nobody waits for it.
    """

    def call(self, request: Request) -> object:
        """Effect: ask the model. Gives text, a `Reply`, or an object with `.text` and `.tool_calls`."""


class CallableModel:
    """A plain callable as a model: `call(messages)`.

    Where it has parameters of these names it is also given `tools` (tool specs), `model` and `response_format`.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        self.function = function
        self.takes = tuple(name for name in ("tools", "model", "response_format") if _takes(function, name))

    def call(self, request: Request) -> object:
        """Effect: call the function on the request's messages."""
        messages = [dict(message) for message in request.messages]
        extra = {name: request[name] for name in self.takes}
        if "tools" in extra:
            extra["tools"] = [dict(tool) for tool in request.tools]
        return self.function(messages, **extra)


def _takes(function: Callable[..., object], name: str) -> bool:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return False
    # the first one takes the messages, whatever it is called
    return any(parameter.name == name and parameter.kind in _BY_NAME for parameter in parameters[1:])


_BY_NAME: Final = (inspect.Parameter.KEYWORD_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def as_model(call: object) -> Model:
    """Give `call` as a model.

    Raises:
        TypeError: it is neither callable nor has a `call` method.
    """
    if isinstance(call, Model) and not isinstance(call, type):
        return call
    if callable(call) and not isinstance(call, type):
        return CallableModel(call)
    raise TypeError(
        f"a model is a callable that takes messages and gives text, or an object with call(request), not {call!r}"
        + ("; name one with Runtime(model=...)" if isinstance(call, str) else "")
    )


def as_reply(answer: object) -> Reply:
    """Give what a model returned as a `Reply`; lone surrogates in its text, which no encoder takes, become U+FFFD.

    Raises:
        TypeError: it is neither text nor has `.text` or `.tool_calls`.
    """
    if isinstance(answer, Reply):
        return answer if answer.text.isascii() else replace(answer, text=clean(answer.text))
    if isinstance(answer, str):
        return Reply(clean(str(answer)))
    if answer is None:
        return Reply()
    if hasattr(answer, "text") or hasattr(answer, "tool_calls"):
        calls = [_tool_call(item) for item in getattr(answer, "tool_calls", None) or ()]
        reason = getattr(answer, "finish_reason", None)
        text = getattr(answer, "text", None)
        return Reply(
            clean(text) if isinstance(text, str) else "",
            tuple(calls),
            reason if isinstance(reason, str) else None,
            dict(getattr(answer, "usage", None) or {}),
        )
    raise TypeError(
        f"the model gave {type(answer).__name__}; it must give text, or an object with .text and .tool_calls"
    )


def _tool_call(item: object) -> ToolCall:
    """A tool call in the shape of this module, of an object with those attributes, or of OpenAI's API."""
    if isinstance(item, ToolCall):
        return item
    get = item.get if isinstance(item, Mapping) else lambda key, default=None: getattr(item, key, default)
    inner = get("function")
    source = inner if isinstance(inner, Mapping) else item
    read = source.get if isinstance(source, Mapping) else lambda key, default=None: getattr(source, key, default)
    arguments = read("arguments", None)
    if arguments is None:
        arguments = read("args", None)
    return ToolCall(str(read("name", "")), read_arguments(arguments), str(get("id", "") or ""))


def read_arguments(arguments: object) -> object:
    """Give a tool call's arguments as a JSON value; text that is not JSON stays text, for the error that follows."""
    if arguments is None or arguments == "":
        return {}
    if isinstance(arguments, str):
        try:
            return json.loads(arguments)
        except (ValueError, RecursionError):
            return arguments
    return arguments


def assistant_message(reply: Reply, calls: Sequence[ToolCall]) -> Message:
    """Give the message that stands for a reply with tool calls."""
    return {
        "role": "assistant",
        "content": reply.text,
        "tool_calls": [{"id": call.id, "name": call.name, "arguments": call.arguments} for call in calls],
    }
