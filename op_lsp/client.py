"""What the client said that it can do, in the few words that the features ask."""

from __future__ import annotations

from dataclasses import dataclass

from op_lsp.greeting import Json, lookup


@dataclass(frozen=True, slots=True)
class Client:
    """The client's abilities; all are assumed absent until it declares them, as the protocol says."""

    markdown_hover: bool = False
    markdown_completion: bool = False
    markdown_signature: bool = False
    snippets: bool = False
    pull_diagnostics: bool = False
    related_information: bool = False
    diagnostic_data: bool = False
    diagnostic_tags: bool = False
    code_links: bool = False
    action_literals: bool = False
    preferred_actions: bool = False
    action_data: bool = False
    versioned_edits: bool = False
    symbol_tree: bool = False
    watch_files: bool = False
    refresh_lenses: bool = False
    refresh_hints: bool = False
    refresh_diagnostics: bool = False
    progress: bool = False
    commands: frozenset[str] = frozenset()
    """Commands that the client itself runs, as its initialization options list them."""

    @classmethod
    def of(cls, capabilities: Json, options: object = None) -> Client:
        """The abilities that an ``initialize`` request declares, as the protocol writes them."""

        def has(path: str) -> bool:
            value = lookup(capabilities, path)
            return value is True or isinstance(value, dict)

        def markdown(path: str) -> bool:
            formats = lookup(capabilities, path)
            return isinstance(formats, list) and "markdown" in formats

        commands = options.get("commands") if isinstance(options, dict) else None
        return cls(
            markdown_hover=markdown("textDocument.hover.contentFormat"),
            markdown_completion=markdown("textDocument.completion.completionItem.documentationFormat"),
            markdown_signature=markdown("textDocument.signatureHelp.signatureInformation.documentationFormat"),
            snippets=has("textDocument.completion.completionItem.snippetSupport"),
            pull_diagnostics=has("textDocument.diagnostic"),
            related_information=has("textDocument.publishDiagnostics.relatedInformation"),
            diagnostic_data=has("textDocument.publishDiagnostics.dataSupport"),
            diagnostic_tags=has("textDocument.publishDiagnostics.tagSupport"),
            code_links=has("textDocument.publishDiagnostics.codeDescriptionSupport"),
            action_literals=has("textDocument.codeAction.codeActionLiteralSupport"),
            preferred_actions=has("textDocument.codeAction.isPreferredSupport"),
            action_data=has("textDocument.codeAction.dataSupport"),
            versioned_edits=has("workspace.workspaceEdit.documentChanges"),
            symbol_tree=has("textDocument.documentSymbol.hierarchicalDocumentSymbolSupport"),
            watch_files=has("workspace.didChangeWatchedFiles.dynamicRegistration"),
            refresh_lenses=has("workspace.codeLens.refreshSupport"),
            refresh_hints=has("workspace.inlayHint.refreshSupport"),
            refresh_diagnostics=has("workspace.diagnostics.refreshSupport"),
            progress=has("window.workDoneProgress"),
            commands=frozenset(map(str, commands)) if isinstance(commands, list) else frozenset(),
        )
