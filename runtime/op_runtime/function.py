"""`@agentic_function`: a function that a model may call, and whose own model calls know where they are made."""

from __future__ import annotations

import functools
import threading
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Concatenate, Generic, Literal, ParamSpec, TypeAlias, TypeVar, overload

from op_runtime import registry
from op_runtime.agentic.arguments import Arguments, read_arguments
from op_runtime.agentic.cache import Cache
from op_runtime.agentic.call import Call
from op_runtime.menu import Function, build_function, tool_spec
from op_runtime.menu.live import DESCRIPTION_ATTRIBUTE, is_async, own_doc, raw_signature, signature_of

# Type checkers take this name for true whatever it is. jedi reads its value, and where it finds no type for what a
# decorator gives, it shows the decorated function's own signature, which it cannot follow through a ParamSpec.
TYPE_CHECKING = False

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")
Q = ParamSpec("Q")

Expose: TypeAlias = Literal["io", "llm", "full", "hidden"]


class AgenticFunction(Generic[P, R]):
    """A decorated function: it is called as the function itself is, and tells what a model is told about it.

    `input_meta`, `system`, `expose`, `render_range`, `toolset`, `requires_approval`, `unsafe_in` and `defer` are the
    decorator's arguments; `label` is that of `label=`.
    """

    __name__: str
    __qualname__: str
    __wrapped__: Callable[P, R]

    def __init__(self, function: Callable[P, R], arguments: Arguments) -> None:
        functools.update_wrapper(self, function)
        self._arguments = arguments
        self._lock = threading.Lock()
        self._described: Function | None = None
        self.input_meta: Mapping[str, Mapping[str, Any]] = arguments.input
        self.system = arguments.system
        self.expose = arguments.expose
        self.render_range = arguments.render_range
        self.toolset = arguments.toolset
        self.requires_approval = arguments.requires_approval
        self.unsafe_in = arguments.unsafe_in
        self.defer = arguments.defer
        self.label = arguments.label
        # what makes `inspect` and frameworks see a coroutine function or a generator function as one
        self.__code__ = getattr(function, "__code__", None)
        self.__defaults__ = getattr(function, "__defaults__", None)
        self.__kwdefaults__ = getattr(function, "__kwdefaults__", None)
        setattr(self, DESCRIPTION_ATTRIBUTE, self.describe)
        described, complete = self._describe()
        if complete:
            self._described = described
        self._call = Call(self, function, arguments, Cache(arguments.cache_ttl) if arguments.cache else None)

    def _describe(self) -> tuple[Function, bool]:
        """The description, and whether every annotation could be resolved."""
        arguments = self._arguments
        parameters, complete = signature_of(self.__wrapped__)
        function = build_function(
            arguments.name or self.__name__,
            own_doc(self.__wrapped__),
            parameters,
            arguments.input,
            lenient=arguments.lenient,
            agentic=True,
            is_async=is_async(self.__wrapped__),
            description=arguments.description,
            parameters_schema=arguments.parameters,
            label=arguments.label,
            target=self,
        )
        return function, complete

    def describe(self) -> Function:
        """Give what a model is told about the function; read at decoration, or once all its annotations exist."""
        with self._lock:
            if self._described is None:
                self._described, _ = self._describe()
            return self._described

    @property
    def spec(self) -> dict[str, Any]:
        """The tool spec: `{"name", "description", "parameters"}` (metadata spec, section 7)."""
        return tool_spec(self.describe())

    def execute(
        self, arguments: Mapping[str, Any] | None = None, *, context: Mapping[str, object] | None = None
    ) -> Any:
        """Effect: run the function with arguments that a model gave; hidden ones come from `context`.

        What the model says for hidden, injected or unknown parameters is dropped.

        Raises:
            ReplyError: an argument is missing or does not fit.
            TypeError: a hidden parameter has no value.
        """
        return execute(self, arguments or {}, context or {})

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Effect: run the function."""
        result: R = self._call(*args, **kwargs)
        return result

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> AgenticFunction[P, R]: ...
    @overload
    def __get__(
        self: AgenticFunction[Concatenate[S, Q], R], instance: S, owner: type | None = None
    ) -> BoundFunction[Q, R]: ...
    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        return self if instance is None else types.MethodType(self, instance)

    def __reduce__(self) -> str:
        return self.__qualname__

    def __repr__(self) -> str:
        return f"<agentic function {self.__module__}.{self.__qualname__}>"


class BoundFunction(Generic[Q, R]):
    """What an agentic method looks like to a type checker, once it is bound."""

    spec: dict[str, Any]
    __name__: str

    def __call__(self, *args: Q.args, **kwargs: Q.kwargs) -> R:
        """Effect: run the method."""
        raise AssertionError("only type checkers see this class")


def execute(target: Callable[..., Any], arguments: Mapping[str, Any], context: Mapping[str, object]) -> Any:
    """Effect: run an agentic function or method with arguments that a model gave."""
    from op_runtime.context import current_runtime
    from op_runtime.exec.dispatch import all_arguments, bind, missing_hidden
    from op_runtime.exec.tools import read_visible, tool_menu

    menu = tool_menu(target)
    function = menu.options[0].function
    assert function is not None
    missing = missing_hidden(function, context)
    if missing:
        raise TypeError(f"{function.name}: the hidden {', '.join(missing)} must come from context=")
    visible = read_visible(menu, arguments)
    return bind(target, all_arguments(function, visible, context, current_runtime()))()


if TYPE_CHECKING:

    @overload
    def agentic_function(function: Callable[P, R], /) -> AgenticFunction[P, R]: ...
    @overload
    def agentic_function(
        *,
        input: Mapping[str, Mapping[str, Any]] | None = None,
        expose: Expose = "io",
        render_range: Mapping[str, int | None] | None = None,
        system: str | None = None,
        name: str | None = None,
        description: str | None = None,
        parameters: Mapping[str, object] | None = None,
        label: str | None = None,
        as_tool: bool = True,
        toolset: str | Sequence[str] = (),
        requires_approval: bool | Callable[[dict[str, Any]], object] | None = None,
        available_if: Callable[[], object] | None = None,
        unsafe_in: str | Sequence[str] = (),
        defer: bool = False,
        cache: bool = False,
        cache_ttl: float = 300.0,
        timeout: float | None = None,
    ) -> Callable[[Callable[P, R]], AgenticFunction[P, R]]: ...
    def agentic_function(function: Any = None, /, **arguments: Any) -> Any:
        return decorate(function, arguments, lenient=False)

else:

    def agentic_function(function: Any = None, /, **arguments: Any) -> Any:
        """Effect: make and register an agentic function.

        Used bare or called, on functions, methods, `async def` and generators.

        `input` describes parameters: `description`, `options`, `hidden`, `placeholder`, `multiline`, `options_from`,
        `label`. `expose` says what callers see of a call, `render_range` how much its own model calls read, `system`
        is their system prompt. `name`, `description`, `parameters` and `label` override the tool spec. With `as_tool`
        it is registered; `toolset` names the presets it belongs to, `unsafe_in` the channels it is withheld in,
        `requires_approval` asks the runtime's hook first, `defer` sends only name and summary until asked. `cache`
        keeps results for `cache_ttl` seconds; `timeout` gives control back after so many seconds with `TimeoutError`.
        Where `available_if` is falsy or raises, the plain function is given back (metadata spec, section 2).

        Raises:
            TypeError, ValueError: wrong arguments, all of them in one message that names the function.
        """
        return globals()["decorate"](function, arguments, lenient=False)


def decorate(function: Any, arguments: dict[str, Any], *, lenient: bool) -> Any:
    """Effect: do what `agentic_function` does; `lenient` as the compatibility layer wants it: warn instead of raise."""
    if function is None:
        return functools.partial(decorate, arguments=arguments, lenient=lenient)
    if isinstance(function, staticmethod | classmethod):
        return type(function)(decorate(function.__func__, arguments, lenient=lenient))
    if not callable(function) or isinstance(function, type):
        raise TypeError(f"@agentic_function decorates a function, not {function!r}; its arguments are keyword-only")
    if isinstance(function, AgenticFunction):
        raise TypeError(f"{function.__name__} is decorated with @agentic_function twice; once is enough")
    if not hasattr(function, "__name__"):
        raise TypeError(f"@agentic_function: {function!r} has no name that a model could call it by; write a `def`")
    read = read_arguments(function, arguments, lenient=lenient)
    if not _available(read):
        return function
    result: AgenticFunction[Any, Any] = AgenticFunction(function, read)
    if read.as_tool and not _is_method(function):
        registry.register(read.name or result.__name__, result)
    return result


def _is_method(function: Any) -> bool:
    """Whether it is written in a class and takes `self`: no model can give that, so only a bound one is a tool."""
    outer = function.__qualname__.rpartition(".")[0] if hasattr(function, "__qualname__") else ""
    first = next(iter(raw_signature(function).parameters), "")
    return bool(outer) and not outer.endswith("<locals>") and first in ("self", "cls")


def _available(arguments: Arguments) -> bool:
    if arguments.available_if is None:
        return True
    try:
        return bool(arguments.available_if())
    except Exception:  # the spec: raising means not available
        return False
