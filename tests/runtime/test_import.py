"""Importing the runtime needs the standard library alone, and not much of it."""

from __future__ import annotations

import subprocess
import sys

import op_runtime
import pytest

PROGRAM = """
import sys
before = set(sys.modules)
{line}
roots = {{name.partition(".")[0] for name in set(sys.modules) - before}}
print(sorted(roots - set(sys.stdlib_module_names) - {{"op_runtime"}}))
print(sorted(name for name in ("asyncio", "op_runtime.menu", "op_runtime.exec") if name in sys.modules))
"""


def imported(line: str) -> list[str]:
    command = [sys.executable, "-c", PROGRAM.format(line=line)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def test_import_op_runtime_imports_nothing_outside_the_standard_library() -> None:
    assert imported("import op_runtime") == ["[]", "[]"]


def test_every_public_name_is_there_and_needs_the_standard_library_alone() -> None:
    names = ", ".join(op_runtime.__all__)
    outside, heavy = imported(f"from op_runtime import {names}; import op_runtime.testing, op_runtime.compat")
    assert outside == "[]"
    assert heavy == "['op_runtime.exec', 'op_runtime.menu']"


def test_naming_providers_and_stores_imports_nothing_else() -> None:
    line = (
        "import op_runtime.exec.providers, op_runtime.trace.sqlite, op_runtime.trace.page, op_runtime.progress,"
        " op_runtime.run"
    )
    assert imported(line)[0] == "[]"


def test_a_name_that_does_not_exist_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nothing"):
        _ = op_runtime.nothing
    assert set(op_runtime.__all__) <= set(dir(op_runtime))
