"""The runtime: the one place through which every model call goes."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, Unpack

from op_runtime.context import current_branch
from op_runtime.exec.cancel import Cancellation
from op_runtime.exec.checks import check_names, check_retries, check_runtime, check_tool_choice, check_turn, deadline_in
from op_runtime.exec.content import check_content, with_text
from op_runtime.exec.dispatch import check_context, check_sync, prepared
from op_runtime.exec.drive import adrive, drive
from op_runtime.exec.json_schema import schema_problem
from op_runtime.exec.kept import akept_pick, akept_run, akept_text, kept_pick, kept_run, kept_text
from op_runtime.exec.model import CallableModel, Message, Model, Request, as_model, text_of
from op_runtime.exec.tools import Toolbox, collect
from op_runtime.exec.turn import Turn, decide, work
from op_runtime.menu import Menu, build_menu
from op_runtime.trace import Frame, Store, Trace, current_frame, history_text, readable, traces_of
from op_runtime.trace.lane import current_lane
from op_runtime.trace.store import opened

if TYPE_CHECKING:
    from op_runtime.menu.reply import Pick

DECISION_FINISH_INSTRUCTION: Final = (
    "Do the work first. Then end your reply with your decision: the LAST thing in it must be one single JSON object"
    " that picks exactly one of the options below, in the form of that option's Call line. Write nothing after it.\n\n"
)
"""What `exec(choices=)` puts between the content and the menu (decision spec, section 1)."""


class TurnOptions(TypedDict, total=False):
    """What `exec` takes beside its content, and `aexec` with it."""

    tools: Sequence[object] | None
    toolset: str | Sequence[str] | None
    tool_choice: Any
    parallel_tool_calls: bool | None
    max_iterations: int
    choices: object
    context: Mapping[str, object] | None
    response_format: Any
    model: str | None
    timeout_s: float | None
    on_retry: Callable[[int, BaseException], object] | None
    name: str


class Runtime:
    """Asks one model, and keeps a trace of every call.

    `call` is any callable that takes messages and gives text, or an object with `call(request)`. `model` is a name
    that is passed on to it; without `call` it names what is asked: "openai:...", "anthropic:...", "google:...", "local"
    or "local:FILE.gguf". `max_retries` is how often a failed transport is tried again, after `backoff` seconds that
    double each time, or after what the provider asks for. `system` is the system prompt where no frame has its own.
    With `constrain` the menu's JSON Schema is sent too, so that models that take one can give a valid pick only;
    with `constrain="reask"` the first answer is free, and only a re-ask is constrained. `on_approval(name, arguments)`
    gives True where a function that requires approval may run. `store` keeps the trace: a store, or the path of an
    SQLite file. `channel` is where the conversation takes place: tools that are `unsafe_in` it are withheld.

    Raises:
        TypeError: `call` is no model, or another argument is of the wrong type.
        ValueError: a number is out of range, `model` names no known provider, or `store` cannot be used.
        LLMError: `model` needs an extra that is not installed, or a key that is not set.
    """

    def __init__(
        self,
        call: object = None,
        *,
        model: object = None,
        system: str | None = None,
        max_retries: int = 2,
        constrain: bool | Literal["reask"] = False,
        on_approval: Callable[[str, dict[str, Any]], object] | None = None,
        store: Store | str | os.PathLike[str] | None = None,
        channel: str | None = None,
        backoff: float = 0.5,
    ) -> None:
        if call is None and model is not None and not isinstance(model, str):
            call, model = model, None
        check_runtime(
            {
                "model": model,
                "system": system,
                "max_retries": max_retries,
                "constrain": constrain,
                "on_approval": on_approval,
                "store": store,
                "channel": channel,
                "backoff": backoff,
            }
        )
        if call is None and isinstance(model, str):
            from op_runtime.exec.providers import make_model

            call = make_model(model)
        if call is None:
            raise TypeError(
                "Runtime needs a model: Runtime(call), where call(messages) gives the model's text,"
                " or Runtime(model=...)"
            )
        self.backend: Model = as_model(call)
        self.model = model if isinstance(model, str) else None
        self.system = system
        self.max_retries = max_retries
        self.constrain = constrain
        self.on_approval = on_approval
        self.channel = channel
        self.backoff = backoff
        self.trace = Trace(opened(store))
        self.closed = False
        self._lock = threading.Lock()
        self._running: set[Cancellation] = set()

    def exec(
        self,
        content: str | list[dict[str, Any]],
        *,
        tools: Sequence[object] | None = None,
        toolset: str | Sequence[str] | None = None,
        tool_choice: Any = "auto",
        parallel_tool_calls: bool | None = None,
        max_iterations: int = 20,
        choices: object = None,
        context: Mapping[str, object] | None = None,
        response_format: Any = None,
        model: str | None = None,
        timeout_s: float | None = None,
        on_retry: Callable[[int, BaseException], object] | None = None,
        name: str = "exec",
    ) -> Any:
        """Effect: let the model work on `content` until it answers, and give the reply's text.

        With `choices` (decision spec, section 2) the reply must end with a pick, and its result is given instead: a
        function's return value, a value itself, or `{"decision": name, **fields}`. Hidden parameters of options
        and tools come from `context`. A picked `async def` option is run to its end. `timeout_s` is one deadline for
        the whole turn: its model calls, re-asks, pauses and tools. `name` is what the trace calls them.

        The model gets `tools`, or those of a `toolset`; without both those of the turn around this one, else every
        registered one. `tools=[]`, `toolset=[]` and `toolset="none"` are none. `tool_choice` is "auto", "none",
        "required", or a tool's name. `max_iterations` is at most 50. `response_format` is a JSON Schema, a type, or
        OpenAI's form of either.

        Raises:
            TypeError: malformed content, tools, options or another argument of a wrong type, or a hidden parameter
                that `context` does not have; before any model call.
            ValueError: empty content or options, a number out of range, or arguments that exclude each other; before
                any model call.
            DecisionError: no pick could be read, one re-ask included.
            LLMError: the deadline passed, or the model did not stop calling tools.
        """
        turn, menu = self._turn(
            content,
            finish=True,
            tools=tools,
            toolset=toolset,
            tool_choice=tool_choice,
            parallel_tool_calls=parallel_tool_calls,
            max_iterations=max_iterations,
            choices=choices,
            context=context,
            response_format=response_format,
            model=model,
            timeout_s=timeout_s,
            on_retry=on_retry,
            name=name,
        )
        if menu is None:
            return kept_text(turn, lambda: drive(work(turn), self, turn.cancellation)[0].text)
        check_sync(menu)
        pick = kept_pick(
            turn, menu, lambda: drive(_pick(turn, menu, last=True, max_retries=1), self, turn.cancellation)
        )
        return kept_run(pick, prepared(pick.option, pick.args, turn.toolbox.context, self), self)

    async def aexec(self, content: str | list[dict[str, Any]], **options: Unpack[TurnOptions]) -> Any:
        """Effect: what `exec` does, with its arguments, for `async` code: models, tools and a pick are awaited."""
        check_names(options, TurnOptions.__annotations__)
        turn, menu = self._turn(content, finish=True, **options)
        if menu is None:
            return await akept_text(turn, lambda: _atext(turn, self))
        pick = await akept_pick(
            turn, menu, lambda: adrive(_pick(turn, menu, last=True, max_retries=1), self, turn.cancellation)
        )
        return await akept_run(pick, prepared(pick.option, pick.args, turn.toolbox.context, self), self)

    def decide(self, prompt: str, options: object, context: Mapping[str, object] | None, max_retries: int) -> Any:
        """Effect: what `decision.make` does, on this runtime."""
        check_retries(max_retries)
        turn, menu = self._turn(prompt, finish=False, choices=options, context=context, tools=(), name="decision.make")
        assert menu is not None
        check_sync(menu)
        pick = kept_pick(
            turn, menu, lambda: drive(_pick(turn, menu, last=False, max_retries=max_retries), self, turn.cancellation)
        )
        return kept_run(pick, prepared(pick.option, pick.args, turn.toolbox.context, self), self)

    async def adecide(
        self, prompt: str, options: object, context: Mapping[str, object] | None, max_retries: int
    ) -> Any:
        """Effect: what `decision.amake` does, on this runtime."""
        check_retries(max_retries)
        turn, menu = self._turn(prompt, finish=False, choices=options, context=context, tools=(), name="decision.make")
        assert menu is not None
        pick = await akept_pick(
            turn, menu, lambda: adrive(_pick(turn, menu, last=False, max_retries=max_retries), self, turn.cancellation)
        )
        return await akept_run(pick, prepared(pick.option, pick.args, turn.toolbox.context, self), self)

    def _turn(
        self,
        content: object,
        *,
        finish: bool,
        tools: Sequence[object] | None = None,
        toolset: str | Sequence[str] | None = None,
        tool_choice: Any = "auto",
        parallel_tool_calls: bool | None = None,
        max_iterations: int = 20,
        choices: object = None,
        context: Mapping[str, object] | None = None,
        response_format: Any = None,
        model: str | None = None,
        timeout_s: float | None = None,
        on_retry: Callable[[int, BaseException], object] | None = None,
        name: str = "exec",
    ) -> tuple[Turn, Menu | None]:
        """Check everything that can be checked before a model is asked."""
        if self.closed:
            raise RuntimeError("this runtime is closed")
        checked = check_content(content)
        check = getattr(self.backend, "check", None)
        if callable(check):
            check(checked)
        check_turn(max_iterations, parallel_tool_calls, model, timeout_s, on_retry, context, name)
        hidden = context or {}
        if response_format is not None:
            self._check_format(response_format)
        menu = text = None
        if choices is not None or not finish:
            if response_format is not None:
                raise ValueError("response_format= and choices= both say what the reply must be; keep one")
            menu = build_menu(choices)
            check_context(menu, hidden)
            text = menu.render()
        offered = takes(self.backend, "tools")
        toolbox = Toolbox(collect(tools, toolset, self.channel, hidden), hidden, offered=offered)
        demanded = check_tool_choice(tool_choice, toolbox.tools)
        if demanded is not None:
            toolbox.show(demanded)
        instruction = text_of(checked)
        if text is not None:
            ending = DECISION_FINISH_INSTRUCTION + text if finish else text
            checked = with_text(checked, ending)
            instruction = text_of(checked).removesuffix(text)
        frame = current_frame()
        messages, context_text, history, reads = self._messages(checked, frame)
        cancellation = Cancellation()
        schema = menu.json_schema() if menu is not None and self.constrain else None
        request = Request(
            messages,
            tools=toolbox.specs(),
            tool_choice=tool_choice,
            parallel_tool_calls=parallel_tool_calls,
            model=model or self.model,
            response_format=response_format,
            schema=schema if self.constrain is True else None,
            cancellation=cancellation,
            instruction=instruction,
            menu=text or "",
            context=context_text,
            history=history,
        )
        turn = Turn(
            request,
            toolbox,
            traces_of(frame, self),
            frame,
            reads=reads,
            name=name,
            max_iterations=max_iterations,
            retries=self.max_retries,
            backoff=self.backoff,
            deadline=deadline_in(timeout_s, time.monotonic()),
            on_retry=on_retry,
            schema_again=schema,
            cancellation=cancellation,
        )
        return turn, menu

    def _check_format(self, response_format: object) -> None:
        if not takes(self.backend, "response_format"):
            raise TypeError(
                "response_format= is for models that take it; this one is a callable without that parameter"
            )
        if not isinstance(self.backend, CallableModel):  # what a plain callable takes is between it and its caller
            from op_runtime.exec.providers.schemas import response_schema

            schema = response_schema(response_format)
            problem = schema_problem(schema, "response_format") if schema is not None else ""
            if problem:
                raise TypeError(problem)

    def _messages(
        self, content: str | list[dict[str, Any]], frame: Frame | None
    ) -> tuple[tuple[Message, ...], str, str, tuple[str, ...]]:
        """What the model is told: a system prompt and the frame's docstring, what happened, and the content.

        Gives the messages, the first two as texts, and the ids of the nodes that the second was made of.
        """
        system = frame.system if frame and frame.system is not None else self.system
        doc = f"This request is made by the function {frame.name}:\n{frame.doc}" if frame and frame.doc else ""
        context = "\n\n".join(part for part in (system, doc) if part)
        nodes = readable(frame, frame.tree, current_branch(), current_lane()) if frame else []
        history = history_text(nodes)
        messages: list[Message] = []
        if context:
            messages.append({"role": "system", "content": context})
        if history:
            messages.append({"role": "user", "content": history})
        messages.append({"role": "user", "content": content})
        return tuple(messages), context, history, tuple(node.id for node in nodes)

    @contextmanager
    def running(self, cancellation: Cancellation) -> Iterator[None]:
        """Effect: let `cancel` stop what runs inside the `with` block."""
        with self._lock:
            self._running.add(cancellation)
        try:
            yield
        except BaseException:
            cancellation.cancel()  # a model that still works on it in another thread may stop
            raise
        finally:
            with self._lock:
                self._running.discard(cancellation)

    def cancel(self) -> None:
        """Effect: stop every turn that runs on this runtime; each raises LLMError. May be called from any thread.

        A model of a provider or a local one is left at once; a plain callable, and a tool, when it returns.
        """
        with self._lock:
            running = list(self._running)
        for cancellation in running:
            cancellation.cancel()

    def close(self) -> None:
        """Effect: stop what runs, and close the model where it can be closed; later model calls raise RuntimeError.

        The trace stays.
        """
        if not self.closed:
            self.closed = True
            self.cancel()
            close = getattr(self.backend, "close", None)
            if callable(close):
                close()

    def __enter__(self) -> Runtime:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> Literal[False]:
        self.close()
        return False


async def _atext(turn: Turn, runtime: Runtime) -> str:
    return (await adrive(work(turn), runtime, turn.cancellation))[0].text


def _pick(turn: Turn, menu: Menu, *, last: bool, max_retries: int) -> Any:
    """Work, then read the pick (a generator of steps)."""
    reply, messages = yield from work(turn)
    pick: Pick = yield from decide(turn, reply, messages, menu, last=last, max_retries=max_retries)
    return pick


def takes(model: Model, name: str) -> bool:
    """Whether a model is given `tools`, `model` or `response_format`: a plain callable only by a parameter so named."""
    taken = getattr(model, "takes", None)
    return taken is None or name in taken
