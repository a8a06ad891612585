"""`decision.make`: what is sent, and what comes of the reply (decision spec, sections 1 and 5)."""

from __future__ import annotations

import asyncio
import functools
from enum import Enum
from typing import Any

import pytest
from op_runtime import DecisionError, Option, Runtime, agentic_function, decision
from op_runtime.context import current_runtime
from op_runtime.errors import ApprovalRefusedError
from op_runtime.testing import ScriptedRuntime


class Tone(Enum):
    """How an answer sounds."""

    WARM = "warm"
    COLD = "cold"


@agentic_function(input={"text": {"description": "what to say"}})
def say(text: str, tone: Tone = Tone.WARM, runtime: Any = None) -> tuple[Any, ...]:
    """Say something."""
    return text, tone, runtime


def test_the_prompt_is_followed_by_an_empty_line_and_the_menu_and_nothing_else() -> None:
    runtime = ScriptedRuntime(['{"call": "done"}'])
    options = {"say": say, "done": "D"}
    assert decision.make("Pick one.", options, runtime=runtime) == "D"
    assert runtime.prompts == ["Pick one.\n\n" + decision.render_options(options)]
    assert [message["role"] for message in runtime.requests[0].messages] == ["user"]
    assert runtime.requests[0].tools == ()


def test_a_function_option_is_run_with_converted_arguments_and_the_runtime() -> None:
    runtime = ScriptedRuntime(['{"call": "say", "args": {"text": "hi", "tone": "cold"}}'])
    assert decision.make("Pick.", [say], runtime=runtime) == ("hi", Tone.COLD, runtime)


def test_a_value_is_handed_back_itself() -> None:
    value = object()
    runtime = ScriptedRuntime(['{"call": "a"}', '{"call": "b"}', '{"call": "c"}'])
    options = {"a": value, "b": (value, "described"), "c": Option.value((1, "x"))}
    assert decision.make("Pick.", options, runtime=runtime) is value
    assert decision.make("Pick.", options, runtime=runtime) is value
    assert decision.make("Pick.", options, runtime=runtime) == (1, "x")


def test_a_schema_gives_the_name_and_the_fields() -> None:
    runtime = ScriptedRuntime(['{"call": "plan", "args": {"steps": ["a"], "zq": 1}}', '{"call": "stop"}'])
    options = {"plan": ("Plan.", {"steps": [str]}), "stop": ("Stop.", {})}
    assert decision.make("Pick.", options, runtime=runtime) == {"decision": "plan", "steps": ["a"]}
    assert decision.make("Pick.", options, runtime=runtime) == {"decision": "stop"}


def test_a_name_in_a_list_resolves_to_itself() -> None:
    runtime = ScriptedRuntime(['{"call": "not sure"}'])
    assert decision.make("Pick.", ["no", "not sure", "no, but later"], runtime=runtime) == "not sure"


def test_the_runtime_comes_from_the_call_chain() -> None:
    @agentic_function
    def route(message: str, runtime: Any = None) -> Any:
        """Route."""
        return decision.make("Pick for " + message, ["a", "b"])

    runtime = ScriptedRuntime(['{"call": "b"}'])
    assert route("x", runtime=runtime) == "b"


def test_while_a_picked_plain_function_runs_the_runtime_is_current_and_injected() -> None:
    def plain(q: str, exec_runtime: Any, review_runtime: Any = None) -> tuple[Any, ...]:
        return q, exec_runtime, review_runtime, current_runtime()

    runtime = ScriptedRuntime(['{"call": "plain", "args": {"q": "x"}}'])
    assert decision.make("Pick.", [plain], runtime=runtime) == ("x", runtime, runtime, runtime)
    assert current_runtime() is None


def test_positional_only_var_and_keyword_only_parameters_are_bound() -> None:
    def odd(a: int, b: int = 2, /, c: int = 3, *rest: int, d: int, **more: int) -> tuple[Any, ...]:
        return a, b, c, rest, d, more

    reply = '{"call": "odd", "args": {"a": 1, "c": 5, "d": 7}}'
    assert decision.make("Pick.", [odd], runtime=ScriptedRuntime([reply])) == (1, 2, 5, (), 7, {})


