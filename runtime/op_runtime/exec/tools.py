"""The tools of one turn: what the model is shown of them, and running one that it calls."""

from __future__ import annotations

import inspect
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Final

from op_runtime.errors import said
from op_runtime.exec.dispatch import all_arguments, approval_problem, bind, missing_hidden
from op_runtime.exec.json_schema import schema_problem, value_problem, without_nulls
from op_runtime.exec.model import ToolCall, read_arguments
from op_runtime.menu import Function, Menu, build_menu, describe, tool_spec
from op_runtime.menu.live import DESCRIPTION_ATTRIBUTE
from op_runtime.menu.metadata import near

_log = logging.getLogger(__name__)

SEARCH: Final = "tool_search"
"""The tool that gives the full specs of deferred ones."""

NO_TOOLS: Final = "none"
"""The toolset without tools."""

inherited: ContextVar[tuple[object, ...] | None] = ContextVar("op_runtime_tools", default=None)
"""The tools of the turn that is running a tool: what a turn inside of it gets where it names none."""


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool: its spec, and what to do with the arguments that a model gives."""

    spec: dict[str, Any]
    source: object
    function: Function | None
    execute: Callable[..., Any] | None
    menu: Menu | None = None
    """The menu of this one function, against which its arguments are read."""
    deferred: bool = False

    @property
    def name(self) -> str:
        """The name that the model calls it by."""
        return str(self.spec["name"])


def as_tool(item: object, where: str = "tools") -> Tool:
    """Give one item of `tools=` as a tool.

    Raises:
        TypeError: it is neither an agentic function, nor `{"spec", "execute"}`, nor an object with both.
    """
    description = getattr(getattr(item, "__func__", item), DESCRIPTION_ATTRIBUTE, None)
    if description is not None:
        assert callable(item)
        menu = tool_menu(item)
        function = menu.options[0].function
        assert function is not None
        return Tool(tool_spec(function), item, function, None, menu, bool(getattr(item, "defer", False)))
    if isinstance(item, Mapping):
        described, spec, execute = bool({"spec", "execute"} & item.keys()), item.get("spec"), item.get("execute")
    else:
        spec, execute = getattr(item, "spec", None), getattr(item, "execute", None)
        described = not isinstance(item, type) and (spec is not None or execute is not None)
    if described:
        return Tool(_checked_spec(spec, execute, where), item, None, execute)
    name = getattr(item, "__name__", None) or repr(item)
    what = "a plain function" if callable(item) else "no tool"
    raise TypeError(f"{where}: {name} is {what}; decorate it with @agentic_function, or give {_FORMS}")


_FORMS: Final = '{"spec": {"name": ...}, "execute": function} or an object with .spec and .execute'


def _checked_spec(spec: object, execute: object, where: str) -> dict[str, Any]:
    """Give a spec that has everything a tool needs; raises TypeError, which names the tool and says what is wrong."""
    name = spec.get("name") if isinstance(spec, Mapping) else None
    where = f"{where}: the tool {name!r}" if isinstance(name, str) else where
    problem = ""
    if not isinstance(spec, Mapping):
        problem = f"its spec must be a dict, not {spec!r}"
    elif not isinstance(name, str) or not name.strip() or not name.isprintable():
        problem = f"its spec needs a name as text, not {name!r}"
    elif not callable(execute):
        problem = f"its execute must be something to call, not {execute!r}"
    elif not isinstance(spec.get("description") or "", str):
        problem = f"its description must be text, not {spec['description']!r}"
    elif "parameters" not in spec and any(key in spec for key in ("input_schema", "inputSchema")):
        problem = 'its spec has its arguments under another name than "parameters"'
    else:
        parameters = {} if spec.get("parameters") is None else spec["parameters"]
        if isinstance(parameters, Mapping) and parameters.get("type", "object") != "object":
            problem = f'its parameters must be of the type "object", not {parameters["type"]!r}'
        else:
            problem = schema_problem(parameters, "parameters")
    if problem or not isinstance(spec, Mapping):
        raise TypeError(f"{where}: {problem}; give {_FORMS}, or a function with @agentic_function")
    return {**spec, "parameters": {"type": "object", "properties": {}, **(spec.get("parameters") or {})}}


def collect(
    tools: Sequence[object] | None,
    toolset: str | Sequence[str] | None,
    channel: str | None,
    context: Mapping[str, object],
) -> list[Tool]:
    """Give the tools of a turn: those named, else those of the turn around it, else all registered ones.

    Raises:
        TypeError: an item is no tool, or lacks a hidden argument.
        ValueError: two tools have one name, no tool belongs to the toolset, or both arguments are given.
    """
    presets = _presets(toolset)
    if tools is not None and presets is not None:
        raise ValueError("tools= and toolset= both say which tools the model gets; keep one")
    if tools is None:
        return _ambient(presets, channel, context)
    if isinstance(tools, str | Mapping) or not isinstance(tools, Iterable):
        raise TypeError(f"tools must be a list of tools, not {tools!r}")
    found: dict[str, Tool] = {}
    for index, item in enumerate(tools):
        tool = as_tool(item, f"tools[{index}]")
        if tool.name in found:
            raise ValueError(f"tools[{index}]: two tools are named {tool.name!r}; give one another name= ")
        missing = missing_hidden(tool.function, context) if tool.function else []
        if missing:
            raise TypeError(f"tools[{index}]: {tool.name} needs the hidden {', '.join(missing)} from context=")
        if not _withheld(tool, channel):
            found[tool.name] = tool
    return list(found.values())


def _withheld(tool: Tool, channel: str | None) -> bool:
    return channel is not None and channel in getattr(tool.source, "unsafe_in", ())


def _presets(toolset: object) -> frozenset[str] | None:
    """The names in `toolset=`: none of them means no tools, None that nothing is said."""
    if toolset is None:
        return None
    names = [toolset] if isinstance(toolset, str) else toolset
    if not isinstance(names, Sequence | Set) or not all(isinstance(name, str) for name in names):
        raise TypeError(f'toolset must be the name of a toolset, a list of names, or "none", not {toolset!r}')
    presets = frozenset(names)
    if NO_TOOLS in presets and len(presets) > 1:
        others = ", ".join(map(repr, sorted(presets - {NO_TOOLS})))
        raise ValueError(f'toolset names "none" beside {others}: keep "none" to send no tools, or the others')
    return presets - {NO_TOOLS}


def _ambient(presets: frozenset[str] | None, channel: str | None, context: Mapping[str, object]) -> list[Tool]:
    from op_runtime.registry import registered

    if presets is not None and not presets:
        return []
    outer = inherited.get()
    if presets is None and outer is not None:
        return [tool for tool in map(as_tool, outer) if not _withheld(tool, channel)]
    presets = presets or frozenset()
    known = registered()
    sets = {name for _, tool in known for name in getattr(tool, "toolset", ())}
    unknown = sorted(presets - sets - {"default"})
    if unknown:
        hint = near(unknown[0], sets) or (f"; there are {', '.join(sorted(sets))}" if sets else "; none is defined")
        raise ValueError(f"no registered tool belongs to the toolset {unknown[0]!r}{hint}")
    every = not presets or ("default" in presets and "default" not in sets)
    chosen = [(name, tool) for name, tool in known if every or presets.intersection(getattr(tool, "toolset", ()))]
    names = [name for name, _ in chosen]
    result = []
    for name, item in chosen:
        if names.count(name) > 1:
            _log.warning("several registered tools are named %r: none of them is offered", name)
            continue
        tool = as_tool(item)
        if not _withheld(tool, channel) and not (tool.function and missing_hidden(tool.function, context)):
            result.append(tool)
    return result


class Toolbox:
    """The tools of one turn; deferred ones are shown in full once the model has asked for them."""

    def __init__(self, tools: Sequence[Tool], context: Mapping[str, object], *, offered: bool = True) -> None:
        self.tools = {tool.name: tool for tool in tools}
        self.context = context
        self.offered = offered
        self._open = {tool.name for tool in tools if not tool.deferred}

    def specs(self) -> tuple[dict[str, Any], ...]:
        """The specs that the next model call sends."""
        if not self.offered:
            return ()
        shown = [tool.spec for name, tool in self.tools.items() if name in self._open]
        waiting = [tool for name, tool in self.tools.items() if name not in self._open]
        return (*shown, _search_spec(waiting)) if waiting else tuple(shown)

    def show(self, name: str) -> None:
        """Effect: show a tool in full from now on, also where it is deferred."""
        self._open.add(name)

    def search(self, arguments: object) -> str:
        """Effect: show the named deferred tools in full from now on, and say so."""
        names = arguments.get("names") if isinstance(arguments, Mapping) else None
        wanted = [names] if isinstance(names, str) else names
        if not isinstance(wanted, list) or not wanted:
            return _error('tool_search needs {"names": ["..."]}')
        unknown = [name for name in wanted if not isinstance(name, str) or name not in self.tools]
        opened = [name for name in wanted if isinstance(name, str) and name in self.tools]
        self._open.update(opened)
        said = [f"You can call now: {', '.join(opened)}."] if opened else []
        if unknown:
            said.append(_error(f"there is no tool {unknown[0]!r}{near(unknown[0], self.tools)}"))
        return "\n".join(said)

    def start(self, call: ToolCall, runtime: Any) -> tuple[Callable[[], Any] | None, str]:
        """Effect: ask for approval where it is needed. Gives what runs the tool, or None and the error's text."""
        tool = self.tools.get(call.name)
        if tool is None:
            return None, _error(f"there is no tool {call.name!r}{near(call.name, self.tools)}")
        arguments = read_arguments(call.arguments)
        if not isinstance(arguments, Mapping):
            return None, _error(f"the arguments of {call.name} must be a JSON object")
        try:
            if tool.function is None:
                arguments = without_nulls(arguments, tool.spec["parameters"])
                problem = value_problem(arguments, tool.spec["parameters"], "arguments")
                if problem:
                    return None, _error(f"{call.name}: {problem}")
                problem = approval_problem(tool.source, call.name, arguments, runtime)
                execute = tool.execute
                assert execute is not None
                return (None, _error(problem)) if problem else ((lambda: _execute(execute, dict(arguments))), "")
            assert tool.menu is not None
            visible = read_visible(tool.menu, arguments)
            problem = approval_problem(tool.source, call.name, visible, runtime)
            if problem:
                return None, _error(problem)
            assert callable(tool.source)
            return bind(tool.source, all_arguments(tool.function, visible, self.context, runtime)), ""
        except Exception as error:
            return None, failure(error)


