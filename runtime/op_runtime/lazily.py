"""Public names of a package that are imported where they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any


def importer(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """Give the `__getattr__` of a package: `homes` says in which module each name is; a module may be a name itself."""

    def get(name: str) -> Any:
        import importlib

        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        module = importlib.import_module(home)
        value = module if home == f"{package}.{name}" else getattr(module, name)
        setattr(sys.modules[package], name, value)
        return value

    return get
