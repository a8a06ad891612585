from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from op_lint.files import Found, discover


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in (
        "b.py", "a.py", "notes.txt", "odd.py/inner.py", ".git/refs/heads/fix.py", ".venv/lib/x.py", "node_modules/y.py",
        "pkg/__pycache__/z.py", "pkg/mod.py", "pkg/gen/auto.py", "pkg/gen/kept.py",
    ):  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def names(*paths: str, **options: object) -> list[str]:
    return [found.path for found in discover(paths, **options).files]  # type: ignore[arg-type]


def test_folders_that_hold_no_source_are_skipped_and_a_folder_named_like_a_file_is_walked(tree: Path) -> None:
    assert names(".") == ["a.py", "b.py", "odd.py/inner.py", "pkg/gen/auto.py", "pkg/gen/kept.py", "pkg/mod.py"]


def test_each_file_is_found_once_and_a_named_one_is_marked(tree: Path) -> None:
    assert discover(["pkg/mod.py", "./pkg", "notes.txt"]).files == (
        Found("notes.txt", explicit=True),
        Found("pkg/gen/auto.py"),
        Found("pkg/gen/kept.py"),
        Found("pkg/mod.py", explicit=True),
    )


def test_a_missing_path_is_a_message_and_the_rest_is_found(tree: Path) -> None:
    result = discover(["gone.py", "a.py"])
    assert result.missing == {"gone.py": "gone.py: there is no such file or folder"}
    assert [found.path for found in result.files] == ["a.py"]


def test_an_empty_path_is_missing_and_not_the_current_folder(tree: Path) -> None:
    result = discover([""])
    assert result.files == ()
    assert result.missing == {"": "'': there is no such file or folder"}


def test_links_that_lead_nowhere_or_to_themselves_and_pipes_are_not_walked(tree: Path) -> None:
    (tree / "pkg/self.py").symlink_to("self.py")
    (tree / "pkg/gone.py").symlink_to("nothing.py")
    (tree / "pkg/loop").symlink_to(tree)
    os.mkfifo(tree / "pkg/pipe.py")
    assert names("pkg") == ["pkg/gen/auto.py", "pkg/gen/kept.py", "pkg/mod.py"]
    assert discover(["pkg/self.py"]).missing["pkg/self.py"].startswith("pkg/self.py: the path cannot be read: ")


def test_a_folder_that_cannot_be_listed_is_a_message(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listing = os.scandir

    def scandir(path: str) -> Any:
        if path == "pkg/gen":
            raise PermissionError(13, "Permission denied")
        return listing(path)

    monkeypatch.setattr(os, "scandir", scandir)
    result = discover(["pkg"])
    assert [found.path for found in result.files] == ["pkg/mod.py"]
    assert result.missing == {"pkg/gen": "pkg/gen: the folder cannot be listed: Permission denied"}


def test_the_deepest_gitignore_that_speaks_decides(tree: Path) -> None:
    (tree / ".gitignore").write_text("auto.py\n/b.py\n")
    (tree / "pkg/gen/.gitignore").write_text("kept.py\n!auto.py\n")
    assert names(".") == ["a.py", "odd.py/inner.py", "pkg/gen/auto.py", "pkg/mod.py"]
    assert "b.py" in names(".", gitignore=False)


def test_the_gitignore_above_a_named_folder_counts_up_to_the_repository_root(tree: Path) -> None:
    (tree / ".gitignore").write_text("gen/\n")
    assert names("pkg") == ["pkg/mod.py"]
    assert names("pkg/gen/auto.py") == ["pkg/gen/auto.py"], "a file that is named itself is taken"


def test_excluded_folders_are_not_walked_and_named_files_only_refused_on_request(tree: Path) -> None:
    def exclude(path: str) -> bool:
        return path.startswith("pkg/")

    assert names(".", exclude=exclude) == ["a.py", "b.py", "odd.py/inner.py"]
    assert names("pkg/mod.py", exclude=exclude) == ["pkg/mod.py"]
    assert names("pkg/mod.py", exclude=exclude, force_exclude=True) == []


def test_a_link_to_a_folder_is_not_followed(tree: Path) -> None:
    (tree / "pkg" / "loop").symlink_to(tree, target_is_directory=True)
    assert names("pkg") == ["pkg/gen/auto.py", "pkg/gen/kept.py", "pkg/mod.py"]


def test_a_link_to_nowhere_is_named_as_one(tree: Path) -> None:
    Path("link.py").symlink_to("gone.py")
    assert discover(["link.py"]).missing == {"link.py": "link.py: this is a link to gone.py, which is not there"}
