/** The language server of this window: found, started, watched, restarted. */
import * as os from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  type LanguageClientOptions,
  State,
} from 'vscode-languageclient/node';
import { readSettings, SECTION, type Settings } from '../settings';
import * as environments from './environments';
import { offerInstall } from './install';
import * as processes from './processes';
import { type Found, key, type Provider, type Resolution, resolve } from './resolve';
import { Crashes, Supervisor } from './supervisor';
import { TraceChannel } from './trace';

/** Commands of the server's lenses that this extension runs itself. */
export const OWN_COMMANDS = ['opLint.showPreview', 'opLint.fixFunction', 'opLint.showUses'];

/** Remembers for a workspace that no server is to be offered. */
const SILENT = 'noOffer';

const SELECTOR = [
  { scheme: 'file', language: 'python' },
  { scheme: 'untitled', language: 'python' },
  { notebook: '*', language: 'python' },
];

export type ServerCondition = 'looking' | 'none' | 'starting' | 'running' | 'stopped';

export function settings(scope?: vscode.ConfigurationScope): Settings {
  const configuration = vscode.workspace.getConfiguration(SECTION, scope);
  return readSettings((name) => configuration.get(name));
}

export class Server implements vscode.Disposable {
  /** The server that was started last, and how it was found. */
  found: Found | undefined;
  resolution: Resolution | undefined;
  client: LanguageClient | undefined;
  private readonly changed = new vscode.EventEmitter<void>();
  /** The server started, stopped or was not found. */
  readonly onDidChange = this.changed.event;
  private readonly crashes = new Crashes();
  private readonly said = new Set<string>();
  private readonly supervisor: Supervisor<Found>;
  private woken: Promise<void> | undefined;
  private watching: vscode.Disposable[] = [];
  private readonly trace = new TraceChannel(() => settings().trace !== 'off');

  constructor(
    private readonly context: vscode.ExtensionContext,
    readonly log: vscode.LogOutputChannel,
  ) {
    this.supervisor = new Supervisor<Found>({
      resolve: () => this.resolve(),
      key: (found) => key(found) + settings().logLevel,
      start: (found) => this.start(found),
      stop: () => this.stop(),
    });
  }

  get running(): boolean {
    return this.client?.state === State.Running;
  }

  get state(): ServerCondition {
    if (!this.resolution) return 'looking';
    if (!this.found) return 'none';
    if (this.running) return 'running';
    return !this.client || this.client.state === State.Starting ? 'starting' : 'stopped';
  }

  /** Whether something has needed the server yet. */
  get awake(): boolean {
    return this.woken !== undefined;
  }

  /** Finds and starts the server, the first time: a folder of which only settings are edited needs none. */
  wake(): Promise<void> {
    return this.woken ?? this.refresh();
  }

  /** Looks for the server that is to run, and starts it where it is not the running one; with `force` in any case. */
  refresh(force = false): Promise<void> {
    if (force) this.crashes.forget();
    if (!this.woken) void environments.watch(() => void this.refresh()).then((found) => this.watching.push(...found));
    const done = this.supervisor.refresh(force).catch((error: unknown) => {
      this.log.error(`The server could not be started: ${String(error)}`);
      this.changed.fire();
    });
    this.woken ??= done;
    return done;
  }

  /** Asks the server; undefined where none is running or it fails, which is logged. */
  async ask<T>(method: string, params: unknown): Promise<T | null | undefined> {
    await this.wake();
    if (!this.client || !this.running) return undefined;
    try {
      return await this.client.sendRequest<T | null>(method, params);
    } catch (error) {
      this.log.warn(`${method}: ${String(error)}`);
      return undefined;
    }
  }

  /** The document as the server calls it. */
  uri(uri: vscode.Uri): string {
    return this.client?.code2ProtocolConverter.asUri(uri) ?? uri.toString();
  }

  async end(): Promise<void> {
    await this.supervisor.end();
  }

  dispose(): void {
    vscode.Disposable.from(...this.watching).dispose();
    this.changed.dispose();
    this.trace.dispose();
  }

