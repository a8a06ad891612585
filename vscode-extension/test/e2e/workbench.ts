/** A real workbench: VS Code's web server with the packaged extension, and a browser that shows it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import * as net from 'node:net';
import * as os from 'node:os';
import * as path from 'node:path';
import { type BrowserContext, chromium, type Frame, type Locator, type Page } from 'playwright-core';

export const ROOT = path.resolve(__dirname, '../..');
export const OUTPUT = path.join(ROOT, 'e2e-output');
export const PYTHON = process.env['OP_LINT_PYTHON'] ?? path.resolve(ROOT, '../.venv/bin/python');
const SERVER = path.join(ROOT, '.workbench/vscode/out/server-main.js');
const PATIENCE = Number(process.env['OP_LINT_PATIENCE'] ?? 120) * 1000;
const NOBODY = JSON.stringify({ serviceUrl: '', itemUrl: '', resourceUrlTemplate: '', controlUrl: '' });

const SETTINGS = {
  'opLint.interpreter': PYTHON,
  'telemetry.telemetryLevel': 'off',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.colorTheme': 'Default Dark Modern',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'security.workspace.trust.startupPrompt': 'never',
  'security.workspace.trust.banner': 'never',
  'security.workspace.trust.untrustedFiles': 'open',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'update.mode': 'none',
  'git.enabled': false,
  // The web edition saves by itself unless it is told not to.
  'files.autoSave': 'off',
  'editor.minimap.enabled': false,
  'editor.hover.delay': 100,
  'editor.inlayHints.enabled': 'off',
  'explorer.openEditors.visible': 0,
  // What only the tests need is not in the pictures.
  'files.exclude': { 'spy.sh': true, ran: true, '.vscode': true },
  'chat.disableAIFeatures': true,
};

/** The packaged extension. */
const VSIX = path.join(ROOT, 'op-lint.vsix');

/** Fills a folder with the files of test/e2e/workspace. */
export function desk(folder: string): void {
  fs.cpSync(path.join(__dirname, 'workspace'), folder, { recursive: true });
}

/** A file with one agentic function. */
export function agentic(name: string, parameters: string, decorator = ''): string {
  const head = decorator ? `@agentic_function(${decorator})` : '@agentic_function';
  return `from op_runtime import agentic_function\n\n\n${head}\ndef ${name}(${parameters}):\n    """Do something."""\n`;
}

export interface Start {
  /** Puts the files of the workspace into the folder that is opened. */
  fill(folder: string): void;
  /** The .code-workspace file in that folder that is opened in its stead. */
  workspace?: string;
  /** Settings of the user's, over those that all tests have. */
  settings?: object;
  /** A folder with another extension. */
  beside?(extensions: string): void;
}

export class Workbench {
  private constructor(
    readonly folder: string,
    readonly page: Page,
    private readonly temporary: string,
    private readonly context: BrowserContext,
    private readonly server: ChildProcess,
    private readonly address: string,
  ) {}

