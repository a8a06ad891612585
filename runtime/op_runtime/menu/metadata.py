"""What a callable tells a model about itself: one frozen description, built alike from live code and from source."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Literal, TypeAlias

from op_runtime.menu.annotations import json_default
from op_runtime.menu.constructors import default_type
from op_runtime.menu.names import DEFERRED_KEYS, INJECTED, INPUT_KEYS, OPTIONS_FROM, SIGNATURE_KEYS, SOURCES
from op_runtime.menu.schema import Field, Schema, UnknownType
from op_runtime.menu.templates import coerce_options, options_problem
from op_runtime.menu.text import shown, summary
from op_runtime.menu.unknown import Unknown
from op_runtime.menu.values import MISSING

Kind: TypeAlias = Literal["positional_only", "positional_or_keyword", "var_positional", "keyword_only", "var_keyword"]


@dataclass(frozen=True, slots=True)
class SignatureParameter:
    """One parameter as a signature says it; ``schema`` is None without annotation, ``default`` MISSING without one."""

    name: str
    kind: Kind = "positional_or_keyword"
    schema: Schema | None = None
    default: object = MISSING
    default_text: str | None = None
    """The default's source text, for a form's ghost text; None where it is read from the target when asked for."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter with its metadata; ``field`` is what a model sees of it when it is ``visible``."""

    field: Field
    kind: Kind
    hidden: bool = False
    default: object = MISSING
    """The signature's own default."""
    default_text: str | None = None
    annotated: bool = True
    placeholder: str | None = None
    multiline: bool | None = None
    options_from: str | None = None
    label: str | None = None

    @property
    def name(self) -> str:
        """The name in the signature."""
        return self.field.name

    @property
    def injected(self) -> bool:
        """Whether the framework fills it."""
        return self.name in INJECTED

    @property
    def variadic(self) -> bool:
        """Whether it is ``*args`` or ``**kwargs``, which no model can be shown."""
        return self.kind in ("var_positional", "var_keyword")

    @property
    def visible(self) -> bool:
        """Whether a model sees it and fills it."""
        return not (self.hidden or self.injected or self.variadic)


@dataclass(frozen=True, slots=True)
class Function:
    """A callable as a decision option or a tool."""

    name: str
    """The action name that the model sees; empty for a lambda."""
    doc: str | Unknown | None
    parameters: tuple[Parameter, ...]
    agentic: bool = False
    is_async: bool = False
    description: str | None = None
    """``description=`` of the decorator, for the tool spec."""
    parameters_schema: Mapping[str, object] | None = field(default=None, compare=False)
    """``parameters=`` of the decorator, for the tool spec."""
    label: str | None = None
    target: Callable[..., Any] | None = field(default=None, compare=False)
    """The live callable; None when read from source."""
    memo: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
    """What was worked out of the rest before; a description that is made of another one begins without."""

    @property
    def summary(self) -> str | Unknown:
        """The docstring's first paragraph on one line; empty where there is none."""
        if "summary" not in self.memo:
            self.memo["summary"] = self.doc if isinstance(self.doc, Unknown) else summary(self.doc)
        known: str | Unknown = self.memo["summary"]
        return known

    @property
    def fields(self) -> tuple[Field, ...]:
        """The parameters that a model fills; the same tuple each time."""
        if "fields" not in self.memo:
            self.memo["fields"] = tuple(parameter.field for parameter in self.visible)
        known: tuple[Field, ...] = self.memo["fields"]
        return known

    @property
    def visible(self) -> tuple[Parameter, ...]:
        """The parameters that a model sees."""
        return tuple(parameter for parameter in self.parameters if parameter.visible)

    def parameter(self, name: str) -> Parameter | None:
        """The parameter of this name, or None."""
        return next((parameter for parameter in self.parameters if parameter.name == name), None)


def input_problems(function_name: str, names: Iterable[str], metadata: object) -> list[str]:
    """What is wrong with ``input=``, one sentence each; empty where nothing is.

    Unknown parts are not judged; deferred keys, keys that repeat the signature and entries for injected names pass.
    """
    if metadata is None or isinstance(metadata, Unknown):
        return []
    if not isinstance(metadata, Mapping):
        return [f"input= must be a dict of parameters, not {shown(metadata)}"]
    known = list(names)
    problems: list[str] = []
    for name, entry in metadata.items():
        if isinstance(name, Unknown) or name in INJECTED:
            continue
        if name not in known:
            problems.append(f"input= describes {shown(name)}, which {function_name}() does not have{near(name, known)}")
            continue
        if isinstance(entry, Unknown):
            continue
        if not isinstance(entry, Mapping):
            problems.append(f'input[{name!r}] must be a dict such as {{"description": "..."}}, not {shown(entry)}')
            continue
        problems.extend(f"input[{name!r}]: {problem}" for problem in _entry_problems(entry))
    return problems


