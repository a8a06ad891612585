"""``--since``: which lines of which files differ from a revision, asked of git."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from op_lint.result import Result, repository

_HUNK = re.compile(r"^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@", re.MULTILINE)


class GitError(Exception):
    """Something that git refuses; the message is its own."""


def only_changed(results: Sequence[Result], revision: str) -> list[Result]:
    """Effect: asks git. Keeps the findings of which a line, or one of the head they belong to, differs from a revision.

    A branch is compared with where it left the revision, so that what others changed there since does not count. Files
    that git does not know are new. Raises GitError.
    """
    kept = []
    for result in results:
        changed = _changed(result.file, revision) if result.found else []
        hidden = {index for index, each in enumerate(result.all_found) if not _touched(changed, *each.block)}
        kept.append(replace(result, hidden=result.hidden | hidden))
    return kept


def _touched(changed: Sequence[tuple[int, int]], first: int, last: int) -> bool:
    """Whether a change meets the lines; one that only takes lines away is between two, and both have to be in."""
    return any(
        start <= last and first <= end if start <= end else first <= end < start <= last for start, end in changed
    )


def _changed(file: str, revision: str) -> list[tuple[int, int]]:
    """The changed stretches of a file, first and last line from 0; where lines are gone the lines around, reversed."""
    folder = str(Path(file).parent)
    if repository(folder) is None:
        raise GitError(f"{file}: --since needs a git repository, and this file is in none")
    base = _base(folder, revision)
    if git(folder, "ls-files", "--", file) == "":
        return [(0, 10**9)]
    old = _renamed(folder, base).get(file)
    said = git(
        folder, "diff", "--unified=0", "--no-color", "--no-ext-diff", "--find-renames", base, "--",
        *([file] if old is None else [old, file]),
    )  # fmt: skip
    stretches = []
    for match in _HUNK.finditer(said):
        start, size = int(match[1]) - 1, int(match[2] or 1)
        stretches.append((start, start + size - 1) if size else (start + 1, start))
    return stretches


_bases: dict[tuple[str | None, str], str] = {}


def _base(folder: str, revision: str) -> str:
    key = (repository(folder), revision)
    if key not in _bases:
        commit = commit_of(folder, revision)
        try:
            _bases[key] = git(folder, "merge-base", commit, "HEAD").strip()
        except GitError:
            _bases[key] = commit
    return _bases[key]


_renames: dict[tuple[str | None, str], dict[str, str]] = {}


def _renamed(folder: str, base: str) -> dict[str, str]:
    """Where the files that git sees renamed since a revision stood before, by their absolute paths."""
    top = repository(folder)
    key = (top, base)
    if key not in _renames:
        said = git(folder, "diff", "--name-status", "-z", "--no-ext-diff", "--find-renames", "--diff-filter=R", base)
        words = said.split("\0")
        _renames[key] = {
            os.path.join(str(top), new): os.path.join(str(top), old)  # noqa: PTH118 - as the paths of results are made
            for old, new in zip(words[1::3], words[2::3], strict=False)
        }
    return _renames[key]


def commit_of(folder: str, revision: str) -> str:
    """Effect: asks git which commit a revision is. Raises GitError that names the revision where it is none."""
    try:
        return git(folder, "rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}").strip()
    except GitError as error:
        text = f'"{revision}" is no revision of {folder}: name a commit, branch or tag that is fetched here ({error})'
        raise GitError(text) from None


def git(folder: str, *words: str) -> str:
    """Effect: runs git in a folder. Gives what it writes. Raises GitError."""
    try:
        done = subprocess.run(["git", "-C", folder, *words], capture_output=True, check=False)
    except OSError as error:
        raise GitError(f"git cannot be run: {error.strerror or error}") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise GitError(f"git {words[0]}: {said[-1] if said else f'exit code {done.returncode}'}")
    return done.stdout.decode("utf-8", "surrogateescape")
