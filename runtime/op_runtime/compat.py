"""Running functions that were written for OpenProgram, where that framework is not installed."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from types import ModuleType
from typing import Any, Final

from op_runtime.function import decorate

_MARK: Final = "__op_compat__"
_NAMES: Final = (
    "DecisionError",
    "Option",
    "Runtime",
    "agent",
    "conditional",
    "create_runtime",
    "goal",
    "llm",
    "parallel",
    "repeat_until",
    "route",
    "validate_and_retry",
)


def agentic_function(function: Any = None, /, **arguments: Any) -> Any:
    """Effect: do what `op_runtime.agentic_function` does, for code that was written for OpenProgram.

    Arguments that only OpenProgram reads are ignored; a wrong `input=` is one warning instead of an error.
    """
    return decorate(function, arguments, lenient=True)


def install() -> bool:
    """Effect: make `openprogram` and `openprogram.agentic_programming` importable as this runtime.

    Gives False, and does nothing, where that framework is installed or imported already: it is never shadowed.
    Calling it twice is calling it once.
    """
    if is_installed():
        return True
    if "openprogram" in sys.modules or importlib.util.find_spec("openprogram") is not None:
        return False
    modules = _modules()
    sys.modules.update(modules)
    for name, module in modules.items():
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(modules[parent], child, module)
    return True


def uninstall() -> None:
    """Effect: take the modules that `install` made away again."""
    if is_installed():
        for name in _modules():
            sys.modules.pop(name, None)


def is_installed() -> bool:
    """Whether `openprogram` is this layer now."""
    return getattr(sys.modules.get("openprogram"), _MARK, False) is True


def _modules() -> dict[str, ModuleType]:
    import op_runtime
    from op_runtime import decision, function, registry

    public = {name: getattr(op_runtime, name) for name in _NAMES}
    top = {**public, "agentic_function": agentic_function, "decision": decision}
    inner: dict[str, dict[str, Any]] = {
        "function": {
            "agentic_function": agentic_function,
            "AgenticFunction": function.AgenticFunction,
            "get": registry.get,
        },
        "runtime": {"Runtime": op_runtime.Runtime},
    }
    package = "openprogram.agentic_programming"
    return {
        "openprogram": _module("openprogram", top),
        package: _module(package, top),
        f"{package}.decision": decision,
        **{f"{package}.{name}": _module(f"{package}.{name}", members) for name, members in inner.items()},
    }


def _module(name: str, members: Mapping[str, Any]) -> ModuleType:
    module = ModuleType(name, "OpenProgram's names, given by op_runtime.")
    module.__dict__.update(members)
    module.__dict__[_MARK] = True
    module.__path__ = []
    public = sorted(members)
    module.__dict__["__all__"] = public

    def missing(attribute: str) -> Any:
        hint = f"; it has {', '.join(public)}" if not attribute.startswith("__") else ""
        raise AttributeError(f"op_runtime's stand-in for {name} has no {attribute}{hint}")

    module.__dict__["__getattr__"] = missing
    return module
