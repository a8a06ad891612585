"""What is shipped installs and starts; no network is needed for any of it."""

from __future__ import annotations

import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("op_lint", "op_lsp", "op_runtime")
BIN = "Scripts" if sys.platform == "win32" else "bin"


def run(*command: str | Path, cwd: Path | None = None) -> str:
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def pip(*arguments: str | Path) -> str:
    return run(sys.executable, "-m", "pip", "--disable-pip-version-check", *arguments)


def environment(folder: Path, *, dependencies: bool) -> Path:
    """Effect: makes an environment; with ``dependencies`` it sees those that are installed here, though not us."""
    venv.create(folder, with_pip=False)
    site = next(folder.glob("**/site-packages"))
    if dependencies:
        (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return folder / BIN / "python"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", folder, ROOT)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    python = environment(tmp_path_factory.mktemp("installed"), dependencies=True)
    pip("--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    return python


def test_the_wheel_holds_the_three_packages_with_their_type_markers_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0] for name in names if ".dist-info/" not in name} == set(PACKAGES)
    for package in PACKAGES:
        assert f"{package}/py.typed" in names


def test_the_wheel_holds_every_module_of_the_source_tree(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for package, folder in (("op_lint", ROOT), ("op_lsp", ROOT), ("op_runtime", ROOT / "runtime")):
        modules = {path.relative_to(folder).as_posix() for path in (folder / package).rglob("*.py")}
        assert modules <= names


@pytest.mark.parametrize("script", ["op-lint", "op-lsp", "op-run"])
def test_each_script_of_an_installed_wheel_starts(installed: Path, script: str, tmp_path: Path) -> None:
    assert run(installed.parent / script, "--help", cwd=tmp_path).lower().startswith("usage")


def test_the_version_is_said_the_same_everywhere(installed: Path, tmp_path: Path) -> None:
    declared = re.search(r'^version = "(.+)"$', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    assert declared
    assert run(installed.parent / "op-lint", "--version", cwd=tmp_path).strip() == f"op-lint {declared[1]}"


def test_the_runtime_works_where_nothing_else_is_installed(wheel: Path, tmp_path: Path) -> None:
    python = environment(tmp_path / "bare", dependencies=False)
    pip("--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel)
    program = (
        "from op_runtime import decision\n"
        "from op_runtime.testing import ScriptedRuntime\n"
        'runtime = ScriptedRuntime([\'{"call": "stop"}\'])\n'
        "print(decision.make('Pick.', ['stop', 'go'], runtime=runtime))\n"
    )
    assert run(python, "-c", program, cwd=tmp_path) == "stop\n"


def test_an_editable_install_runs_the_source_tree(tmp_path: Path) -> None:
    python = environment(tmp_path / "editable", dependencies=True)
    pip("--python", python, "install", "--quiet", "--no-deps", "--no-build-isolation", "--editable", ROOT)
    program = f"import {', '.join(PACKAGES)}\n" + "".join(f"print({package}.__file__)\n" for package in PACKAGES)
    homes = run(python, "-c", program, cwd=tmp_path).split()
    assert homes == [
        str(ROOT / "op_lint" / "__init__.py"),
        str(ROOT / "op_lsp" / "__init__.py"),
        str(ROOT / "runtime" / "op_runtime" / "__init__.py"),
    ]
    assert run(python.parent / "op-lint", "--version", cwd=tmp_path).startswith("op-lint ")


def test_importing_the_runtime_imports_the_standard_library_only() -> None:
    program = (
        "import sys\nbefore = set(sys.modules)\nimport op_runtime\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(new - set(sys.stdlib_module_names) - {'op_runtime'}))"
    )
    assert run(sys.executable, "-c", program).strip() == "[]"


def test_asking_for_the_version_imports_nothing_slow() -> None:
    program = (
        "import sys\nfrom op_lint.cli import main\n"
        "try:\n    main(['--version'])\nexcept SystemExit:\n    pass\n"
        "print([name for name in ('libcst', 'pydantic', 'pygls', 'rich', 'tree_sitter') if name in sys.modules])"
    )
    assert run(sys.executable, "-c", program).strip().endswith("[]")
