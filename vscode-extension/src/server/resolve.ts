/**
 * Which server is started: found step by step, each step kept as data. Knows nothing of the editor.
 *
 * There is one for all folders of a window: the server reads code and never imports it, so what an environment has
 * installed changes no finding, and each file's settings come from the pyproject.toml above it. An environment only
 * says which op-lint is run; the first folder's that has one counts.
 */
import * as path from 'node:path';

export interface Settings {
  path: string;
  interpreter: string;
  importStrategy: 'fromEnvironment' | 'isolated';
}

/** What a Python, or a server program, says of itself. */
export type Probe = { version: string } | { problem: string };

/** A Python that something else selected, and who did. */
export interface Environment {
  executable: string;
  from: string;
}

/** What the search asks of the machine it runs on. */
export interface Provider {
  readonly settings: Settings;
  readonly platform: NodeJS.Platform;
  readonly trusted: boolean;
  readonly folders: readonly string[];
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder of the environment that belongs to the extension. */
  readonly isolated: string;
  /** The environments that are selected for the folders, where something selects any. */
  environments(): Promise<readonly Environment[]>;
  isFile(file: string): Promise<boolean>;
  isFolder(folder: string): Promise<boolean>;
  /** All paths that a path leads over when its links are followed, itself included. */
  places(path: string): Promise<readonly string[]>;
  which(program: string): Promise<string | undefined>;
  /** Asks a Python for the version of its `op_lsp`. */
  probePython(executable: string): Promise<Probe>;
  /** Asks an `op-lsp` for its version. */
  probeServer(program: string): Promise<Probe>;
}

/** A server that can be started, and the command line that belongs to it. */
export interface Found {
  source: string;
  version: string;
  command: string;
  args: readonly string[];
  cli: { command: string; args: readonly string[] };
}

export interface Step {
  what: string;
  outcome: string;
}

export interface Resolution {
  found?: Found;
  steps: readonly Step[];
  /** What somebody set that does not work: to be said, since something else is used instead. */
  warnings: readonly string[];
  /** The Python into which the server could be installed. */
  python?: string;
}

/** Looks for a server in the order that the README gives. */
export async function resolve(provider: Provider): Promise<Resolution> {
  const search = new Search(provider);
  const found = await search.run();
  const { steps, warnings, python } = search;
  return { ...(found && { found }), steps, warnings, ...(python && { python }) };
}

/** What must be equal for a running server to be kept. */
export function key(found: Found): string {
  return JSON.stringify([found.command, found.args, found.version]);
}

/** Replaces `${workspaceFolder}`, `${workspaceFolder:NAME}`, `${userHome}`, `${env:NAME}` and a leading `~`. */
export function expand(text: string, provider: Pick<Provider, 'folders' | 'home' | 'env' | 'platform'>): string {
  const paths = pathsOf(provider);
  const replaced = text.trim().replace(/\$\{(\w+)(?::([^}]*))?\}/g, (whole, name: string, argument?: string) => {
    switch (name) {
      case 'workspaceFolder':
        return argument === undefined
          ? (provider.folders[0] ?? whole)
          : (provider.folders.find((folder) => paths.basename(folder) === argument) ?? whole);
      case 'userHome':
        return provider.home;
      case 'env':
        return provider.env[argument ?? ''] ?? '';
      default:
        return whole;
    }
  });
  return replaced === '~' || /^~[/\\]/.test(replaced) ? provider.home + replaced.slice(1) : replaced;
}

/** The Python of an environment's folder. */
export function pythonIn(folder: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? path.win32.join(folder, 'Scripts', 'python.exe') : path.posix.join(folder, 'bin', 'python');
}

function pathsOf(provider: Pick<Provider, 'platform'>): path.PlatformPath {
  return provider.platform === 'win32' ? path.win32 : path.posix;
}

function notTrusted(program: string): string {
  return `${program}: not used, the workspace is not trusted`;
}

class Search {
  readonly steps: Step[] = [];
  readonly warnings: string[] = [];
  python: string | undefined;
  private readonly paths: path.PlatformPath;

  constructor(private readonly provider: Provider) {
    this.paths = pathsOf(provider);
  }

  async run(): Promise<Found | undefined> {
    const { settings } = this.provider;
    return (
      (await this.fromPathSetting()) ??
      (settings.importStrategy === 'fromEnvironment' ? await this.fromEnvironment() : undefined) ??
      (await this.isolated()) ??
      (await this.fromPath())
    );
  }

  private async fromPathSetting(): Promise<Found | undefined> {
    const what = 'setting opLint.path';
    const written = this.provider.settings.path;
    if (!written.trim()) return this.skip(what, 'not set');
    const program = await this.located(expand(written, this.provider));
    if (!program) return this.fail(what, `there is no program ${expand(written, this.provider)}`);
    if (await this.forbidden(program)) return this.skip(what, notTrusted(program));
    const probe = await this.provider.probeServer(program);
    if ('problem' in probe) return this.fail(what, `${program}: ${probe.problem}`);
    return this.server(what, program, probe.version);
  }

