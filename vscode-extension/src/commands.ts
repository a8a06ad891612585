/** Every command of the extension, by its name in package.json. */
import * as vscode from 'vscode';
import { CommandLine, type Pages } from './cli';
import { fixAll, fixFunction, migrate } from './fixes';
import type { FunctionsView } from './functions/view';
import type { GraphPanel } from './graph/panel';
import type { PreviewPanel } from './preview/panel';
import { type Position, SERVER_STATE, type ServerState } from './protocol';
import { offerInstall } from './server/install';
import { resolve } from './server/resolve';
import type { Server } from './server/server';

export interface Parts {
  server: Server;
  preview: PreviewPanel;
  graph: GraphPanel;
  functions: FunctionsView;
  pages: Pages;
}

export function commands({ server, preview, graph, functions, pages }: Parts): Record<string, (...args: never[]) => unknown> {
  const cli = new CommandLine(server, pages);
  return {
    'opLint.showPreview': (uri?: unknown, position?: Position) => preview.show('menu', ...place(uri, position)),
    'opLint.tryReply': (uri?: unknown, position?: Position) => preview.show('reply', ...place(uri, position)),
    'opLint.showGraph': () => graph.show(),
    'opLint.fixAll': fixAll,
    'opLint.fixFunction': fixFunction,
    'opLint.migrate': () => migrate(server),
    'opLint.showUses': showUses,
    'opLint.checkWorkspace': async () => {
      await server.wake();
      if (server.running) await vscode.commands.executeCommand('opLint.server.checkWorkspace');
      else await vscode.commands.executeCommand('opLint.install');
    },
    'opLint.lock': () => cli.lock(),
    'opLint.diff': () => cli.diff(),
    'opLint.openRule': () => cli.openRule(),
    'opLint.refresh': () => functions.refresh(),
    'opLint.install': async () => offerInstall(server, server.provider(), server.resolution ?? (await resolve(server.provider()))),
    'opLint.restart': () => server.refresh(true),
    'opLint.showLogs': () => server.log.show(),
    'opLint.showServerState': () => showState(server, pages),
  };
}

/** Lenses give a URI as text and a position; menus of the editor give a URI object and something else. */
function place(uri: unknown, position: unknown): [vscode.Uri?, vscode.Position?] {
  const where = typeof uri === 'string' ? vscode.Uri.parse(uri) : uri instanceof vscode.Uri ? uri : undefined;
  const given = position as Partial<Position> | undefined;
  if (where === undefined || given?.line === undefined || given.character === undefined) return where ? [where] : [];
  return [where, new vscode.Position(given.line, given.character)];
}

async function showUses(uri?: string, position?: Position): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const document = uri === undefined ? editor?.document.uri : vscode.Uri.parse(uri);
  const at = position ? new vscode.Position(position.line, position.character) : editor?.selection.active;
  if (!document || !at) return;
  const found = await vscode.commands.executeCommand<vscode.Location[]>('vscode.executeReferenceProvider', document, at);
  await vscode.commands.executeCommand('editor.action.showReferences', document, at, found);
}

async function showState(server: Server, pages: Pages): Promise<void> {
  const state = await server.ask<ServerState>(SERVER_STATE, {});
  const search = server.resolution?.steps.map((step) => `${step.what}: ${step.outcome}`);
  const all = { running: server.running, command: server.found?.command, search, server: state ?? null };
  await vscode.window.showTextDocument(pages.put('op-lint server state.json', JSON.stringify(all, null, 2) + '\n'));
}
