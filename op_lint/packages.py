"""Installed packages, looked at without ``importlib.metadata``: importing that takes longer than checking a file."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator


def may_declare(group: str) -> bool:
    """Whether an installed package may have entry points of a group; False is certain.

    Where packages are installed in a way that only ``importlib.metadata`` can read, they may.
    """
    if any(hasattr(finder, "find_distributions") for finder in sys.meta_path if not _is_standard(finder)):
        return True
    wanted = group.encode()
    return any(
        not name.endswith((".dist-info", ".egg-info")) or wanted in _entry_points(os.path.join(folder, name))  # noqa: PTH118
        for folder, name in _metadata()
    )


def release(package: str) -> str:
    """The release of an installed package, as text that changes with it; ``package`` is spelt as it is imported."""
    start = f"{package}-"
    for _, name in _metadata():
        if name.lower().startswith(start):
            return name
    from importlib.metadata import version

    return version(package.replace("_", "-"))


def _metadata() -> Iterator[tuple[str, str]]:
    """Each folder of packages with the name of one's metadata in it, or of what may hold some."""
    for folder in dict.fromkeys(sys.path):
        try:
            names = os.listdir(folder or os.curdir)  # noqa: PTH208 - pathlib is slow to import
        except NotADirectoryError:
            yield folder, "an archive"
            continue
        except OSError:
            continue
        for name in names:
            if name.endswith((".dist-info", ".egg-info", ".egg")):
                yield folder, name


def _is_standard(finder: object) -> bool:
    return getattr(finder, "__module__", "").startswith("_frozen_importlib")


def _entry_points(folder: str) -> bytes:
    try:
        with open(os.path.join(folder, "entry_points.txt"), "rb") as stream:  # noqa: PTH118, PTH123
            return stream.read()
    except OSError:
        return b""
