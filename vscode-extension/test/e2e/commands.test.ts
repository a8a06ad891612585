/** Every setting and every command that is not one of the preview's. Each test goes on where the one before it ended. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { agentic, desk, PYTHON, text, Workbench } from './workbench';

let bench: Workbench;

beforeAll(async () => {
  bench = await Workbench.start('commands', {
    fill(folder) {
      desk(folder);
      fs.writeFileSync(path.join(folder, 'fix_me.py'), agentic('fix_me', 'runtime=None', 'input={"runtime": {"hidden": True}}'));
      fs.writeFileSync(path.join(folder, 'rule.py'), agentic('rule', 'order: str'));
      fs.writeFileSync(path.join(folder, 'snippets.py'), '');
      const legacy = agentic('one', 'a: str') + '\n\n' + agentic('two', 'b: str').split('\n').slice(3).join('\n');
      fs.writeFileSync(path.join(folder, 'legacy.py'), legacy.replaceAll('."""', '.\n\n    Args:\n        a: What A is.\n        b: What B is.\n    """'));
      fs.writeFileSync(path.join(folder, 'cells.ipynb'), notebook());
      // Other ways to the same server, which tell when they are gone.
      for (const name of ['interpreter', 'op-lsp']) {
        const rest = name === 'op-lsp' ? ' -P -m op_lsp.server' : '';
        fs.writeFileSync(path.join(folder, name), `#!/bin/sh\ntouch "$(dirname "$0")/${name} ran"\nexec "${PYTHON}"${rest} "$@"\n`, { mode: 0o755 });
      }
    },
    settings: { 'security.workspace.trust.enabled': false, 'editor.inlayHints.enabled': 'on' },
  });
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await bench?.shot(`failed ${task.name.slice(0, 60)}`);
});

afterAll(async () => {
  await bench?.stop();
});

/** The cells of one program: an import, a function whose parameter is not described, a decision. */
function notebook(): string {
  const cell = (source: string): object => ({ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source });
  const [imports = '', ...rest] = agentic('go', 'runtime=None', 'input={"runtime": {"hidden": True}}').split('\n');
  const cells = [cell(imports + ', decision'), cell(rest.join('\n').trim()), cell('decision.make("Pick.", {"go": go, "stop": ("S", "End.")})')];
  return JSON.stringify({ cells, metadata: { language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 5 });
}

const row = (label: string): Locator => bench.page.locator('.customview-tree .monaco-list-row', { hasText: label });
const shown = async (name: string): Promise<string> => text(await bench.editor(name).locator('.view-lines').innerText());

/** Waits for another server than the one that runs; gives its command line. */
async function another(change: () => Promise<void>): Promise<string> {
  const [old] = bench.languageServers();
  await change();
  await bench.until('one other server runs', () => bench.languageServers().length === 1 && bench.languageServers()[0] !== old);
  return [...bench.serverCommands().values()][0] ?? '';
}

test('the language status tells the version, where the server is from, and the number of findings', async () => {
  const editor = await bench.open('desk.py');
  await editor.locator('.squiggly-warning').first().waitFor();
  const item = bench.page.locator('[id="status.languageStatus"]');
  await bench.until('it tells', async () =>
    /op-lint 0\.1\.0, \d+ findings; the server is from setting opLint\.interpreter/.test((await item.getAttribute('aria-label')) ?? ''),
  );
});

test('opLint.codeLens.enable and opLint.inlayHints.enable show and hide them', async () => {
  const lens = bench.editor('desk.py').locator('.codelens-decoration a', { hasText: 'used in 1 decision' }).first();
  await lens.waitFor();
  await bench.until('there are hints', async () => (await shown('desk.py')).includes('session (hidden): str'));
  await bench.settings({ 'opLint.codeLens.enable': false, 'opLint.inlayHints.enable': false });
  await lens.waitFor({ state: 'detached' });
  await bench.until('the hints are gone', async () => (await shown('desk.py')).includes('session: str'));
  await bench.settings({});
  await lens.waitFor();
  await bench.until('the hints are back', async () => (await shown('desk.py')).includes('session (hidden): str'));
});

test('opLint.logLevel is the server’s', async () => {
  expect([...bench.serverCommands().values()][0]).toContain('--log-level warning');
  expect(await another(() => bench.settings({ 'opLint.logLevel': 'debug' }))).toContain('--log-level debug');
});

test('opLint.interpreter, opLint.path and opLint.importStrategy choose the server', async () => {
  await another(() => bench.settings({ 'opLint.interpreter': './interpreter' }));
  expect(fs.existsSync(bench.file('interpreter ran'))).toBe(true);
  expect(await another(() => bench.settings({ 'opLint.path': '${workspaceFolder}/op-lsp', 'opLint.logLevel': 'error' }))).toContain('--log-level error');
  expect(fs.existsSync(bench.file('op-lsp ran'))).toBe(true);
  const apart = path.join(bench.storage, 'server/bin/python');
  fs.mkdirSync(path.dirname(apart), { recursive: true });
  fs.writeFileSync(apart, `#!/bin/sh\ntouch "${bench.file('apart ran')}"\nexec "${PYTHON}" "$@"\n`, { mode: 0o755 });
  await another(() => bench.settings({ 'opLint.importStrategy': 'isolated' }));
  expect(fs.existsSync(bench.file('apart ran'))).toBe(true);
  await another(() => bench.settings({}));
});

test('opLint.trace.server opens a channel of its own', async () => {
  const channel = bench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'op-lint trace' });
  const list = async (): Promise<void> => {
    await bench.command('Output: Show Output Channels');
    await bench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'op-lint' }).first().waitFor();
  };
  await list();
  expect(await channel.count()).toBe(0);
  await bench.settings({ 'opLint.trace.server': 'messages' });
  // Something to tell the server, and its answer.
  await bench.goTo('desk.py', bench.line('desk.py', '"session": {"hidden": True}'), 20);
  await bench.page.keyboard.type('x');
  await bench.editor('desk.py').locator('.squiggly-error').first().waitFor();
  await bench.page.keyboard.press('Control+Z');
  await list();
  await channel.waitFor();
  await bench.page.keyboard.press('Escape');
  await bench.settings({});
});