  private async resolve(): Promise<Found | undefined> {
    const resolution = await resolve(this.provider());
    this.resolution = resolution;
    this.log.info('Looking for a server:');
    for (const step of resolution.steps) this.log.info(`  ${step.what}: ${step.outcome}`);
    for (const warning of resolution.warnings) this.warnOnce(warning, resolution.found);
    if (!resolution.found) {
      this.log.warn('No server found.');
      this.found = undefined;
      this.changed.fire();
      void this.offer(resolution);
    }
    return resolution.found;
  }

  /** Where op-lint is not used at all, nobody wants to be asked again and again. */
  private async offer(resolution: Resolution): Promise<void> {
    const { workspaceState } = this.context;
    if (workspaceState.get<boolean>(SILENT)) return;
    const never = (): Thenable<void> => workspaceState.update(SILENT, true);
    await offerInstall(this, this.provider(), resolution, never);
  }

  private warnOnce(warning: string, found: Found | undefined): void {
    if (this.said.has(warning)) return;
    this.said.add(warning);
    const instead = found ? `; used instead: ${found.command}` : '';
    void vscode.window.showWarningMessage(`op-lint: ${warning}${instead}`);
  }

  provider(): Provider {
    const neutral = this.context.extensionPath;
    return {
      settings: settings(),
      platform: process.platform,
      trusted: vscode.workspace.isTrusted,
      folders: (vscode.workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath),
      home: os.homedir(),
      env: process.env,
      isolated: path.join(this.context.globalStorageUri.fsPath, 'server'),
      environments: environments.selected,
      isFile: processes.isFile,
      isFolder: processes.isFolder,
      places: processes.places,
      which: processes.which,
      probePython: (executable) => processes.probePython(executable, neutral),
      probeServer: (program) => processes.probeServer(program, neutral),
    };
  }

  private async start(found: Found): Promise<void> {
    this.log.info(`Starting ${found.command} ${found.args.join(' ')}`);
    const args = [...found.args, '--log-level', settings().logLevel];
    const client = new LanguageClient(SECTION, 'op-lint', { command: found.command, args }, this.options());
    client.onDidChangeState(() => this.changed.fire());
    this.client = client;
    this.found = found;
    await client.start();
    // The setting may have changed while nobody listened.
    this.trace.refresh();
    this.log.info(`Running op-lint ${found.version}.`);
    await vscode.commands.executeCommand('setContext', 'opLint.running', true);
  }

  private async stop(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    await vscode.commands.executeCommand('setContext', 'opLint.running', false);
    try {
      await client?.dispose();
    } catch (error) {
      this.log.warn(`The server did not stop as it should: ${String(error)}`);
    }
    this.changed.fire();
  }

  private options(): LanguageClientOptions {
    return {
      documentSelector: SELECTOR,
      outputChannel: this.log,
      traceOutputChannel: this.trace,
      initializationOptions: { commands: OWN_COMMANDS },
      errorHandler: this.errors(),
      middleware: {
        provideCodeLenses: (document, token, next) => (settings(document).codeLens ? next(document, token) : []),
        provideInlayHints: (document, range, token, next) =>
          settings(document).inlayHints ? next(document, range, token) : [],
      },
    };
  }

  private errors(): ErrorHandler {
    return {
      error: () => ({ action: ErrorAction.Continue, handled: true }),
      closed: (): CloseHandlerResult => {
        if (this.crashes.again(Date.now())) {
          this.log.warn('The server ended; it is started again.');
          return { action: CloseAction.Restart, handled: true };
        }
        const message = 'op-lint: the server ended five times within three minutes and is not started again.';
        return { action: CloseAction.DoNotRestart, message };
      },
    };
  }

  /** Takes over what needs no restart: whether messages are traced, whether lenses and hints are shown. */
  settingsChanged(): void {
    this.trace.refresh();
    this.redrawLenses();
    const hints = this.client?.getFeature('textDocument/inlayHint');
    for (const document of vscode.workspace.textDocuments) hints?.getProvider(document)?.onDidChangeInlayHints.fire();
  }

  /** Has the editor ask for lenses again; all documents of a client share one emitter. */
  redrawLenses(): void {
    const lenses = this.client?.getFeature('textDocument/codeLens');
    const emitters = vscode.workspace.textDocuments.map((document) => lenses?.getProvider(document)?.onDidChangeCodeLensEmitter);
    for (const emitter of new Set(emitters)) emitter?.fire();
  }
}
