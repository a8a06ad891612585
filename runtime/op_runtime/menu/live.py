"""Live callables as ``Function`` descriptions."""

from __future__ import annotations

import functools
import inspect
import sys
import types
import weakref
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from op_runtime.menu.annotations import Scope, from_annotation
from op_runtime.menu.metadata import Function, Kind, Parameter, SignatureParameter, build_function
from op_runtime.menu.text import shown
from op_runtime.menu.values import MISSING

DESCRIPTION_ATTRIBUTE: Final = "__op_function__"
"""Where a decorated function keeps a callable that gives its ``Function``."""

_KINDS: Final[dict[Any, Kind]] = {
    inspect.Parameter.POSITIONAL_ONLY: "positional_only",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "positional_or_keyword",
    inspect.Parameter.VAR_POSITIONAL: "var_positional",
    inspect.Parameter.KEYWORD_ONLY: "keyword_only",
    inspect.Parameter.VAR_KEYWORD: "var_keyword",
}


def describe(target: Callable[..., Any]) -> Function:
    """What a live callable tells a model: an agentic function, a plain one, a bound method, a ``functools.partial``.

    Raises:
        TypeError: it has no signature that could be read.
    """
    function = recall(target)
    return function if function.target is target else replace(function, target=target)


def recall(target: Callable[..., Any]) -> Function:
    """What ``describe`` gives, but for ``Function.target``, which may be left out: no work for what is known already.

    Raises:
        TypeError: it has no signature that could be read.
    """
    if isinstance(target, functools.partial):
        return _describe_partial(target)
    bound = isinstance(target, types.MethodType)
    known = getattr(getattr(target, "__func__", target), DESCRIPTION_ATTRIBUTE, None)
    if known is not None:
        function: Function = known()
        return replace(function, parameters=function.parameters[1:], target=target) if bound else function
    stamp = _stamp(target)
    if stamp is not None:
        remembered = _described.get(target)
        if remembered is not None and remembered[0] == stamp:
            return remembered[1]
    name = getattr(target, "__name__", None)
    signature, resolved = signature_of(target)
    function = build_function(
        name if isinstance(name, str) and name != "<lambda>" else "",
        own_doc(target),
        signature,
        is_async=is_async(target),
    )
    if stamp is not None and resolved:
        _described[target] = stamp, function
    return function


_described: weakref.WeakKeyDictionary[Any, tuple[tuple[object, ...], Function]] = weakref.WeakKeyDictionary()
"""Plain functions that were described before; ``inspect.signature`` is most of the cost of a small menu."""


def _stamp(target: Any) -> tuple[object, ...] | None:
    """What the description of a plain function depends on, or None where that may change unseen."""
    if type(target) is not types.FunctionType or target.__dict__:
        return None
    defaults = (*(target.__defaults__ or ()), *(target.__kwdefaults__ or {}).values())
    if not all(default is None or isinstance(default, str | int | float) for default in defaults):
        return None
    if sys.version_info >= (3, 14):
        annotations: tuple[object, ...] = (target.__annotate__,)
    else:
        annotations = (*target.__annotations__, *map(id, target.__annotations__.values()))
    types_of_defaults = tuple(map(type, defaults))  # 1 and True are equal
    return (target.__code__, defaults, types_of_defaults, target.__name__, target.__doc__, annotations)


def own_doc(target: object) -> str | None:
    """The docstring of ``target``; a callable object has that of its class."""
    doc = getattr(target, "__doc__", None)
    return doc if isinstance(doc, str) else None


def is_async(target: Any) -> bool:
    """Whether calling ``target`` gives a coroutine."""
    call = type(target).__call__ if callable(target) else None
    return inspect.iscoroutinefunction(target) or inspect.iscoroutinefunction(call)


def _describe_partial(target: functools.partial[Any]) -> Function:
    """The parameters that a partial leaves open; after one that is given by keyword only keywords can follow."""
    inner = describe(target.func)
    hole = getattr(functools, "Placeholder", MISSING)
    given = list(target.args)
    parameters: list[Parameter] = []
    keyword_only = False
    for parameter in inner.parameters:
        positional = parameter.kind in ("positional_only", "positional_or_keyword")
        if positional and given:
            if given.pop(0) is hole:
                parameters.append(parameter)
        elif parameter.name in target.keywords and parameter.kind != "positional_only":
            keyword_only = True
        elif keyword_only and parameter.kind == "positional_or_keyword":
            parameters.append(replace(parameter, kind="keyword_only"))
        else:
            parameters.append(parameter)
    return replace(inner, parameters=tuple(parameters), target=target)


def signature_of(target: Callable[..., Any]) -> tuple[tuple[SignatureParameter, ...], bool]:
    """The parameters of a live callable, each annotation resolved by itself, and whether all of them resolved.

    Raises:
        TypeError: it has no signature that could be read.
    """
    try:
        signature = raw_signature(target)
    except (ValueError, TypeError):
        raise TypeError(f"{shown(target)} has no readable signature; wrap it in a function of your own") from None
    scope = scope_of(target)
    parameters = []
    for parameter in signature.parameters.values():
        annotated = parameter.annotation is not inspect.Parameter.empty
        parameters.append(
            SignatureParameter(
                parameter.name,
                _KINDS[parameter.kind],
                from_annotation(parameter.annotation, scope) if annotated else None,
                MISSING if parameter.default is inspect.Parameter.empty else parameter.default,
            )
        )
    return tuple(parameters), not scope.unresolved


def raw_signature(target: Callable[..., Any]) -> inspect.Signature:
    if sys.version_info >= (3, 14):
        import annotationlib

        return inspect.signature(target, annotation_format=annotationlib.Format.FORWARDREF)
    return inspect.signature(target)


def scope_of(target: Any) -> Scope:
    """Where text annotations of ``target`` are resolved: its module, class, closure and type parameters."""
    if isinstance(target, type):
        module = sys.modules.get(target.__module__)
        return Scope(vars(module) if module else None, {target.__name__: target})
    inner = inspect.unwrap(getattr(target, "__func__", target))
    if not hasattr(inner, "__globals__") and callable(inner):
        inner = inspect.unwrap(type(inner).__call__)
    names: dict[str, object] = {}
    globals_ = getattr(inner, "__globals__", None)
    path = getattr(inner, "__qualname__", "").split(".")[:-1]
    if path and path[-1] != "<locals>":
        names.update(_class_names(path, globals_ or {}))
    closure = getattr(inner, "__closure__", None) or ()
    code = getattr(inner, "__code__", None)
    for name, cell in zip(code.co_freevars if code else (), closure, strict=False):
        try:
            names[name] = cell.cell_contents
        except ValueError:
            continue  # not assigned yet
    for parameter in getattr(inner, "__type_params__", ()):
        names[parameter.__name__] = parameter
    return Scope(globals_, names)


def _class_names(path: list[str], globals_: dict[str, Any]) -> dict[str, object]:
    """The types that are nested in the class at ``path``, which its methods name without it."""
    found: Any = globals_.get(path[0])
    for name in path[1:]:
        found = getattr(found, name, None)
    nested = vars(found).items() if isinstance(found, type) else ()
    return {name: value for name, value in nested if isinstance(value, type)}
