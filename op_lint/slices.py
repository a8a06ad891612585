"""What slices of source say, kept on disk by their text: after an edit only what is new is parsed by libcst."""

from __future__ import annotations

import io
import os
import pickle
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

from op_lint import packages, replay

if TYPE_CHECKING:
    from op_lint.read.reader import Cache

_MODULES = ("op_lint.read.expr", "op_lint.read.definition")
_CONSTANTS = (("builtins", "complex"), ("builtins", "Ellipsis"))
"""What a file of slices may name: any other name in it would run code."""


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> object:
        if (module, name) in _CONSTANTS:
            return super().find_class(module, name)
        if module in _MODULES and "." not in name:  # a dotted name would lead on to what the module imports
            found = super().find_class(module, name)
            if isinstance(found, type) and found.__module__ == module:
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a slice")


def file_of(root: str, folder: str) -> str:
    """Where the slices of a configuration's folder are kept, in a folder of the cache."""
    from hashlib import blake2b

    name = blake2b(os.fsencode(root), digest_size=8).hexdigest()
    return f"{folder}{os.sep}slices{os.sep}{name}.pickle"


def unpickled(data: bytes) -> Any:
    """What a pickle of slices holds. Raises UnpicklingError where it names anything else."""
    return _Unpickler(io.BytesIO(data)).load()


def load(file: str) -> Cache:
    """What was kept by what reads slices here; nothing where the file is missing, damaged, or from another program."""
    try:
        with open(file, "rb") as stream:  # noqa: PTH123 - pathlib is slow to import
            made_by, found = unpickled(stream.read())
    except Exception:  # a damaged pickle raises nearly anything
        return {}
    return found if made_by == _reader() and isinstance(found, dict) else {}


def add(file: str, fresh: Cache) -> None:
    """Effect: keeps more slices; beyond what one process keeps, the oldest are left out."""
    from op_lint.read.reader import MAX_KEPT

    kept = {**load(file), **fresh}
    length = sum(map(len, kept))
    for old in list(kept):
        if length <= MAX_KEPT:
            break
        length -= len(old)
        del kept[old]
    replay.replace(file, pickle.dumps((_reader(), kept), protocol=5))


@cache
def _reader() -> str:
    """A digest of all that what a slice says depends on: the modules that read it, and what these use."""
    from hashlib import blake2b

    digest = blake2b(sys.version.encode(), digest_size=16)
    home = os.path.dirname(__file__)  # noqa: PTH120
    modules = sorted(name for name in os.listdir(f"{home}{os.sep}read") if name.endswith(".py"))  # noqa: PTH208
    for name in ("syntax.py", f"files{os.sep}positions.py", *(f"read{os.sep}{name}" for name in modules)):
        digest.update(replay.digest_of(f"{home}{os.sep}{name}"))
    for package in ("libcst", "tree_sitter", "tree_sitter_python"):
        digest.update(f"{packages.release(package)}\0".encode())
    return digest.hexdigest()
