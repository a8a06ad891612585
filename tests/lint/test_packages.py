"""Whether a package may declare rules is seen wherever importlib.metadata sees it."""

from __future__ import annotations

import sys
import zipfile
from importlib.machinery import PathFinder
from importlib.metadata import Distribution, DistributionFinder
from pathlib import Path

import pytest

from op_lint.packages import may_declare, release

DECLARES = "[op_lint.rules]\nhouse = house:RULES\n"
GROUP = "op_lint.rules"
PATH, FINDERS = list(sys.path), list(sys.meta_path)


@pytest.fixture(autouse=True)
def _nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), str(tmp_path / "missing")])
    monkeypatch.setattr(sys, "meta_path", [PathFinder])


def install(folder: Path, name: str, text: str | None) -> None:
    (folder / name).mkdir(parents=True)
    if text is not None:
        (folder / name / "entry_points.txt").write_text(text, "utf-8")


def test_packages_without_the_group_declare_nothing(tmp_path: Path) -> None:
    install(tmp_path, "one-1.0.dist-info", "[console_scripts]\none = one:main\n")
    install(tmp_path, "two-1.0.egg-info", None)
    install(tmp_path, "three", DECLARES)
    (tmp_path / "four.egg-info").write_text("Name: four\n", "utf-8")
    assert not may_declare(GROUP)


@pytest.mark.parametrize("name", ["house-1.0.dist-info", "house.egg-info"])
def test_a_package_with_the_group_may(tmp_path: Path, name: str) -> None:
    install(tmp_path, name, DECLARES)
    assert may_declare(GROUP)


def test_what_only_importlib_reads_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    archive = tmp_path / "packages.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("house-1.0.dist-info/entry_points.txt", DECLARES)
    monkeypatch.setattr(sys, "path", [str(archive)])
    assert may_declare(GROUP)


def test_an_egg_may(tmp_path: Path) -> None:
    install(tmp_path, "house-1.0-py3.egg", None)
    assert may_declare(GROUP)


def test_a_finder_of_its_own_kind_may(monkeypatch: pytest.MonkeyPatch) -> None:
    class Finder:
        def find_distributions(self, context: object) -> list[object]:
            return []

    monkeypatch.setattr(sys, "meta_path", [Finder(), PathFinder])
    assert may_declare(GROUP)


def test_the_folder_of_the_process_counts_where_the_path_is_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(tmp_path, "house-1.0.dist-info", DECLARES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [""])
    assert may_declare(GROUP)


def test_a_release_is_told_by_the_name_of_the_metadata(tmp_path: Path) -> None:
    install(tmp_path, "House_rules-1.0.dist-info", None)
    install(tmp_path, "house-2.0.dist-info", None)
    assert release("house_rules") == "House_rules-1.0.dist-info"
    assert release("house") == "house-2.0.dist-info"


def test_a_release_that_only_importlib_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    metadata = tmp_path / "anywhere"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: house-rules\nVersion: 3.0\n", "utf-8")

    class Finder:
        def find_distributions(self, context: DistributionFinder.Context) -> list[Distribution]:
            return [Distribution.at(metadata)] if context.name == "house-rules" else []

    monkeypatch.setattr(sys, "path", PATH)  # what reads metadata may have to be imported yet
    monkeypatch.setattr(sys, "meta_path", [*FINDERS, Finder()])
    assert release("house_rules") == "3.0"
