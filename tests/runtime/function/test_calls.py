"""A decorated function is called as the function itself is, whatever kind it is."""

from __future__ import annotations

import asyncio
import inspect
import pickle
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from op_runtime import agentic_function, llm
from op_runtime.context import current_runtime
from op_runtime.menu import describe
from op_runtime.testing import ScriptedRuntime
from op_runtime.trace import current_frame


@agentic_function(input={"q": {"description": "words"}})
def find(q: str, /, *more: str, limit: int = 3, runtime: Any = None, **rest: Any) -> tuple[Any, ...]:
    """Find pages.

    In the archive.
    """
    return q, more, limit, rest


def plain(q: str, /, *more: str, limit: int = 3, runtime: Any = None, **rest: Any) -> tuple[Any, ...]:
    return q, more, limit, rest


def test_it_looks_like_the_function_it_decorates() -> None:
    assert find.__name__ == "find"
    assert find.__qualname__ == "find"
    assert find.__module__ == __name__
    assert find.__doc__ is not None
    assert find.__doc__.startswith("Find pages.")
    assert find.__wrapped__.__name__ == "find"
    assert str(inspect.signature(find)) == str(inspect.signature(plain)).replace("plain", "find")
    assert inspect.unwrap(find) is find.__wrapped__  # type: ignore[arg-type]
    assert callable(find)
    assert pickle.loads(pickle.dumps(find)) is find


def test_every_kind_of_parameter_arrives() -> None:
    own = ScriptedRuntime()
    assert find("a", "b", "c", limit=5, runtime=own, extra=1) == ("a", ("b", "c"), 5, {"extra": 1})
    assert find("a", runtime=own) == ("a", (), 3, {})


def test_a_wrong_call_is_pythons_own_error() -> None:
    @agentic_function
    def one(a: int) -> int:
        """One."""
        return a

    with pytest.raises(TypeError, match=r"one\(\) got an unexpected keyword argument 'b'"):
        one(1, b=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match=r"one\(\) missing 1 required positional argument: 'a'"):
        one()  # type: ignore[call-arg]
    assert current_frame() is None


class Desk:
    """Has agentic methods of every kind."""

    def __init__(self, name: str) -> None:
        self.name = name

    @agentic_function
    def greet(self, guest: str, runtime: Any = None) -> str:
        """Greet."""
        return f"{self.name} greets {guest}"

    @classmethod
    @agentic_function
    def of_class(cls, guest: str) -> str:
        """Greet for the class."""
        return f"{cls.__name__} greets {guest}"

    @staticmethod
    @agentic_function
    def of_nobody(guest: str) -> str:
        """Greet for nobody."""
        return f"hello {guest}"

    @agentic_function
    @staticmethod
    def inside_out(guest: str) -> str:
        """Greet the other way round."""
        return f"hi {guest}"


def test_methods() -> None:
    desk = Desk("Ann")
    own = ScriptedRuntime()
    assert desk.greet("Bob", runtime=own) == "Ann greets Bob"
    assert Desk.greet(desk, "Bob", runtime=own) == "Ann greets Bob"
    assert Desk.of_class("Bob") == "Desk greets Bob"
    assert desk.of_class("Bob") == "Desk greets Bob"
    assert Desk.of_nobody("Bob") == "hello Bob"
    assert Desk.inside_out("Bob") == "hi Bob"  # type: ignore[operator]
    assert list(inspect.signature(desk.greet).parameters) == ["guest", "runtime"]
    assert [parameter.name for parameter in describe(desk.greet).visible] == ["guest"]


def test_an_async_function_is_seen_as_one_and_awaited() -> None:
    @agentic_function
    async def now(runtime: Any = None) -> str:
        """Tell the time."""
        assert current_runtime() is runtime
        await asyncio.sleep(0)
        return "12:00"

    assert inspect.iscoroutinefunction(now)
    assert asyncio.iscoroutinefunction(now)
    assert not inspect.iscoroutinefunction(find)
    assert describe(now).is_async
    own = ScriptedRuntime()
    assert asyncio.run(now(runtime=own)) == "12:00"  # type: ignore[arg-type]
    assert own.trace.nodes[0].output == "12:00"