def _execute(execute: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """Call `execute` with one dict where it takes exactly that, else with keywords."""
    try:
        parameters = [
            parameter
            for parameter in inspect.signature(execute).parameters.values()
            if parameter.kind in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
            and parameter.default is parameter.empty
        ]
    except (TypeError, ValueError):
        return execute(**arguments)
    if len(parameters) == 1 and parameters[0].name not in arguments:
        return execute(arguments)
    return execute(**arguments)


def tool_menu(function: Callable[..., Any]) -> Menu:
    """Give the menu that has one agentic function."""
    return build_menu({describe(function).name: function})


def read_visible(menu: Menu, arguments: Mapping[str, Any]) -> dict[str, object]:
    """Give the validated arguments that a model gave for the one function of `menu`, read as a decision's are.

    What is hidden, injected or unknown is left out.

    Raises:
        ReplyError: one is missing or does not fit.
    """
    from op_runtime.menu.reply import read_reply

    call = {"call": menu.options[0].name, "args": dict(arguments)}
    return read_reply(json.dumps(call), menu).args


def failure(error: BaseException) -> str:
    """Give what a model is told of an error that a tool raised."""
    from op_runtime.menu.reply import ReplyError

    return _error(str(error) if isinstance(error, ReplyError) else said(error))


def _error(text: str) -> str:
    return "error: " + text


def _search_spec(waiting: Sequence[Tool]) -> dict[str, Any]:
    listed = "\n".join(f"{tool.name}: {tool.spec.get('description', '')}" for tool in waiting)
    return {
        "name": SEARCH,
        "description": "Get the parameters of these tools before you call one of them.\n" + listed,
        "parameters": {
            "type": "object",
            "properties": {
                "names": {"type": "array", "items": {"type": "string", "enum": [tool.name for tool in waiting]}}
            },
            "required": ["names"],
            "additionalProperties": False,
        },
    }
