"""What the page on models, runs and traces says is what happens."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from op_runtime import Runtime, registry
from op_runtime.exec import Reply, ToolCall
from op_runtime.exec.create import SETTING
from op_runtime.exec.providers import RemoteModel, remote, schemas
from op_runtime.exec.providers.local import SETTING as LOCAL_SETTING
from op_runtime.exec.providers.named import ADDRESSES
from op_runtime.run import main
from op_runtime.secrets import KEYS
from op_runtime.testing import ScriptedRuntime

PAGE = (Path(__file__).parents[2] / "docs" / "models.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def _own_registry() -> Iterator[None]:
    with registry.isolated():
        yield


def test_three_ways_to_have_a_runtime(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    made: list[Runtime] = []
    names: dict[str, Any] = {"call": lambda messages: "x", "made": made}
    exec(re.sub(r"(?m)^(Runtime|create_runtime)(.*?)(  #.*)?$", r"made.append(\1\2)", BLOCKS[0]), names)
    assert made[0].exec("Hi.", tools=[]) == "x"
    assert isinstance(made[1].backend, RemoteModel)
    assert made[2].model is not None
    assert made[2].model.startswith("anthropic:")


def test_the_tools_of_the_page_are_run() -> None:
    names: dict[str, Any] = {}
    exec(compile(BLOCKS[1], "models.md", "exec", dont_inherit=True), names)
    calls = (ToolCall("weather", {"city": "Oslo"}, "1"), ToolCall("add", {"a": 2, "b": 3}, "2"))
    runtime = ScriptedRuntime([Reply("", (*calls, ToolCall("add", {"a": "2"}, "3"))), "done"])
    assert names["work"](runtime) == "done"
    told = [message["content"] for message in runtime.requests[1].messages if message["role"] == "tool"]
    assert told[:2] == ["rain in Oslo", "5"]
    assert told[2].startswith("error: add: ")


def test_every_variable_and_number_of_the_page_is_the_one_that_counts() -> None:
    every = {SETTING, LOCAL_SETTING, "OP_RUNS", *ADDRESSES.values()} | {key for keys in KEYS.values() for key in keys}
    assert set(re.findall(r"`((?:OP|[A-Z]+)_[A-Z_]+)`", PAGE)) == every
    codes = re.search(r"status ([\d, \n]+)\)", PAGE)
    assert codes is not None
    assert tuple(map(int, re.findall(r"\d+", codes[1]))) == remote._AGAIN
    assert f"{schemas.LONGEST_TEXT:,} characters" in " ".join(PAGE.split())
    assert f"{schemas.LONGEST_LIST} items" in PAGE
    assert schemas.LARGEST_NUMBER == 10**15


def test_every_option_of_op_run_on_the_page_exists(capsys: pytest.CaptureFixture[str]) -> None:
    said = ""
    for arguments in (["--help"], ["trace", "--help"]):
        with pytest.raises(SystemExit):
            main(arguments)
        said += capsys.readouterr().out
    console = "".join(re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL))
    options = set(re.findall(r"--[a-z]+", console))
    assert options == {"--arg", "--model", "--full", "--json", "--list", "--html"}
    assert all(option in said for option in options)
