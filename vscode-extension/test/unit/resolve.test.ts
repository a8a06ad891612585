import { describe, expect, test } from 'vitest';
import { expand, key, resolve } from '../../src/server/resolve';
import { FakeProvider, type Machine } from './machine';

const V1 = { version: '1.0' };

async function found(machine: Machine): Promise<string> {
  const { found } = await resolve(new FakeProvider(machine));
  return found ? [found.command, ...found.args].join(' ') : 'none';
}

describe('the order', () => {
  const all: Machine = {
    settings: { path: '/opt/op-lsp', interpreter: '/opt/python' },
    selected: { executable: '/conda/python', from: 'conda' },
    files: {
      '/opt/op-lsp': V1,
      '/opt/python': V1,
      '/conda/python': V1,
      '/my code/desk/.venv/bin/python': V1,
      '/storage/server/bin/python': V1,
      '/usr/bin/op-lsp': V1,
    },
    onPath: { 'op-lsp': '/usr/bin/op-lsp' },
  };
  const without = (...names: string[]): Machine => ({
    ...all,
    settings: {},
    files: Object.fromEntries(Object.entries(all.files ?? {}).filter(([name]) => !names.includes(name))),
  });

  test('opLint.path comes first', async () => {
    expect(await found(all)).toBe('/opt/op-lsp --stdio');
  });

  test('then opLint.interpreter', async () => {
    expect(await found({ ...all, settings: { interpreter: '/opt/python' } })).toBe('/opt/python -P -m op_lsp.server --stdio');
  });

  test('then the environment that an extension selected', async () => {
    expect(await found(without())).toBe('/conda/python -P -m op_lsp.server --stdio');
  });

  test('then the .venv of the folder, whose path has a space', async () => {
    expect(await found(without('/conda/python'))).toBe('/my code/desk/.venv/bin/python -P -m op_lsp.server --stdio');
  });

  test('then the private environment', async () => {
    const machine = without('/conda/python', '/my code/desk/.venv/bin/python');
    expect(await found(machine)).toBe('/storage/server/bin/python -P -m op_lsp.server --stdio');
  });

  test('then op-lsp on PATH', async () => {
    const machine = without('/conda/python', '/my code/desk/.venv/bin/python', '/storage/server/bin/python');
    expect(await found(machine)).toBe('/usr/bin/op-lsp --stdio');
  });

  test('isolated: no environment of the project is looked at', async () => {
    const provider = new FakeProvider({ ...all, settings: { importStrategy: 'isolated' } });
    expect((await resolve(provider)).found?.command).toBe('/storage/server/bin/python');
    expect(provider.ran).toEqual(['/storage/server/bin/python']);
  });
});

test('each step says what it found, and the Python without a server is the one to install into', async () => {
  const old = { problem: 'Python 3.9.1 is too old, op-lint needs 3.11' };
  const provider = new FakeProvider({ selected: { executable: '/py39/bin/python', from: 'ms-python.python' }, files: { '/py39/bin/python': old } });
  expect(await resolve(provider)).toEqual({
    steps: [
      { what: 'setting opLint.path', outcome: 'not set' },
      { what: 'setting opLint.interpreter', outcome: 'not set' },
      { what: 'environment selected by ms-python.python', outcome: '/py39/bin/python: Python 3.9.1 is too old, op-lint needs 3.11' },
      { what: 'private environment', outcome: 'not installed' },
      { what: 'op-lsp on PATH', outcome: 'not found' },
    ],
    warnings: [],
    python: '/py39/bin/python',
  });
});

test('a setting that does not work is warned about, and the search goes on', async () => {
  const provider = new FakeProvider({
    settings: { path: '/gone/op-lsp', interpreter: '/broken/python' },
    files: { '/broken/python': { problem: 'exit code 1: SyntaxError' }, '/usr/bin/op-lsp': V1 },
    onPath: { 'op-lsp': '/usr/bin/op-lsp' },
  });
  const { found: server, warnings } = await resolve(provider);
  expect(server?.command).toBe('/usr/bin/op-lsp');
  expect(warnings).toEqual([
    'setting opLint.path: there is no program /gone/op-lsp',
    'setting opLint.interpreter: /broken/python: exit code 1: SyntaxError',
  ]);
});

describe('opLint.interpreter', () => {
  test('may be the folder of an environment', async () => {
    const machine = { settings: { interpreter: '${workspaceFolder}/env' }, environments: ['/my code/desk/env'], files: { '/my code/desk/env/bin/python': V1 } };
    expect(await found(machine)).toContain('/my code/desk/env/bin/python ');
  });

  test('may be a name on PATH', async () => {
    expect(await found({ settings: { interpreter: 'python3' }, onPath: { python3: '/usr/bin/python3' }, files: { '/usr/bin/python3': V1 } })).toContain('/usr/bin/python3 ');
  });

  test('may be relative to the folder', async () => {
    expect(await found({ settings: { interpreter: './env/bin/python' }, files: { '/my code/desk/env/bin/python': V1 } })).toContain('/my code/desk/env/bin/python ');
  });
});