def test_bound_methods_partials_and_callable_objects() -> None:
    class Desk:
        @agentic_function
        def find(self, q: str) -> str:
            """Find."""
            return "found " + q

        def __call__(self, q: str) -> str:
            return "called " + q

    def fetch(q: str, tenant: str, runtime: Any = None) -> tuple[Any, ...]:
        """Fetch."""
        return q, tenant

    options = {"find": Desk().find, "fetch": functools.partial(fetch, tenant="t2"), "desk": Desk()}
    for name, expected in (("find", "found x"), ("fetch", ("x", "t2")), ("desk", "called x")):
        runtime = ScriptedRuntime([{"call": name, "args": {"q": "x"}}])
        assert decision.make("Pick.", options, runtime=runtime) == expected
    assert "tenant" not in decision.render_options(options)


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({}, ValueError),
        ([], ValueError),
        ("ab", TypeError),
        (("a", "b"), TypeError),
        (None, TypeError),
        ({"a"}, TypeError),
    ],
)
def test_wrong_containers_are_refused_before_any_model_call(options: Any, error: type[Exception]) -> None:
    runtime = ScriptedRuntime(["x"])
    with pytest.raises(error):
        decision.make("Pick.", options, runtime=runtime)
    assert runtime.requests == []


@pytest.mark.parametrize(
    ("retries", "error"), [(-1, ValueError), (True, TypeError), ("1", TypeError), (1.0, TypeError)]
)
def test_a_wrong_max_retries_is_refused_before_any_model_call(retries: Any, error: type[Exception]) -> None:
    runtime = ScriptedRuntime(["x"])
    with pytest.raises(error, match="max_retries"):
        decision.make("Pick.", ["a"], runtime=runtime, max_retries=retries)
    assert runtime.requests == []


def test_an_empty_prompt_is_refused_before_any_model_call() -> None:
    runtime = ScriptedRuntime(["x"])
    with pytest.raises(ValueError, match="content is empty"):
        decision.make("  ", ["a"], runtime=runtime)
    assert runtime.requests == []


def test_without_a_runtime_the_message_says_what_to_do() -> None:
    with pytest.raises(RuntimeError, match=r"declare `runtime=None`"):
        decision.make("Pick.", ["a"])


def test_a_bad_reply_is_asked_about_once_with_the_question_the_reply_and_the_problem() -> None:
    runtime = ScriptedRuntime(["I would rather search.", '{"call": "b"}'])
    assert decision.make("Pick.", ["a", "b"], runtime=runtime) == "b"
    question, reply, again = runtime.requests[1].messages
    assert question == {"role": "user", "content": runtime.prompts[0]}
    assert reply == {"role": "assistant", "content": "I would rather search."}
    assert again["role"] == "user"
    assert decision.render_options(["a", "b"]).rstrip() in again["content"]
    assert runtime.requests[1].tools == ()
    assert runtime.requests[1].tool_choice == "none"


def test_the_error_after_the_last_attempt_says_what_each_reply_lacked() -> None:
    runtime = ScriptedRuntime(["no", '{"call": "say", "args": {"text": 5}}', '{"call": "say", "args": {}}'])
    with pytest.raises(DecisionError) as caught:
        decision.make("Pick.", [say], runtime=runtime, max_retries=2)
    error = caught.value
    assert isinstance(error, ValueError)
    assert error.kinds == ("no_action", "type_mismatch", "missing_required")
    assert error.kind == "missing_required"
    assert error.attempts == 3
    assert error.reply == '{"call": "say", "args": {}}'
    assert "option 'say'" in str(error)
    assert len(runtime.requests) == 3


def test_max_retries_zero_asks_once() -> None:
    runtime = ScriptedRuntime(["no", "no"])
    with pytest.raises(DecisionError) as caught:
        decision.make("Pick.", ["a"], runtime=runtime, max_retries=0)
    assert caught.value.attempts == 1
    assert len(runtime.requests) == 1


def test_a28_each_failure_has_its_own_message_and_a_transport_failure_costs_no_re_ask() -> None:
    def wait(seconds: int) -> int:
        """Wait."""
        return seconds

    runtime = ScriptedRuntime(
        [
            "not json",
            {"call": "wait", "args": {"seconds": "soon"}},
            TimeoutError("socket"),
            '{"call": "wait", "args": {"seconds": 5}}',
        ]
    )
    assert decision.make("Pick.", [wait], runtime=runtime, max_retries=2) == 5
    _, second, third, fourth = runtime.prompts
    assert "no JSON object" in second
    assert "seconds" in third
    assert "line 1" not in second + third
    assert third == fourth
    assert [node.status for node in runtime.trace] == ["rejected", "rejected", "ok"]
    assert "TimeoutError" in runtime.trace.nodes[2].notes[0]


def test_a29_the_re_ask_does_not_grow() -> None:
    reply = "x" * 50_000
    runtime = ScriptedRuntime([reply] * 6)
    with pytest.raises(DecisionError):
        decision.make("Pick.", ["a"], runtime=runtime, max_retries=5)
    assert len(runtime.prompts[5]) <= len(runtime.prompts[1]) + 200
    sent = [sum(len(message["content"]) for message in request.messages) for request in runtime.requests]
    assert sent[5] <= sent[1] + 200
    assert "x" * 2_000 not in "".join(str(request.messages) for request in runtime.requests)


