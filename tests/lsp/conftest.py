"""The editor that most tests share: a real client with a real server, started once for each test module."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest
import pytest_asyncio
from editor import Document, Editor, start

ROOT = Path(__file__).parents[2]
_NUMBERS = count(1)


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No server sees what others read, or that of the person who runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OP_LINT_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        yield


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def editor(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Editor]:
    """VS Code with the examples and an empty folder open."""
    folder = tmp_path_factory.mktemp("workspace")
    async with start(ROOT / "examples", folder) as started:
        started.folder = folder
        yield started


class Opener:
    """Opens texts as files of their own in the editor's empty folder, and closes them when the test is over."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self.documents: list[Document] = []

    def __call__(self, text: str, name: str | None = None) -> Document:
        path = self.editor.folder / (name or f"module_{next(_NUMBERS)}.py")
        document = self.editor.open(path, text)
        self.documents.append(document)
        return document


@pytest_asyncio.fixture(loop_scope="module")
async def opened(editor: Editor) -> AsyncIterator[Opener]:
    opener = Opener(editor)
    yield opener
    for document in opener.documents:
        document.close()