describe('with several folders', () => {
  const folders = ['/a/desk', '/b/shop'];

  test('the first folder’s environment that has a server counts', async () => {
    const selected = [{ executable: '/a/env/bin/python', from: 'x' }, { executable: '/b/env/bin/python', from: 'x' }];
    const files = { '/a/env/bin/python': { problem: 'op-lint is not installed' }, '/b/env/bin/python': V1 };
    const { found: server, python } = await resolve(new FakeProvider({ folders, selected, files }));
    expect([server?.command, python]).toEqual(['/b/env/bin/python', '/a/env/bin/python']);
  });

  test('where nothing selects one it is the first .venv that has one', async () => {
    const files = { '/a/desk/.venv/bin/python': { problem: 'op-lint is not installed' }, '/b/shop/.venv/bin/python': V1 };
    expect(await found({ folders, files })).toContain('/b/shop/.venv/bin/python ');
  });
});

describe('on Windows', () => {
  test('an environment has its Python in Scripts', async () => {
    const machine: Machine = { platform: 'win32', files: { 'C:\\my code\\desk\\.venv\\Scripts\\python.exe': V1 } };
    expect(await found(machine)).toBe('C:\\my code\\desk\\.venv\\Scripts\\python.exe -P -m op_lsp.server --stdio');
  });

  test('.exe may be left out, and the command line lies beside the server', async () => {
    const provider = new FakeProvider({ platform: 'win32', settings: { path: 'C:\\tools\\op-lsp' }, files: { 'C:\\tools\\op-lsp.exe': V1 } });
    const { found: server } = await resolve(provider);
    expect(server?.command).toBe('C:\\tools\\op-lsp.exe');
    expect(server?.cli).toEqual({ command: 'C:\\tools\\op-lint.exe', args: [] });
  });
});

describe('where the folder is not trusted', () => {
  test('no program inside it is run, whoever names it', async () => {
    const provider = new FakeProvider({
      trusted: false,
      selected: { executable: '/my code/desk/.venv/bin/python', from: 'ms-python.python' },
      files: { '/my code/desk/.venv/bin/python': V1, '/my code/desk/bin/op-lsp': V1 },
      onPath: { 'op-lsp': '/my code/desk/bin/op-lsp' },
    });
    const { found: server, python } = await resolve(provider);
    expect([server, python, provider.ran]).toEqual([undefined, undefined, []]);
  });

  test.each([
    ['/venvs/desk', '/my code/desk/.venv', 'an environment is linked into the folder'],
    ['/my code/desk', '/data/desk', 'the folder is a link'],
  ])('a link leads no program of the folder past that: %s to %s', async (from, to) => {
    const program = from === '/my code/desk' ? '/data/desk/.venv/bin/python' : '/venvs/desk/bin/python';
    const provider = new FakeProvider({ trusted: false, links: { [from]: to }, selected: { executable: program, from: 'conda' }, files: { [program]: V1 } });
    const { found: server, steps } = await resolve(provider);
    expect([server, provider.ran]).toEqual([undefined, []]);
    expect(steps[2]?.outcome).toBe(`${program}: not used, the workspace is not trusted`);
  });

  test('a setting of the user’s that means a program of the folder is not followed, either', async () => {
    const inside = { '/my code/desk/.venv/bin/python': V1, '/my code/desk/bin/op-lsp': V1 };
    const settings = { interpreter: '${workspaceFolder}/.venv', path: '${workspaceFolder}/bin/op-lsp' };
    const provider = new FakeProvider({ trusted: false, settings, environments: ['/my code/desk/.venv'], files: inside });
    const { found: server, warnings } = await resolve(provider);
    expect([server, provider.ran, warnings]).toEqual([undefined, [], []]);
  });

  test('a folder inside it whose name begins with two dots is inside', async () => {
    const program = '/my code/desk/..tools/python';
    const provider = new FakeProvider({ trusted: false, selected: { executable: program, from: 'conda' }, files: { [program]: V1 } });
    expect([(await resolve(provider)).found, provider.ran]).toEqual([undefined, []]);
  });

  test('one outside is', async () => {
    const machine: Machine = { trusted: false, selected: { executable: '/conda/python', from: 'conda' }, files: { '/conda/python': V1 } };
    expect(await found(machine)).toContain('/conda/python ');
  });

  test('a folder beside it with a longer name is outside', async () => {
    const machine: Machine = { trusted: false, selected: { executable: '/my code/desk2/python', from: 'conda' }, files: { '/my code/desk2/python': V1 } };
    expect(await found(machine)).toContain('/my code/desk2/python ');
  });
});

describe('variables', () => {
  const provider = new FakeProvider({ folders: ['/a/desk', '/b/shop'] });
  test.each([
    ['${workspaceFolder}/x', '/a/desk/x'],
    ['${workspaceFolder:shop}/x', '/b/shop/x'],
    ['${userHome}/x', '/home/ann/x'],
    ['~/x', '/home/ann/x'],
    ['~', '/home/ann'],
    ['~x', '~x'],
    ['${env:TOOLS}/x', '/tools/x'],
    ['${env:NOTHING}/x', '/x'],
    ['${other}/x', '${other}/x'],
    ['  /x  ', '/x'],
  ])('%s is %s', (written, meant) => {
    expect(expand(written, provider)).toBe(meant);
  });
});

test('another version, program or argument is another server', async () => {
  const { found: one } = await resolve(new FakeProvider({ selected: { executable: '/p', from: 'x' }, files: { '/p': V1 } }));
  const { found: two } = await resolve(new FakeProvider({ selected: { executable: '/p', from: 'y' }, files: { '/p': { version: '1.1' } } }));
  if (!one || !two) throw new Error('not found');
  expect(key(one)).not.toBe(key(two));
  expect(key(one)).toBe(key({ ...one, source: 'found otherwise' }));
});
