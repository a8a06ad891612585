"""`op-run`: run one agentic function of a file from the command line."""

from __future__ import annotations

import argparse
import importlib
import importlib.machinery
import importlib.util
import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from io import TextIOWrapper
from pathlib import Path
from types import ModuleType
from typing import Any

from op_runtime.errors import LLMError, said
from op_runtime.exec import Runtime, create_runtime
from op_runtime.exec.dispatch import finished
from op_runtime.menu import INJECTED, MISSING, Field, FieldError, describe, validate_field
from op_runtime.menu.live import raw_signature
from op_runtime.menu.metadata import near
from op_runtime.menu.schema import Text
from op_runtime.progress import Watched, progress
from op_runtime.trace import Frame, MemoryStore, Store, Trace, use_frame
from op_runtime.trace.node import new_id, next_seq
from op_runtime.trace.sqlite import SQLiteStore


class UsageError(Exception):
    """The command line cannot be carried out; the message says what to do."""


def main(argv: Sequence[str] | None = None) -> int:
    """Effect: run the command line, and give the exit code.

    It is 0 where all went well, 1 where the function failed, 2 for wrong usage and 130 where it was interrupted.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # a console that lacks a character is no reason to fail
    try:
        if arguments in (["-V"], ["--version"]):
            from importlib.metadata import version

            return _give(f"op-run {version('op-lint')}")
        if arguments[:1] == ["fuzz"]:
            from op_runtime.fuzz import main as fuzz

            return fuzz(arguments[1:])
        if arguments[:1] and arguments[0] in ("runs", "show", "resume", "replay"):
            from op_runtime.workflow.command import main as workflows

            return workflows(arguments)
        if arguments[:1] == ["trace"]:
            from op_runtime.trace.command import main as trace

            return trace(arguments[1:])
        return _run(arguments)
    except UsageError as error:
        _complain(f"op-run: {error}")
        return 2


def _run(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="op-run", description="Run one agentic function of a file.")
    parser.add_argument(
        "target",
        metavar="FILE.py::FUNCTION",
        help="what to run; `op-run fuzz FILE.py[::NAME]` tries decisions on mistakes, and `op-run runs`, `show`,"
        " `resume` and `replay` are about runs of workflows (`op-run resume -h`); `op-run trace` shows what a run did",
    )
    parser.add_argument(
        "--arg",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an argument: text where text is declared, else JSON",
    )
    parser.add_argument("--replies", metavar="FILE", help="a JSON list of replies that stand in for a model's")
    parser.add_argument("--model", metavar="NAME", help="the model to ask, such as openai:NAME or local (OP_MODEL)")
    parser.add_argument("--trace", action="store_true", help="print every call after the result")
    parser.add_argument("--quiet", action="store_true", help="show no progress")
    options = parser.parse_args(arguments)
    path, name = split_target(options.target)
    if name is None:
        raise UsageError(f"say which function: {path}::NAME")
    function = member(load(path), name, path)
    values = _arguments(function, name, options.arg)
    kept, store = _kept(f"{path.name}::{name}")
    watched = Watched(store)
    with make_runtime(options.replies, options.model) as runtime:
        declared = [key for key in INJECTED if key in raw_signature(function).parameters and key not in values]
        values.update(dict.fromkeys(declared[:1], runtime))
        if runtime.model and not options.quiet:
            _tell(f"the model is {runtime.model}")
        try:
            with progress(watched) if not options.quiet else nullcontext(), _outermost(watched):
                result = finished(function(**values))
        except Exception as error:
            _complain(f"{name}: {said(error)}")
            _tell_of_trace(kept)
            return 1
        except KeyboardInterrupt:
            _complain(f"{name}: interrupted")
            _tell_of_trace(kept)
            return 130
        finally:
            if options.trace:
                for node in watched.nodes():
                    _complain(json.dumps(node.as_dict(), ensure_ascii=False))
    _tell_of_trace(kept)
    from op_runtime.control_flow.text import as_text

    return _give(as_text(result))


def _give(text: str) -> int:
    """Effect: write the result. Gives the exit code: 1 where nobody takes it."""
    if sys.stdout is None:  # it is closed
        return 0
    try:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else the end of the process complains again
        if not isinstance(error, BrokenPipeError):
            _complain(f"op-run: the result cannot be written: {error.strerror or error}")
        return 1
    return 0


def _kept(name: str) -> tuple[SQLiteStore | None, Store]:
    """The file that keeps the run's trace, and the store to use: memory where that file cannot be written."""
    from op_runtime.trace.command import trace_file

    try:
        kept = SQLiteStore(trace_file(), name=name)
    except ValueError as error:
        _complain(f"op-run: the trace is not kept: {error}")
        return None, MemoryStore()
    return kept, kept


