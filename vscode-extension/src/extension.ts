/** Puts the extension together. */
import * as vscode from 'vscode';
import { Pages } from './cli';
import { commands } from './commands';
import { fixOnSave } from './fixes';
import { FunctionsView } from './functions/view';
import { GraphPanel } from './graph/panel';
import { freshLenses } from './lenses';
import { PreviewPanel } from './preview/panel';
import { Server } from './server/server';
import { SECTION, SERVER_SETTINGS } from './settings';
import { statusItem } from './status';
import { tomlCompletion } from './toml/provider';

let server: Server | undefined;

export function activate(context: vscode.ExtensionContext): void {
  const log = vscode.window.createOutputChannel('op-lint', { log: true });
  const started = (server = new Server(context, log));
  const pages = new Pages();
  const parts = {
    server: started,
    pages,
    preview: new PreviewPanel(context.extensionUri, started),
    graph: new GraphPanel(context.extensionUri, started),
    functions: new FunctionsView(started),
  };
  context.subscriptions.push(log, started, parts.preview, parts.graph, parts.functions, pages.register());
  context.subscriptions.push(statusItem(started), fixOnSave(), freshLenses(started), tomlCompletion());
  for (const [name, run] of Object.entries(commands(parts))) {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  }
  const look = (): void => {
    if (started.awake) void started.refresh();
  };
  const opened = (document: vscode.TextDocument): void => {
    if (document.languageId === 'python') void started.wake();
  };
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(opened),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (SERVER_SETTINGS.some((name) => event.affectsConfiguration(name))) look();
      if (event.affectsConfiguration(SECTION)) started.settingsChanged();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(look),
    vscode.workspace.onDidChangeWorkspaceFolders(look),
  );
  vscode.workspace.textDocuments.forEach(opened);
}

export async function deactivate(): Promise<void> {
  await server?.end();
}
