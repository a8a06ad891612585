/** The language status item: which server, where it came from, how many findings. */
import * as vscode from 'vscode';
import { findings } from './findings';
import type { Server } from './server/server';

export function statusItem(server: Server): vscode.Disposable {
  const item = vscode.languages.createLanguageStatusItem('opLint.status', { language: 'python' });
  item.name = 'op-lint';
  const update = (): void => {
    const { found } = server;
    if (!found) {
      item.text = 'op-lint: no server';
      item.detail = 'install op-lint, or set opLint.interpreter';
      item.severity = vscode.LanguageStatusSeverity.Error;
      item.command = { title: 'Install', command: 'opLint.install' };
      return;
    }
    const count = findings().length;
    item.text = `op-lint ${found.version}`;
    item.detail = `${count === 1 ? '1 finding' : `${count} findings`}, from ${found.source}`;
    item.busy = !server.running;
    item.severity = vscode.LanguageStatusSeverity.Information;
    item.command = { title: 'Server State', command: 'opLint.showServerState' };
  };
  update();
  return vscode.Disposable.from(item, server.onDidChange(update), vscode.languages.onDidChangeDiagnostics(update));
}
