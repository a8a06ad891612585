"""The protocol's types, each built when it is first used: a server needs a tenth of the five hundred.

Building them all is most of what importing lsprotocol takes. A type that was put off is built in its place, with the
same fields, validators and comparisons, when somebody makes one or asks for its attributes, as cattrs does to make
the hook that structures it; so is each type in its fields, and no other. What differs is that it has no ``__slots__``.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from importlib import import_module
from typing import Any, get_type_hints

import attrs

TYPES = "lsprotocol.types"
_building = threading.RLock()


def load() -> None:
    """Effect: imports the types of the protocol and puts off building them, unless they were imported before."""
    if TYPES in sys.modules:
        return
    define = attrs.define
    attrs.define = _define_later(define)
    try:
        import_module(TYPES)
    finally:
        attrs.define = define
    from lsprotocol import _hooks

    if hasattr(_hooks, "_resolved_forward_references"):  # each type's are, when it is built
        _hooks._resolved_forward_references = True


def built(name: str) -> bool:
    """Whether a type of the protocol has been built."""
    return not isinstance(vars(vars(sys.modules[TYPES])[name]).get("__attrs_attrs__"), _Later)


class _Later:
    """What stands for the attributes of a class until they are asked for."""

    def __init__(self, build: Callable[[], None]) -> None:
        self.build = build

    def __get__(self, instance: object, owner: Any) -> Any:
        self.build()
        return owner.__attrs_attrs__


def _define_later(define: Callable[..., Any]) -> Callable[..., Any]:
    """What decorates the types instead of ``define``."""

    def decorate(cls: type | None = None, **options: Any) -> Any:
        if cls is None or options or cls.__module__ != TYPES or cls.__bases__ != (object,) or "__init__" in vars(cls):
            return define(cls, **options)
        _put_off(cls, define)
        return cls

    return decorate


def _put_off(cls: Any, define: Callable[..., Any]) -> None:
    def build() -> None:
        with _building:  # the worker and the event loop may both be the first
            if isinstance(vars(cls)["__attrs_attrs__"], _Later):
                cls.__annotations__ = get_type_hints(cls, vars(sys.modules[TYPES]))
                define(cls, slots=False, init=True)

    def __init__(self: Any, *arguments: Any, **named: Any) -> None:  # noqa: N807
        build()
        cls.__init__(self, *arguments, **named)

    cls.__init__ = __init__
    cls.__attrs_attrs__ = _Later(build)