def near(name: object, known: Iterable[str]) -> str:
    """``; did you mean 'x'?`` where one of ``known`` resembles ``name``, else nothing."""
    close = get_close_matches(name, list(known), 1) if isinstance(name, str) else []
    return f"; did you mean {close[0]!r}?" if close else ""


def _entry_problems(entry: Mapping[Any, object]) -> Iterable[str]:
    for key, value in entry.items():
        if key in DEFERRED_KEYS or key in SIGNATURE_KEYS or isinstance(key, Unknown):
            continue
        wanted = INPUT_KEYS.get(key) if isinstance(key, str) else None
        if wanted is None:
            yield f"nothing reads the key {shown(key)}{near(key, INPUT_KEYS)}"
        elif isinstance(value, Unknown):
            continue
        elif key == "options":
            problem = options_problem(value)
            if problem:
                yield problem
        elif not isinstance(value, wanted):
            yield f'"{key}" must be a {wanted.__name__}, not {shown(value)}'
        elif key == "options_from" and value not in OPTIONS_FROM:
            yield f'"options_from" must be "functions", the only source there is, not {shown(value)}'
        elif key == "source" and value not in SOURCES:
            yield f'"source" must be "llm" or "context", not {shown(value)}'
    if "options_from" in entry and "options" in entry:
        yield '"options_from" and "options" both name the allowed values; keep one'


def build_function(
    name: str,
    doc: str | Unknown | None,
    signature: Iterable[SignatureParameter],
    metadata: object = None,
    *,
    lenient: bool = False,
    agentic: bool = False,
    is_async: bool = False,
    description: str | None = None,
    parameters_schema: Mapping[str, object] | None = None,
    label: str | None = None,
    target: Callable[..., Any] | None = None,
) -> Function:
    """The description of a callable from its signature and its ``input=``.

    With ``lenient`` wrong metadata is left out instead of raised.

    Raises:
        TypeError: wrong metadata; all problems in one message that opens with the function's name.
    """
    signature = tuple(signature)
    problems = [] if lenient else input_problems(name, (parameter.name for parameter in signature), metadata)
    parameters: list[Parameter] = []
    for parameter in signature:
        entry = _entry(metadata, parameter.name)
        try:
            parameters.append(_parameter(parameter, entry, lenient=lenient))
        except TypeError as error:
            problems.append(str(error))
    if problems:
        raise TypeError(f"{name}: " + "; ".join(dict.fromkeys(problems)))
    return Function(
        name,
        doc,
        tuple(parameters),
        agentic=agentic,
        is_async=is_async,
        description=description,
        parameters_schema=parameters_schema,
        label=label,
        target=target,
    )


def _entry(metadata: object, name: str) -> Mapping[str, object] | Unknown:
    if isinstance(metadata, Unknown):
        return metadata
    entry = metadata.get(name) if isinstance(metadata, Mapping) else None
    return entry if isinstance(entry, Mapping | Unknown) else {}


def _text(entry: Mapping[str, object], key: str) -> str | None:
    value = entry.get(key)
    return value if isinstance(value, str) else None


def _parameter(parameter: SignatureParameter, entry: Mapping[str, object] | Unknown, *, lenient: bool) -> Parameter:
    schema = parameter.schema
    if schema is None:
        unknown = parameter.default if isinstance(parameter.default, Unknown) else None
        schema = UnknownType(unknown.reason) if unknown else default_type(parameter.default)
    default = json_default(schema, parameter.default)
    description: object = None
    options: tuple[object, ...] | Unknown | None = None
    shown = parameter.name not in INJECTED and parameter.kind not in ("var_positional", "var_keyword")
    if isinstance(entry, Unknown):
        description, entry = entry if shown else None, {}
    elif not shown:
        entry = {}
    elif entry:
        description = entry.get("description")
        options = _options(entry, schema, parameter.name, lenient=lenient)
    multiline = entry.get("multiline")
    return Parameter(
        Field(
            parameter.name,
            schema,
            (description or None) if isinstance(description, str | Unknown) else None,
            options,
            required=parameter.default is MISSING,
            default=default,
        ),
        parameter.kind,
        hidden=entry.get("hidden") is True or entry.get("source") == "context",
        default=parameter.default,
        default_text=parameter.default_text,
        annotated=parameter.schema is not None,
        placeholder=_text(entry, "placeholder"),
        multiline=multiline if isinstance(multiline, bool) else None,
        options_from=_text(entry, "options_from"),
        label=_text(entry, "label"),
    )


def _options(
    entry: Mapping[str, object], schema: Schema, name: str, *, lenient: bool
) -> tuple[object, ...] | Unknown | None:
    declared = entry.get("options")
    if declared is None or isinstance(declared, Unknown):
        return declared
    if options_problem(declared) or not isinstance(declared, list):
        return None  # reported by input_problems
    try:
        return coerce_options(schema, declared, f"input[{name!r}]")
    except TypeError:
        if lenient:
            return None
        raise