def test_a31_an_error_inside_the_picked_function_is_its_own() -> None:
    @agentic_function(input={"n": {"description": "how many"}})
    def count(n: int, runtime: Any = None) -> int:
        """Count things."""
        return len(n)  # type: ignore[arg-type]

    def plain(n: int) -> int:
        raise DecisionError("mine", kinds=("x",), reply="r")

    runtime = ScriptedRuntime(['{"call": "count", "args": {"n": 3}}', "never asked"])
    with pytest.raises(TypeError, match="object of type 'int' has no len"):
        decision.make("Pick.", [count], runtime=runtime)
    assert len(runtime.requests) == 1
    runtime = ScriptedRuntime(['{"call": "plain", "args": {"n": 3}}', "never asked"])
    with pytest.raises(DecisionError, match="mine"):
        decision.make("Pick.", [plain], runtime=runtime)
    assert len(runtime.requests) == 1


def test_b10_a_call_without_arguments_is_fine_where_all_are_optional() -> None:
    def ping(host: str = "localhost", runtime: Any = None) -> str:
        return host

    runtime = ScriptedRuntime(['{"call": "ping", "args": {}}'])
    assert decision.make("Pick.", [ping], runtime=runtime) == "localhost"


def test_hidden_parameters_come_from_context_alone() -> None:
    """Defects D42 and D43."""

    @agentic_function(input={"session_id": {"hidden": True}, "admin": {"hidden": True}})
    def fetch(q: str, session_id: str, admin: bool = False) -> tuple[Any, ...]:
        """Fetch."""
        return q, session_id, admin

    reply = '{"call": "fetch", "args": {"q": "x", "session_id": "EVIL", "admin": true, "runtime": "EVIL"}}'
    runtime = ScriptedRuntime([reply])
    assert decision.make("Pick.", [fetch], runtime=runtime, context={"session_id": "real"}) == ("x", "real", False)
    assert "session_id" not in runtime.prompts[0]

    runtime = ScriptedRuntime([reply])
    with pytest.raises(TypeError, match=r"option 'fetch': the hidden parameter session_id must come from context="):
        decision.make("Pick.", [fetch, "other"], runtime=runtime)
    assert runtime.requests == []


def test_context_must_be_a_dict() -> None:
    runtime = ScriptedRuntime(["x"])
    with pytest.raises(TypeError, match="context must be a dict"):
        decision.make("Pick.", ["a"], runtime=runtime, context="session")  # type: ignore[arg-type]
    assert runtime.requests == []


def test_d44_a_second_runtime_in_context_is_kept() -> None:
    @agentic_function
    def check(runtime: Any, review_runtime: Any) -> tuple[Any, ...]:
        """Check."""
        return runtime, review_runtime

    def plain(runtime: Any, review_runtime: Any) -> tuple[Any, ...]:
        return runtime, review_runtime

    for option in (check, plain):
        runtime, review = ScriptedRuntime([{"call": option.__name__}]), ScriptedRuntime()
        chosen = decision.make("Pick.", [option], runtime=runtime, context={"review_runtime": review})
        assert chosen == (runtime, review)


def test_b14_an_async_option_is_run_or_refused_and_never_text() -> None:
    @agentic_function(input={})
    async def now(runtime: Any = None) -> str:
        """Tell the time."""
        await asyncio.sleep(0)
        return "12:00"

    runtime = ScriptedRuntime(['{"call": "now"}'])
    assert decision.make("Pick.", [now], runtime=runtime) == "12:00"

    async def inside_a_loop() -> Any:
        runtime = ScriptedRuntime(['{"call": "now"}', '{"call": "now"}'])
        with pytest.raises(TypeError, match=r"`async def`.*amake"):
            decision.make("Pick.", [now], runtime=runtime)
        assert runtime.requests == []
        return await decision.amake("Pick.", [now], runtime=runtime)

    assert asyncio.run(inside_a_loop()) == "12:00"


def test_a_function_that_only_turns_out_to_be_async_is_run_or_refused_too() -> None:
    async def later() -> str:
        return "late"

    def now() -> Any:
        return later()

    assert decision.make("Pick.", [now], runtime=ScriptedRuntime(['{"call": "now"}'])) == "late"

    async def inside_a_loop() -> None:
        with pytest.raises(TypeError, match="later is an `async def`"):
            decision.make("Pick.", [now], runtime=ScriptedRuntime(['{"call": "now"}']))

    asyncio.run(inside_a_loop())


