"""One call of an agentic function: runtimes are filled in, a frame is opened, and the body runs inside it."""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Callable, Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from op_runtime.agentic.arguments import Arguments
from op_runtime.agentic.cache import MISS, Cache, key_of
from op_runtime.context import current_runtime, use_runtime
from op_runtime.errors import said
from op_runtime.menu.live import own_doc, raw_signature
from op_runtime.menu.names import INJECTED
from op_runtime.trace import HIDDEN, Frame, Node, Trace, current_frame, finish, note, record, use_frame
from op_runtime.trace.doc import without_sections
from op_runtime.trace.frame import traces_of
from op_runtime.trace.lane import Home
from op_runtime.trace.node import new_id, next_seq, snapshot

if TYPE_CHECKING:
    from op_runtime.function import AgenticFunction


class Call:
    """How an agentic function is called; one for each function."""

    def __init__(
        self, outer: AgenticFunction[Any, Any], function: Callable[..., Any], arguments: Arguments, cache: Cache | None
    ) -> None:
        self.outer = outer
        self.function = function
        self.arguments = arguments
        self.cache = cache
        self.name = arguments.name or outer.__name__
        self.signature = raw_signature(function)
        self.injected = [name for name in INJECTED if name in self.signature.parameters]
        self.doc = without_sections(own_doc(function))
        if inspect.iscoroutinefunction(function):
            self._run: Callable[..., Any] = self._async
        elif inspect.isasyncgenfunction(function):
            self._run = self._async_generator
        elif inspect.isgeneratorfunction(function):
            self._run = self._generator
        else:
            self._run = self._sync

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Effect: run the function; an async one gives a coroutine, a generator function a generator."""
        try:
            bound = self.signature.bind_partial(*args, **kwargs)
        except TypeError:
            # Python's own message for a wrong call names the function
            return self.function(*args, **kwargs)
        return self._run(_Activation(self, bound))

    def _sync(self, run: _Activation) -> Any:
        from op_runtime.exec.deadline import run_until

        with run.whole():
            if run.cached is not MISS:
                return run.cached
            return run.keep(run_until(self.arguments.timeout, run.body, self.name))

    async def _async(self, run: _Activation) -> Any:
        with run.whole():
            if run.cached is not MISS:
                return run.cached
            if self.arguments.timeout is None:
                return run.keep(await run.body())
            import asyncio

            try:
                async with asyncio.timeout(self.arguments.timeout) as limit:
                    return run.keep(await run.body())
            except TimeoutError:
                if limit.expired():
                    message = f"{self.name} did not finish within {self.arguments.timeout:g} seconds"
                    raise TimeoutError(message) from None
                raise

    def _generator(self, run: _Activation) -> Generator[Any, Any, Any]:
        """A generator whose body has its frame and runtime at every step, not only where it was made."""
        with run.opened():
            with run.active():
                body = run.body()
            step, value = body.send, None
            while True:
                with run.active():
                    try:
                        item = step(value)
                    except StopIteration as stop:
                        run.result = stop.value
                        return stop.value
                try:
                    step, value = body.send, (yield item)
                except GeneratorExit:
                    with run.active():
                        body.close()
                    raise
                except BaseException as error:
                    step, value = body.throw, error

    async def _async_generator(self, run: _Activation) -> AsyncGenerator[Any, Any]:
        with run.opened():
            with run.active():
                body = run.body()
            step, value = body.asend, None
            while True:
                with run.active():
                    try:
                        item = await step(value)
                    except StopAsyncIteration:
                        return
                try:
                    step, value = body.asend, (yield item)
                except GeneratorExit:
                    with run.active():
                        await body.aclose()
                    raise
                except BaseException as error:
                    step, value = body.athrow, error


class _Activation:
    """One call from its beginning to its end."""

    def __init__(self, call: Call, bound: inspect.BoundArguments) -> None:
        self.call = call
        self.bound = bound
        self.result: Any = None
        self.cached: Any = MISS
        self._owned: Any = None
        self._runtime: Any = None
        self._frame: Frame | None = None
        self._home: Home | None = None
        self._key: Any = None

    def body(self) -> Any:
        """Effect: call the function itself."""
        return self.call.function(*self.bound.args, **self.bound.kwargs)

    def keep(self, result: Any) -> Any:
        """Effect: remember the result for the trace, and for the cache where there is one; gives it back."""
        self.result = result
        if self.call.cache is not None and self._key is not None:
            self.call.cache.put(self._key, result, held=self.bound)
        return result

    @contextmanager
    def whole(self) -> Iterator[None]:
        """Effect: open the frame and be inside it, from the first line of the body to its end."""
        with self.opened(), self.active():
            yield

    @contextmanager
    def active(self) -> Iterator[None]:
        """Effect: be inside the frame."""
        assert self._home is not None
        with use_frame(self._frame), self._home.entered():
            if self._runtime is None:
                yield
            else:
                with use_runtime(self._runtime):
                    yield

    @contextmanager
    def opened(self) -> Iterator[None]:
        """Effect: fill the runtimes and begin the trace node; end both, however the call ends."""
        try:
            self._read_cache()
            self._fill()
            self._frame = frame = self._open()
            self._home = Home()
            try:
                yield
            except GeneratorExit:
                self._finish(frame, "ok", None, "closed before its end")
                raise
            except BaseException as error:
                self._finish(frame, "error", said(error))
                raise
            self._finish(frame, "ok", self.result if self.cached is MISS else self.cached)
        finally:
            if self._owned is not None:
                self._owned.close()

    def _finish(self, frame: Frame, status: Any, output: object, *notes: str) -> None:
        if frame.node is not None:
            if notes:
                note(frame.traces, frame.node, *notes)
            finish(frame.traces, frame.node, status, output)

    def _read_cache(self) -> None:
        if self.call.cache is not None:
            complete = self.call.signature.bind_partial(*self.bound.args, **self.bound.kwargs)
            complete.apply_defaults()
            named = {key: value for key, value in complete.arguments.items() if key not in INJECTED}
            self._key = key_of(named)
            self.cached = self.call.cache.get(self._key)

    def _fill(self) -> None:
        """Fill every injected parameter that is missing or None (metadata spec, section 5)."""
        names = self.call.injected
        if not names:
            return
        given = {name: self.bound.arguments.get(name) for name in names}
        explicit = next((given[name] for name in names if given[name] is not None), None)
        runtime = given.get("runtime")
        if runtime is None:
            runtime = current_runtime()
        if runtime is None:
            runtime = explicit
        if runtime is None:
            from op_runtime.exec.create import create_runtime

            self._owned = runtime = create_runtime()
            outer = current_frame()
            if outer is not None and isinstance(getattr(runtime, "trace", None), Trace):
                runtime.trace = outer.traces[0]
        self._runtime = runtime
        for name in names:
            if given[name] is None:
                self.bound.arguments[name] = runtime

    def _open(self) -> Frame:
        call = self.call
        outer = current_frame()
        runtime = self._runtime if self._runtime is not None else current_runtime()
        traces = traces_of(outer, runtime) or (Trace(),)
        caller = outer.caller if outer else None
        scope = outer.scope if outer else ()
        node = None
        if call.arguments.expose != "hidden":
            node = record(
                Node(
                    "function",
                    call.name,
                    input=self._shown(),
                    caller=caller,
                    scope=scope,
                    doc=call.doc,
                    expose=call.arguments.expose,
                ),
                outer,
                traces,
            )
            if self.cached is not MISS:
                note(traces, node, "from the cache")
        identity = node.id if node else new_id()
        system = call.arguments.system
        return Frame(
            identity,
            call.name,
            node.seq if node else next_seq(),
            (*scope, identity),
            traces,
            doc=call.doc,
            system=system if system is not None else (outer.system if outer else None),
            callers=call.arguments.callers,
            subcalls=call.arguments.subcalls,
            node=node,
            caller=node.id if node else caller,
            tree=outer.tree if outer else [node] if node else [],
        )

    def _shown(self) -> dict[str, Any]:
        """The call's arguments as the trace keeps them: hidden and injected ones without their values."""
        complete = inspect.BoundArguments(self.call.signature, dict(self.bound.arguments))
        complete.apply_defaults()
        described = self.call.outer.describe()
        shown: dict[str, Any] = {}
        for index, (name, value) in enumerate(complete.arguments.items()):
            parameter = described.parameter(name)
            if index == 0 and name in ("self", "cls"):
                continue
            secret = parameter is not None and (parameter.hidden or parameter.injected)
            shown[name] = HIDDEN if secret else snapshot(value)
        return shown
