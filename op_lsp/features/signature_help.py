"""Signature help for our own calls: the decorator, decisions and their options, model calls, control flow."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import lru_cache
from inspect import Parameter

from lsprotocol import types
from op_runtime.menu import INJECTED

from op_lsp import words
from op_lsp.language_server import Server
from op_lsp.nesting import Frame, nesting
from op_lsp.workspace import View

FUNCTIONS = (
    "validate_and_retry", "route", "conditional", "repeat_until", "parallel", "goal", "llm", "agent",
    "agentic_function", "Runtime", "create_runtime",
    "Option.value", "Option.function", "Option.schema",
    "decision.make", "decision.amake", "decision.parse_args", "decision.render_options", "decision.resolve_decision",
)  # fmt: skip
TURNS = ("exec", "aexec")
_SOURCES = r"(?:op_runtime|openprogram|agentic)(?:\.\w+)*"
_FROM = re.compile(rf"^[ \t]*from\s+({_SOURCES})\s+import\s*(\([^)]*\)?|[^\r\n#]*)", re.MULTILINE)
_IMPORT = re.compile(rf"^[ \t]*import\s+({_SOURCES})(?:\s+as\s+(\w+))?", re.MULTILINE)
_NAMED = re.compile(r"(\w+)(?:\s+as\s+(\w+))?")


def signature_help(view: View, position: types.Position) -> types.SignatureHelp | None:
    """The call around this position, and which of its parameters is being written."""
    text = view.snapshot.text
    around = nesting(text, view.positions.offset(position))
    for frame in reversed(around.frames):
        name = _ours(text, frame) if frame.bracket == "(" else None
        if name is not None:
            return _help(view, name, frame)
        if frame.bracket == "(" and frame.callee:
            return None
    return None


def _ours(text: str, frame: Frame) -> str | None:
    """The name of our call, by its spelling and the imports of the file; None for any other."""
    holder, _, last = frame.callee.rpartition(".")
    if last in TURNS and _is_runtime(text, holder):
        return f"Runtime.{last}"
    parts = frame.callee.split(".")
    first = _imported(text).get(parts[0])
    names = [".".join([first, *parts[1:]])] if first is not None else []
    names += [frame.callee.removeprefix(f"{module}.") for module in _modules(text) if holder]
    return next((name for name in names if name in FUNCTIONS), None)


def _imported(text: str) -> dict[str, str]:
    """Names that the file imports from our modules, each with what it is called there (``decision.make``)."""
    found = {}
    for module, names in _FROM.findall(text):
        within = "decision." if module.rpartition(".")[2] == "decision" else ""
        for name, alias in _NAMED.findall(re.sub(r"#[^\r\n]*", "", names)):
            found[alias or name] = within + name
    return found


def _modules(text: str) -> set[str]:
    """What our modules are called that the file imports whole."""
    return {alias or module for module, alias in _IMPORT.findall(text)}


def _is_runtime(text: str, holder: str) -> bool:
    """Whether an expression is a runtime: by its name, or by what the file assigns to it or says of its type."""
    if not holder or not (_imported(text) or _modules(text)):
        return False
    if holder.rpartition(".")[2] in INJECTED:
        return True
    made = rf"(?<![\w.]){re.escape(holder)}\s*(?::[^=\r\n]*)?=\s*(?:\w+\.)*(?:create_runtime|\w*Runtime)\s*\("
    typed = rf"(?<![\w.]){re.escape(holder)}\s*:\s*[\"']?(?:\w+\.)*Runtime\b"
    entered = rf"\bRuntime\s*\([^\r\n]*\)\s*as\s+{re.escape(holder)}\b"
    return any(re.search(pattern, text) is not None for pattern in (made, typed, entered))


@lru_cache(maxsize=32)
def _live(name: str) -> tuple[inspect.Signature, str]:
    """The signature and the first paragraph of one of our own functions."""
    import op_runtime

    function: object = op_runtime
    for part in name.split("."):
        function = getattr(function, part)
    assert callable(function)
    doc = inspect.getdoc(function) or ""
    about = doc.partition("\n\n")[0].replace("\n", " ").removeprefix("Effect: ")
    return _signature(name, function), about[:1].upper() + about[1:]


def _signature(name: str, function: Callable[..., object]) -> inspect.Signature:
    """How a function is called. One that only passes its arguments on has those of what it passes them to."""
    if name == "agentic_function":
        return _of_decorator()
    if name == "Runtime.aexec":
        return _live("Runtime.exec")[0]
    signature = inspect.signature(function)
    return signature.replace(parameters=[each for each in signature.parameters.values() if each.name != "self"])


def _of_decorator() -> inspect.Signature:
    from op_runtime.agentic.arguments import Arguments

    defaults = {each.name: None if each.default is MISSING else each.default for each in fields(Arguments)}
    return inspect.Signature(
        [Parameter(name, Parameter.KEYWORD_ONLY, default=defaults[name]) for name in words.DECORATOR]
    )


def _written(parameter: inspect.Parameter) -> str:
    """A parameter as its source has it: annotations that are text stand without quotes."""
    if not isinstance(parameter.annotation, str):
        return str(parameter)
    bare = str(parameter.replace(annotation=inspect.Parameter.empty, default=inspect.Parameter.empty))
    default = "" if parameter.default is inspect.Parameter.empty else f" = {parameter.default!r}"
    return f"{bare}: {parameter.annotation}{default}"


def _marked(signature: inspect.Signature, shown: list[str]) -> list[str]:
    """The written parameters, with the ``*`` after which they are given by keyword."""
    kinds = [parameter.kind for parameter in signature.parameters.values()]
    if inspect.Parameter.VAR_POSITIONAL in kinds or inspect.Parameter.KEYWORD_ONLY not in kinds:
        return shown
    first = kinds.index(inspect.Parameter.KEYWORD_ONLY)
    return [*shown[:first], "*", *shown[first:]]


def _active(parameters: list[Parameter], frame: Frame) -> int:
    """Which parameter is being written: the one that is named, the next by position, or the first that is not given."""
    names = [each.name for each in parameters]
    if frame.keyword in names:
        return names.index(frame.keyword)
    positional = sum(each.kind is not Parameter.KEYWORD_ONLY for each in parameters)
    if frame.index < positional and names[frame.index] not in frame.keywords:
        return frame.index
    left = (number for number, name in enumerate(names) if number >= frame.index or number >= positional)
    return next((number for number in left if names[number] not in frame.keywords), len(names) - 1)


def _help(view: View, name: str, frame: Frame) -> types.SignatureHelp | None:
    signature, about = _live(name)
    short = name.rpartition(".")[2]
    told = words.DECORATOR if name == "agentic_function" else {}
    parameters = list(signature.parameters.values())
    shown = [_written(parameter) for parameter in parameters]
    information = types.SignatureInformation(
        f"{short}({', '.join(_marked(signature, shown))})",
        documentation=_about(view, about),
        parameters=[
            types.ParameterInformation(label, _about(view, told.get(parameter.name, "")) or None)
            for label, parameter in zip(shown, parameters, strict=True)
        ],
    )
    return types.SignatureHelp([information], active_signature=0, active_parameter=_active(parameters, frame))


def _about(view: View, text: str) -> types.MarkupContent | str:
    if view.client.markdown_signature and "`" in text:
        return types.MarkupContent(types.MarkupKind.Markdown, text.replace("``", "`"))
    return text


def register(server: Server) -> None:
    """Effect: answers ``textDocument/signatureHelp``."""

    @server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP)
    async def answer(ls: Server, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        return await ls.session.ask(params.text_document.uri, signature_help, params.position)
