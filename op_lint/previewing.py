"""What ``op-lint menu``, ``op-lint spec`` and ``op-lint form`` do, once the arguments are known."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from op_lint.cli import CLEAN, FINDINGS, UsageError, say
from op_lint.config import ConfigError
from op_lint.facts import FileFacts
from op_lint.files import UnreadableError
from op_lint.previews import Document, Preview, of_decision, of_function, read_document
from op_lint.tokens import problem, size


def menu(options: argparse.Namespace) -> int:
    """Effect: writes the menu of each decision of a file, or of one function in it. Gives the exit code.

    A function without a decision is shown as the only option of one. stdout holds the bytes of the menus; how many
    tokens they have is said on stderr.
    """
    document, name = _read(options)
    facts = document.facts
    found = [of_decision(facts, each) for each in facts.decisions]
    if name:
        found = [each for each in found if _named(each.name, name)] or _functions(facts, name)
    if not found:
        raise UsageError(f"{facts.path}: there is no decision in this file{_unread(document)}")
    code = _write(options, document, found, lambda each: each.text, _menu_data)
    if options.format == "text":
        sys.stdout.flush()
        for each in found:
            if each.text is not None:
                where = f"{_where(document, each)}: " if len(found) > 1 else ""
                say(f"op-lint: {where}{size(each.text)}")
    if problem():
        say(f"op-lint: {problem()}")
    return code


def spec(options: argparse.Namespace) -> int:
    """Effect: writes the tool spec of each agentic function of a file, or of one. Gives the exit code."""
    document, name = _read(options)
    return _write(
        options,
        document,
        _functions(document.facts, name),
        lambda each: None if each.spec is None else json.dumps(each.spec, indent=2, ensure_ascii=False) + "\n",
        lambda each: {"spec": each.spec},
    )


def form(options: argparse.Namespace) -> int:
    """Effect: writes the form of each agentic function of a file, or of one. Gives the exit code."""
    document, name = _read(options)
    return _write(options, document, _functions(document.facts, name), _form_text, _form_data)


def _read(options: argparse.Namespace) -> tuple[Document, str]:
    """Effect: reads the file, or stdin where it is ``-``. Gives what it says, and the name that is asked for."""
    path, _, name = options.target.partition("::")
    data = None
    if path == "-":
        if sys.stdin is None:
            raise UsageError("`-` stands for stdin, which is closed")
        path, _, name = (options.stdin_filename or "<stdin>").partition("::")
        data = sys.stdin.buffer.read()
    elif options.stdin_filename is not None:
        raise UsageError("--stdin-filename goes with `-` only")
    elif not Path(path).exists():
        raise UsageError(f"{path}: there is no such file")
    if Path(path).is_dir():
        raise UsageError(f"{path}: this is a folder; name a file in it, such as {Path(path, 'FILE.py')}")
    try:
        return read_document(path, data), name
    except (UnreadableError, ConfigError) as error:
        raise UsageError(f"{path}: {error}") from None


def _functions(facts: FileFacts, name: str) -> list[Preview]:
    found = [of_function(facts, each) for each in facts.functions if not name or _named(each.qualname, name)]
    if not found:
        names = ", ".join(each.qualname for each in facts.functions)
        what = f"agentic function {name}" if name else "agentic function in this file"
        raise UsageError(f"{facts.path}: there is no {what}" + (f"; there are {names}" if names else ""))
    return found


def _unread(document: Document) -> str:
    """What says that something of a file could not be read; empty where all of it could."""
    first = next(iter(document.facts.problems), None)
    if first is None:
        return ""
    cell, line = document.place(first.range.start_line)
    where = f"line {line}" if cell is None else f"line {line} of cell {cell}"
    return f" that can be read; {where}: {first.message}"


def _named(qualname: str, name: str) -> bool:
    return name in (qualname, qualname.rpartition(".")[2])


def _write(
    options: argparse.Namespace,
    document: Document,
    found: Sequence[Preview],
    text: Callable[[Preview], str | None],
    data: Callable[[Preview], dict[str, Any]],
) -> int:
    if options.format == "json":
        listed = [{**_place(document, each), **data(each), "reason": each.reason} for each in found]
        sys.stdout.write(json.dumps(listed, indent=2) + "\n")
    for each in found if options.format == "text" else ():
        if len(found) > 1:
            sys.stdout.write(f"# {_where(document, each)}\n")
        said = text(each)
        sys.stdout.write((f"{each.reason}\n" if said is None else said) + ("\n" if len(found) > 1 else ""))
    return CLEAN if all(each.reason is None for each in found) else FINDINGS


def _where(document: Document, each: Preview) -> str:
    cell, line = document.place(each.range.start_line)
    place = f":{line}" if cell is None else f" cell {cell}, line {line}"
    return f"{each.path}{place} in " + (f"{each.name}()" if each.name else "the module")


def _place(document: Document, each: Preview) -> dict[str, Any]:
    cell, line = document.place(each.range.start_line)
    inside = {} if cell is None else {"cell": cell}
    return {
        "kind": each.kind,
        "name": each.name,
        "path": each.path,
        **inside,
        "line": line,
        "column": each.range.start_column + 1,
    }


def _menu_data(each: Preview) -> dict[str, Any]:
    options = each.menu.options if each.menu is not None else ()
    return {
        "menu": each.text,
        "size": None if each.text is None else size(each.text).data(),
        "options": [{"name": one.name, "kind": one.kind, "description": _plain(one.description)} for one in options],
        "schema": each.menu.json_schema() if each.menu is not None else None,
    }


def _form_text(each: Preview) -> str | None:
    if each.form is None:
        return None
    rows = []
    for control in each.form:
        shown = [control.widget, *control.choices]
        ghost = (
            f"    {control.ghost}" + ("  (Tab takes it)" if control.ghost_is_default else "") if control.ghost else ""
        )
        rows.append(f"{control.label_line}\n    [{' | '.join(shown)}]\n" + (f"{ghost}\n" if ghost else ""))
    return "".join(rows) or "no parameter that anybody fills in\n"


def _form_data(each: Preview) -> dict[str, Any]:
    if each.form is None:
        return {"controls": None}
    keys = ("name", "widget", "label", "type", "optional", "description", "ghost", "ghost_is_default", "choices")
    return {"controls": [{key: getattr(control, key) for key in keys} for control in each.form]}


def _plain(value: object) -> str | None:
    return value if isinstance(value, str) else None if value is None else str(value)
