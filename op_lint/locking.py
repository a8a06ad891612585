"""``op-lint lock`` and ``op-lint diff``."""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from op_lint import changes
from op_lint.cli import CLEAN, FINDINGS, UsageError, save, say
from op_lint.lock import FILE, Lock, LockError, dumps, entries, loads, merged
from op_lint.result import repository
from op_lint.since import GitError, commit_of
from op_lint.survey import Survey, root_of, seen_from

_READ = (".py", ".ipynb", ".toml", ".gitignore")
"""How the names of those files end whose content what models are told depends on."""

_FORMATS = {"text": changes.text, "markdown": changes.markdown, "json": changes.as_json}


def lock(options: argparse.Namespace) -> int:
    """Effect: writes the lock file; with ``--check`` says how it differs. Gives the exit code."""
    survey = Survey(_warn)
    root = root_of(survey.configs)
    file = Path(options.lock_file or Path(root, FILE))
    now = _state(survey, options.paths or [root], root)
    if options.check:
        old = _read(file)
        found = changes.changes(old, now)
        sys.stdout.write(_FORMATS[options.format](found))
        if not found and dumps(old) != dumps(now):
            say(f"{file}: what models are told is the same, but the file is not up to date: run `op-lint lock`")
            return FINDINGS
        if found:
            say(f"{file} is not up to date: run `op-lint lock` and commit it with the change")
        return FINDINGS if found else CLEAN
    try:
        save(str(file), dumps(now))
    except OSError as error:
        raise UsageError(f"{file}: the lock file cannot be written: {error.strerror or error}") from None
    decisions = sum(name.kind == "decision" for name in now)
    say(f"{file}: {decisions} decision(s), {len(now) - decisions} tool(s)")
    return CLEAN


def rewrite(file: Path, root: str) -> None:
    """Effect: writes a lock file anew, from the whole project in ``root``."""
    save(str(file), dumps(_state(Survey(_warn), [root], root)))


def diff(options: argparse.Namespace) -> int:
    """Effect: says what models would notice since a revision, or since the lock file. Gives the exit code."""
    survey = Survey(_warn)
    root = root_of(survey.configs)
    now = _state(survey, options.path or [root], root)
    if options.revision is None:
        old = _read(Path(options.lock_file or Path(root, FILE)))
    else:
        places = [os.path.abspath(each) for each in options.path or [root]]  # noqa: PTH100 - links stay
        old = _at(options.revision, root, [seen_from(each, root) for each in places])
    found = changes.changes(old, now)
    sys.stdout.write(_FORMATS[options.format](found))
    wanted = [change for change in found if change.breaking or not options.only_breaking]
    return FINDINGS if wanted and not options.exit_zero else CLEAN


def _warn(message: str) -> None:
    say(f"op-lint: {message}")


def _state(survey: Survey, paths: Sequence[str], root: str) -> Lock:
    return merged(entries(each.facts, seen_from(each.path, root)) for each in survey.files(paths))


def _read(file: Path) -> Lock:
    try:
        return loads(file.read_text("utf-8"))
    except FileNotFoundError:
        raise UsageError(f"{file}: there is no lock file; `op-lint lock` makes one") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: the lock file cannot be read: {error}") from None
    except LockError as error:
        raise UsageError(f"{file}: {error}") from None


def _at(revision: str, root: str, paths: Sequence[str]) -> Lock:
    """Effect: unpacks a revision into a folder that is removed again. Gives what models were told there."""
    top = repository(root)
    if top is None:
        raise UsageError(f"{root}: `op-lint diff REV` needs a git repository, and this folder is in none")
    try:
        commit = commit_of(top, revision)
        packed = subprocess.run(
            ["git", "-C", top, "archive", "--format=tar", commit], capture_output=True, check=True
        ).stdout
    except GitError as error:
        raise UsageError(str(error)) from None
    except subprocess.CalledProcessError as error:
        raise UsageError(f"git archive: {error.stderr.decode('utf-8', 'replace').strip()}") from None
    with tempfile.TemporaryDirectory() as folder:
        there = os.path.realpath(folder)
        with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
            wanted = [each for each in archive if each.isdir() or each.name.endswith(_READ)]
            archive.extractall(there, members=wanted, filter="data")
        inner = os.path.normpath(os.path.join(there, os.path.relpath(root, top)))  # noqa: PTH118
        survey = Survey(_warn)
        places = [os.path.normpath(inner + os.sep + each) for each in paths]
        existing = [path for path in places if Path(path).exists()]
        return _state(survey, existing, inner) if existing else {}
