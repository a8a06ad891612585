"""The page about workflows: its code runs."""

import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "workflows.md"

PLAN = '```python\ndef workflow():\n    return agent("Report on:\\n" + "\\n".join(search("cats", limit=2)))\n```'


def test_the_code_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("OP_RUNS", raising=False)
    asked: list[str] = []

    def call(messages: list[dict[str, Any]]) -> str:
        asked.append(messages[-1]["content"])
        return PLAN if messages[-1]["content"].startswith("Task:") else f"answer {len(asked)}"

    first, second = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    namespace: dict[str, Any] = {"call": call, "__name__": "page"}
    exec(first, namespace)
    assert namespace["result"] == "answer 2"
    assert asked[1] == "Report on:\ncats 0\ncats 1"
    exec(second, namespace)
    assert sorted(namespace["result"]) == ["answer 3", "answer 4"]
    assert namespace["again"] == namespace["result"]
    assert sorted(asked[2:]) == ["Sum up news 0", "Sum up news 1"]
    assert sorted(file.name for file in Path(".op-runs").glob("*.sqlite")) == ["cats.sqlite", "nightly.sqlite"]