test('the logs, the server’s state and a restart are commands', async () => {
  await bench.command('op-lint: Show Logs');
  await bench.page.locator('.part.panel .monaco-select-box option:checked, .part.panel select', { hasText: 'op-lint' }).first().waitFor();
  await bench.page.keyboard.press('Control+J');
  await bench.focus('desk.py');
  await bench.command('op-lint: Show Server State');
  await bench.editor('op-lint%20server%20state.json').waitFor();
  await bench.until('it tells', async () => {
    const state = await shown('op-lint%20server%20state.json');
    return state.includes('"running": true') && state.includes('"setting opLint.path: not set"') && state.includes(`"process": ${bench.languageServers()[0]}`);
  });
  await bench.page.keyboard.press('Control+W');
  await another(() => bench.command('op-lint: Restart Server'));
});

test('the lock file is written and opened', async () => {
  await bench.focus('desk.py');
  await bench.command('op-lint: Write op-lint.lock');
  await bench.editor('op-lint.lock').waitFor();
  expect(bench.read('op-lint.lock')).toContain('decision "desk.py" "handle"');
  await bench.page.keyboard.press('Control+W');
});

test('what changed since the lock file is told', async () => {
  fs.writeFileSync(bench.file('desk.py'), bench.read('desk.py').replace('Hand the ticket over.', 'Pass it on.'));
  await bench.focus('desk.py');
  await bench.command('op-lint: Show What a Model Will Notice');
  await bench.page.locator('.quick-input-list .monaco-list-row', { hasText: 'op-lint.lock' }).click();
  const page = await bench.webview('.markdown-body li');
  await bench.until('the change is told', async () => text(await page.locator('body').innerText()).includes('Pass it on.'));
  await bench.page.keyboard.press('Control+W');
});

test('the tree lists functions, their decisions and findings, and a click opens the code', async () => {
  // The files give their room to the functions.
  const pane = (title: string): Locator => bench.page.locator('.pane-header', { hasText: title }).first();
  await pane('desk').click();
  if ((await pane('Agentic Functions').getAttribute('aria-expanded')) === 'false') await pane('Agentic Functions').click();
  await row('handle').first().waitFor();
  await row('refund, escalate, close').first().waitFor();
  fs.writeFileSync(bench.file('late.py'), agentic('late', 'order: str'));
  await row('late.py').first().waitFor();
  await row('refund').first().click();
  await bench.page.locator('.statusbar-item', { hasText: `Ln ${bench.line('desk.py', 'def refund')}, Col 1` }).waitFor();
  await row('refund, escalate, close').first().click();
  await bench.page.locator('.statusbar-item', { hasText: `Ln ${bench.line('desk.py', 'decision.make')}, Col 12` }).waitFor();
});

test('the whole workspace is checked on demand', async () => {
  await bench.command('op-lint: Check the Whole Workspace');
  await row('1 finding').nth(1).waitFor();
  // One error and ten warnings, in Problems as in the tree: none is shown twice.
  await bench.page.locator('[id="status.problems"]', { hasText: /^\s*1\s*10\s*$/ }).waitFor();
  await bench.shot('tree');
});

test('a server that is killed is started again', async () => {
  const [old] = bench.languageServers();
  process.kill(old ?? 0, 'SIGKILL');
  await bench.until('another server runs', () => bench.languageServers().some((pid) => pid !== old));
  await bench.goTo('desk.py', bench.line('desk.py', '"session": {"hidden": True}'), 20);
  await bench.page.keyboard.type('x');
  await bench.editor('desk.py').locator('.squiggly-error').first().waitFor();
  await bench.page.keyboard.press('Control+Z');
  await bench.page.locator('.tab.dirty').waitFor({ state: 'detached' });
});

