"""The settings as people and editors see them."""

from __future__ import annotations

import json
import tomllib
from dataclasses import fields
from pathlib import Path

import jsonschema
import pytest

from op_lint.cli import main
from op_lint.config import ConfigError, Configs, Settings
from op_lint.schema import FILE, SAID, schema, text


def test_each_setting_comes_with_the_file_that_says_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "pyproject.toml").write_text('[tool.op-lint]\nignore = ["OP101"]\nsrc = ["lib"]\n', "utf-8")
    (tmp_path / "bot").mkdir()
    (tmp_path / "bot" / "op-lint.toml").write_text('extend = "../pyproject.toml"\nignore = []\n', "utf-8")
    assert main(["config", "--format", "json", str(tmp_path / "bot" / "a.py")]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["settings"]["ignore"] == {"value": [], "from": str(tmp_path / "bot" / "op-lint.toml")}
    assert said["settings"]["src"] == {"value": [str(tmp_path / "lib")], "from": str(tmp_path / "pyproject.toml")}
    assert said["settings"]["exclude"] == {"value": [], "from": None}
    assert said["extends"] == [str(tmp_path / "pyproject.toml")]


def test_the_text_can_be_read_as_toml(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = 'select = ["OP2"]\nseverity = {OP203 = "info"}\n[rules.long-summary]\nlength = 80\n'
    written = 'per-file-ignores = {"a \\"b\\"*" = ["OP1"]}\n' + written
    (tmp_path / "op-lint.toml").write_text(written, "utf-8")
    assert main(["config", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    read = tomllib.loads(out.replace("= not set", '= ""'))
    assert {key: read[key] for key in tomllib.loads(written)} == tomllib.loads(written)
    assert f'select = ["OP2"]  # {tmp_path / "op-lint.toml"}\n' in out
    assert "exclude = []  # default\n" in out


def test_the_published_schema_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == text(), "run `python -m op_lint.schema`"


def test_every_setting_is_described() -> None:
    assert set(SAID) == {each.name for each in fields(Settings)}


@pytest.mark.parametrize(
    "written",
    [
        "",
        'select = ["ALL"]\ntarget-version = "py311"',
        'severity = {OP203 = "info", missing-summary = "error"}',
        "[rules.long-summary]\nlength = 80",
        '[per-file-ignores]\n"tests/*" = ["OP101"]',
        "ignroe = []",
        'ignore = "OP101"',
        "ignore = [1]",
        'severity = {OP203 = "high"}',
        'target-version = "four"',
        "[per-file-ignores]\na = 1",
        "rules = 3",
    ],
)
def test_the_schema_refuses_what_the_command_refuses(tmp_path: Path, written: str) -> None:
    (tmp_path / "op-lint.toml").write_text(written, "utf-8")
    try:
        Configs().of(str(tmp_path / "a.py"))
        fits = True
    except ConfigError:
        fits = False
    jsonschema.Draft7Validator.check_schema(schema())
    assert jsonschema.Draft7Validator(schema()).is_valid(tomllib.loads(written)) is fits


def test_the_command_prints_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["config", "--schema"]) == 0
    assert json.loads(capsys.readouterr().out)["properties"]["select"]["type"] == "array"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--config", "ignore"], "this is not KEY=VALUE in TOML"),
        (["--config", "ignroe=[]"], 'ignroe: there is no such setting; did you mean "ignore"?'),
        (["--severity", "OP101=high"], "expected CODE=LEVEL"),
        (["--severity", "OP999=error"], 'there is no rule "OP999"'),
        (["--per-file-ignores", "OP101"], "expected PATTERN:CODES"),
        (["--jobs", "0"], "argument -j/--jobs: "),
    ],
)
def test_a_wrong_setting_of_the_command_line_is_named(
    words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert message in capsys.readouterr().err


DIRTY = "from op_runtime import agentic_function\n\n\n@agentic_function\ndef f(runtime=None):\n    return 1\n"


@pytest.mark.parametrize(
    ("words", "out"),
    [
        ([], "warning OP101"),
        (["--severity", "missing-summary=error"], "error OP101"),
        (["--config", 'severity={OP101="error"}'], "error OP101"),
        (["--config", 'ignore=["OP101"]'], ""),
        (["--per-file-ignores", "sub/*:OP101"], ""),
        (["--per-file-ignores", "other/*:OP101"], "warning OP101"),
        (["--workflow"], "OP602"),
    ],
)
def test_settings_of_the_command_line_win(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    out: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.py").write_text(DIRTY, "utf-8")
    assert main([*words, "sub"]) == bool(out)
    assert out in capsys.readouterr().out
