"""Live callables as descriptions (decision spec, section 2; cases B05, B13, B14; defects D22, D23, D24)."""

from __future__ import annotations

import functools
import gc
import inspect
import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

import pytest
from op_runtime.menu import MISSING, describe

if TYPE_CHECKING:
    from op_runtime.exec import Runtime


def find(q: str, page: int = 1, *, runtime: Runtime, tenant: str = "t1") -> str:
    """Find pages."""
    return q


async def later(q: str) -> str:
    """Find later."""
    return q


class Desk:
    """A desk."""

    class Mode(str):
        """How."""

    def find(self, q: str, mode: Mode, runtime: Runtime | None = None) -> str:
        """Find at the desk."""
        return q

    @classmethod
    def of(cls, q: str) -> None:
        """Make one."""

    @staticmethod
    def static(q: str) -> None:
        """No self."""

    def undocumented(self, q: str) -> None: ...

    def __call__(self, q: str) -> None:
        """Ask the desk."""


class AsyncDesk:
    async def __call__(self, q: str) -> None: ...


def shape(target: Callable[..., Any]) -> tuple[str, str, list[str]]:
    function = describe(target)
    return function.name, str(function.summary), [parameter.name for parameter in function.visible]


def test_a_plain_function_hides_only_injected_names() -> None:
    assert shape(find) == ("find", "Find pages.", ["q", "page", "tenant"])
    assert describe(find).target is find


def test_a_name_that_only_a_type_checker_imports_takes_no_other_down() -> None:
    assert [parameter.field.schema.display() for parameter in describe(find).visible] == ["str", "int", "str"]


@pytest.mark.parametrize(
    ("target", "name", "summary", "visible"),
    [
        (Desk().find, "find", "Find at the desk.", ["q", "mode"]),
        (Desk.of, "of", "Make one.", ["q"]),
        (Desk.static, "static", "No self.", ["q"]),
        (Desk().undocumented, "undocumented", "", ["q"]),
        (Desk(), "", "A desk.", ["q"]),
        (functools.partial(find, tenant="t2"), "find", "Find pages.", ["q", "page"]),
        (functools.partial(find, "words"), "find", "Find pages.", ["page", "tenant"]),
        (functools.partial(functools.partial(find, "words"), page=2), "find", "Find pages.", ["tenant"]),
        (functools.partial(Desk().find, mode="m"), "find", "Find at the desk.", ["q"]),
        (functools.partial(Desk()), "", "A desk.", ["q"]),
        (lambda q, runtime=None: q, "", "", ["q"]),
        (functools.partial(lambda q: q), "", "", ["q"]),
        (functools.lru_cache(find), "find", "Find pages.", ["q", "page", "tenant"]),
    ],
)
def test_each_kind_of_callable_has_the_name_the_summary_and_the_parameters_of_what_it_calls(
    target: Callable[..., Any], name: str, summary: str, visible: list[str]
) -> None:
    assert shape(target) == (name, summary, visible)


def test_after_a_keyword_of_a_partial_only_keywords_can_follow() -> None:
    def f(a: int, b: int, c: int) -> None: ...

    found = describe(functools.partial(f, b=1)).parameters
    assert [(parameter.name, parameter.kind) for parameter in found] == [
        ("a", "positional_or_keyword"),
        ("c", "keyword_only"),
    ]


def test_a_keyword_of_a_partial_does_not_bind_a_positional_only_parameter() -> None:
    def f(a: int, /, **more: int) -> None: ...

    assert [parameter.name for parameter in describe(functools.partial(f, a=1)).visible] == ["a"]


def test_variadic_and_positional_only_parameters() -> None:
    def f(x: int, /, y: int, *rest: str, z: int, **more: str) -> None: ...

    function = describe(f)
    assert [parameter.name for parameter in function.visible] == ["x", "y", "z"]
    assert [parameter.kind for parameter in function.parameters] == [
        "positional_only",
        "positional_or_keyword",
        "var_positional",
        "keyword_only",
        "var_keyword",
    ]


@pytest.mark.parametrize(
    ("target", "is_async"),
    [(find, False), (later, True), (functools.partial(later, "q"), True), (AsyncDesk(), True), (Desk(), False)],
)
def test_whether_calling_gives_a_coroutine_is_known(target: Callable[..., Any], is_async: bool) -> None:
    assert describe(target).is_async is is_async


def test_a_docstring_that_is_no_text_is_none() -> None:
    def f() -> None:
        """Hidden."""

    f.__doc__ = 5  # type: ignore[assignment]
    assert describe(f).doc is None


def test_a_name_that_is_no_text_is_none() -> None:
    desk = Desk()
    desk.__name__ = 5  # type: ignore[attr-defined]
    assert describe(desk).name == ""


@pytest.mark.parametrize("target", [max, dict.pop, iter])
def test_a_builtin_without_a_signature_is_a_type_error_that_says_what_to_do(target: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="has no readable signature; wrap it in a function of your own"):
        describe(target)


def test_a_builtin_with_a_signature_works() -> None:
    assert shape(len) == ("len", "Return the number of items in a container.", ["obj"])


def test_types_of_the_closure_and_of_the_class_are_found() -> None:
    import enum

    class Local(enum.Enum):
        ONE = "one"

    def f(x: Local) -> str:
        return str(Local.ONE)

    assert describe(f).visible[0].field.schema.display() == '"one"'
    assert describe(Desk().find).visible[1].field.schema.display() == "Mode"


def test_wrapping_keeps_what_is_inside() -> None:
    @functools.wraps(find)
    def wrapped(*args: Any, **kwargs: Any) -> Any: ...

    assert shape(wrapped) == ("find", "Find pages.", ["q", "page", "tenant"])


def test_a_signature_of_its_own_is_used() -> None:
    def f(*args: Any) -> None: ...

    f.__signature__ = inspect.signature(lambda a, b=2: None)  # type: ignore[attr-defined]
    assert shape(f)[2] == ["a", "b"]


def test_a_function_without_source_is_described() -> None:
    space: dict[str, Any] = {}
    exec("def h(n=1, runtime=None):\n    'Do it.'\n", space)
    assert shape(space["h"]) == ("h", "Do it.", ["n"])


def test_a_plain_function_that_changed_is_described_anew() -> None:
    def find(q: str, n: int = 1) -> None:
        """Find."""

    def visible() -> list[tuple[str, str, object]]:
        return [(each.name, each.field.schema.display(), each.default) for each in describe(find).visible]

    assert visible() == [("q", "str", MISSING), ("n", "int", 1)]
    find.__defaults__ = (True,)
    assert visible()[1] == ("n", "int", True)
    find.__annotations__ = {"q": int}
    assert visible() == [("q", "int", MISSING), ("n", "bool", True)]
    find.__doc__ = "Look."
    assert describe(find).summary == "Look."


def test_a_name_that_resolves_later_is_read_again() -> None:
    names: dict[str, object] = {}
    exec("def find(q: 'Later'):\n    'Find.'", names)
    assert describe(cast("Callable[..., Any]", names["find"])).visible[0].field.schema.display() == "Later"
    names["Later"] = int
    assert describe(cast("Callable[..., Any]", names["find"])).visible[0].field.schema.display() == "int"


def test_describing_a_function_does_not_keep_it_alive() -> None:
    def find(q: str) -> None:
        """Find."""

    describe(find)
    reference = weakref.ref(find)
    del find
    gc.collect()
    assert reference() is None
