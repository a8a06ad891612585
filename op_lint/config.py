"""Settings: what ``[tool.op-lint]`` or ``op-lint.toml`` may say, found by walking up from a file.

The usual case needs neither pydantic nor anything else that is slow to import: each value is checked against its
field's type. Only a wrong one is handed to pydantic, for a message that names the file, the key and the near match.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from op_lint.finding import Severity
    from op_lint.rules.base import Rule

Level: TypeAlias = Literal["error", "warning", "info"]
RuleOptions: TypeAlias = dict[str, dict[str, str | int | bool | list[str]]]

LEVELS = ("error", "warning", "info")
FILE = "op-lint.toml"


class ConfigError(Exception):
    """A configuration that cannot be used; the message names the file and the key."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The keys of the configuration, with ``-`` for ``_``."""

    select: list[str] | None = None
    ignore: list[str] = field(default_factory=list)
    extend_select: list[str] = field(default_factory=list)
    severity: dict[str, Level] = field(default_factory=dict)
    per_file_ignores: dict[str, list[str]] = field(default_factory=dict)
    decorators: list[str] = field(default_factory=list)
    src: list[str] = field(default_factory=list)
    exclude: list[str] = field(default_factory=list)
    rules: RuleOptions = field(default_factory=dict)
    extend: str | None = None
    target_version: str | None = None
    workflow_files: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Config:
    """The settings for the files of one folder; ``root`` is the folder that relative patterns start from."""

    root: str = "."
    settings: Settings = field(default_factory=Settings)
    file: str | None = None
    """The file that they come from, None for the defaults."""
    files: tuple[str, ...] = ()
    """That file and those that it extends."""
    origins: Mapping[str, str] = field(default_factory=dict)
    """Which file each setting comes from, by the names of ``Settings``; the others are defaults."""
    bases: Mapping[str, str] = field(default_factory=dict)
    """The folders that patterns of extended files start from; the others start from ``root``."""

    @property
    def decorators(self) -> tuple[str, ...]:
        """Import paths whose ``agentic_function`` counts besides the known ones."""
        return tuple(self.settings.decorators)

    def severity(self, rule: Rule) -> Severity | None:
        """The severity that the settings give a rule, or None."""
        said = self.settings.severity
        return said.get(rule.code) or said.get(rule.name)

    def option(self, rule: Rule, name: str) -> Any:
        """What ``[tool.op-lint.rules.RULE]`` says for an option, or None."""
        options = self.settings.rules.get(rule.name) or self.settings.rules.get(rule.code) or {}
        return options.get(name)

    def selects(self, rule: Rule) -> bool:
        """Whether a rule is on; of the selectors that fit, the most exact one decides, and ``ignore`` in a tie."""
        settings = self.settings
        chosen = [*(settings.select or ()), *settings.extend_select, *_leveled(settings, rule)]
        on = max((_weight(selector, rule) for selector in chosen), default=-1)
        if settings.select is None and rule.on:
            on = max(on, 0)
        off = max((_weight(selector, rule) for selector in settings.ignore), default=-1)
        return on > off

    def wants_advice(self, rule: Rule) -> bool:
        """Whether a rule is selected expressly, so that what it has to say as mere advice is wanted too."""
        settings = self.settings
        chosen = [*(settings.select or ()), *settings.extend_select, *_leveled(settings, rule)]
        return any(_weight(selector, rule) >= 0 for selector in chosen)

    def ignored(self, path: str) -> tuple[str, ...]:
        """The selectors that ``per-file-ignores`` switches off for a path."""
        found: list[str] = []
        for pattern, selectors in self.settings.per_file_ignores.items():
            if self.matches(path, (pattern,)):
                found.extend(selectors)
        return tuple(found)

    def excludes(self, path: str) -> bool:
        """Whether ``exclude`` covers a path (a folder's ends with ``/``)."""
        return self.matches(path, tuple(self.settings.exclude))

    def matches(self, path: str, patterns: tuple[str, ...]) -> bool:
        """Whether a path fits one of the patterns, which are those of ``.gitignore``, seen from their folder."""
        if not self.bases:
            return _fit(path, self.root, patterns)
        groups: dict[str, list[str]] = {}
        for pattern in patterns:
            groups.setdefault(self.bases.get(pattern, self.root), []).append(pattern)
        return any(_fit(path, base, tuple(group)) for base, group in groups.items())

    def override(self, **values: Any) -> Config:
        """The same configuration with some settings replaced."""
        return replace(self, settings=replace(self.settings, **values))


def _fit(path: str, base: str, patterns: tuple[str, ...]) -> bool:
    if not patterns:
        return False
    inner = os.path.relpath(path, base)
    if inner.startswith(".."):
        return False
    inner = inner.replace(os.sep, "/") + ("/" if path.endswith("/") else "")
    return bool(_spec(patterns).match_file(inner))


def matches(selector: str, rule: Rule) -> bool:
    """Whether a selector (``OP203``, ``OP2``, ``missing-description``, ``ALL``) speaks of a rule."""
    return _weight(selector, rule) >= 0