test('a change of pyproject.toml counts without a restart', async () => {
  const [server] = bench.languageServers();
  const marks = bench.editor('desk.py').locator('.squiggly-warning, .squiggly-error');
  await marks.first().waitFor();
  fs.appendFileSync(bench.file('pyproject.toml'), '\n[tool.op-lint]\nignore = ["ALL"]\n');
  await bench.until('the findings are gone', async () => (await marks.count()) === 0);
  await bench.until('the tree has none either', async () => (await row('finding').count()) === 0);
  expect(bench.languageServers()).toEqual([server]);
  fs.writeFileSync(bench.file('pyproject.toml'), '[project]\nname = "desk"\n');
  await marks.first().waitFor();
});

test('all safe fixes of a file are one command', async () => {
  const editor = await bench.open('fix_me.py');
  await editor.locator('.squiggly-warning').first().waitFor();
  await bench.command('op-lint: Fix All in This File');
  await bench.page.locator('.tab.dirty', { hasText: 'fix_me.py' }).waitFor();
  await bench.page.keyboard.press('Control+Z');
  await bench.until('undone in one step', async () => (await shown('fix_me.py')).includes('"hidden": True'));
});

test('fixes on save come as a code action too', async () => {
  await bench.settings({ 'editor.codeActionsOnSave': { 'source.fixAll.op-lint': 'explicit' } });
  await bench.focus('fix_me.py');
  await bench.page.keyboard.press('Control+End');
  await bench.page.keyboard.press('Enter');
  await bench.save('fix_me.py');
  expect(bench.read('fix_me.py')).not.toContain('"hidden"');
  await bench.settings({});
});

test('the page of a rule opens at its finding', async () => {
  const editor = await bench.open('rule.py');
  await editor.locator('.squiggly-warning').first().waitFor();
  await bench.goTo('rule.py', bench.line('rule.py', 'def rule'), 11);
  await bench.command('op-lint: Open Rule Page');
  const page = await bench.webview('.markdown-body h1');
  expect(await page.locator('h1').first().innerText()).toBe('OP203 missing-description');
  await bench.page.keyboard.press('Control+W');
});

test('a file is migrated function by function', async () => {
  const editor = await bench.open('legacy.py');
  await editor.locator('.squiggly-warning').first().waitFor();
  await bench.focus('legacy.py');
  await bench.command('op-lint: Migrate This File to input=');
  await bench.page.locator('.tab.dirty', { hasText: 'legacy.py' }).waitFor();
  await bench.page.locator('.statusbar-item', { hasText: 'migrated 2 functions' }).waitFor();
  await bench.save('legacy.py');
  expect(bench.read('legacy.py')).toContain('"a": {"description": "What A is."}');
  expect(bench.read('legacy.py')).toContain('"b": {"description": "What B is."}');
});

test('a snippet becomes a function', async () => {
  await bench.open('snippets.py');
  await bench.focus('snippets.py');
  await bench.page.keyboard.type('agentic');
  await bench.page.keyboard.press('Control+Space');
  await bench.page.locator('.suggest-widget .monaco-list-row', { hasText: 'Agentic function' }).first().click();
  await bench.until('it stands there', async () => (await shown('snippets.py')).includes('@agentic_function(input={"name": {"description": "What it is."}})'));
  await bench.page.keyboard.press('Escape');
});

test('the cells of a notebook are one program: findings, lenses, the menu on hovering, its place in the tree, a fix', async () => {
  const editor = await bench.open('cells.ipynb', bench.page.locator('.notebookOverlay'));
  await editor.locator('.squiggly-warning').first().waitFor();
  await editor.locator('.codelens-decoration a', { hasText: 'menu: 2 options' }).first().waitFor();
  await editor.locator('.view-line span > span', { hasText: 'decision.make' }).first().hover();
  const hover = bench.page.locator('.monaco-hover:not(.hidden) .monaco-hover-content', { hasText: 'Call: {"call": "stop"}' }).first();
  await hover.waitFor();
  // Its cells are two documents with something of ours, and one file.
  await row('go, stop').first().waitFor();
  expect(await row('cells.ipynb').count()).toBe(1);
  await bench.shot('notebook');
  await bench.page.keyboard.press('Escape');
  await editor.locator('.view-line span > span', { hasText: '"runtime"' }).first().click();
  await bench.page.keyboard.press('Control+.');
  await bench.page.locator('.action-widget .monaco-list-row', { hasText: 'Remove input=' }).first().waitFor();
  await bench.page.keyboard.press('Enter');
  await bench.until('it is fixed', async () => !text(await editor.innerText()).includes('"hidden"'));
});