def test_a_generators_body_has_its_frame_and_its_runtime_at_every_step() -> None:
    @agentic_function
    def lines(count: int, runtime: Any = None) -> Iterator[str]:
        """Give lines."""
        for number in range(count):
            yield llm(f"line {number}")

    assert inspect.isgeneratorfunction(lines)
    own = ScriptedRuntime(["a", "b", "c"])
    seen = []
    for line in lines(3, runtime=own):
        seen.append(line)
        assert current_runtime() is None
        assert current_frame() is None
    assert seen == ["a", "b", "c"]
    function, *calls = own.trace.nodes
    assert function.status == "ok"
    assert [call.caller for call in calls] == [function.id] * 3


def test_a_generator_is_sent_to_thrown_into_and_closed_as_a_plain_one() -> None:
    log: list[object] = []

    @agentic_function
    def echo() -> Iterator[Any]:
        """Echo."""
        value: Any = None
        try:
            while True:
                try:
                    value = yield value
                except KeyError as error:
                    value = f"caught {error}"
        finally:
            log.append(current_frame() is not None)

    running: Any = echo()
    assert next(running) is None
    assert running.send(5) == 5
    assert running.throw(KeyError("k")) == "caught 'k'"
    running.close()
    assert log == [True]

    failing: Any = echo()
    next(failing)
    with pytest.raises(ValueError, match="v"):
        failing.throw(ValueError("v"))


def test_a_generators_return_value_is_kept() -> None:
    @agentic_function
    def counted() -> Any:
        """Count."""
        yield 1
        return "done"

    def outer() -> Any:
        return (yield from counted())

    running = outer()
    assert next(running) == 1
    with pytest.raises(StopIteration) as stop:
        next(running)
    assert stop.value.value == "done"


async def test_an_async_generator() -> None:
    @agentic_function
    async def lines(runtime: Any = None) -> AsyncIterator[str]:
        """Give lines."""
        for number in range(2):
            yield await runtime.aexec(f"line {number}")
            assert current_runtime() is runtime

    assert inspect.isasyncgenfunction(lines)
    own = ScriptedRuntime(["a", "b"])
    assert [line async for line in lines(runtime=own)] == ["a", "b"]
    assert current_runtime() is None
    assert [node.status for node in own.trace] == ["ok", "ok", "ok"]


def test_a_generator_that_is_never_started_leaves_no_trace() -> None:
    @agentic_function
    def lines(runtime: Any = None) -> Iterator[str]:
        """Give lines."""
        yield "a"

    own = ScriptedRuntime()
    lines(runtime=own)
    assert own.trace.nodes == []


def test_a_dead_call_does_not_stay_the_current_one() -> None:
    """Defect T11: a call that fails, at whatever depth, leaves neither frame nor runtime behind."""

    @agentic_function
    def deeper(n: int, runtime: Any = None) -> int:
        """Go deeper."""
        return deeper(n + 1)

    with pytest.raises(RecursionError):
        deeper(0, runtime=ScriptedRuntime())
    assert current_frame() is None
    assert current_runtime() is None


def test_annotations_that_come_later_are_read_at_first_use() -> None:
    namespace: dict[str, Any] = {}
    exec(
        "from __future__ import annotations\n"
        "from op_runtime import agentic_function\n"
        "@agentic_function\n"
        "def paint(colour: Colour):\n"
        "    'Paint.'\n"
        "import enum\n"
        "class Colour(enum.Enum):\n"
        "    RED = 'red'\n",
        namespace,
    )
    assert namespace["paint"].spec["parameters"]["properties"]["colour"]["enum"] == ["red"]


def test_allowed_values_that_do_not_fit_raise_at_decoration_also_with_text_annotations() -> None:
    with pytest.raises(TypeError, match=r"wait: .*seconds"):

        @agentic_function(input={"seconds": {"options": ["soon"]}})
        def wait(seconds: int) -> None:
            """Wait."""


def test_execute_takes_what_a_model_gives() -> None:
    @agentic_function(input={"key": {"hidden": True}})
    def fetch(path: str, n: int = 3, key: str = "default", runtime: Any = None) -> tuple[Any, ...]:
        """Fetch."""
        return path, n, key, runtime

    with pytest.raises(ValueError, match="path"):
        fetch.execute({})
    own = ScriptedRuntime()

    @agentic_function
    def outer(runtime: Any = None) -> Any:
        """Call it as a model would."""
        return fetch.execute({"path": "a", "key": "EVIL", "runtime": "EVIL", "zq": 1}, context={"key": "real"})

    assert outer(runtime=own) == ("a", 3, "real", own)