  /** Installs the extension into an empty VS Code and opens a folder that is made first; `name` tells the logs apart. */
  static async start(name: string, start: Start): Promise<Workbench> {
    fs.mkdirSync(OUTPUT, { recursive: true });
    const temporary = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'op-lint-e2e-')));
    const at = (name: string): string => path.join(temporary, name);
    const folder = at('desk');
    fs.mkdirSync(folder);
    start.fill(folder);
    commit(folder);
    for (const kind of ['User', 'Machine']) {
      fs.mkdirSync(at(`data/${kind}`), { recursive: true });
      fs.writeFileSync(at(`data/${kind}/settings.json`), JSON.stringify({ ...SETTINGS, ...start.settings }));
    }
    const env: NodeJS.ProcessEnv = { ...process.env, EXTENSIONS_GALLERY: NOBODY, HOME: temporary, XDG_CONFIG_HOME: at('.config') };
    delete env['VSCODE_IPC_HOOK_CLI'];
    const base = ['--user-data-dir', at('data'), '--extensions-dir', at('ext'), '--server-data-dir', at('srv'), '--accept-server-license-terms'];
    execFileSync(process.execPath, [SERVER, ...base, '--install-extension', VSIX], { env, stdio: 'pipe' });
    start.beside?.(at('ext'));
    const port = await freePort();
    const log = fs.openSync(path.join(OUTPUT, `${name} server.log`), 'w');
    const args = [SERVER, ...base, '--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--telemetry-level', 'off', '--enable-remote-auto-shutdown'];
    const server = spawn(process.execPath, args, { env, detached: true, stdio: ['ignore', log, log] });
    process.on('exit', () => stop(server));
    process.once('SIGTERM', () => process.exit(1));
    await up(`http://127.0.0.1:${port}/version`);
    const context = await chromium.launchPersistentContext(at('chromium'), {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      headless: true,
      viewport: { width: 1360, height: 820 },
      args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: `http://127.0.0.1:${port}` });
    await context.route((url) => url.hostname !== '127.0.0.1', (route) => route.abort());
    const page = context.pages()[0] ?? (await context.newPage());
    page.setDefaultTimeout(PATIENCE);
    const console = fs.createWriteStream(path.join(OUTPUT, `${name} console.log`));
    page.on('console', (message) => console.write(`[${message.type()}] ${message.text()}\n`));
    const bench = new Workbench(folder, page, temporary, context, server, `http://127.0.0.1:${port}`);
    await bench.load(start.workspace);
    return bench;
  }

  /** Shows the folder, or a .code-workspace file in it, in a new window. */
  async load(workspace?: string): Promise<void> {
    const query = workspace === undefined ? `folder=${encodeURIComponent(this.folder)}` : `workspace=${encodeURIComponent(this.file(workspace))}`;
    // A workbench that is busy when it starts may show a workspace without its folders, and keeps to that.
    const rows = this.page.locator('.explorer-folders-view .monaco-list-row').first();
    const none = this.page.locator('.explorer-viewlet', { hasText: 'You have not yet added a folder' });
    await this.again(`load ${query}`, async () => {
      await this.page.goto(`${this.address}/?${query}`, { timeout: 180_000, waitUntil: 'commit' });
      await rows.or(none).first().waitFor({ timeout: 180_000 });
      await rows.waitFor({ timeout: 8000 });
    });
  }

  async stop(): Promise<void> {
    await this.context.close().catch(() => undefined);
    stop(this.server);
    fs.rmSync(this.temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }

  /** Where the extension keeps what belongs to no workspace. */
  get storage(): string {
    return path.join(this.temporary, 'data/User/globalStorage/op-lint.op-lint');
  }

  file(name: string): string {
    return path.join(this.folder, name);
  }

  read(name: string): string {
    return fs.readFileSync(this.file(name), 'utf8');
  }

  editor(name: string): Locator {
    return this.page.locator(`.editor-instance .monaco-editor[data-uri$="${name}"]`).first();
  }

  async shot(name: string): Promise<void> {
    await this.page.screenshot({ path: path.join(OUTPUT, `${name}.png`), animations: 'disabled' });
  }

  private changes = 0;

  /** Writes the folder's settings, and waits until they count: the window's title, which is one of them, tells. */
  async settings(values: object): Promise<void> {
    // Told apart by what cannot be seen, so that pictures show a folder's name.
    const title = `desk${'\u200b'.repeat(++this.changes)}`;
    fs.mkdirSync(this.file('.vscode'), { recursive: true });
    fs.writeFileSync(this.file('.vscode/settings.json'), JSON.stringify({ ...values, 'window.title': title }));
    await this.page.waitForFunction((expected) => document.title === expected, title);
  }

  /** Opens a file of the workspace by its name; gives its editor. */
  async open(name: string, opened = this.editor(name)): Promise<Locator> {
    await this.again(`open ${name}`, async () => {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('Control+P');
      await this.page.locator('.quick-input-widget input').first().fill(this.file(name), { timeout: 8000 });
      await this.page.locator('.quick-input-list .monaco-list-row', { hasText: path.basename(name) }).first().click({ timeout: 8000 });
      await opened.waitFor({ timeout: 8000 });
    });
    return opened;
  }

  /** Puts the focus into an editor of the first group, without moving what it shows. */
  async focus(name: string): Promise<void> {
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Control+1');
    await this.page.waitForFunction(
      (end) => document.activeElement?.closest('.monaco-editor')?.getAttribute('data-uri')?.endsWith(end),
      name,
      { timeout: 8000 },
    );
  }

  /** Runs a command by its title, from the palette. */
  async command(title: string): Promise<void> {
    const row = this.page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
    await this.again('command palette', async () => {
      await this.page.keyboard.press('Escape');
      await this.page.keyboard.press('F1');
      await this.page.locator('.quick-input-widget input').first().fill(`>${title}`, { timeout: 8000 });
      await row.waitFor({ timeout: 8000 });
    });
    await row.click();
  }

  /** Puts the cursor of an editor to a line and a column, both from 1. */
  async goTo(name: string, line: number, column: number): Promise<void> {
    const input = this.page.locator('.quick-input-widget input').first();
    const soon = { timeout: 8000 };
    await this.again(`line ${line}`, async () => {
      await this.focus(name);
      await this.page.keyboard.press('Control+G');
      await input.fill(`:${line}:${column}`, soon);
      await this.page.keyboard.press('Enter');
      await this.page.locator('.statusbar-item', { hasText: `Ln ${line}, Col ${column}` }).waitFor(soon);
      await this.page.waitForSelector('.quick-input-widget', { state: 'hidden', ...soon });
    });
  }

  /** The line, from 1, on which `text` stands in a file of the workspace. */
  line(name: string, text: string): number {
    const line = this.read(name).split('\n').findIndex((each) => each.includes(text));
    if (line < 0) throw new Error(`${name} has no ${text}`);
    return line + 1;
  }

  async save(name: string): Promise<void> {
    await this.page.keyboard.press('Control+S');
    await this.page.locator('.tab.dirty', { hasText: name }).waitFor({ state: 'detached' });
  }

  /** The page inside a panel, known by something that it has. */
  async webview(selector: string): Promise<Frame> {
    for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
      for (const frame of this.page.frames()) {
        const count = await frame.locator(selector).count().catch(() => 0);
        if (count) return frame;
      }
      await this.page.waitForTimeout(100);
    }
    throw new Error(`no panel has ${selector}`);
  }

  /** Tries what can lose a race with a busy extension host again. */
  async again(what: string, act: () => Promise<void>): Promise<void> {
    for (let round = 1; ; round++) {
      try {
        return await act();
      } catch (error) {
        if (round === 8) throw new Error(`${what}: not after ${round} tries`, { cause: error });
        console.log(`${what}: try ${round} failed: ${String(error).split('\n')[0]}`);
      }
    }
  }

  /** Waits until something holds. */
  async until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
    for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
      if (await holds()) return;
      await this.page.waitForTimeout(100);
    }
    throw new Error(`never: ${what}`);
  }

  /** The process numbers of the language servers under this workbench. */
  languageServers(): number[] {
    return [...this.serverCommands().keys()];
  }

  /** The command line of each language server under this workbench, by its process number. */
  serverCommands(): Map<number, string> {
    const rows = execFileSync('ps', ['-eo', 'pid,ppid,args', '--no-headers'], { encoding: 'utf8' }).trim().split('\n');
    const all = rows.map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row)).filter((row) => row !== null);
    const inside = new Set([this.server.pid]);
    for (let size = 0; size !== inside.size; ) {
      size = inside.size;
      for (const row of all) if (inside.has(Number(row[2]))) inside.add(Number(row[1]));
    }
    const servers = all.filter((row) => inside.has(Number(row[1])) && /op_lsp\.server|op-lsp --stdio/.test(row[3] ?? ''));
    return new Map(servers.map((row) => [Number(row[1]), row[3] ?? '']));
  }
}

export function text(found: string): string {
  return found.replace(/\u00a0/g, ' ');
}

function stop(server: ChildProcess): void {
  try {
    if (server.pid) process.kill(-server.pid, 'SIGTERM');
  } catch {
    // It is gone already.
  }
}

function commit(folder: string): void {
  const git = (...args: string[]): Buffer => execFileSync('git', ['-c', 'user.name=Desk', '-c', 'user.email=desk@example.org', ...args], { cwd: folder });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'A desk');
}

async function up(address: string): Promise<void> {
  for (let round = 0; round < 600; round++) {
    if (await fetch(address).then((answer) => answer.ok, () => false)) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error(`${address} does not answer`);
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => done(port));
    });
  });
}
