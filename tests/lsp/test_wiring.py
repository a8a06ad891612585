"""What the client is told is what the features answer, and the server is there before the analyzer is."""

from __future__ import annotations

import subprocess
import sys

import pytest

from op_lsp.lazy import Feature
from op_lsp.wiring import create_features


@pytest.mark.parametrize("feature", create_features(), ids=lambda feature: str(feature.module))
def test_a_feature_answers_what_is_declared_for_it(feature: Feature) -> None:
    feature.load()
    assert set(feature.handlers) == {*feature.methods, *feature.commands}


def test_the_server_waits_for_its_client_before_anything_of_the_analyzer_is_imported() -> None:
    code = (
        "import sys\nfrom op_lsp.wiring import create_server\ncreate_server()\n"
        "heavy = {'libcst', 'tree_sitter', 'op_lint.check', 'op_lint.rules', 'op_runtime.menu', 'pydantic'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
