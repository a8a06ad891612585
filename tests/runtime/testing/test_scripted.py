"""A runtime with prepared replies, and the check of a menu."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import snapshot
from op_runtime import decision
from op_runtime.exec import Reply, Request
from op_runtime.testing import ScriptedRuntime, assert_menu


def test_replies_come_in_order_and_what_was_sent_is_kept() -> None:
    runtime = ScriptedRuntime(["a", Reply("b"), {"call": "c"}, lambda request: request.prompt.upper()])
    assert [runtime.exec(text) for text in ("one", "two", "three", "four")] == ["a", "b", '{"call": "c"}', "FOUR"]
    assert runtime.prompts == ["one", "two", "three", "four"]
    assert all(isinstance(request, Request) for request in runtime.requests)
    assert runtime.requests[0]["messages"] == ({"role": "user", "content": "one"},)
    assert runtime.left == 0


@pytest.mark.parametrize("error", [ValueError("x"), ValueError, KeyboardInterrupt()])
def test_an_exception_in_the_list_is_raised(error: Any) -> None:
    runtime = ScriptedRuntime([error, "next"])
    with pytest.raises(error if isinstance(error, type) else type(error)):
        runtime.exec("Hi.")
    assert runtime.exec("Hi.") == "next"


def test_one_call_too_many_shows_what_it_asks() -> None:
    runtime = ScriptedRuntime(["a"])
    runtime.exec("one")
    with pytest.raises(AssertionError, match=r"the script has 1 replies, and call 2 wants another; it asks:\ntwo"):
        runtime.exec("two")


def test_one_text_is_no_list_of_replies() -> None:
    with pytest.raises(TypeError, match="list of replies"):
        ScriptedRuntime("abc")


def test_a_failed_transport_is_tried_again_without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    waited: list[float] = []
    monkeypatch.setattr("op_runtime.exec.cancel.Cancellation.wait", lambda self, seconds: waited.append(seconds))
    assert ScriptedRuntime([TimeoutError(), "a"]).exec("Hi.") == "a"
    assert waited == [0.0]


MENU = """a()
    Call: {"call": "a"}

b()
    Or this.
    Call: {"call": "b"}
"""


def test_a_menu_is_its_snapshot(tmp_path: Path) -> None:
    options = ["a", ("b", "Or this.")]
    file = tmp_path / "menu.txt"
    file.write_text(MENU, encoding="utf-8")
    assert_menu(options, MENU)
    assert_menu(options, file)
    assert_menu(
        options,
        """
        a()
            Call: {"call": "a"}

        b()
            Or this.
            Call: {"call": "b"}
        """,
    )
    assert_menu(
        options,
        snapshot("""\
a()
    Call: {"call": "a"}

b()
    Or this.
    Call: {"call": "b"}
"""),
    )
    assert decision.render_options(options) == MENU


def test_a_menu_that_differs_shows_how() -> None:
    with pytest.raises(AssertionError) as caught:
        assert_menu(["a", ("b", "Or that.")], MENU)
    assert "-    Or this." in str(caught.value)
    assert "+    Or that." in str(caught.value)
