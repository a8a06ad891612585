/** The Menu Preview beside the editor: it follows the cursor and changes while one types. */
import * as vscode from 'vscode';
import { type MenuBefore, MENU_IN, OUTLINE, type OutlineFile, type Place, type Preview, PREVIEW, TRY_REPLY, type TryResult } from '../protocol';
import type { Server } from '../server/server';
import { page } from '../webview/page';
import { headTexts } from './git';
import { ACTIONS, type FromPage, type PreviewState, type Tab, type ToPage } from './messages';
import { without } from './notes';

const VIEW = 'opLint.preview';
const QUIET = 250;

export class PreviewPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private state: PreviewState = { functions: [] };
  private target: { document: vscode.TextDocument; position: vscode.Position } | undefined;
  private ready = false;
  private wantedTab: Tab | undefined;
  /** The reply that was tried last: it is tried again when the menu changes. */
  private reply: string | undefined;
  private updating = false;
  private outdated = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly listeners: vscode.Disposable;

  constructor(
    private readonly extension: vscode.Uri,
    private readonly server: Server,
  ) {
    this.listeners = vscode.Disposable.from(
      vscode.window.onDidChangeTextEditorSelection((event) => this.follow(event.textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => editor && this.follow(editor)),
      vscode.workspace.onDidChangeTextDocument((event) => this.typed(event.document)),
      vscode.workspace.onDidSaveTextDocument(() => this.compareSoon()),
      server.onDidChange(() => void this.update()),
      vscode.window.registerWebviewPanelSerializer(VIEW, {
        deserializeWebviewPanel: (panel) => {
          this.adopt(panel);
          const editor = vscode.window.visibleTextEditors.find((each) => each.document.languageId === 'python');
          if (editor) this.follow(editor);
          return Promise.resolve();
        },
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listeners.dispose();
    this.panel?.dispose();
  }

  /** Shows what stands at a place, the cursor's unless another is given. */
  async show(tab: Tab, uri?: vscode.Uri, position?: vscode.Position): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const document = uri ? await vscode.workspace.openTextDocument(uri) : editor?.document;
    const where = position ?? (editor && editor.document === document ? editor.selection.active : undefined);
    if (document?.languageId === 'python') this.target = { document, position: where ?? new vscode.Position(0, 0) };
    if (!this.panel) {
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: tab !== 'reply' };
      this.adopt(vscode.window.createWebviewPanel(VIEW, 'Menu Preview', column, { enableFindWidget: true }));
    } else this.panel.reveal(undefined, tab !== 'reply');
    this.wantedTab = tab;
    this.sendTab();
    await this.update();
  }

  private adopt(panel: vscode.WebviewPanel): void {
    this.panel = panel;
    this.ready = false;
    panel.iconPath = vscode.Uri.joinPath(this.extension, 'images', 'icon.svg');
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.ready = false;
    });
    panel.webview.onDidReceiveMessage((message: FromPage) => void this.receive(message));
    page(panel.webview, this.extension, 'preview', 'Menu Preview');
  }

  private async receive(message: FromPage): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.ready = true;
        if (!this.server.running) this.state = without(this.state, this.server.state);
        this.send();
        this.sendTab();
        return this.update();
      case 'run':
        if (message.command in ACTIONS) await vscode.commands.executeCommand(message.command);
        return;
      case 'copy':
        await vscode.env.clipboard.writeText(message.text);
        vscode.window.setStatusBarMessage('op-lint: copied', 2000);
        return;
      case 'open':
        return openAt(vscode.Uri.parse(message.uri), message.line, message.character);
      case 'try':
        return this.tryReply(message.reply);
    }
  }

  private follow(editor: vscode.TextEditor): void {
    if (!this.panel || editor.document.languageId !== 'python') return;
    this.target = { document: editor.document, position: editor.selection.active };
    void this.update();
  }

  private typed(document: vscode.TextDocument): void {
    if (!this.panel || document.languageId !== 'python') return;
    // The cursor moves after the text does; a change elsewhere may still change this menu.
    const editor = vscode.window.activeTextEditor;
    if (editor && this.target && editor.document === this.target.document) this.target.position = editor.selection.active;
    void this.update();
  }

  /** Asks for the newest state; what happens during an answer is asked once more, however much it is. */
  private async update(): Promise<void> {
    this.outdated = true;
    if (this.updating) return;
    this.updating = true;
    try {
      while (this.outdated && this.panel) {
        this.outdated = false;
        await this.updateOnce();
      }
    } finally {
      this.updating = false;
    }
  }

  private async updateOnce(): Promise<void> {
    const preview = await this.current();
    if (preview) this.state = { ...same(this.state, preview), preview };
    else this.state = without(this.state, this.server.state);
    this.send();
    this.compareSoon();
  }

  /** What stands at the cursor; else what was shown last, where it is now. */
  private async current(): Promise<Preview | null | undefined> {
    if (!this.target) return undefined;
    const here = await this.server.ask<Preview>(PREVIEW, this.place());
    if (here) return here;
    const last = this.state.preview;
    if (!last || last.uri !== this.server.uri(this.target.document.uri)) return here;
    const again = await this.server.ask<Preview>(PREVIEW, { textDocument: { uri: last.uri }, position: last.range.start });
    return again?.name === last.name ? again : here;
  }

  private place(): Place {
    const { document, position } = this.target ?? {};
    const at = { line: position?.line ?? 0, character: position?.character ?? 0 };
    return { textDocument: { uri: document ? this.server.uri(document.uri) : '' }, position: at };
  }

  private shown(): Place | undefined {
    const { preview } = this.state;
    return preview && { textDocument: { uri: preview.uri }, position: preview.range.start };
  }

  private compareSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.compare(), QUIET);
  }

  private async compare(): Promise<void> {
    const place = this.shown();
    const { preview } = this.state;
    if (!this.panel || !place || !preview) return;
    const document = this.target?.document;
    const file = document?.uri.scheme === 'file';
    const tried = this.reply;
    const [saved, head, outline, reply] = await Promise.all([
      // A cell has no text of its own on disk, and a new file none at all.
      file ? this.before(place, savedTexts()) : undefined,
      file ? this.before(place, this.headTexts(document.uri)) : undefined,
      hasSelect(preview) ? this.server.ask<{ files: OutlineFile[] }>(OUTLINE, {}) : undefined,
      this.state.reply && tried !== undefined ? this.server.ask<TryResult>(TRY_REPLY, { ...place, reply: tried }) : undefined,
    ]);
    // These are of that preview alone; the one that came meanwhile asks for its own.
    if (this.state.preview !== preview) return;
    const functions = (outline?.files ?? []).flatMap((file) => file.functions.map((each) => each.name));
    const { saved: _, head: __, ...rest } = this.state;
    this.state = { ...rest, ...(saved && { saved }), ...(head && { head }), ...(reply && tried === this.reply && { reply }), compared: true, functions };
    this.send();
  }

  private async before(place: Place, texts: Promise<{ uri: string; text: string }[] | undefined>): Promise<MenuBefore | undefined> {
    const given = await texts;
    return given && ((await this.server.ask<MenuBefore>(MENU_IN, { ...place, texts: given })) ?? undefined);
  }

  private async headTexts(uri: vscode.Uri): Promise<{ uri: string; text: string }[] | undefined> {
    // A folder's git configuration can name programs, so it is asked only where the folder is trusted.
    if (!vscode.workspace.isTrusted) return undefined;
    const texts = await headTexts(uri.fsPath);
    return texts?.map((each) => ({ uri: vscode.Uri.file(each.path).toString(), text: each.text }));
  }

  private async tryReply(reply: string): Promise<void> {
    this.reply = reply;
    const { preview } = this.state;
    const place = this.shown();
    const result = place && (await this.server.ask<TryResult>(TRY_REPLY, { ...place, reply }));
    if (preview && this.state.preview && !sameMenu(preview, this.state.preview)) return;
    this.state = { ...this.state, reply: result ?? { ok: false, problem: 'there is no menu to try the reply with' } };
    this.send();
  }

  private send(): void {
    if (this.ready) void this.panel?.webview.postMessage({ type: 'state', state: this.state } satisfies ToPage);
  }

  private sendTab(): void {
    if (!this.ready || !this.wantedTab) return;
    void this.panel?.webview.postMessage({ type: 'tab', tab: this.wantedTab } satisfies ToPage);
    this.wantedTab = undefined;
  }
}

