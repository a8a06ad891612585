"""What the host does for sandboxed code: model requests, judgements, registered functions."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from op_runtime.context import Runtime, use_runtime
from op_runtime.control_flow.agent import agent
from op_runtime.control_flow.goal import goal_prompt
from op_runtime.control_flow.judge import NOTHING, judge
from op_runtime.control_flow.llm import llm
from op_runtime.control_flow.route import route
from op_runtime.control_flow.verdict import read_verdict
from op_runtime.errors import ApprovalRefusedError
from op_runtime.steps import recorded

if TYPE_CHECKING:
    from op_runtime.menu import Function

RESERVED: Final = frozenset(
    ("llm", "agent", "validate_and_retry", "route", "conditional", "repeat_until", "parallel", "goal", "workflow")
)


class Functions:
    """The functions that workflow source may call, by name; hidden parameters come from `context`.

    `given` are agentic functions and plain callables; None stands for every agentic function that is registered as
    a tool.

    Raises:
        TypeError: one is no callable, or has a hidden parameter that is not in `context`.
        ValueError: a name is taken twice, is a primitive's, or is no Python name.
    """

    def __init__(self, given: Iterable[object] | None, context: Mapping[str, object] | None = None) -> None:
        from op_runtime.exec.dispatch import missing_hidden
        from op_runtime.menu import describe
        from op_runtime.registry import registered

        self.given = None if given is None else list(given)
        self.context = dict(context or {})
        self.known: dict[str, tuple[Function, Callable[..., Any]]] = {}
        if self.given is None:
            names = [name for name, _ in registered()]
            # one name for two functions calls neither: a model cannot tell them apart
            chosen = [(name, tool) for name, tool in registered() if names.count(name) == 1 and _is_tool(tool)]
        else:
            chosen = [("", function) for function in self.given]
        for registered_name, target in chosen:
            if not callable(target) or isinstance(target, type):
                raise TypeError(f"functions= holds functions, not {target!r}")
            function = describe(target)
            name = registered_name or function.name
            missing = missing_hidden(function, self.context)
            if self.given is None and (missing or not name.isidentifier() or name in RESERVED):
                continue
            if missing:
                raise TypeError(f"{name}: the hidden parameter {missing[0]} must come from context=")
            if not name.isidentifier() or name.startswith("_") or name in RESERVED:
                raise ValueError(f"a workflow cannot call a function named {name!r}: give it another name")
            if name in self.known:
                raise ValueError(f"two functions are named {name!r}: give one of them another name")
            self.known[name] = function, target

    @property
    def names(self) -> tuple[str, ...]:
        """The names, in the order in which the functions were given."""
        return tuple(self.known)

    def described(self) -> str:
        """Give the functions as the planner reads them: the call and the description of each."""
        lines = []
        for name, (function, _) in self.known.items():
            visible = [
                parameter for parameter in function.parameters if not parameter.hidden and not parameter.variadic
            ]
            lines.append(f"{name}({', '.join(_shown(parameter) for parameter in visible)})")
            if function.summary:
                lines.append(f"    {function.summary}")
            lines.extend(f"    {p.name}: {p.field.description}" for p in visible if p.field.description)
        return "\n".join(lines)


def _shown(parameter: Any) -> str:
    from op_runtime.menu import MISSING

    options = parameter.field.options
    kind = " | ".join(map(repr, options)) if isinstance(options, tuple) else parameter.field.schema.display()
    shown = f"{parameter.name}: {kind}"
    return shown if parameter.default is MISSING else f"{shown} = {parameter.default!r}"


class WorkflowHost:
    """Answers sandboxed code on a runtime."""

    def __init__(self, runtime: Runtime, functions: Functions) -> None:
        self.runtime = runtime
        self.functions = functions

    def answer(self, name: str, arguments: tuple[Any, ...]) -> object:
        """Effect: do what the code asks for, on this host's runtime; raises ValueError for what is not offered."""
        handler = _HANDLERS.get(name)
        if handler is None:
            raise ValueError(f"there is nothing called {name!r} to ask the host for")
        with use_runtime(self.runtime):
            return handler(self, *arguments)

    def _llm(self, prompt: str) -> object:
        return llm(prompt)

    def _agent(self, prompt: str, tools: Sequence[str] | None) -> object:
        given = self.functions.given
        if tools is not None:
            found: list[object] | None = [self._function(name)[1] for name in tools]
        else:
            found = None if given is None else [tool for tool in given if _is_tool(tool)]
        # the step is what the code says: which tools an agent has without being given any is not part of it
        said = {} if tools is None else {"tools": list(tools)}
        return recorded("agent", prompt, said, lambda: agent(prompt, tools=found))

    def _judge(self, condition: str, material: object, has_material: bool, problem: str | None) -> object:
        return judge(condition, material if has_material else NOTHING, problem=problem).holds

    def _verdict(self, text: str) -> object:
        verdict = read_verdict(text)
        return bool(text) if verdict is None else verdict

    def _route(self, question: str, options: list[str], context: object) -> object:
        return route(question, options, context)

    def _goal_prompt(self, prompt: str, condition: str | None, result: object, number: int) -> object:
        return goal_prompt(prompt, condition if condition is not None else bool, result, number)

    def _call(self, name: str, args: list[Any], kwargs: dict[str, Any]) -> object:
        from op_runtime.exec.dispatch import all_arguments, approval_problem, bind, run

        function, target = self._function(name)
        visible = _visible(function, target, args, kwargs)

        def carry_out() -> object:
            refusal = approval_problem(target, name, visible, self.runtime)
            if refusal:
                raise ApprovalRefusedError(refusal)
            values = all_arguments(function, visible, self.functions.context, self.runtime)
            return run(bind(target, values), self.runtime)

        return recorded(name, None, visible, carry_out)

    def _function(self, name: str) -> tuple[Function, Callable[..., Any]]:
        from op_runtime.menu.metadata import near

        found = self.functions.known.get(name)
        if found is None:
            raise LookupError(f"there is no function {name!r}{near(name, self.functions.names)}")
        return found


