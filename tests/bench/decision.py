"""One decision, and the reading of one reply, here and in the neighbouring libraries, in one run."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable
from typing import Any

from measure import interleaved, least_cpu_seconds, say, shown, table
from op_runtime import decision
from op_runtime.menu import build_menu
from op_runtime.menu.extract import extract_action
from op_runtime.menu.reply import read_reply
from op_runtime.testing import ScriptedRuntime

REPLY = {"call": "refund", "args": {"order": "A" * 900, "amount": 1.5}}
TEXT = f"Sure, here it is.\n```json\n{json.dumps(REPLY)}\n```"
"""A friendly reply of about 1 KB."""


def refund(order: str, amount: float, reason: str = "") -> str:
    """Refund an order."""
    return f"refunded {amount}"


def escalate(team: str) -> str:
    """Hand the ticket to a team."""
    return team


OPTIONS = {"refund": refund, "escalate": escalate}


def whole_decisions() -> dict[str, Callable[[], object]]:
    """Render, call a scripted model, parse, dispatch: in each library as its users write it."""
    runtime = ScriptedRuntime([TEXT] * 100_000)
    actions: dict[str, Callable[[], object]] = {
        "op_runtime": lambda: decision.make("Pick what to do.", OPTIONS, runtime=runtime)
    }
    if _has("pydantic_ai"):
        from pydantic_ai import Agent
        from pydantic_ai.messages import ModelResponse, ToolCallPart
        from pydantic_ai.models.function import FunctionModel

        def answer(messages: Any, info: Any) -> ModelResponse:
            return ModelResponse(parts=[ToolCallPart(info.output_tools[0].name, REPLY["args"])])

        agent = Agent(FunctionModel(answer), output_type=[refund, escalate])
        actions["pydantic-ai"] = lambda: agent.run_sync("Pick what to do.").output
    if _has("instructor"):
        actions["instructor"] = _instructor()
    if _has("langchain_core"):
        actions["langchain-core"] = _langchain()
    return actions


def _model() -> Any:
    from typing import Literal

    from pydantic import BaseModel

    class Refund(BaseModel):
        """Refund an order."""

        order: str
        amount: float
        reason: str = ""

    class Pick(BaseModel):
        call: Literal["refund", "escalate"]
        args: Refund

    return Pick


def _instructor() -> Callable[[], object]:
    import instructor
    from openai.types.chat import ChatCompletion

    completion = ChatCompletion.model_validate(
        {
            "id": "1",
            "created": 0,
            "model": "scripted",
            "object": "chat.completion",
            "choices": [
                {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": TEXT}},
            ],
        }
    )

    def scripted(**request: Any) -> ChatCompletion:
        return completion

    create: Any = instructor.patch(create=scripted, mode=instructor.Mode.MD_JSON)
    pick = _model()

    def run() -> object:
        result = create(
            response_model=pick, messages=[{"role": "user", "content": "Pick what to do."}], model="scripted"
        )
        return OPTIONS[result.call](**result.args.model_dump())

    return run


def _langchain() -> Callable[[], object]:
    from langchain_core.language_models import FakeListChatModel
    from langchain_core.output_parsers import PydanticOutputParser
    from langchain_core.prompts import ChatPromptTemplate

    parser = PydanticOutputParser(pydantic_object=_model())
    prompt = ChatPromptTemplate.from_messages([("human", "{question}\n\n{format}")])
    chain = prompt | FakeListChatModel(responses=[TEXT]) | parser

    def run() -> object:
        result = chain.invoke({"question": "Pick what to do.", "format": parser.get_format_instructions()})
        return OPTIONS[result.call](**result.args.model_dump())

    return run


def _has(module: str) -> bool:
    return importlib.util.find_spec(module) is not None


FRIENDLY = "The customer wrote twice and the order is late. "
HOSTILE = {
    "open braces": "{",
    "backticks": "`",
    "brackets in an object": "[",
    "spaces": " ",
    "think tags": "<think>",
    "small objects": '{"a": 1} ',
}


def extraction() -> dict[str, dict[int, float]]:
    """CPU seconds to look for a pick in 1 KB, 100 KB and 1 MB of friendly and hostile text."""
    results: dict[str, dict[int, float]] = {}
    for name, piece in {"friendly prose": FRIENDLY, **HOSTILE}.items():
        results[name] = {}
        for size in (1_000, 100_000, 1_000_000):
            text = (piece * (size // len(piece) + 1))[:size]
            if name == "friendly prose":
                text += json.dumps({"call": "escalate", "args": {"team": "blue"}})
            if name == "brackets in an object":
                text = '{"call": "escalate", "args": ' + text
            repeat = 7 if size > 1_000 else 50
            results[name][size] = least_cpu_seconds(lambda text=text: extract_action(text), repeat)
    return results


def main() -> None:
    """Effect: prints the tables."""
    actions = whole_decisions()
    for name, action in actions.items():
        assert action() == "refunded 1.5", name
    table(
        "One decision: render, scripted model, parse, dispatch (1 KB reply)",
        interleaved(actions, 15, inner=20),
        "op_runtime",
    )
    menu = build_menu(OPTIONS)
    reading: dict[str, Callable[[], object]] = {"op_runtime, menu and types checked": lambda: read_reply(TEXT, menu)}
    if _has("langchain_core"):
        from langchain_core.output_parsers import JsonOutputParser

        parser = JsonOutputParser()
        reading["langchain-core JSON parser, nothing checked"] = lambda: parser.parse(TEXT)
    table("Reading one reply of 1 KB", interleaved(reading, 15, inner=50), "op_runtime, menu and types checked")
    say("\nLooking for a pick in hostile and friendly text (and the growth for 10 times the text)")
    for name, sizes in extraction().items():
        growth = (sizes[1_000_000] / sizes[100_000]) if sizes[100_000] else 0.0
        cells = "  ".join(f"{size // 1000:>5} KB {shown(seconds):>10}" for size, seconds in sizes.items())
        say(f"  {name:<24}{cells}   x{growth:.1f}")


if __name__ == "__main__":
    main()
