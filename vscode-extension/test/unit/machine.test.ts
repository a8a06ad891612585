/** Programs that really run: a Python that is asked, git. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { headTexts } from '../../src/preview/git';
import { plan, short } from '../../src/server/plan';
import { places, probePython, probeServer, run } from '../../src/server/processes';

let folder: string;

beforeEach(() => {
  folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'op-lint unit ')));
});

afterEach(() => fs.rmSync(folder, { recursive: true }));

function script(name: string, body: string): string {
  const file = path.join(folder, name);
  fs.writeFileSync(file, `#!/bin/sh\n${body}\n`, { mode: 0o755 });
  return file;
}

function git(...args: string[]): string {
  return execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd: folder, encoding: 'utf8' });
}

test('a program that does not exist, fails or says something else has a problem', async () => {
  expect(await probeServer(path.join(folder, 'gone'), folder)).toMatchObject({ problem: expect.stringContaining('cannot be run') });
  expect(await probeServer(script('bad', 'echo first >&2; echo last >&2; exit 3'), folder)).toEqual({ problem: 'exit code 3: last' });
  expect(await probeServer(script('other', 'echo hello'), folder)).toEqual({ problem: 'exit code 0: it says nothing' });
});

test('a server says its version, also from a path with a space', async () => {
  expect(await probeServer(script('op-lsp', 'echo op-lsp 1.2.3'), folder)).toEqual({ version: '1.2.3' });
});

test('a Python without op-lint says so, and none of the folder is imported', async () => {
  fs.writeFileSync(path.join(folder, 'op_lsp.py'), 'open("ran", "w")\n');
  const neutral = path.join(folder, 'neutral');
  fs.mkdirSync(neutral);
  execFileSync('python3', ['-m', 'venv', '--without-pip', path.join(folder, 'env')]);
  expect(await probePython(path.join(folder, 'env/bin/python'), neutral)).toEqual({ problem: 'op-lint is not installed' });
  expect(fs.existsSync(path.join(folder, 'ran'))).toBe(false);
});

test('a program that does not end is stopped', async () => {
  expect(await run(script('slow', 'exec sleep 60'), [], { timeout: 200 })).toMatchObject({ code: null });
});

test('all that links lead over is told: of a program, of a folder above it, of a folder itself', async () => {
  const at = (name: string): string => path.join(folder, name);
  fs.mkdirSync(at('desk/env/bin'), { recursive: true });
  fs.writeFileSync(at('python'), '');
  fs.symlinkSync('../../../python', at('desk/env/bin/python'));
  fs.symlinkSync('desk/env', at('short'));
  fs.symlinkSync(at('short/bin/python'), at('tool'));
  expect(await places(at('tool'))).toEqual([at('tool'), at('short/bin/python'), at('desk/env/bin/python'), at('python')]);
  expect(await places(at('short'))).toEqual([at('short'), at('desk/env')]);
  expect(await places(at('gone/away'))).toEqual([at('gone/away')]);
  fs.symlinkSync('round', at('round'));
  expect(await places(at('round'))).toEqual([at('round')]);
});

test('the texts of HEAD: the file itself, and the Python files that differ', async () => {
  git('init', '-q');
  for (const name of ['a.py', 'b.py', 'c.py', 'd.txt']) fs.writeFileSync(path.join(folder, name), `old ${name}\n`);
  git('add', '.');
  git('commit', '-qm', 'first');
  for (const name of ['b.py', 'd.txt', 'new.py']) fs.writeFileSync(path.join(folder, name), 'now\n');
  const texts = await headTexts(path.join(folder, 'a.py'));
  expect(texts?.sort((one, other) => one.path.localeCompare(other.path))).toEqual([
    { path: path.join(folder, 'a.py'), text: 'old a.py\n' },
    { path: path.join(folder, 'b.py'), text: 'old b.py\n' },
  ]);
});

test('without a repository, without a commit and without git there is no HEAD', async () => {
  const file = path.join(folder, 'a.py');
  fs.writeFileSync(file, '');
  expect(await headTexts(file)).toBeUndefined();
  git('init', '-q');
  expect(await headTexts(file)).toBeUndefined();
  expect(await headTexts(file, path.join(folder, 'no-git'))).toBeUndefined();
});

test('the server is installed into the environment, or into one that is made for it', () => {
  const linux = { isolated: '/s/server', platform: 'linux' as const };
  expect(plan('environment', '/e/bin/python', linux)).toEqual([['/e/bin/python', '-m', 'pip', 'install', '--upgrade', 'op-lint']]);
  expect(plan('private', '/usr/bin/python3', linux)).toEqual([
    ['/usr/bin/python3', '-m', 'venv', '/s/server'],
    ['/s/server/bin/python', '-m', 'pip', 'install', '--upgrade', 'op-lint'],
  ]);
});

test.each([
  ['/code/desk/.venv/bin/python', '.venv'],
  ['C:\\code\\env\\Scripts\\python.exe', 'env'],
  ['/usr/bin/python3', '/usr/bin/python3'],
  ['/usr/local/bin/python3', '/usr/local/bin/python3'],
])('%s is called %s', (python, name) => {
  expect(short(python)).toBe(name);
});