_HANDLERS: Final[dict[str, Callable[..., object]]] = {
    "llm": WorkflowHost._llm,
    "agent": WorkflowHost._agent,
    "judge": WorkflowHost._judge,
    "verdict": WorkflowHost._verdict,
    "route": WorkflowHost._route,
    "goal_prompt": WorkflowHost._goal_prompt,
    "call": WorkflowHost._call,
}


def _is_tool(target: object) -> bool:
    return hasattr(target, "requires_approval")


def _visible(
    function: Function, target: Callable[..., Any], args: Sequence[Any], kwargs: Mapping[str, Any]
) -> dict[str, object]:
    """Give what the code passed, by name, validated as a model's arguments are.

    Raises:
        TypeError: too many, unknown, doubled or hidden ones.
        ReplyError: one is missing or does not fit.
    """
    from op_runtime.exec.tools import read_visible, tool_menu
    from op_runtime.menu.metadata import near

    names = [parameter.name for parameter in function.parameters if not parameter.hidden and not parameter.variadic]
    if len(args) > len(names):
        raise TypeError(f"{function.name}() takes {len(names)} arguments, and {len(args)} were given")
    given = dict(zip(names, args, strict=False))
    for name, value in kwargs.items():
        if name in given:
            raise TypeError(f"{function.name}() got the argument {name!r} twice")
        if name not in names:
            raise TypeError(f"{function.name}() has no parameter {name!r}{near(name, names)}")
        given[name] = value
    if not names:
        return {}
    return read_visible(tool_menu(target), given)


def step(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Effect: call `function` as one step of the run, so that a resumed run does not call it again.

    For trusted Python code that is run as a workflow. The step is found again by the function's name and arguments.

    Raises:
        UnstorableError: an argument or the result cannot be kept in a journal.
    """
    from op_runtime.exec.dispatch import finished

    name = getattr(function, "__qualname__", None)
    if not callable(function) or not isinstance(name, str):
        raise TypeError(f"step() takes a function that has a name, not {function!r}")
    try:
        signature = inspect.signature(function)
    except ValueError:  # some builtins have none
        given: tuple[Sequence[Any], Mapping[str, Any]] = args, kwargs
    else:
        bound = signature.bind(*args, **kwargs)  # an argument is the same by place and by name
        given = bound.args, bound.kwargs
    arguments = {"args": list(given[0]), "kwargs": dict(given[1]), "of": str(function.__module__)}
    return recorded(name, None, arguments, lambda: finished(function(*args, **kwargs)))
