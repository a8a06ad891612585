/** The Decision Graph: all agentic functions and decisions of the workspace. */
import * as vscode from 'vscode';
import { openAt } from '../preview/panel';
import { type Graph, GRAPH } from '../protocol';
import type { Server } from '../server/server';
import { page } from '../webview/page';
import { layout } from './layout';
import type { FromPage, ToPage } from './messages';

const QUIET = 500;

export class GraphPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private last = '';
  private timer: NodeJS.Timeout | undefined;
  private readonly listeners: vscode.Disposable;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly server: Server,
  ) {
    this.listeners = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(() => this.soon()),
      vscode.workspace.onDidSaveTextDocument(() => this.soon()),
      server.onDidChange(() => this.soon()),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listeners.dispose();
    this.panel?.dispose();
  }

  show(): void {
    if (this.panel) {
      this.panel.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel('opLint.graph', 'Decision Graph', vscode.ViewColumn.Active, { retainContextWhenHidden: true });
    this.panel = panel;
    this.last = '';
    panel.iconPath = vscode.Uri.joinPath(this.extension, 'images', 'icon.svg');
    panel.onDidDispose(() => (this.panel = undefined));
    panel.webview.onDidReceiveMessage((message: FromPage) => {
      if (message.type === 'open') void openAt(vscode.Uri.parse(message.uri), message.line, message.character);
      else void this.update();
    });
    page(panel.webview, this.extension, 'graph', 'Decision Graph');
  }

  private soon(): void {
    if (!this.panel) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.update(), QUIET);
  }

  private async update(): Promise<void> {
    if (!this.server.running && !this.last) this.send({ type: 'note', text: 'The server is starting …' });
    const graph = await this.server.ask<Graph>(GRAPH, {});
    if (!this.panel) return;
    if (!graph) return this.send({ type: 'note', text: 'The server is not running.' });
    if (!graph.nodes.length) return this.send({ type: 'note', text: 'No agentic functions or decisions in this workspace.' });
    const text = JSON.stringify(graph);
    if (text === this.last) return;
    this.last = text;
    this.send({ type: 'drawing', drawing: layout(graph) });
  }

  private send(message: ToPage): void {
    void this.panel?.webview.postMessage(message);
  }
}
