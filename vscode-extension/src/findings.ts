/** The findings of op-lint that the editor shows now. */
import * as vscode from 'vscode';

export interface Shown {
  uri: vscode.Uri;
  diagnostic: vscode.Diagnostic;
  code: string;
}

export function findings(only?: vscode.Uri): Shown[] {
  const all: [vscode.Uri, readonly vscode.Diagnostic[]][] = only
    ? [[only, vscode.languages.getDiagnostics(only)]]
    : vscode.languages.getDiagnostics();
  return all.flatMap(([uri, items]) =>
    items.filter((each) => each.source === 'op-lint').map((diagnostic) => ({ uri, diagnostic, code: codeOf(diagnostic) })),
  );
}

function codeOf(diagnostic: vscode.Diagnostic): string {
  const { code } = diagnostic;
  return String(typeof code === 'object' ? code.value : (code ?? ''));
}
