"""Checks functions that language models choose from. ``check_source`` is what the command line and the editor call."""

from __future__ import annotations

TYPE_CHECKING = False  # typing is slow to import
if TYPE_CHECKING:
    from typing import Any

    from op_lint.check import Report, check_bytes, check_source
    from op_lint.config import Config
    from op_lint.finding import Edit, Finding, Fix
    from op_lint.previews import Preview, preview

__version__ = "0.1.0"

__all__ = [
    "Config", "Edit", "Finding", "Fix", "Preview", "Report", "__version__", "check_bytes", "check_source", "preview",
]  # fmt: skip

_HOMES = {
    "Config": "config",
    "Edit": "finding",
    "Finding": "finding",
    "Fix": "finding",
    "Preview": "previews",
    "Report": "check",
    "check_bytes": "check",
    "check_source": "check",
    "preview": "previews",
}


def __getattr__(name: str) -> Any:
    """Effect: imports the module of a public name when it is asked for, so that ``import op_lint`` costs nothing."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{home}"), name)
