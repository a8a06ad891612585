"""What the client said that it can do, in the few words that the features ask."""

from __future__ import annotations

from dataclasses import dataclass

from lsprotocol import types
from pygls.capabilities import get_capability


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
    def of(cls, capabilities: types.ClientCapabilities, options: object = None) -> Client:
        """The abilities that an ``initialize`` request declares."""

        def has(path: str) -> bool:
            return bool(get_capability(capabilities, path))

        def markdown(path: str) -> bool:
            return types.MarkupKind.Markdown in (get_capability(capabilities, path) or ())

        commands = options.get("commands") if isinstance(options, dict) else None
        return cls(
            markdown_hover=markdown("text_document.hover.content_format"),
            markdown_completion=markdown("text_document.completion.completion_item.documentation_format"),
            markdown_signature=markdown("text_document.signature_help.signature_information.documentation_format"),
            snippets=has("text_document.completion.completion_item.snippet_support"),
            pull_diagnostics=get_capability(capabilities, "text_document.diagnostic") is not None,
            related_information=has("text_document.publish_diagnostics.related_information"),
            diagnostic_data=has("text_document.publish_diagnostics.data_support"),
            diagnostic_tags=has("text_document.publish_diagnostics.tag_support"),
            code_links=has("text_document.publish_diagnostics.code_description_support"),
            action_literals=has("text_document.code_action.code_action_literal_support"),
            preferred_actions=has("text_document.code_action.is_preferred_support"),
            action_data=has("text_document.code_action.data_support"),
            versioned_edits=has("workspace.workspace_edit.document_changes"),
            symbol_tree=has("text_document.document_symbol.hierarchical_document_symbol_support"),
            watch_files=has("workspace.did_change_watched_files.dynamic_registration"),
            refresh_lenses=has("workspace.code_lens.refresh_support"),
            refresh_hints=has("workspace.inlay_hint.refresh_support"),
            refresh_diagnostics=has("workspace.diagnostics.refresh_support"),
            progress=has("window.work_done_progress"),
            commands=frozenset(map(str, commands)) if isinstance(commands, list) else frozenset(),
        )
