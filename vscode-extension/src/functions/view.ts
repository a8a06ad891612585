/** The view "Agentic Functions" of the explorer. */
import * as vscode from 'vscode';
import { findings } from '../findings';
import { OUTLINE, type OutlineFile } from '../protocol';
import type { Server } from '../server/server';
import { type Item, items } from './items';

const QUIET = 400;
const ICONS: Record<Item['kind'], string> = { file: 'symbol-file', function: 'symbol-function', decision: 'list-selection', finding: 'warning' };

export class FunctionsView implements vscode.TreeDataProvider<Item>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly disposables: vscode.Disposable;
  private readonly view: vscode.TreeView<Item>;
  private roots: Item[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView('opLint.functions', { treeDataProvider: this, showCollapseAll: true });
    const soon = (): void => {
      if (this.view.visible || this.server.awake) this.soon();
    };
    this.disposables = vscode.Disposable.from(
      this.view,
      this.changed,
      this.view.onDidChangeVisibility(soon),
      server.onDidChange(soon),
      vscode.workspace.onDidSaveTextDocument(soon),
      vscode.languages.onDidChangeDiagnostics(soon),
      vscode.window.onDidChangeActiveTextEditor(() => this.mark()),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.disposables.dispose();
  }

  /** Asks the server again. */
  async refresh(): Promise<void> {
    const answer = await this.server.ask<{ files: OutlineFile[] }>(OUTLINE, {});
    const shown = findings().map(({ uri, diagnostic, code }) => ({
      uri: this.server.uri(uri),
      line: diagnostic.range.start.line,
      code,
      message: diagnostic.message,
    }));
    const roots = items(answer?.files ?? [], shown);
    this.mark(answer?.files);
    if (JSON.stringify(roots) === JSON.stringify(this.roots)) return;
    this.roots = roots;
    this.changed.fire();
  }

  getTreeItem(item: Item): vscode.TreeItem {
    const { TreeItemCollapsibleState: State } = vscode;
    const open = item.kind === 'file' || item.children.some((child) => child.kind === 'decision') ? State.Expanded : State.Collapsed;
    const shown = new vscode.TreeItem(item.label, item.children.length ? open : State.None);
    shown.description = item.description;
    shown.tooltip = item.tooltip;
    shown.iconPath = new vscode.ThemeIcon(ICONS[item.kind]);
    const uri = vscode.Uri.parse(item.uri);
    const at: vscode.TextDocumentShowOptions = { selection: new vscode.Range(item.line, item.character, item.line, item.character) };
    if (item.kind !== 'file') shown.command = { title: 'Open', command: 'vscode.open', arguments: [uri, at] };
    return shown;
  }

  getChildren(item?: Item): Item[] {
    return item ? item.children : this.roots;
  }

  private files = new Set<string>();

  /** Tells the menus whether the active file holds anything of ours. */
  private mark(files?: OutlineFile[]): void {
    if (files) this.files = new Set(files.map((file) => file.uri));
    const active = vscode.window.activeTextEditor?.document.uri;
    const relevant = active !== undefined && this.files.has(this.server.uri(active));
    void vscode.commands.executeCommand('setContext', 'opLint.relevant', relevant);
  }

  private soon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.refresh(), QUIET);
  }
}
