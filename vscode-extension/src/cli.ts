/** The commands of op-lint's command line that make sense in an editor, and pages of text that it prints. */
import * as path from 'node:path';
import * as vscode from 'vscode';
import { findings } from './findings';
import { type Finished, isFile, run } from './server/processes';
import type { Server } from './server/server';

const SCHEME = 'op-lint';
const LOCK = 'op-lint.lock';
const COMMIT = 'the last commit';

interface Rule {
  code: string;
  name: string;
  summary: string;
}

/** Texts that are shown and not saved, by their path. */
export class Pages implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;

  register(): vscode.Disposable {
    return vscode.Disposable.from(this.changed, vscode.workspace.registerTextDocumentContentProvider(SCHEME, this));
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? '';
  }

  put(name: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path: name });
    this.texts.set(name, text);
    this.changed.fire(uri);
    return uri;
  }
}

export class CommandLine {
  constructor(
    private readonly server: Server,
    private readonly pages: Pages,
  ) {}

  async lock(): Promise<void> {
    const folder = await chosenFolder();
    const done = folder === undefined ? undefined : await this.run(['lock'], folder);
    if (folder !== undefined && done?.code === 0) await vscode.window.showTextDocument(vscode.Uri.file(path.join(folder, LOCK)));
    else if (done) this.failed('lock', done);
  }

  /** What changed since the last commit, or since the lock file where there is one; exit code 1 means that something did. */
  async diff(): Promise<void> {
    const folder = await chosenFolder();
    if (folder === undefined) return;
    const since = (await isFile(path.join(folder, LOCK))) ? await vscode.window.showQuickPick([COMMIT, LOCK], { title: 'What a model will notice since' }) : COMMIT;
    if (since === undefined) return;
    const done = await this.run(['diff', '--format', 'markdown', ...(since === COMMIT ? ['HEAD'] : [])], folder);
    if (!done) return;
    if (done.code !== 0 && done.code !== 1) return this.failed('diff', done);
    await this.show('What a model will notice.md', done.stdout || 'Nothing changed that a model would notice.\n');
  }

  /** The page of a rule: of the finding at the cursor, else of one that is picked. */
  async openRule(): Promise<void> {
    const code = (await ruleHere()) ?? (await this.pickRule());
    const done = code === undefined ? undefined : await this.run(['rule', code]);
    if (done?.code === 0) await this.show(`${code}.md`, done.stdout);
    else if (done) this.failed('rule', done);
  }

  private async pickRule(): Promise<string | undefined> {
    const done = await this.run(['rules', '--format', 'json']);
    if (!done) return undefined;
    if (done.code !== 0) {
      this.failed('rules', done);
      return undefined;
    }
    const rules = JSON.parse(done.stdout) as Rule[];
    const picks = rules.map((rule) => ({ label: rule.code, description: rule.name, detail: rule.summary }));
    return (await vscode.window.showQuickPick(picks, { title: 'Rules of op-lint', matchOnDescription: true, matchOnDetail: true }))?.label;
  }

  private async show(name: string, text: string): Promise<void> {
    const uri = this.pages.put(name, text);
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  }

  private async run(args: readonly string[], cwd?: string): Promise<Finished | undefined> {
    await this.server.wake();
    const { found, log } = this.server;
    if (!found) {
      await vscode.commands.executeCommand('opLint.install');
      return undefined;
    }
    const { command, args: first } = found.cli;
    log.info(`Running ${[command, ...first, ...args].join(' ')}`);
    const options = { location: vscode.ProgressLocation.Window, title: `op-lint ${args[0] ?? ''}` };
    return vscode.window.withProgress(options, () => run(command, [...first, ...args], { timeout: 300_000, ...(cwd !== undefined && { cwd }) }));
  }

  private failed(what: string, done: Finished): void {
    this.server.log.error(`op-lint ${what}: ${done.stderr.trim()}`);
    const last = done.stderr.trim().split('\n').at(-1) ?? '';
    void vscode.window.showErrorMessage(`op-lint ${what}: ${last || `exit code ${String(done.code)}`}`);
  }
}

async function chosenFolder(): Promise<string | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const active = vscode.window.activeTextEditor?.document.uri;
  const around = active && vscode.workspace.getWorkspaceFolder(active);
  const chosen = around ?? (folders.length > 1 ? await vscode.window.showWorkspaceFolderPick() : folders[0]);
  if (!chosen && !folders.length) void vscode.window.showInformationMessage('op-lint: open a folder first.');
  return chosen?.uri.fsPath;
}

async function ruleHere(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const here = findings(editor.document.uri).filter(({ diagnostic }) => diagnostic.range.contains(editor.selection.active));
  const codes = [...new Set(here.map(({ code }) => code))];
  return codes.length > 1 ? vscode.window.showQuickPick(codes, { title: 'Open the page of' }) : codes[0];
}
