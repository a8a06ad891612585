/** The language status item: which server, where it came from, how many findings. */
import * as vscode from 'vscode';
import { findings } from './findings';
import type { Server } from './server/server';

export function statusItem(server: Server): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem('opLint.status', { language: 'python' });
  item.name = 'op-lint';
  const update = (): void => {
    const { found, state } = server;
    item.busy = state === 'looking' || state === 'starting';
    item.severity = state === 'none' || state === 'stopped' ? vscode.LanguageStatusSeverity.Error : vscode.LanguageStatusSeverity.Information;
    if (!found) {
      item.text = state === 'none' ? 'op-lint: no server' : 'op-lint';
      item.detail = state === 'none' ? 'install op-lint, or set opLint.interpreter' : 'looking for a server';
      item.command = { title: 'Install', command: 'opLint.install' };
      return;
    }
    const count = findings().length;
    item.text = state === 'stopped' ? 'op-lint: the server ended' : `op-lint ${found.version}`;
    item.detail = `${count === 1 ? '1 finding' : `${count} findings`}; the server is from ${found.source}`;
    item.command = state === 'stopped' ? { title: 'Restart', command: 'opLint.restart' } : { title: 'Server State', command: 'opLint.showServerState' };
  };
  update();
  return vscode.Disposable.from(item, server.onDidChange(update), vscode.languages.onDidChangeDiagnostics(update));
}
