"""Diagnostics: the findings of op-lint, each with its fix inside, so that nothing is analysed again to apply it."""

from __future__ import annotations

from typing import TypeAlias

from lsprotocol import types

from op_lint.facts import Place
from op_lint.finding import Finding, Related
from op_lsp.convert import Positions
from op_lsp.language_server import Found, Server
from op_lsp.locations import location
from op_lsp.methods import SOURCE
from op_lsp.workspace import DEAD_TEXT, View

Report: TypeAlias = types.RelatedFullDocumentDiagnosticReport | types.RelatedUnchangedDocumentDiagnosticReport

SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}


def diagnostics(view: View) -> list[types.Diagnostic]:
    """The findings that are not suppressed, as the client shows them."""
    return [diagnostic(view, each) for each in view.findings if not each.suppressed and view.here(each.range)]


def diagnostic(view: View, finding: Finding) -> types.Diagnostic:
    """One finding as the client shows it, with what the client can take."""
    client = view.client
    url = view.workspace.rule_url(finding.code)
    result = types.Diagnostic(
        range=view.positions.range(finding.range),
        message=finding.message,
        severity=SEVERITIES[finding.severity],
        code=finding.code,
        source=SOURCE,
    )
    if client.code_links and url:
        result.code_description = types.CodeDescription(url)
    if client.diagnostic_tags and finding.code in DEAD_TEXT:
        result.tags = [types.DiagnosticTag.Unnecessary]
    if client.related_information and finding.related:
        result.related_information = [_related(view, related) for related in finding.related]
    if client.diagnostic_data and finding.fix is not None:
        result.data = fix_data(view.positions, finding, view.snapshot.version)
    return result


def fix_data(positions: Positions, finding: Finding, version: int | None) -> dict[str, object]:
    """A finding's fix as JSON: ``title``, ``safety``, ``version`` of the text it fits, ``edits`` of the protocol."""
    assert finding.fix is not None
    return {
        "title": finding.fix.title,
        "safety": finding.fix.safety,
        "version": version,
        "edits": [
            {
                "range": {
                    "start": {"line": edit.range.start.line, "character": edit.range.start.character},
                    "end": {"line": edit.range.end.line, "character": edit.range.end.character},
                },
                "newText": edit.new_text,
            }
            for edit in map(positions.edit, finding.fix.edits)
        ],
    }


def _related(view: View, related: Related) -> types.DiagnosticRelatedInformation:
    path = view.snapshot.name if related.path is None else related.path
    return types.DiagnosticRelatedInformation(location(view, Place(path, related.range)), related.message)


def publish(ls: Server, view: View) -> None:
    """Effect: tells the client a document's diagnostics, unless it was told just these of just this version.

    A client that asks for them itself is only told to ask again where they changed without an edit of that document.
    """
    uri, version = view.snapshot.uri, view.snapshot.version
    if not ls.session.client.pull_diagnostics:
        ls.tell(types.PublishDiagnosticsParams(uri, diagnostics(view), version))
        return
    ls.take_back(uri)  # what a check of the whole workspace said, before it was opened
    old = ls.found.get(uri)
    ls.found[uri] = version, view.findings
    news = old is not None and old[0] == version and old[1] != view.findings
    if news and ls.session.client.refresh_diagnostics:
        ls.workspace_diagnostic_refresh(None)


def register(server: Server) -> None:
    """Effect: answers ``textDocument/diagnostic`` of clients that ask for them."""

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC)
    async def answer(ls: Server, params: types.DocumentDiagnosticParams) -> Report:
        uri = params.text_document.uri
        made = await ls.session.ask_quickly(uri, reported, params.previous_result_id)
        if made is None:
            return report([], params.previous_result_id)
        answer, ls.found[uri] = made
        return answer


def reported(view: View, previous: str | None) -> tuple[Report, Found]:
    """The report of a document's diagnostics, and what it is of; ``previous`` is the id of the one the client has."""
    return report(diagnostics(view), previous), (view.snapshot.version, view.findings)


def report(items: list[types.Diagnostic], previous: str | None) -> Report:
    """A document's report; its result id is a digest of the items, so it is the same as long as they are."""
    from hashlib import blake2b

    result = blake2b(repr(items).encode(), digest_size=12).hexdigest()
    if result == previous:
        return types.RelatedUnchangedDocumentDiagnosticReport(result)
    return types.RelatedFullDocumentDiagnosticReport(items, result_id=result)
