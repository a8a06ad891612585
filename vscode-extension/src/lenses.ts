/** Lenses that are never out of date: the editor drops its own question for them when it loses the focus meanwhile. */
import * as vscode from 'vscode';
import type { Server } from './server/server';

const QUIET = 600;

export function freshLenses(server: Server): vscode.Disposable {
  let timer: NodeJS.Timeout | undefined;
  const changed = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (document.languageId !== 'python' || !contentChanges.length) return;
    clearTimeout(timer);
    timer = setTimeout(() => server.redrawLenses(), QUIET);
  });
  return new vscode.Disposable(() => {
    clearTimeout(timer);
    changed.dispose();
  });
}
