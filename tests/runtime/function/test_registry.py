"""Tools are looked up by name, and two of one name do not replace each other (defect T13)."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from op_runtime import agentic_function, registry

SOURCE = '''
from op_runtime import agentic_function

@agentic_function
def search(q: str):
    """Search."""
    return MARK
'''


def module(name: str, mark: int) -> Any:
    made = ModuleType(name)
    made.__dict__["MARK"] = mark
    exec(SOURCE, made.__dict__)
    return made


def test_a_tool_is_found_by_its_name() -> None:
    one = module("one", 1)
    assert registry.get("search") is one.search


def test_an_unknown_name_says_what_is_near() -> None:
    module("one", 1)
    with pytest.raises(LookupError, match=r"no tool is registered as 'serch'. Did you mean 'search'\?"):
        registry.get("serch")


def test_two_tools_of_one_name_are_ambiguous_and_the_message_says_where_they_are() -> None:
    module("one", 1)
    module("two", 2)
    with pytest.raises(LookupError, match=r"2 tools are named 'search': one\.search and two\.search"):
        registry.get("search")


def test_a_module_that_is_loaded_again_replaces_its_own_tool_only() -> None:
    module("one", 1)
    again = module("one", 3)
    assert registry.get("search") is again.search
    assert [name for name, _ in registry.registered()] == ["search"]


def test_a_method_is_no_tool_since_no_model_can_give_self() -> None:
    class Desk:
        @agentic_function
        def find(self, q: str) -> str:
            """Find."""
            return q

    with pytest.raises(LookupError):
        registry.get("find")
    assert Desk().find("x") == "x"


def test_isolated_puts_back_what_was_there() -> None:
    one = module("one", 1)
    with registry.isolated():
        with pytest.raises(LookupError):
            registry.get("search")
        module("two", 2)
    assert registry.get("search") is one.search
