"""Where a project's packages start, as its ``pyproject.toml`` tells the tools that build it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

MANIFEST = "pyproject.toml"

_TELLING = re.compile(rb"package-dir|packages|where|module-root|sources|from\s*=")


def declared_roots(root: str) -> tuple[str, ...]:
    """Effect: reads ``pyproject.toml`` in ``root``. Gives the folders, relative to it, that imports start from.

    Setuptools, Poetry, Hatch, PDM, Flit and uv each have a key for it; a file that cannot be read says nothing.
    """
    try:
        data = (Path(root) / MANIFEST).read_bytes()
    except OSError:
        return ()
    if not _TELLING.search(data):
        return ()
    import tomllib

    try:
        tool = tomllib.loads(data.decode("utf-8")).get("tool", {})
    except ValueError:
        return ()
    return tuple(dict.fromkeys(each for each in _said(tool) if isinstance(each, str)))


def _said(tool: object) -> Iterator[object]:
    setuptools = _in(tool, "setuptools")
    yield _in(setuptools, "package-dir", "")
    where = _in(setuptools, "packages", "find", "where")
    yield from where if isinstance(where, list) else ()
    for package in _listed(_in(tool, "poetry", "packages")):
        yield _in(package, "from")
    wheel = _in(tool, "hatch", "build", "targets", "wheel")
    for package in (*_listed(_in(wheel, "packages")), *_listed(_in(tool, "hatch", "build", "packages"))):
        yield package.rpartition("/")[0] if isinstance(package, str) else None
    yield from _listed(_in(wheel, "sources"))
    yield _in(tool, "pdm", "build", "package-dir")
    yield _in(tool, "uv", "build-backend", "module-root")


def _in(table: object, *keys: str) -> Any:
    for key in keys:
        table = table.get(key) if isinstance(table, dict) else None
    return table


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []
