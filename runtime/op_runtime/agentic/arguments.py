"""The arguments of `@agentic_function`, checked together when a function is decorated (metadata spec, section 2)."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from op_runtime.menu import input_problems
from op_runtime.menu.live import raw_signature
from op_runtime.menu.metadata import near
from op_runtime.menu.names import DEAD_RENDER_RANGE_KEYS, EXPOSE, RENDER_RANGE_KEYS
from op_runtime.menu.text import check_name

LEGACY: Final = {
    "compress": 'use expose="io", which shows callers only name, input and output',
    "summarize": 'use render_range={"callers": N, "subcalls": M}',
    "context": "use render_range= for what is read, expose= for what is shown, and decision.make(context=) for values",
}
"""Arguments that real code still has, and what replaces them."""

OPENPROGRAM_ONLY: Final = (
    "tool_visible",
    "check_fn",
    "requires_env",
    "can_use",
    "max_result_chars",
    "persist_full",
    "head_ratio",
    "register_globally",
)
"""Arguments that only OpenProgram reads: accepted and ignored under the compatibility layer."""


@dataclass(frozen=True, slots=True)
class Arguments:
    """What the decorator was given, after checking."""

    input: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    expose: str = "io"
    render_range: Mapping[str, int | None] | None = None
    system: str | None = None
    name: str | None = None
    description: str | None = None
    parameters: Mapping[str, object] | None = None
    label: str | None = None
    as_tool: bool = True
    toolset: tuple[str, ...] = ()
    requires_approval: bool | Callable[[dict[str, Any]], object] | None = None
    available_if: Callable[[], object] | None = None
    unsafe_in: tuple[str, ...] = ()
    defer: bool = False
    cache: bool = False
    cache_ttl: float = 300.0
    timeout: float | None = None
    lenient: bool = False

    @property
    def callers(self) -> int | None:
        """How many nodes from before a call its model calls read; None for all."""
        return self._range("callers")

    @property
    def subcalls(self) -> int | None:
        """How many nodes inside a call its model calls read; None for all."""
        return self._range("subcalls")

    def _range(self, key: str) -> int | None:
        count = (self.render_range or {}).get(key)
        return None if count is None or count == -1 else count


class _WrongArgumentsError(TypeError, ValueError):
    """Arguments that are wrong in both ways: some of a wrong type, some of a wrong value."""


def read_arguments(function: Callable[..., Any], given: Mapping[str, Any], *, lenient: bool) -> Arguments:
    """Check the decorator's arguments, and give them in one form.

    Raises:
        TypeError, ValueError: wrong arguments (both at once where there are both kinds), collected in one message.
    """
    name = getattr(function, "__name__", type(function).__name__)
    types: list[str] = []
    values: list[str] = []
    known = dict(given)
    for key in list(known):
        if key in _FIELDS:
            continue
        del known[key]
        if key in OPENPROGRAM_ONLY and lenient:
            continue
        types.append(_unknown(key))
    types.extend(_type_problems(known))
    values.extend(_value_problems(name, known))
    metadata = input_problems(name, _names(function), known.get("input"))
    if lenient and metadata:
        _warn(f"{name}: " + "; ".join(metadata) + " (ignored)")
    else:
        types.extend(metadata)
    if _is_generator(function):
        types.extend(f"{key}= does not work on a generator" for key in ("cache", "timeout") if known.get(key))
    if types or values:
        message = f"{name}: " + "; ".join([*types, *values])
        kind = _WrongArgumentsError if types and values else TypeError if types else ValueError
        raise kind(message)
    known = {key: value for key, value in known.items() if value is not None}
    for key in ("toolset", "unsafe_in"):
        if key in known:
            known[key] = (known[key],) if isinstance(known[key], str) else tuple(known[key])
    entries = known.get("input", {})
    known["input"] = (
        {key: dict(entry) for key, entry in entries.items() if isinstance(entry, Mapping)}
        if isinstance(entries, Mapping)
        else {}
    )
    return Arguments(**known, lenient=lenient)


_FIELDS: Final = tuple(name for name in Arguments.__dataclass_fields__ if name != "lenient")

_TEXTS: Final = ("system", "name", "description", "label")
_FLAGS: Final = ("as_tool", "defer", "cache")


def _unknown(key: str) -> str:
    if key in LEGACY:
        return f"{key}= is not read any more: {LEGACY[key]}"
    if key in OPENPROGRAM_ONLY:
        return f"{key}= is OpenProgram's own: leave it out, or import through op_runtime.compat"
    return f"there is no argument {key}={near(key, (*_FIELDS, *LEGACY))}"


def _type_problems(known: Mapping[str, Any]) -> list[str]:
    problems = []
    for key in _TEXTS:
        value = known.get(key)
        if value is not None and not isinstance(value, str):
            problems.append(f"{key}= must be text, not {value!r}")
    if isinstance(known.get("name"), str) and known["name"].strip():
        try:
            check_name(known["name"], "name=", "function")
        except TypeError as error:
            problems.append(str(error))
    for key in _FLAGS:
        if not isinstance(known.get(key, False), bool):
            problems.append(f"{key}= must be a bool, not {known[key]!r}")
    for key in ("toolset", "unsafe_in"):
        value = known.get(key)
        if value is None or isinstance(value, str):
            continue
        if not isinstance(value, Sequence | set | frozenset) or not all(isinstance(item, str) for item in value):
            problems.append(f"{key}= must be a list of names, not {value!r}")
    approval = known.get("requires_approval")
    if approval is not None and not isinstance(approval, bool) and not callable(approval):
        problems.append(f"requires_approval= must be a bool or a callable, not {approval!r}")
    if known.get("available_if") is not None and not callable(known["available_if"]):
        problems.append(f"available_if= must be a callable, not {known['available_if']!r}")
    if known.get("parameters") is not None and not isinstance(known["parameters"], Mapping):
        problems.append(f"parameters= must be a JSON Schema as a dict, not {known['parameters']!r}")
    for key in ("timeout", "cache_ttl"):
        value = known.get(key)
        if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
            problems.append(f"{key}= must be a number of seconds, not {value!r}")
    reach = known.get("render_range")
    if reach is not None and not isinstance(reach, Mapping):
        problems.append(f'render_range= must be a dict such as {{"callers": 3}}, not {reach!r}')
    elif reach:
        for key in RENDER_RANGE_KEYS:
            count = reach.get(key)
            if count is not None and (isinstance(count, bool) or not isinstance(count, int)):
                problems.append(f"render_range[{key!r}] must be an int, not {count!r}")
    return problems


def _value_problems(name: str, known: Mapping[str, Any]) -> list[str]:
    problems = []
    expose = known.get("expose", "io")
    if expose not in EXPOSE:
        hint = near(expose, EXPOSE)
        problems.append(f"expose= must be one of {', '.join(map(repr, EXPOSE))}, not {expose!r}{hint}")
    for key in ("timeout", "cache_ttl"):
        value = known.get(key)
        if isinstance(value, int | float) and not isinstance(value, bool) and not value > 0:
            problems.append(f"{key}= must be more than 0 seconds, not {value!r}")
    for key in ("name", "label"):
        if isinstance(known.get(key), str) and not known[key].strip():
            problems.append(f"{key}= is empty")
    reach = known.get("render_range")
    if isinstance(reach, Mapping):
        dead = [key for key in DEAD_RENDER_RANGE_KEYS if key in reach]
        if dead:
            which = " and ".join(map(repr, dead))
            _warn(f'{name}: nothing reads render_range {which} any more (ignored); use "callers" or "subcalls"')
        for key, count in reach.items():
            if key in DEAD_RENDER_RANGE_KEYS:
                continue
            if key not in RENDER_RANGE_KEYS:
                problems.append(f"render_range has no key {key!r}{near(key, RENDER_RANGE_KEYS)}")
            elif isinstance(count, int) and not isinstance(count, bool) and count < -1:
                problems.append(f"render_range[{key!r}] must be -1 (all), 0 (none) or a number of nodes, not {count}")
    return problems


def _names(function: Callable[..., Any]) -> list[str]:
    return list(raw_signature(function).parameters)


def _is_generator(function: object) -> bool:
    return inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function)


def _warn(message: str) -> None:
    """Effect: warn at the line of the decorator, past the frames of this package."""
    import sys

    level = 2
    frame = sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").startswith("op_runtime"):
        level += 1
        if frame.f_back is None:
            break
        frame = frame.f_back
    warnings.warn(message, stacklevel=level)
