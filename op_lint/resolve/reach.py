"""Whether a file may name anything of ours, told from its bytes: by far most files of a repository do not.

Only imports bring our names into a file, so imports are what is read: those of our modules count at once, those of the
project's own modules where the imported name leads on to ours, whatever it is called there. No tree is made.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from typing import TypeAlias

from op_lint.imports import Import, as_name, goes_on
from op_lint.resolve.ours import MODULES, PACKAGE, our_name, turns_with_choices
from op_lint.resolve.project import Folder, Module, Project

Names: TypeAlias = tuple[str, ...]

_GAP = rb"(?:[ \t\f]|\\\r?\n|\\\r)*"
_WORD = rb"[A-Za-z_\x80-\xff][\w\x80-\xff]*"
_DOTTED = _WORD + rb"(?:" + _GAP + rb"\." + _GAP + _WORD + rb")*"
_GIVEN = re.compile(_GAP + rb"(?::[^=\r\n]*)?=(?:[^=\r\n()]*=)?" + _GAP + rb"\(?" + _GAP + rb"(" + _DOTTED + rb")")
"""What a name at the start of an assignment is given, as far as that is a name."""
_ASSIGNED = re.compile(rb"^(" + _WORD + rb")(?=[ \t]*(?::[^=\r\n]*)?=[^=])", re.MULTILINE)
_ATTRIBUTES = re.compile(rb"(?:" + _GAP + rb"\." + _GAP + _WORD + rb")+")
_PLAIN = f"\nfrom {PACKAGE} import ".encode()
_MAX_STEPS = 400
"""Names that are followed for one file; a file that has more counts."""
_MAX_DEPTH = 60
"""Names that lead to one another; where there are more, the file counts."""
_MAX_CHAIN = 12
"""Attributes of one name; where names that are defined by one another make a longer one, the file counts."""


def may_name_ours(project: Project, module: Module) -> bool:
    """Whether a file may name anything of ours; where this says no, nothing in it resolves to ours.

    Effect: reads those files of the project that an imported name leads through.
    """
    data = module.data
    return _plainly_names_ours(data) or turns_with_choices(data) or _Search(project).file(module)


def _plainly_names_ours(data: bytes) -> bool:
    """Whether an import is of the commonest form; nearly no file of ours needs more to be known."""
    at = data.find(_PLAIN)
    return at >= 0 and data[at + len(_PLAIN) : at + len(_PLAIN) + 1].isalpha()


class _Search:
    """Follows the names of one file."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._seen: set[tuple[str, Names]] = set()
        self._depth = 0

    def file(self, module: Module) -> bool:
        return any(self._brings(module, each, module.data) for each in module.light_imports)

    def _brings(self, module: Module, each: Import, data: bytes) -> bool:
        """Whether an import in ``module`` brings a name of ours, or a module from which ``data`` takes one."""
        full = self.project.absolute(each.module, module)
        if self._is_ours(full, each.name):
            return True
        if full.partition(".")[0] in sys.stdlib_module_names:
            return False
        if each.bound == "*":
            holder = self.project.find(each.module, module)
            return isinstance(holder, Module) and self._star(holder, data)
        if each.name is None and each.bound == each.module and "." in each.module:  # `import a.b` binds `a`
            top = each.module.partition(".")[0]
            return any(self._through(module, Import(top, None, top), chain) for chain in _chains(data, top))
        if each.name is not None and self._through(module, each, ()):
            return True
        if self.project.find(each.module, module) is None:
            return False
        return any(self._through(module, each, chain) for chain in _chains(data, each.bound))

    def _is_ours(self, module: str, name: str | None) -> bool:
        if module.partition(".")[0] == PACKAGE or module in MODULES or module in self.project.modules:
            return True
        return name is not None and our_name(f"{module}.{name}", self.project.modules) is not None

    def _star(self, holder: Module, data: bytes) -> bool:
        """Whether ``from holder import *`` brings something of ours into a text."""
        key = (holder.path, ("*",))
        if key in self._seen:
            return False
        self._seen.add(key)
        if any(self._brings(holder, each, data) for each in holder.light_imports if each.bound == "*"):
            return True
        names = {each.bound.partition(".")[0] for each in holder.light_imports} - {"*"}
        names.update(as_name(match[1]) for match in _ASSIGNED.finditer(holder.data))
        return any(
            self._leads(holder, (name, *chain))
            for name in sorted(names)
            if name.encode() in data
            for chain in [(), *_chains(data, name)]
        )

    def _leads(self, holder: Module | Folder, names: Names) -> bool:
        """Whether a dotted name, looked up in a module, leads to something of ours."""
        key = (holder.path, names)
        if key in self._seen:
            return False
        if len(self._seen) > _MAX_STEPS or self._depth > _MAX_DEPTH or len(names) > _MAX_CHAIN:
            return True
        self._seen.add(key)
        self._depth += 1
        try:
            return self._follow(holder, names)
        finally:
            self._depth -= 1

    def _follow(self, holder: Module | Folder, names: Names) -> bool:
        name, rest = names[0], names[1:]
        inner = self.project.inner(holder, name) if rest else None
        if inner is not None and self._leads(inner, rest):
            return True
        if not isinstance(holder, Module):
            return False
        for each in holder.light_imports:
            if each.bound == "*":
                if self._through(holder, Import(each.module, name, name), rest):
                    return True
            elif each.bound.partition(".")[0] == name and self._through(holder, each, rest):
                return True
        return any(self._leads(holder, given) for given in _given(holder.data, name, rest))

    def _through(self, module: Module, each: Import, rest: Names) -> bool:
        """Whether an import, and the attributes taken from what it binds, lead to something of ours."""
        full = self.project.absolute(each.module, module)
        if self._is_ours(full, each.name) or self._is_ours(".".join((full, *rest[:-1])), None):
            return True
        holder = self.project.find(each.module, module)
        names = rest if each.name is None else (each.name, *rest)
        return holder is not None and bool(names) and self._leads(holder, names)


def _given(data: bytes, name: str, rest: Names) -> Iterator[Names]:
    """The dotted names that ``name`` stands for in a text: by ``name = other``, or by such a line in a class of it.

    ``name = name.other`` tells nothing: where the name comes from first, another line says.
    """
    for target in _assigned(data, name):
        if target[0] != name:
            yield (*target, *rest)
    if rest and b"class " + name.encode("utf-8", "replace") in data:
        for target in _assigned(data, rest[0]):
            if target[0] != rest[0]:
                yield (*target, *rest[1:])


def _assigned(data: bytes, name: str) -> Iterator[Names]:
    for start, end in _words(data, name):
        match = _GIVEN.match(data, end)
        if match is not None and not goes_on(data, start - 1):
            yield tuple(as_name(match[1]).split("."))


def _chains(data: bytes, name: str) -> set[Names]:
    """The attributes that a text takes from a name: ``a.b.c`` gives ``("b", "c")``."""
    found = set()
    for start, end in _words(data, name):
        match = _ATTRIBUTES.match(data, end)
        if match is not None and not goes_on(data, start - 1):
            found.add(tuple(as_name(match[0]).strip(".").split(".")))
    return found


def _words(data: bytes, name: str) -> Iterator[tuple[int, int]]:
    word = name.encode("utf-8", "replace")
    start = data.find(word) if word else -1  # a half-typed import binds no name
    while start >= 0:
        yield start, start + len(word)
        start = data.find(word, start + len(word))
