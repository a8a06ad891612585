"""Reports: one output format a module, each with ``render(results, failures) -> str``, where results have findings."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from op_lint.result import Result

FORMATS = (
    "text", "concise", "json", "json-lines", "sarif", "github", "gitlab", "junit", "rdjson", "azure", "pylint",
    "markdown",
)  # fmt: skip


def render(name: str, results: Sequence[Result], failures: Sequence[str] = ()) -> str:
    """The report in one of ``FORMATS``; ``failures`` say what could not be done."""
    module = import_module(f"{__name__}.{name.replace('-', '_')}")
    return str(module.render(results, failures))
