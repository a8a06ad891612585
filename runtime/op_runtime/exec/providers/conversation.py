"""A request in the terms of pydantic-ai, and its response in ours. Imported only where pydantic-ai is installed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pydantic_ai.exceptions import UserError
from pydantic_ai.messages import (
    BinaryContent,
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    ModelResponsePart,
    SystemPromptPart,
    TextPart,
    ToolCallPart,
    ToolReturnPart,
    UserContent,
    UserPromptPart,
)
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition
from pydantic_ai.settings import ModelSettings
from pydantic_ai.tools import ToolDefinition

from op_runtime.exec.model import Message, Reply, Request, ToolCall, read_arguments
from op_runtime.exec.providers.media import media_type
from op_runtime.exec.providers.schemas import bounded, named, response_schema, rooted, unrooted, without_left_out
from op_runtime.menu.spec import strict


def messages_of(request: Request) -> list[ModelMessage]:
    """Effect: give the request's messages, with the files that they name read."""
    result: list[ModelMessage] = []
    parts: list[ModelRequestPart] = []
    for message in request.messages:
        if message["role"] == "assistant":
            if parts:
                result.append(ModelRequest(parts=parts))
                parts = []
            result.append(ModelResponse(parts=_said(message)))
        else:
            parts.append(_asked(message))
    if parts:
        result.append(ModelRequest(parts=parts))
    return result


def _asked(message: Message) -> ModelRequestPart:
    content = message["content"]
    if message["role"] == "system":
        return SystemPromptPart(content)
    if message["role"] == "tool":
        return ToolReturnPart(message["name"], content, message["tool_call_id"])
    return UserPromptPart(content if isinstance(content, str) else [_block(block) for block in content])


def _said(message: Message) -> Sequence[ModelResponsePart]:
    parts: list[ModelResponsePart] = [TextPart(message["content"])] if message["content"] else []
    for call in message.get("tool_calls", ()):
        arguments = call["arguments"]
        given = arguments if isinstance(arguments, str | dict) else {"arguments": arguments}
        parts.append(ToolCallPart(call["name"], given, call["id"]))
    return parts


def _block(block: dict[str, Any]) -> UserContent:
    if block["type"] == "text":
        text: str = block["text"]
        return text
    path = Path(block["path"])
    return BinaryContent(data=path.read_bytes(), media_type=media_type(path))


def parameters_of(request: Request, provider: str) -> ModelRequestParameters:
    """Give the tools and the schema of a request, in the form that `provider` takes.

    OpenAI takes bounds on texts, numbers and lists (its guide on structured outputs, "Supported properties"; the
    lengths of texts since 2025), so in a pick what has none gets one. Anthropic refuses every bound, which pydantic-ai
    moves into the descriptions, and Google refuses schemas whose bounds make too many states: those two are sent
    declared bounds only, as everybody is for a `response_format`.

    Raises:
        TypeError: `response_format` has no schema.
        UserError: the provider has no form for it.
    """
    tools = [_tool(spec) for spec in request.tools]
    schema = _schema_of(request)
    if schema is None:
        return ModelRequestParameters(function_tools=tools)
    plain = rooted(named(schema))
    if provider == "openai" and request.schema is not None:
        plain = bounded(plain)
    exact, reason = strict(plain)
    if exact is None and provider == "anthropic":
        raise UserError(f"Anthropic's structured output has no form for this schema: {reason}")
    output = OutputObjectDefinition(json_schema=exact or plain, name="reply", strict=exact is not None)
    return ModelRequestParameters(function_tools=tools, output_mode="native", output_object=output)


def _schema_of(request: Request) -> dict[str, Any] | None:
    if request.schema is None and request.response_format is not None:
        return response_schema(request.response_format)
    return request.schema


def _tool(spec: dict[str, Any]) -> ToolDefinition:
    parameters = named(spec["parameters"])
    exact, _ = strict(parameters)
    return ToolDefinition(
        name=spec["name"],
        description=spec.get("description") or None,
        parameters_json_schema=exact or parameters,
        strict=exact is not None,
    )


def settings_of(request: Request, settings: ModelSettings) -> ModelSettings:
    """Give the settings of one call: those of the model, and what the request says about tools."""
    result = settings.copy()
    if request.tools:
        choice = request.tool_choice
        if isinstance(choice, dict):
            choice = [choice["function"]["name"] if "function" in choice else choice["name"]]
        elif isinstance(choice, str) and choice not in ("auto", "none", "required"):
            choice = [choice]
        result["tool_choice"] = choice
        if request.parallel_tool_calls is not None:
            result["parallel_tool_calls"] = request.parallel_tool_calls
    if isinstance(request.response_format, dict) and request.response_format.get("type") == "json_object":
        result["extra_body"] = {"response_format": {"type": "json_object"}}
    return result


def reply_of(response: ModelResponse, request: Request) -> Reply:
    """Give the response to `request` as a reply; what a model thought aloud is left out.

    A text under a schema has the form of that schema, not the one that the provider was sent: it comes out of the
    object that was put around it, and null does not stand for what a `response_format` lets be missing.
    """
    usage = response.usage
    text = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    schema = _schema_of(request)
    if schema is not None:
        text = unrooted(text, schema)
        if request.schema is None:
            text = without_left_out(text, schema)
    notes: tuple[str, ...] = ()
    refusal = (response.provider_details or {}).get("refusal")
    if not text and isinstance(refusal, str):
        text, notes = refusal, ("the model refused",)
    return Reply(
        text,
        tuple(
            ToolCall(part.tool_name, read_arguments(part.args), part.tool_call_id)
            for part in response.parts
            if isinstance(part, ToolCallPart)
        ),
        response.finish_reason,
        {"input_tokens": usage.input_tokens, "output_tokens": usage.output_tokens},
        notes,
    )