function hasSelect(preview: Preview): boolean {
  return preview.options.some((option) => option.form?.some((control) => control.widget === 'select'));
}

/** What stays known when another preview comes: comparisons and a tried reply only of the same menu, and no note. */
function same(state: PreviewState, preview: Preview): PreviewState {
  const { functions, saved, head, compared, reply, preview: last } = state;
  if (!last || !sameMenu(last, preview)) return { functions };
  return { functions, ...(saved && { saved }), ...(head && { head }), ...(compared && { compared }), ...(reply && { reply }) };
}

function sameMenu(one: Preview, other: Preview): boolean {
  return one.uri === other.uri && one.name === other.name && one.range.start.line === other.range.start.line;
}

/** The texts on disk of the files that are not saved; one that is no longer there has none. */
async function savedTexts(): Promise<{ uri: string; text: string }[]> {
  const dirty = vscode.workspace.textDocuments.filter((each) => each.isDirty && each.uri.scheme === 'file');
  const texts = dirty.map(async ({ uri }) => {
    const bytes = await vscode.workspace.fs.readFile(uri).then((found) => found, () => undefined);
    return { uri: uri.toString(), text: new TextDecoder().decode(bytes) };
  });
  return Promise.all(texts);
}

/** Opens a file at a line, in an editor that is not the panel's. */
export async function openAt(uri: vscode.Uri, line: number, character = 0): Promise<void> {
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
  const column = shown?.viewColumn ?? vscode.window.visibleTextEditors[0]?.viewColumn ?? vscode.ViewColumn.One;
  const selection = new vscode.Range(line, character, line, character);
  await vscode.window.showTextDocument(uri, { viewColumn: column, selection });
}
