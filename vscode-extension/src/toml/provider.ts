/** Offers the completion of op-lint's settings in pyproject.toml and op-lint.toml, whatever their language is called. */
import * as vscode from 'vscode';
// The schema that the package publishes, made from its settings and rules.
import schema from '../../../op_lint/op-lint.schema.json';
import { prefixOf, type Suggestion, suggestions } from './complete';

const KINDS: Record<Suggestion['kind'], vscode.CompletionItemKind> = {
  table: vscode.CompletionItemKind.Module,
  key: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.EnumMember,
};

export function tomlCompletion(): vscode.Disposable {
  const selector = ['**/pyproject.toml', '**/op-lint.toml'].map((pattern) => ({ scheme: 'file', pattern }));
  const provider: vscode.CompletionItemProvider = {
    provideCompletionItems(document, position) {
      const prefix = prefixOf(document.uri.path);
      const before = document.getText(new vscode.Range(new vscode.Position(0, 0), position));
      return prefix && suggestions(before, prefix, schema).map((each) => item(each, position));
    },
  };
  return vscode.languages.registerCompletionItemProvider(selector, provider, '[', '"', '.');
}

function item(each: Suggestion, position: vscode.Position): vscode.CompletionItem {
  const made = new vscode.CompletionItem({ label: each.label, description: 'op-lint' }, KINDS[each.kind]);
  made.insertText = new vscode.SnippetString(each.insert);
  made.documentation = each.detail;
  made.range = new vscode.Range(position.translate(0, -each.replaces), position);
  return made;
}
