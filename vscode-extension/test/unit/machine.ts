/** A made-up machine for the search of a server: files, programs, and what they say. */
import type { Environment, Probe, Provider, Settings } from '../../src/server/resolve';

export interface Machine {
  platform?: NodeJS.Platform;
  trusted?: boolean;
  settings?: Partial<Settings>;
  folders?: string[];
  /** The environment that a Python extension selected, or one for each folder. */
  selected?: Environment | Environment[];
  /** Files, with what they say when they are asked; a file that cannot be run says a problem. */
  files?: Record<string, Probe>;
  /** What links lead to. */
  links?: Record<string, string>;
  /** Folders that exist. */
  environments?: string[];
  /** Programs on PATH. */
  onPath?: Record<string, string>;
}

export class FakeProvider implements Provider {
  readonly settings: Settings;
  readonly platform: NodeJS.Platform;
  readonly trusted: boolean;
  readonly folders: readonly string[];
  readonly home: string;
  readonly isolated: string;
  readonly env = { TOOLS: '/tools' };
  /** The programs that were run, in order. */
  readonly ran: string[] = [];

  constructor(private readonly machine: Machine) {
    this.settings = { path: '', interpreter: '', importStrategy: 'fromEnvironment', ...machine.settings };
    this.platform = machine.platform ?? 'linux';
    this.trusted = machine.trusted ?? true;
    const windows = this.platform === 'win32';
    this.folders = machine.folders ?? [windows ? 'C:\\my code\\desk' : '/my code/desk'];
    this.home = windows ? 'C:\\Users\\ann' : '/home/ann';
    this.isolated = windows ? 'C:\\storage\\server' : '/storage/server';
  }

  environments(): Promise<Environment[]> {
    return Promise.resolve([this.machine.selected ?? []].flat());
  }

  places(path: string): Promise<string[]> {
    const found = [path];
    for (const [from, to] of Object.entries(this.machine.links ?? {})) if (path.startsWith(from)) found.push(to + path.slice(from.length));
    return Promise.resolve(found);
  }

  isFile(file: string): Promise<boolean> {
    return Promise.resolve(file in (this.machine.files ?? {}));
  }

  isFolder(folder: string): Promise<boolean> {
    return Promise.resolve(this.machine.environments?.includes(folder) ?? false);
  }

  which(program: string): Promise<string | undefined> {
    return Promise.resolve(this.machine.onPath?.[program]);
  }

  probePython(executable: string): Promise<Probe> {
    return this.probe(executable);
  }

  probeServer(program: string): Promise<Probe> {
    return this.probe(program);
  }

  private probe(program: string): Promise<Probe> {
    this.ran.push(program);
    return Promise.resolve(this.machine.files?.[program] ?? { problem: 'no such file' });
  }
}