def _tell_of_trace(kept: SQLiteStore | None) -> None:
    """Effect: close the file of the trace, and say how to see it."""
    if kept is not None:
        kept.close()
        if kept.problem:
            _complain(f"op-run: a part of the trace is not kept: {kept.path}: {kept.problem}")
        _tell(f"what it did: op-run trace {kept.run}")


@contextmanager
def _outermost(store: Store) -> Iterator[None]:
    """Effect: keep in `store` what runs inside the `with` block, functions without a runtime too."""
    identity = new_id()
    with use_frame(Frame(identity, "op-run", next_seq(), (identity,), (Trace(store),))):
        yield


def split_target(target: str) -> tuple[Path, str | None]:
    """Give the file and the name of `FILE.py::NAME`."""
    path, separator, name = target.partition("::")
    return Path(path), name if separator and name else None


def load(path: Path) -> ModuleType:
    """Effect: import the file at `path`: as part of its package, else with its directory first on the path.

    Raises UsageError where there is no such file or it cannot be imported.
    """
    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    path = path.resolve()
    root, parts = path.parent, [path.stem]
    while (root / "__init__.py").is_file():
        parts.insert(0, root.name)
        root = root.parent
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    try:
        if len(parts) > 1:
            return importlib.import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
        return _load_alone(path)
    except (Exception, SystemExit) as error:
        raise UsageError(f"{path} cannot be imported: {type(error).__name__}: {error}") from error


def _load_alone(path: Path) -> ModuleType:
    name = path.stem if path.stem not in sys.modules else f"op_run_{path.stem}"
    loader = importlib.machinery.SourceFileLoader(name, str(path))
    spec = importlib.util.spec_from_loader(name, loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def member(module: ModuleType, name: str, path: Path) -> Any:
    """Give what `name` (dots allowed) is in a module; raises UsageError, which names what is like it."""
    value: Any = module
    for part in name.split("."):
        if not hasattr(value, part):
            raise UsageError(f"{path} has no {name}{near(part, [key for key in vars(module) if key[:1] != '_'])}")
        value = getattr(value, part)
    if not callable(value):
        raise UsageError(f"{name} in {path} is not a function")
    return value


def _arguments(function: Any, name: str, given: Sequence[str]) -> dict[str, Any]:
    """The arguments of the command line, each of the type that the function declares.

    Raises UsageError where one is not the function's, does not fit, or is missing.
    """
    described = describe(function)
    values: dict[str, Any] = {}
    for text in given:
        key, separator, value = text.partition("=")
        if not separator:
            raise UsageError(f"--arg takes NAME=VALUE, not {text!r}")
        parameter = described.parameter(key)
        if parameter is None or parameter.injected or parameter.variadic:
            known = [item.name for item in described.parameters if not item.injected and not item.variadic]
            raise UsageError(f"{name} has no argument {key!r}{near(key, known)}; it takes {', '.join(known) or 'none'}")
        try:
            values[key] = validate_field(parameter.field, _value(parameter.field, value), key, [])
        except FieldError as error:
            raise UsageError(f"--arg {error}") from None
    missing = [
        item.name
        for item in described.parameters
        if item.default is MISSING and not item.injected and not item.variadic and item.name not in values
    ]
    if missing:
        raise UsageError(f"{name} needs {', '.join(f'--arg {item}=...' for item in missing)}")
    return values


def _value(field: Field, text: str) -> Any:
    """The text itself where text is declared, else the JSON value that it is, else the text."""
    if isinstance(field.schema, Text) and not field.options:
        return text
    try:
        return json.loads(text)
    except ValueError:
        return text


def make_runtime(replies: str | None, model: str | None = None) -> Runtime:
    """Effect: give a runtime whose replies are those of a JSON file, else one for `model`, else the default one.

    Raises UsageError.
    """
    if replies is None and model is not None:
        try:
            return Runtime(model=model)
        except (LLMError, ValueError) as error:
            raise UsageError(str(error)) from error
    if replies is None:
        return create_runtime()
    from op_runtime.testing import ScriptedRuntime

    try:
        script = json.loads(Path(replies).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f"{replies} cannot be read as a JSON list of replies: {error}") from None
    if not isinstance(script, list):
        raise UsageError(f"{replies} must hold a JSON list of replies, not {_shown(script)}")
    for number, reply in enumerate(script, 1):
        if not isinstance(reply, str | dict):
            raise UsageError(
                f"{replies}: reply {number} is {_shown(reply)}; a reply is text, or an object, which is sent as JSON"
            )
    return ScriptedRuntime(script)


def _shown(value: object) -> str:
    from op_runtime.control_flow.text import as_text, shorten

    return shorten(as_text([value])[1:-1], 60)


def _tell(line: str) -> None:
    """Effect: write a line for whoever sits at the terminal; a program that reads the output gets none."""
    if sys.stderr.isatty():
        _complain(line)


def _complain(line: str) -> None:
    """Effect: write a line beside the result, which has the standard output for itself."""
    sys.stderr.write(line + "\n")
