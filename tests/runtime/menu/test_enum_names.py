"""Members of an Enum that are texts: a menu shows the text, not what the member says of itself."""

from __future__ import annotations

import enum

from op_runtime.menu import build_menu


class Mode(str, enum.Enum):  # noqa: UP042 - StrEnum says something else of itself
    FAST = "fast"
    SAFE = "safe"


def test_names_and_descriptions_are_the_texts_that_members_are() -> None:
    menu = build_menu([Mode.FAST, ("other", Mode.SAFE)])
    assert menu.render() == build_menu(["fast", ("other", "safe")]).render()
    assert menu.options[0].target is Mode.FAST


def test_keys_of_a_dict_are_too() -> None:
    menu = build_menu({Mode.FAST: 1, Mode.SAFE: ("a", {Mode.FAST: str})})
    assert menu.render() == build_menu({"fast": 1, "safe": ("a", {"fast": str})}).render()
    assert all(type(name) is str for name in menu.names)