  private async fromEnvironment(): Promise<Found | undefined> {
    const written = this.provider.settings.interpreter;
    if (written.trim()) {
      const what = 'setting opLint.interpreter';
      const text = expand(written, this.provider);
      const executable = await this.interpreter(text);
      if (!executable) return this.fail(what, `there is no Python ${text}`);
      if (await this.forbidden(executable)) return this.skip(what, notTrusted(executable));
      this.python = executable;
      const probe = await this.provider.probePython(executable);
      if ('problem' in probe) return this.fail(what, `${executable}: ${probe.problem}`);
      return this.module(what, executable, probe.version);
    }
    this.steps.push({ what: 'setting opLint.interpreter', outcome: 'not set' });
    return (await this.selected()) ?? (await this.beside());
  }

  private async selected(): Promise<Found | undefined> {
    const selected = await this.provider.environments();
    if (!selected.length) return this.skip('selected environment', 'no Python extension selects one');
    for (const { executable, from } of selected) {
      const found = await this.candidate(`environment selected by ${from}`, executable);
      if (found) return found;
    }
    return undefined;
  }

  /** Without an extension that selects: what most projects call their environment. */
  private async beside(): Promise<Found | undefined> {
    for (const folder of this.provider.folders) {
      for (const name of ['.venv', 'venv']) {
        const executable = pythonIn(this.paths.join(folder, name), this.provider.platform);
        const found = (await this.provider.isFile(executable)) ? await this.candidate(`${name} of the folder`, executable) : undefined;
        if (found) return found;
      }
    }
    return undefined;
  }

  private async candidate(what: string, executable: string): Promise<Found | undefined> {
    if (await this.forbidden(executable)) return this.skip(what, notTrusted(executable));
    this.python ??= executable;
    const probe = await this.provider.probePython(executable);
    if ('problem' in probe) return this.skip(what, `${executable}: ${probe.problem}`);
    return this.module(what, executable, probe.version);
  }

  private async isolated(): Promise<Found | undefined> {
    const executable = pythonIn(this.provider.isolated, this.provider.platform);
    const what = 'private environment';
    if (!(await this.provider.isFile(executable))) return this.skip(what, 'not installed');
    const probe = await this.provider.probePython(executable);
    if ('problem' in probe) return this.skip(what, `${executable}: ${probe.problem}`);
    return this.module(what, executable, probe.version);
  }

  private async fromPath(): Promise<Found | undefined> {
    const what = 'op-lsp on PATH';
    const program = await this.provider.which('op-lsp');
    if (!program) return this.skip(what, 'not found');
    if (await this.forbidden(program)) return this.skip(what, notTrusted(program));
    const probe = await this.provider.probeServer(program);
    if ('problem' in probe) return this.skip(what, `${program}: ${probe.problem}`);
    return this.server(what, program, probe.version);
  }

  /** A program inside a folder that nobody trusts is the folder's, whoever names it and by whatever link. */
  private async forbidden(program: string): Promise<boolean> {
    if (this.provider.trusted) return false;
    const places = await this.provider.places(program);
    const folders = (await Promise.all(this.provider.folders.map((folder) => this.provider.places(folder)))).flat();
    return folders.some((folder) => places.some((place) => this.inside(place, folder)));
  }

  private inside(place: string, folder: string): boolean {
    const inner = this.paths.relative(folder, place);
    const above = inner === '..' || inner.startsWith(`..${this.paths.sep}`); // a folder may be called "..tools"
    return inner !== '' && !above && !this.paths.isAbsolute(inner);
  }

  /** A Python: the file, the Python in an environment's folder, or a name that is looked up. */
  private async interpreter(text: string): Promise<string | undefined> {
    if (await this.provider.isFolder(text)) {
      const inside = pythonIn(text, this.provider.platform);
      return (await this.provider.isFile(inside)) ? inside : undefined;
    }
    return this.located(text);
  }

  private async located(text: string): Promise<string | undefined> {
    if (!/[/\\]/.test(text)) return this.provider.which(text);
    const file = this.paths.resolve(this.provider.folders[0] ?? this.provider.home, text);
    if (await this.provider.isFile(file)) return file;
    return this.provider.platform === 'win32' && (await this.provider.isFile(`${file}.exe`)) ? `${file}.exe` : undefined;
  }

  private skip(what: string, outcome: string): undefined {
    this.steps.push({ what, outcome });
    return undefined;
  }

  private fail(what: string, outcome: string): undefined {
    this.warnings.push(`${what}: ${outcome}`);
    return this.skip(what, outcome);
  }

  /** A server started by its Python; `-P` keeps the modules of the folder it starts in out of it. */
  private module(source: string, command: string, version: string): Found {
    this.steps.push({ what: source, outcome: `op-lint ${version} in ${command}` });
    const args = ['-P', '-m', 'op_lsp.server', '--stdio'];
    return { source, version, command, args, cli: { command, args: ['-P', '-m', 'op_lint.cli'] } };
  }

  private server(source: string, command: string, version: string): Found {
    this.steps.push({ what: source, outcome: `op-lint ${version}: ${command}` });
    const name = this.paths.basename(command).replace('op-lsp', 'op-lint');
    return { source, version, command, args: ['--stdio'], cli: { command: this.paths.join(this.paths.dirname(command), name), args: [] } };
  }
}