def _leveled(settings: Settings, rule: Rule) -> list[str]:
    """Advice whose severity is raised is wanted."""
    return [code for code in (rule.code, rule.name) if settings.severity.get(code, "info") != "info"]


def _weight(selector: str, rule: Rule) -> int:
    """How exactly a selector names a rule; -1 where it does not."""
    text = selector.upper()
    if text == "ALL":
        return 1
    if text.lower().replace("_", "-") == rule.name:
        return len(rule.code) + 1
    letters = rule.code.rstrip("0123456789")
    return len(text) + 1 if text.startswith(letters) and rule.code.startswith(text) else -1


@lru_cache(maxsize=64)
def _spec(patterns: tuple[str, ...]) -> Any:
    from pathspec import GitIgnoreSpec

    return GitIgnoreSpec.from_lines(patterns)


def unknown_selectors(selectors: Iterable[str], rules: Iterable[Rule]) -> list[str]:
    """A message for each selector that names no rule, with the near match."""
    rules = tuple(rules)
    problems = []
    for selector in selectors:
        if any(matches(selector, rule) for rule in rules) or selector.upper() == "ALL":
            continue
        known = [rule.code for rule in rules] + [rule.name for rule in rules]
        wanted = selector.upper() if selector.upper().startswith("OP") else selector.lower()
        # Codes are alike in all but a digit or two: one of another family is no help.
        problems.append(f'there is no rule "{selector}"{_near(wanted, known, 0.75)}')
    return problems


def option_problems(settings: Settings, rules: Iterable[Rule]) -> list[str]:
    """A message for each rule option of the settings that does not exist or has the wrong type."""
    rules = tuple(rules)
    problems = []
    for selector, options in settings.rules.items():
        rule = next((each for each in rules if selector in (each.name, each.code)), None)
        for key, value in options.items() if rule is not None else ():
            assert rule is not None
            wanted = rule.options.get(key)
            if wanted is None:
                hint = _near(key, rule.options) or "; it has " + (", ".join(rule.options) or "none")
                problems.append(f"rules.{selector}.{key}: the rule has no such option{hint}")
            elif type(value) is not wanted:
                problems.append(f"rules.{selector}.{key}: this must be a {wanted.__name__}, not {value!r}")
    return problems


def selector_problems(settings: Settings, rules: Iterable[Rule]) -> list[str]:
    """A message for each selector of the settings that names no rule, with its key and the near match."""
    rules = tuple(rules)
    said = {
        "select": settings.select or (),
        "ignore": settings.ignore,
        "extend-select": settings.extend_select,
        "severity": settings.severity,
        "rules": settings.rules,
        **{f"per-file-ignores.{pattern}": codes for pattern, codes in settings.per_file_ignores.items()},
    }
    return [f"{key}: {problem}" for key, selectors in said.items() for problem in unknown_selectors(selectors, rules)]


def _near(word: str, known: Iterable[str], closeness: float = 0.62) -> str:
    """The words that point to a name which is nearly the one that was written; empty where there is none."""
    from difflib import get_close_matches

    close = get_close_matches(word, list(known), 1, closeness)
    return f'; did you mean "{close[0]}"?' if close else ""


class Configs:
    """Effect: reads configuration files, each folder's once."""

    def __init__(self) -> None:
        self._folders: dict[str, Config] = {}

    def of(self, path: str) -> Config:
        """The configuration of a file. Raises ConfigError."""
        return self.folder(os.path.dirname(os.path.abspath(path)))  # noqa: PTH100, PTH120 - links are not followed

    def folder(self, folder: str) -> Config:
        """The configuration of the files in an absolute folder. Raises ConfigError."""
        known = self._folders.get(folder)
        if known is None:
            parent = os.path.dirname(folder)  # noqa: PTH120
            known = _in(folder) or (self.folder(parent) if parent != folder else Config(root=str(Path.cwd())))
            self._folders[folder] = known
        return known


def _in(folder: str) -> Config | None:
    own = Path(folder) / FILE
    if os.path.isfile(own):  # noqa: PTH113 - that of Path raises in a folder that may not be entered
        return load(own)
    project = Path(folder) / "pyproject.toml"
    if os.path.isfile(project) and b"op-lint" in _bytes(project).replace(b"\0", b""):  # noqa: PTH113 - UTF-16, too
        table = _toml(project).get("tool", {}).get("op-lint")
        if table is not None:
            return _made(table, project)
    return None


def load(file: Path, seen: tuple[Path, ...] = ()) -> Config:
    """Effect: reads an ``op-lint.toml`` or a ``pyproject.toml``. Raises ConfigError."""
    table: object = _toml(file)
    if file.name == "pyproject.toml" and isinstance(table, dict):
        table = table.get("tool", {}).get("op-lint", {})
    return _made(table, file, seen)


