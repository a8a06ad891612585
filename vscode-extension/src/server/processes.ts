/** Small programs that are run to the end: a Python that is asked something, the command line, git. */
import { execFile } from 'node:child_process';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import type { Probe } from './resolve';

export interface Finished {
  /** null where the program could not be started or did not end in time. */
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Options {
  cwd?: string;
  timeout?: number;
}

/** Runs a program without a shell, so that no path needs quoting. Never rejects. */
export function run(command: string, args: readonly string[], options: Options = {}): Promise<Finished> {
  const limits = { timeout: options.timeout ?? 30_000, maxBuffer: 64 * 1024 * 1024, windowsHide: true };
  return new Promise((done) => {
    execFile(command, args, { ...limits, ...(options.cwd !== undefined && { cwd: options.cwd }) }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      done({ code, stdout, stderr: stderr || (code === null ? String(error?.message ?? '') : '') });
    });
  });
}

/** Prints the version of op-lint, or what is missing, on one line. */
const QUESTION = `
import sys
if sys.version_info < (3, 11):
    print("problem Python", sys.version.split()[0], "is too old, op-lint needs 3.11")
else:
    from importlib.util import find_spec
    if find_spec("op_lsp") is None:
        print("problem op-lint is not installed")
    else:
        from importlib.metadata import version
        print("version", version("op-lint"))
`;

/** Asks a Python for its op-lint, from a folder that holds no modules. */
export async function probePython(executable: string, neutral: string): Promise<Probe> {
  const done = await run(executable, ['-c', QUESTION], { cwd: neutral });
  return read(done, /^(version|problem) (.+)$/m);
}

export async function probeServer(program: string, neutral: string): Promise<Probe> {
  const done = await run(program, ['--version'], { cwd: neutral });
  return read(done, /^op-(lsp) (\S+)$/m);
}

function read(done: Finished, form: RegExp): Probe {
  const said = form.exec(done.stdout);
  if (done.code === 0 && said?.[2]) return said[1] === 'problem' ? { problem: said[2] } : { version: said[2] };
  const last = done.stderr.trim().split('\n').at(-1) || 'it says nothing';
  return { problem: done.code === null ? `it cannot be run: ${last}` : `exit code ${done.code}: ${last}` };
}

export async function isFile(file: string): Promise<boolean> {
  return fs.stat(file).then((found) => found.isFile(), () => false);
}

export async function isFolder(folder: string): Promise<boolean> {
  return fs.stat(folder).then((found) => found.isDirectory(), () => false);
}

/** All paths that a path leads over when its links are followed, link by link, itself included. */
export async function places(file: string): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | undefined = file; next !== undefined && !found.includes(next) && found.length < 80; ) {
    found.push(next);
    // A folder on the way may be a link, too; what it holds, an environment's modules for example, is then elsewhere.
    const real: string | undefined = await fs.realpath(path.dirname(next)).catch(() => undefined);
    const here: string = real === undefined ? next : path.join(real, path.basename(next));
    if (!found.includes(here)) found.push(here);
    next = await fs.readlink(here).then((to) => path.resolve(path.dirname(here), to), () => undefined);
  }
  return found;
}

/** Looks a program up on PATH, with the extensions that Windows adds. */
export async function which(program: string): Promise<string | undefined> {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  for (const folder of (process.env['PATH'] ?? '').split(path.delimiter)) {
    for (const ending of folder ? endings : []) {
      const file = path.join(folder, program + ending);
      if (await isFile(file)) return file;
    }
  }
  return undefined;
}
