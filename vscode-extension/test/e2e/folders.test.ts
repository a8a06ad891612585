/** Windows of other kinds: several folders with their own settings and environments, only settings, no server at all. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { agentic, desk, PYTHON, text, Workbench } from './workbench';

let bench: Workbench;

/** An environment with the server, which tells when its Python is run. */
function environment(folder: string): void {
  fs.mkdirSync(path.join(folder, '.venv/bin'), { recursive: true });
  fs.writeFileSync(path.join(folder, '.venv/bin/python'), `#!/bin/sh\ntouch "${path.join(folder, 'ran')}"\nexec "${PYTHON}" "$@"\n`, { mode: 0o755 });
}

beforeAll(async () => {
  const beside = await build({ entryPoints: [path.join(__dirname, 'python/extension.ts')], bundle: true, write: false, platform: 'node', format: 'cjs', external: ['vscode'] });
  bench = await Workbench.start('folders', {
    fill(folder) {
      // The first folder's Python knows nothing of op-lint, the second's does.
      desk(path.join(folder, 'one'));
      fs.mkdirSync(path.join(folder, 'one/.venv/bin'), { recursive: true });
      fs.writeFileSync(path.join(folder, 'one/.venv/bin/python'), '#!/bin/sh\necho problem op-lint is not installed\n', { mode: 0o755 });
      fs.mkdirSync(path.join(folder, 'two'));
      fs.writeFileSync(path.join(folder, 'two/two.py'), agentic('two', 'order: str, runtime=None', 'input={"runtime": {"hidden": True}}'));
      fs.writeFileSync(path.join(folder, 'two/pyproject.toml'), '[tool.op-lint]\nignore = ["OP203"]\n');
      environment(path.join(folder, 'two'));
      fs.writeFileSync(path.join(folder, 'both.code-workspace'), JSON.stringify({ folders: [{ path: 'one' }, { path: 'two' }] }));
      fs.writeFileSync(path.join(folder, 'pyproject.toml'), '[project]\nname = "all"\n');
      environment(folder);
    },
    beside(extensions) {
      const folder = path.join(extensions, 'ms-python.python-0.0.1');
      fs.mkdirSync(folder);
      const manifest = { name: 'python', publisher: 'ms-python', version: '0.0.1', engines: { vscode: '^1.91.0' }, main: './extension.js', activationEvents: [], extensionKind: ['workspace'], contributes: { commands: [{ command: 'python.selectAnother', title: 'Select Another Environment', category: 'Python' }] } };
      fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(manifest));
      fs.writeFileSync(path.join(folder, 'extension.js'), beside.outputFiles[0]?.text ?? '');
      const id = { id: 'ms-python.python' };
      const entry = { identifier: id, version: '0.0.1', location: { $mid: 1, path: folder, scheme: 'file' }, relativeLocation: path.basename(folder) };
      const list = path.join(extensions, 'extensions.json');
      fs.writeFileSync(list, JSON.stringify([...(JSON.parse(fs.readFileSync(list, 'utf8')) as object[]), entry]));
    },
    settings: { 'security.workspace.trust.enabled': false, 'opLint.interpreter': '' },
  });
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await bench?.shot(`failed ${task.name.slice(0, 60)}`);
});

afterAll(async () => {
  await bench?.stop();
});

test('where only settings are edited they are completed, and no server is started', async () => {
  await bench.open('pyproject.toml');
  await bench.page.keyboard.press('Control+End');
  await bench.page.keyboard.type('[tool.op-lint]\nsel');
  await bench.page.keyboard.press('Control+Space');
  await bench.page.locator('.suggest-widget .monaco-list-row', { hasText: 'extend-select' }).waitFor();
  await bench.shot('settings');
  expect(bench.languageServers()).toEqual([]);
  await bench.page.keyboard.press('Escape');
  await bench.command('File: Revert File');
  fs.writeFileSync(bench.file('op-lint.toml'), '');
  await bench.open('op-lint.toml');
  await bench.page.keyboard.type('[');
  await bench.page.locator('.suggest-widget .monaco-list-row', { hasText: 'per-file-ignores' }).first().waitFor();
  await bench.page.keyboard.press('Escape');
  await bench.command('File: Revert File');
  fs.rmSync(bench.file('op-lint.toml'));
});

test('the tree needs no open Python file', async () => {
  await bench.page.locator('.pane-header', { hasText: 'Agentic Functions' }).first().click();
  await bench.page.locator('.customview-tree .monaco-list-row', { hasText: 'handle' }).first().waitFor();
  expect(bench.languageServers()).toHaveLength(1);
});

test('with two folders there is one server, of the first environment that has one', async () => {
  await bench.load('both.code-workspace');
  const one = await bench.open('one/desk.py');
  await one.locator('.squiggly-warning').first().waitFor();
  const commands = [...bench.serverCommands().values()];
  expect(commands).toHaveLength(1);
  expect(fs.existsSync(bench.file('two/ran'))).toBe(true);
  const item = bench.page.locator('[id="status.languageStatus"]');
  await bench.until('it tells', async () => (await item.getAttribute('aria-label'))?.includes('the server is from environment selected by ms-python.python') ?? false);
});

test('each folder has its own settings, and a change of one leaves the other', async () => {
  const two = await bench.open('two/two.py');
  await two.locator('.squiggly-warning').first().waitFor();
  await bench.page.keyboard.press('Control+Shift+M');
  const rows = (code: string): ReturnType<typeof bench.page.locator> => bench.page.locator('.markers-panel .monaco-list-row', { hasText: code });
  // In "one" both findings of desk.py; in "two" OP203 is ignored and OP209 is not.
  await rows('OP209').nth(2).waitFor();
  expect(await rows('OP203').count()).toBe(0);
  await bench.shot('folders');
  fs.writeFileSync(bench.file('two/pyproject.toml'), '[tool.op-lint]\nignore = ["OP209"]\n');
  await rows('OP203').first().waitFor();
  await bench.until('OP209 is ignored there', async () => (await rows('OP209').count()) === 2);
  await bench.page.keyboard.press('Control+J');
});

test('another environment that a Python extension selects is looked at at once', async () => {
  environment(bench.file('one'));
  const [old] = bench.languageServers();
  await bench.command('Python: Select Another Environment');
  await bench.until('the first folder’s server runs', () => fs.existsSync(bench.file('one/ran')) && bench.languageServers().length === 1 && bench.languageServers()[0] !== old);
});

test('where there is no server the preview says so, and offers what helps', async () => {
  for (const folder of ['one', 'two']) fs.rmSync(bench.file(`${folder}/.venv`), { recursive: true });
  await bench.command('Python: Select Another Environment');
  const offer = bench.page.locator('.notification-toast', { hasText: 'no server was found' });
  await offer.waitFor();
  expect(text(await offer.innerText())).toContain('Not in This Workspace');
  await bench.shot('offer');
  await bench.open('one/desk.py');
  await bench.command('op-lint: Show Menu Preview');
  const preview = await bench.webview('.note');
  expect(await preview.locator('.note button').allInnerTexts()).toEqual(['Install the Server', 'Show Logs']);
  expect(await preview.locator('[role=tablist]').isVisible()).toBe(false);
  await bench.shot('no-server');
});
