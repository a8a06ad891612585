"""The definitions that a JSON Schema needs where types refer to themselves."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from op_runtime.menu.values import Json

if TYPE_CHECKING:
    from op_runtime.menu.schema import Schema

_UNSAFE: Final = re.compile(r"[^A-Za-z0-9_.-]")
"""What a definition's name may not hold: a reference to it is a URI, and providers take these letters only."""


class Definitions(dict[str, Json]):
    """The ``$defs`` that a schema's JSON form needs, by name."""

    def __init__(self) -> None:
        super().__init__()
        self.owners: dict[str, Schema] = {}

    def attach(self, schema: dict[str, Json]) -> dict[str, Json]:
        """``schema`` with these definitions, where it has any."""
        return {**schema, "$defs": dict(self)} if self else schema

    def reference(self, name: str, target: Schema) -> str:
        """The name under which ``target`` is defined: ``name``, or ``name`` and a number where another type has it."""
        name = _UNSAFE.sub("_", name)
        key, number = name, 1
        while key in self and self.owners[key] != target:
            number += 1
            key = f"{name}{number}"
        if key not in self:
            self.owners[key] = target
            self[key] = {}  # holds the place, so that the type's own reference ends
            self[key] = target._json(self)
        return key
