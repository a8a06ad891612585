"""The classes of the standard library that a menu shows by the very name under which they are imported.

``python tests/standard_classes.py`` prints, for the Python that runs it, one line for each public class: ``+`` and its
full name where its schema is that last name alone, ``-`` where the class is called or shown otherwise. The list in
``op_lint/resolve/standard_classes.txt`` has what is ``+`` under some Python and ``-`` under none.
"""

from __future__ import annotations

import contextlib
import importlib
import pkgutil
import sys
import warnings
from collections.abc import Iterator

from op_runtime.menu import from_annotation

LEFT_OUT = frozenset({"antigravity", "this", "idlelib", "test", "tests", "turtle", "turtledemo", "lib2to3", "ensurepip",
                      "encodings", "pydoc_data", "ctypes", "builtins", "op_lint"})  # fmt: skip
"""Modules that do something when they are imported, hold nothing for annotations, or differ between platforms."""


def modules() -> Iterator[str]:
    for name in sorted(sys.stdlib_module_names - LEFT_OUT):
        if name.startswith("_"):
            continue
        yield name
        with contextlib.suppress(Exception):
            inner = getattr(importlib.import_module(name), "__path__", [])
            found = (each.name for each in pkgutil.iter_modules(inner))
            yield from (
                f"{name}.{each}" for each in found if not each.startswith("_") and each not in ("test", "tests")
            )


def same_name(module: str, name: str, value: object) -> bool | None:
    """Whether a public name of a module is a class that is shown by that name; None where it is no class of its own."""
    family = module.split(".")[0]
    if not isinstance(value, type):
        made_here = (getattr(value, "__module__", None) or "").split(".")[0].lstrip("_") in (family, "thread")
        return False if callable(value) and made_here else None
    schema = from_annotation(value)
    return type(schema).__name__ == "Opaque" and schema.display() == name


def classes() -> Iterator[tuple[str, bool]]:
    """Effect: imports the standard library. Each public name that stands for a class or a maker of one."""
    warnings.simplefilter("ignore")
    for module in modules():
        try:
            names = vars(importlib.import_module(module))
        except Exception:  # it belongs to another platform
            continue
        public = names.get("__all__")
        for name, value in sorted(names.items()):
            imported = getattr(value, "__module__", module) != module and public is not None and name not in public
            if not name.startswith("_") and not imported:
                same = same_name(module, name, value)
                if same is not None:
                    yield f"{module}.{name}", same


if __name__ == "__main__":
    sys.stdout.writelines(f"{'+' if same else '-'} {name}\n" for name, same in classes())