async def test_amake_does_what_make_does() -> None:
    runtime = ScriptedRuntime(["hm", ConnectionError("gone"), '{"call": "say", "args": {"text": "hi"}}'])
    assert await decision.amake("Pick.", [say], runtime=runtime) == ("hi", Tone.WARM, runtime)
    with pytest.raises(DecisionError):
        await decision.amake("Pick.", ["a"], runtime=ScriptedRuntime(["x"]), max_retries=0)
    with pytest.raises(RuntimeError, match=r"amake"):
        await decision.amake("Pick.", ["a"])
    for options, error in (({}, ValueError), ("ab", TypeError)):
        with pytest.raises(error):
            await decision.amake("Pick.", options, runtime=runtime)
    assert len(runtime.requests) == 3


def test_approval_is_asked_for_exactly_what_will_run() -> None:
    asked: list[Any] = []
    ran: list[Any] = []

    @agentic_function(requires_approval=True, input={"key": {"hidden": True}})
    def pay(to: str, sum_: int, key: str = "secret") -> str:
        """Pay."""
        ran.append((to, sum_))
        return "paid"

    def approve(name: str, arguments: dict[str, Any]) -> bool:
        asked.append((name, dict(arguments)))
        arguments["sum_"] = 5000
        return to_be_approved

    reply = '{"call": "pay", "args": {"to": "Ann", "sum_": 5}}'
    to_be_approved = True
    assert decision.make("Pick.", [pay], runtime=ScriptedRuntime([reply], on_approval=approve)) == "paid"
    assert asked == [("pay", {"to": "Ann", "sum_": 5})]
    assert ran == [("Ann", 5)]

    to_be_approved = False
    with pytest.raises(ApprovalRefusedError, match="pay requires approval, and it was refused"):
        decision.make("Pick.", [pay], runtime=ScriptedRuntime([reply], on_approval=approve))
    with pytest.raises(PermissionError, match="on_approval"):
        decision.make("Pick.", [pay], runtime=ScriptedRuntime([reply]))
    assert ran == [("Ann", 5)]
    assert pay("Bob", 1) == "paid"


@pytest.mark.parametrize("answer", ["no", 1, None, False])
def test_nothing_but_true_approves(answer: object) -> None:
    @agentic_function(requires_approval=True)
    def pay() -> str:
        """Pay."""
        raise AssertionError("it ran")

    with pytest.raises(ApprovalRefusedError):
        decision.make("Pick.", [pay], runtime=ScriptedRuntime(['{"call": "pay"}'], on_approval=lambda *call: answer))


def test_an_async_approval_hook_is_run_and_not_taken_for_a_yes() -> None:
    @agentic_function(requires_approval=True)
    def pay() -> str:
        """Pay."""
        return "paid"

    async def refuse(name: str, arguments: Any) -> bool:
        return False

    async def approve(name: str, arguments: Any) -> bool:
        return True

    with pytest.raises(ApprovalRefusedError):
        decision.make("Pick.", [pay], runtime=ScriptedRuntime(['{"call": "pay"}'], on_approval=refuse))
    assert decision.make("Pick.", [pay], runtime=ScriptedRuntime(['{"call": "pay"}'], on_approval=approve)) == "paid"


def test_r1_r2_a_pure_decision_has_no_tools_in_the_re_ask_neither() -> None:
    @agentic_function
    def wipe() -> None:
        """Wipe everything."""
        raise AssertionError("ran")

    runtime = ScriptedRuntime(["hm", '{"call": "a"}'])
    decision.make("Pick.", ["a"], runtime=runtime)
    assert [request.tools for request in runtime.requests] == [(), ()]


def test_a_plain_callable_is_a_model() -> None:
    seen: list[Any] = []

    def model(messages: list[dict[str, Any]]) -> str:
        seen.append(messages)
        return '{"call": "a"}'

    assert decision.make("Pick.", ["a"], runtime=Runtime(model)) == "a"
    assert seen[0][-1]["content"].startswith("Pick.\n\n")


def test_any_object_with_exec_is_a_runtime_for_make() -> None:
    class Other:
        def __init__(self) -> None:
            self.asked: list[Any] = []
            self.replies = ["hm", '{"call": "me", "args": {"q": "x"}}']

        def exec(self, content: str, **options: Any) -> str:
            self.asked.append((content, options))
            return self.replies[len(self.asked) - 1]

        async def aexec(self, content: str, **options: Any) -> str:
            return self.exec(content, **options)

    def me(q: str, runtime: Any = None) -> Any:
        return q, runtime

    other = Other()
    assert asyncio.run(decision.amake("Pick.", [me], runtime=other)) == ("x", other)
    other = Other()
    assert decision.make("Pick.", [me], runtime=other) == ("x", other)
    assert other.asked[0] == ("Pick.\n\n" + decision.render_options([me]), {"tools": []})
    assert other.asked[1][1] == {"tools": []}
