"""Signature help: the call that is being written, and which of its parameters is next."""

from __future__ import annotations

import pytest
from lsprotocol import types

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def signature_help(opened, text: str) -> types.SignatureHelp | None:
    """The help at the ``|`` of a text."""
    document = opened(text.replace("|", ""))
    position = document.position(text.index("|"))
    return await document.editor.client.text_document_signature_help_async(
        types.SignatureHelpParams(document.id, position)
    )


@pytest.mark.parametrize(
    ("text", "parameter"),
    [
        ("from op_runtime import route\nroute(|", "question"),
        ('from op_runtime import route\nroute("Which?", ["a", "b"], |', "context"),
        ("from op_runtime import repeat_until\nrepeat_until(max_rounds=|)", "max_rounds"),
        ('import op_runtime as op\nop.conditional("x", if_true=|', "if_true"),
        ('from op_runtime import decision\ndecision.make("x", {"a": |', "options"),
        # by keyword alone: the first that is not given yet, whatever the order
        ('from op_runtime import decision\ndecision.make("x", {}, context={}, |', "runtime"),
        ("from op_runtime import (\n    llm,  # one\n    route as r,\n)\nr(|", "question"),
        ("from op_runtime.decision import make\nmake(|", "prompt"),
        ("import op_runtime\nop_runtime.decision.make(|", "prompt"),
        ("from op_runtime import Option\nx = {'a': Option.value((1, 2), |", "description"),
        ("from op_runtime import Option\nOption.function(|", "fn"),
        ("import op_runtime\nop_runtime.Option.schema({}, name=|", "name"),
        ("from op_runtime import agentic_function\n@agentic_function(|\ndef f(): ...", "input"),
        ("from op_runtime import agentic_function as af\n@af(input={'q': {|\ndef f(q): ...", "input"),
        ("from op_runtime import agentic_function\n@agentic_function(input={}, expose=|)\ndef f(): ...", "expose"),
        ("from op_runtime import agentic_function\n@agentic_function(input={}, |)\ndef f(): ...", "expose"),
        ("from op_runtime import llm\ndef f(runtime=None):\n    runtime.exec(|", "content"),
        ("from op_runtime import llm\nclass A:\n  def f(self):\n    self.runtime.exec('x', choices=|", "choices"),
        ("from op_runtime import Runtime\nmine = Runtime('openai:x')\nmine.exec('x', |", "tools"),
        (
            "from op_runtime import Runtime\ndef f(mine: Runtime):\n    mine.aexec('x', response_format=|",
            "response_format",
        ),
        ("from op_runtime import Runtime\nwith Runtime(model='local') as mine:\n    mine.exec(|", "content"),
        ("from op_runtime import Runtime\nRuntime(|", "call"),
    ],
)
async def test_the_parameter_that_is_being_written(opened, text: str, parameter: str) -> None:
    found = await signature_help(opened, text)
    assert found is not None
    signature = found.signatures[0]
    assert found.active_parameter is not None
    active = (signature.parameters or ())[found.active_parameter]
    assert str(active.label).startswith(parameter)
    assert ": '" not in signature.label
    assert "self" not in signature.label
    assert signature.documentation


@pytest.mark.parametrize(
    "text",
    [
        "def route(a): ...\nroute(|",
        "print(|",
        "x = 1|",
        "cursor.exec(|",
        "from op_runtime import llm\ncursor.exec(|",
        "from op_runtime import route\nroute(print(|",
        "from op_runtime import Option\nother.Option.value(|",
        "from elsewhere import agentic_function\n@agentic_function(|",
    ],
)
async def test_no_signature_of_calls_that_are_not_ours(opened, text: str) -> None:
    assert await signature_help(opened, text) is None


async def test_a_signature_says_what_is_given_by_keyword(opened) -> None:
    found = await signature_help(opened, 'from op_runtime import decision\n\ndecision.make("Pick one.", |')
    assert found is not None
    assert found.signatures[0].label.startswith("make(prompt: str, options: object, *, runtime: ")


async def test_a_call_of_async_code_has_the_parameters_of_the_other(opened) -> None:
    found = await signature_help(opened, "from op_runtime import llm\nasync def f(runtime):\n    await runtime.aexec(|")
    assert found is not None
    assert found.signatures[0].label.startswith("aexec(content: str | list[dict[str, Any]], *, tools: ")


async def test_each_argument_of_the_decorator_has_its_default_and_its_meaning(opened) -> None:
    found = await signature_help(opened, "from op_runtime import agentic_function\n@agentic_function(expose=|")
    assert found is not None
    (signature,) = found.signatures
    assert signature.label.startswith("agentic_function(*, input=None, expose='io', render_range=None, system=None, ")
    assert signature.label.endswith("cache=False, cache_ttl=300.0, timeout=None)")
    expose = (signature.parameters or ())[1]
    assert isinstance(expose.documentation, types.MarkupContent)
    assert expose.documentation.value == "What callers see of this call: `io`, `llm`, `full` or `hidden`."