def given(text: str) -> dict[str, Any]:
    """Settings from one ``KEY=VALUE`` of the command line, by the names of ``Settings``. Raises ConfigError."""
    import tomllib

    try:
        table = tomllib.loads(text)
    except ValueError as error:
        raise ConfigError(f"--config {text}: this is not KEY=VALUE in TOML: {error}") from None
    _check(table, f"--config {text}")
    return {key.replace("-", "_"): value for key, value in table.items()}


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise ConfigError(f"{file}: the file cannot be read: {error.strerror or error}") from None


def _toml(file: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(_bytes(file).decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"{file}: this is not UTF-8: {error.reason} at byte {error.start}; save it as UTF-8"
        ) from None
    except ValueError as error:
        raise ConfigError(f"{file}: this is not TOML: {error}") from None


_VERSION = re.compile(r"3\.\d+|py3\d+")
_KINDS = {each.name.replace("_", "-"): each for each in fields(Settings)}


def _made(table: object, file: Path, seen: tuple[Path, ...] = ()) -> Config:
    if not isinstance(table, dict):
        raise ConfigError(f"{file}: op-lint's settings must be a table, not {type(table).__name__}")
    _check(table, file)
    values = {key.replace("-", "_"): value for key, value in table.items()}
    base = values.get("extend")
    folder = str(file.parent)
    if base is None:
        return Config(folder, Settings(**values), str(file), (str(file),), dict.fromkeys(values, str(file)))
    other = Path(os.path.normpath(file.parent / base))
    if other in (file, *seen):
        raise ConfigError(f"{file}: extend: {other} extends this file in turn; break the circle")
    extended = load(other, (*seen, file))
    origins = {**extended.origins, **dict.fromkeys(values, str(file))}
    settings = replace(extended.settings, **values)
    files = (str(file), *extended.files)
    if extended.root == folder:
        return Config(folder, settings, str(file), files, origins, extended.bases)
    inherited = [
        pattern
        for name in ("exclude", "workflow_files", "per_file_ignores")
        if name not in values
        for pattern in getattr(settings, name)
    ]
    bases = {pattern: extended.bases.get(pattern, extended.root) for pattern in inherited}
    if "src" not in values:
        settings = replace(settings, src=[os.path.normpath(Path(extended.root, each)) for each in settings.src])
    return Config(folder, settings, str(file), files, origins, bases)


def _check(table: Mapping[str, object], file: object) -> None:
    from op_lint.rules import every

    problems: list[str] = []
    sound = {}
    for key, value in table.items():
        before = len(problems)
        if key not in _KINDS:
            problems.append(f"{key}: there is no such setting{_near(key, _KINDS)}")
        elif key == "target-version" and isinstance(value, str) and not _VERSION.fullmatch(value):
            problems.append(f'{key}: this must be a version such as "3.11" or "py311", not "{value}"')
        elif not _fits(str(_KINDS[key].type), value):
            problems.extend(f"{key}{where}: {message}" for where, message in _explain(key, value))
        if len(problems) == before:
            sound[key.replace("-", "_")] = value
    settings = Settings(**sound)  # type: ignore[arg-type]
    problems += selector_problems(settings, every()) + option_problems(settings, every())
    if problems:
        raise ConfigError("\n".join(f"{file}: {problem}" for problem in problems))


def _fits(kind: str, value: object) -> bool:
    """Whether a value has the type of a field; False also where that takes a closer look."""
    if kind.startswith("list[str]"):
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if kind.startswith("str"):
        return isinstance(value, str)
    if not isinstance(value, dict):
        return False
    if kind == "dict[str, Level]":
        return all(level in LEVELS for level in value.values())
    if kind == "dict[str, list[str]]":
        return all(_fits("list[str]", item) for item in value.values())
    return False


def _explain(key: str, value: object) -> list[tuple[str, str]]:
    """What pydantic has to say of a value: where inside it, and what is wrong. Empty where nothing is."""
    from typing import get_type_hints

    from pydantic import ConfigDict, TypeAdapter, ValidationError

    kind = get_type_hints(Settings)[key.replace("-", "_")]
    try:
        TypeAdapter(kind, config=ConfigDict(strict=True)).validate_python(value)
    except ValidationError as error:
        return [
            (
                "".join(f".{part}" for part in each["loc"] if not str(part).startswith(("list[", "union", *_BRANCHES))),
                _said(each["type"], each["msg"], each["input"]),
            )
            for each in error.errors()
        ]
    return []


_BRANCHES = ("str", "int", "bool")
"""Parts of an error's place that name a member of a union, which nobody wrote."""

_WANTED = {
    "list_type": 'a list of texts, such as ["OP101"]',
    "string_type": "a text",
    "dict_type": "a table",
    "bool_type": "true or false",
    "int_type": "a whole number",
}


def _said(kind: str, message: str, value: object) -> str:
    """What is wrong with a value, for people."""
    if kind in _WANTED:
        return f"this must be {_WANTED[kind]}, not {value!r}"
    if kind == "literal_error" and isinstance(value, str):
        return f'this must be "error", "warning" or "info", not "{value}"{_near(value.lower(), LEVELS)}'
    return f"{message}, not {value!r}"
