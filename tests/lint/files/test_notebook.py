"""Notebooks: code cells as one text, findings with their cell."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from op_lint.check import check_bytes
from op_lint.cli import main
from op_lint.files import UnreadableError
from op_lint.files.notebook import read_notebook

IMPORT = "%pip install op\nfiles = !ls \\\n    -la\nfrom op_runtime import agentic_function"
FIND = '@agentic_function(input={"q": {"descripton": "words"}})\ndef find(q: str, runtime=None):\n    """Find pages."""'


def notebook(*cells: tuple[str, str], **metadata: object) -> bytes:
    listed = [
        {"cell_type": kind, "metadata": {}, "source": text.splitlines(keepends=True), "outputs": []}
        for kind, text in cells
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": metadata, "cells": listed}).encode()


def test_a_finding_says_its_cell_and_its_line_there() -> None:
    data = notebook(("code", IMPORT), ("markdown", "# Find\n"), ("code", "\n" + FIND))
    (finding,) = [each for each in check_bytes(data, "book.ipynb").findings if each.code != "OP203"]
    assert finding.code == "OP204"
    assert finding.message.startswith("cell 3, line 2: nothing reads")
    assert finding.fix is None


def test_a_cell_that_does_not_parse_costs_the_others_nothing() -> None:
    data = notebook(("code", IMPORT), ("code", "x = (1,\n"), ("code", FIND))
    found = {(each.code, each.message.split(":")[0]) for each in check_bytes(data, "book.ipynb").findings}
    assert {("OP001", "cell 2, line 1"), ("OP204", "cell 3, line 1")} <= found


def test_lines_know_their_cells() -> None:
    book = read_notebook(notebook(("markdown", "a"), ("code", "x\ny"), ("code", ""), ("code", "z\n")))
    assert book.source.text == "x\ny\n\nz\n"
    assert [book.place(line) for line in range(4)] == [(2, 1), (2, 2), (3, 1), (4, 1)]


def test_the_older_format_and_single_texts_are_read() -> None:
    sheet = {"cells": [{"cell_type": "code", "input": "x = 1"}]}
    assert read_notebook(json.dumps({"nbformat": 3, "worksheets": [sheet]}).encode()).source.text == "x = 1\n"


def test_another_language_has_no_code_here() -> None:
    data = notebook(("code", "x <- 1"), kernelspec={"language": "R"})
    assert read_notebook(data).source.text == ""
    assert check_bytes(data, "book.ipynb").findings == ()


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b'{"cells": []}', b"[" * 100_000, b"\xff"])
def test_what_is_no_notebook_is_one_finding(data: bytes) -> None:
    with pytest.raises(UnreadableError):
        read_notebook(data)
    assert [each.code for each in check_bytes(data, "book.ipynb").findings] == ["OP002"]


def test_notebooks_are_found_in_folders(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "book.ipynb").write_bytes(notebook(("code", IMPORT), ("code", FIND)))
    monkeypatch.chdir(tmp_path)
    assert main(["check", "--no-cache", "."]) == 1
    said = capsys.readouterr().out
    assert "cell 2, line 1: nothing reads" in said
    assert 'input={"q": {"descripton": "words"}}' in said
