"""One text for every Python, whether annotations are objects or text (decision spec, section 4; case B20)."""

from __future__ import annotations

import menu_shapes
import pytest
from interpreters import ROOT, interpreters, run_with


def output(python: str, *arguments: str) -> str:
    done = run_with(python, *arguments)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def printed_by(python: str, *arguments: str) -> str:
    return output(python, str(ROOT / "tests" / "menu_shapes.py"), *arguments)


@pytest.mark.parametrize("python", interpreters())
def test_every_python_prints_the_same_bytes_with_objects_and_with_text(python: str) -> None:
    expected = menu_shapes.printed(as_text=False)
    assert printed_by(python, "text") == printed_by(python) == expected


def test_text_annotations_change_nothing_in_one_process() -> None:
    assert menu_shapes.printed(as_text=True) == menu_shapes.printed(as_text=False)


def test_nothing_printed_shows_an_address() -> None:
    text = menu_shapes.printed(as_text=False)
    assert all(mark not in text for mark in ("<coroutine", "<generator", "object at 0x", "<class", "<function"))


STATEMENTS = """
type Count = int | None
type Two[T] = tuple[T, T]
type Chain[T] = list[Chain[T]] | T
type Late = Gone
def f[T: int](a: Count, b: Two[str], c: Chain[int], d: T, e: Late): ...
"""
UNQUOTED = "def f(a: Gone, b: Gone | None, c: list[Gone], d: int | Gone, e: pkg.Gone[int], g: str): ..."
PROGRAM = "import sys, op_runtime.menu as m; exec(sys.argv[1]); print(m.build_menu([f]).render().splitlines()[0])"


def first_lines(source: str, since: int) -> list[str]:
    """The signature line of ``f`` under every Python that has the syntax."""
    return [
        output(python, "-c", PROGRAM, source).strip()
        for python in interpreters()
        if int(output(python, "-c", "import sys; print(sys.version_info[1])")) >= since
    ]


def test_type_statements_and_type_parameters_are_read() -> None:
    expected = "f(a: int | None, b: tuple[str, str], c: list[Chain] | int, d: int, e: Late)"
    assert set(first_lines(STATEMENTS, 12)) <= {expected}


def test_names_that_do_not_resolve_are_read_part_by_part_where_annotations_are_lazy() -> None:
    expected = "f(a: Gone, b: Gone | None, c: list[Gone], d: int | Gone, e: Gone, g: str)"
    assert set(first_lines(UNQUOTED, 14)) <= {expected}
    assert set(first_lines("from __future__ import annotations\n" + UNQUOTED, 11)) == {expected}
