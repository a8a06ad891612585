"""No test asks a provider because the machine that it runs on has a key."""

from __future__ import annotations

from pathlib import Path

import pytest
from op_runtime.exec.create import SETTING
from op_runtime.exec.providers.local import SETTING as LOCAL_SETTING
from op_runtime.exec.providers.named import ADDRESSES
from op_runtime.secrets import KEYS


@pytest.fixture(autouse=True)
def _no_model_in_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    keys = [key for several in KEYS.values() for key in several]
    for name in (SETTING, LOCAL_SETTING, *keys, *ADDRESSES.values()):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OP_RUNS", str(tmp_path / "kept runs"))
