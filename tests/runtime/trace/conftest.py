"""Tools that these tests register are gone when each test ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from op_runtime import registry


@pytest.fixture(autouse=True)
def _own_registry() -> Iterator[None]:
    with registry.isolated():
        yield
