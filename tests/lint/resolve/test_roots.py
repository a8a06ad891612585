"""Where a project's packages start, by what it tells the tools that build it."""

from __future__ import annotations

from pathlib import Path

import pytest

from op_lint.analysis import Project, analyze
from op_lint.resolve.roots import declared_roots

SAID = {
    "setuptools, package-dir": '[tool.setuptools.package-dir]\n"" = "lib"\n',
    "setuptools, find": '[tool.setuptools.packages.find]\nwhere = ["lib"]\n',
    "poetry": '[[tool.poetry.packages]]\ninclude = "kit"\nfrom = "lib"\n',
    "hatch, packages": '[tool.hatch.build.targets.wheel]\npackages = ["lib/kit"]\n',
    "hatch, sources": '[tool.hatch.build.targets.wheel]\nsources = ["lib"]\n',
    "pdm": '[tool.pdm.build]\npackage-dir = "lib"\n',
    "uv": '[tool.uv.build-backend]\nmodule-root = "lib"\n',
}
MENU = "from op_runtime import decision\nfrom kit import OPTIONS\n\ndecision.make('Pick one.', OPTIONS)\n"


@pytest.mark.parametrize("tool", SAID)
def test_imports_start_where_the_project_says_its_packages_are(tmp_path: Path, tool: str) -> None:
    (tmp_path / "pyproject.toml").write_text(SAID[tool])
    (tmp_path / "lib" / "kit").mkdir(parents=True)
    (tmp_path / "lib" / "kit" / "__init__.py").write_text('OPTIONS = ["a", "b"]\n')
    project = Project(str(tmp_path))
    facts = analyze(MENU, str(tmp_path / "tools" / "run.py"), project)
    menu = facts.decisions[0].result.menu
    assert menu is not None
    assert menu.names == ("a", "b")
    assert str(tmp_path / "pyproject.toml") in project.consulted


def test_a_root_of_the_configuration_counts_as_well(tmp_path: Path) -> None:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "kit.py").write_text('OPTIONS = ["a"]\n')
    path = str(tmp_path / "tools" / "run.py")
    assert analyze(MENU, path, Project(str(tmp_path))).decisions[0].result.menu is None
    assert analyze(MENU, path, Project(str(tmp_path), source_roots=["parts"])).decisions[0].result.menu is not None


@pytest.mark.parametrize("text", ["", "packages = [", "[tool]\nhatch = 1\npoetry = {packages = 3}\n", "\xff packages"])
def test_what_cannot_be_read_says_nothing(tmp_path: Path, text: str) -> None:
    (tmp_path / "pyproject.toml").write_bytes(text.encode("latin-1"))
    assert declared_roots(str(tmp_path)) == ()
    assert declared_roots(str(tmp_path / "missing")) == ()
