"""What ``op-lint menu``, ``op-lint spec`` and ``op-lint form`` do, once the arguments are known."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from op_lint.analysis import analyze
from op_lint.check import project_for
from op_lint.cli import CLEAN, FINDINGS, UsageError, say
from op_lint.config import ConfigError, Configs
from op_lint.facts import FileFacts
from op_lint.files import UnreadableError, read_source
from op_lint.previews import Preview, of_decision, of_function
from op_lint.tokens import problem, size


def menu(options: argparse.Namespace) -> int:
    """Effect: writes the menu of each decision of a file, or of one function in it. Gives the exit code.

    A function without a decision is shown as the only option of one. stdout holds the bytes of the menus; how many
    tokens they have is said on stderr.
    """
    facts, name = _facts(options.target)
    found = [of_decision(facts, each) for each in facts.decisions]
    if name:
        found = [each for each in found if _named(each.name, name)] or _functions(facts, name)
    if not found:
        raise UsageError(f"{facts.path}: there is no decision in this file")
    code = _write(options, found, lambda each: each.text, _menu_data)
    if options.format == "text":
        sys.stdout.flush()
        for each in found:
            if each.text is not None:
                where = f"{_where(each)}: " if len(found) > 1 else ""
                say(f"op-lint: {where}{size(each.text)}")
    if problem():
        say(f"op-lint: {problem()}")
    return code


def spec(options: argparse.Namespace) -> int:
    """Effect: writes the tool spec of each agentic function of a file, or of one. Gives the exit code."""
    facts, name = _facts(options.target)
    return _write(
        options,
        _functions(facts, name),
        lambda each: None if each.spec is None else json.dumps(each.spec, indent=2, ensure_ascii=False) + "\n",
        lambda each: {"spec": each.spec},
    )


def form(options: argparse.Namespace) -> int:
    """Effect: writes the form of each agentic function of a file, or of one. Gives the exit code."""
    facts, name = _facts(options.target)
    return _write(options, _functions(facts, name), _form_text, _form_data)


def _facts(target: str) -> tuple[FileFacts, str]:
    path, _, name = target.partition("::")
    if not Path(path).exists():
        raise UsageError(f"{path}: there is no such file")
    if Path(path).is_dir():
        raise UsageError(f"{path}: this is a folder; name a file in it, such as {Path(path, 'FILE.py')}")
    try:
        return analyze(read_source(path), path, project_for(Configs().of(path))), name
    except (UnreadableError, ConfigError) as error:
        raise UsageError(f"{path}: {error}") from None


def _functions(facts: FileFacts, name: str) -> list[Preview]:
    found = [of_function(facts, each) for each in facts.functions if not name or _named(each.qualname, name)]
    if not found:
        names = ", ".join(each.qualname for each in facts.functions)
        what = f"agentic function {name}" if name else "agentic function in this file"
        raise UsageError(f"{facts.path}: there is no {what}" + (f"; there are {names}" if names else ""))
    return found


def _named(qualname: str, name: str) -> bool:
    return name in (qualname, qualname.rpartition(".")[2])


def _write(
    options: argparse.Namespace,
    found: Sequence[Preview],
    text: Callable[[Preview], str | None],
    data: Callable[[Preview], dict[str, Any]],
) -> int:
    if options.format == "json":
        listed = [{**_place(each), **data(each), "reason": each.reason} for each in found]
        sys.stdout.write(json.dumps(listed, indent=2) + "\n")
    for each in found if options.format == "text" else ():
        if len(found) > 1:
            sys.stdout.write(f"# {_where(each)}\n")
        said = text(each)
        sys.stdout.write((f"{each.reason}\n" if said is None else said) + ("\n" if len(found) > 1 else ""))
    return CLEAN if all(each.reason is None for each in found) else FINDINGS


def _where(each: Preview) -> str:
    return f"{each.path}:{each.range.start_line + 1} in " + (f"{each.name}()" if each.name else "the module")


def _place(each: Preview) -> dict[str, Any]:
    line, column = each.range.start_line + 1, each.range.start_column + 1
    return {"kind": each.kind, "name": each.name, "path": each.path, "line": line, "column": column}


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
