"""Signature help for our own calls: the primitives of control flow and the decisions."""

from __future__ import annotations

import inspect
import re
from functools import lru_cache

from lsprotocol import types

from op_lsp.language_server import Server
from op_lsp.nesting import Frame, nesting
from op_lsp.workspace import View

PRIMITIVES = (
    "validate_and_retry", "route", "conditional", "repeat_until", "parallel", "goal", "llm", "agent",
)  # fmt: skip
DECISIONS = ("make", "amake", "parse_args", "render_options", "resolve_decision")
_SOURCES = ("op_runtime", "openprogram", "agentic")


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
    holder, _, name = frame.callee.rpartition(".")
    if name in PRIMITIVES:
        imported = re.search(rf"from\s+(?:{'|'.join(_SOURCES)})[\w.]*\s+import\s[^#]*?\b{name}\b", text)
        return name if holder in _holders(text) or (not holder and imported) else None
    if name in DECISIONS and holder.rpartition(".")[2] == "decision":
        return f"decision.{name}"
    return None


def _holders(text: str) -> set[str]:
    found = re.finditer(rf"^\s*import\s+((?:{'|'.join(_SOURCES)})[\w.]*)(?:\s+as\s+(\w+))?", text, re.MULTILINE)
    return {match[2] or match[1] for match in found}


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
    return inspect.signature(function), about[:1].upper() + about[1:]


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


def _help(view: View, name: str, frame: Frame) -> types.SignatureHelp | None:
    signature, about = _live(name)
    short = name.rpartition(".")[2]
    names = [parameter.name for parameter in signature.parameters.values()]
    active = names.index(frame.keyword) if frame.keyword in names else min(frame.index, len(names) - 1)
    shown = [_written(parameter) for parameter in signature.parameters.values()]
    documentation: types.MarkupContent | str = about
    if view.client.markdown_signature and "`" in about:
        documentation = types.MarkupContent(types.MarkupKind.Markdown, about.replace("``", "`"))
    information = types.SignatureInformation(
        f"{short}({', '.join(_marked(signature, shown))})",
        documentation=documentation,
        parameters=[types.ParameterInformation(label) for label in shown],
    )
    return types.SignatureHelp([information], active_signature=0, active_parameter=active)


def register(server: Server) -> None:
    """Effect: answers ``textDocument/signatureHelp``."""

    @server.feature(types.TEXT_DOCUMENT_SIGNATURE_HELP)
    async def answer(ls: Server, params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        return await ls.session.ask(params.text_document.uri, signature_help, params.position)
