/** The packaged extension in a real workbench. Each test goes on where the one before it ended. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PYTHON, ROOT, text, Workbench } from './workbench';

const VSIX = path.join(ROOT, 'op-lint.vsix');
const HERE = 'decision.make';

let bench: Workbench;
let preview: Frame;

/** A file with one agentic function. */
function agentic(name: string, parameters: string, decorator = ''): string {
  const head = decorator ? `@agentic_function(${decorator})` : '@agentic_function';
  return `from op_runtime import agentic_function\n\n\n${head}\ndef ${name}(${parameters}):\n    """Do something."""\n`;
}

beforeAll(async () => {
  const workspace = fs.mkdtempSync('/tmp/op-lint-desk-');
  fs.cpSync(path.join(__dirname, 'workspace'), workspace, { recursive: true });
  // The folder's own settings name a program of the folder's, which tells when it was run.
  const spy = '#!/bin/sh\ntouch "$(dirname "$0")/ran"\nexec "' + PYTHON + '" "$@"\n';
  fs.mkdirSync(path.join(workspace, '.vscode'));
  fs.writeFileSync(path.join(workspace, 'spy.sh'), spy, { mode: 0o755 });
  const settings = { 'opLint.interpreter': '${workspaceFolder}/spy.sh' };
  fs.writeFileSync(path.join(workspace, '.vscode/settings.json'), JSON.stringify(settings));
  bench = await Workbench.start(VSIX, workspace);
  fs.rmSync(workspace, { recursive: true });
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await bench.shot(`failed ${task.name.slice(0, 60)}`);
});

afterAll(async () => {
  await bench?.stop();
});

test('a restricted workspace is checked by the user’s server, and nothing of the folder is run', async () => {
  const editor = await bench.open('desk.py');
  await editor.locator('.squiggly-warning').first().waitFor();
  expect(await bench.page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).count()).toBe(1);
  expect(fs.existsSync(bench.file('ran'))).toBe(false);
  await bench.shot('restricted');
});

test('once the folder is trusted its own setting counts', async () => {
  await bench.command('Workspaces: Manage Workspace Trust');
  await bench.page.locator('.workspace-trust-editor .monaco-button', { hasText: 'Trust' }).first().click();
  await bench.until('the folder’s program ran', () => fs.existsSync(bench.file('ran')));
  await bench.page.keyboard.press('Control+W');
  await bench.until('one server runs', () => bench.languageServers().length === 1);
  await bench.editor('desk.py').locator('.squiggly-warning').first().waitFor();
});

test('a lens tells what the menu costs, and Problems lists the findings', async () => {
  const editor = bench.editor('desk.py');
  await bench.goTo('desk.py', bench.line('desk.py', HERE), 1);
  const lens = editor.locator('.codelens-decoration a', { hasText: 'menu: 3 options, about' });
  await bench.again('lens', async () => {
    await bench.page.locator('.explorer-folders-view').click();
    await bench.focus('desk.py');
    await lens.waitFor({ timeout: 8000 });
  });
  await bench.page.keyboard.press('Control+Shift+M');
  const rows = bench.page.locator('.markers-panel .monaco-list-row', { hasText: 'OP209' });
  await rows.first().waitFor();
  expect(await rows.count()).toBe(2);
  await bench.shot('problems');
  await bench.page.keyboard.press('Control+J');
  await rows.first().waitFor({ state: 'hidden' });
});

test('hovering over a decision shows the menu', async () => {
  const editor = bench.editor('desk.py');
  const hover = bench.page.locator('.monaco-hover:not(.hidden) .monaco-hover-content', { hasText: 'Pay money back' }).first();
  await bench.again('hover', async () => {
    await bench.page.mouse.move(5, 5);
    await editor.locator('.view-line span > span', { hasText: 'decision.make' }).first().hover({ timeout: 8000 });
    await hover.waitFor({ timeout: 8000 });
  });
  expect(text(await hover.innerText())).toContain('Call: {"call": "close"}');
  await bench.shot('hover');
  await bench.page.keyboard.press('Escape');
  await bench.page.mouse.move(5, 5);
});

test('a quick fix is applied and saved', async () => {
  await bench.goTo('desk.py', bench.line('desk.py', '"runtime": {"hidden": True}'), 12);
  const action = bench.page.locator('.action-widget .monaco-list-row', { hasText: 'Remove the entry' }).first();
  await bench.again('quick fix', async () => {
    await bench.page.keyboard.press('Escape');
    await bench.page.keyboard.press('Control+.');
    await action.waitFor({ timeout: 8000 });
  });
  await bench.shot('quick-fix');
  await bench.page.keyboard.press('Enter');
  await bench.page.locator('.tab.dirty', { hasText: 'desk.py' }).waitFor();
  await bench.save('desk.py');
  expect(bench.read('desk.py').match(/"runtime": \{"hidden": True\}/g)).toHaveLength(1);
});

test('with fixOnSave the other finding is fixed by saving', async () => {
  const settings = { 'opLint.interpreter': '${workspaceFolder}/spy.sh', 'opLint.fixOnSave': true };
  fs.writeFileSync(bench.file('.vscode/settings.json'), JSON.stringify(settings));
  await bench.focus('desk.py');
  await bench.again('fix on save', async () => {
    await bench.page.keyboard.press('Control+End');
    await bench.page.keyboard.press('Enter');
    await bench.save('desk.py');
    await bench.page.waitForTimeout(300);
    if (bench.read('desk.py').includes('"runtime": {"hidden"')) throw new Error('not fixed yet');
  });
  await bench.until('no squiggle is left', async () => (await bench.editor('desk.py').locator('.squiggly-warning').count()) === 0);
});

test('the lens opens the preview, which is the menu', async () => {
  const editor = bench.editor('desk.py');
  await bench.goTo('desk.py', bench.line('desk.py', HERE), 1);
  await editor.locator('.codelens-decoration a', { hasText: 'menu: 3 options' }).click();
  preview = await bench.webview('#panel-menu');
  await preview.locator('[data-name=close]').waitFor();
  const shown = await preview.locator('#panel-menu pre').allInnerTexts();
  expect(shown.map((block) => text(block).trimEnd())).toContain('close()\n    Nothing is left to do.\n    Call: {"call": "close"}');
  expect(await preview.locator('#panel-menu meter').count()).toBe(3);
  await bench.until('it is compared with the saved file', async () => (await preview.locator('.verdict').innerText()) === 'unchanged');
  await preview.locator('button', { hasText: 'Copy Menu' }).click();
  const menu = shown.map((block) => text(block).trimEnd()).join('\n\n') + '\n';
  await bench.until('the menu is copied', async () => (await bench.page.evaluate(() => navigator.clipboard.readText())) === menu);
});

test('it changes while one types, and marks what changed since the file was saved and since the commit', async () => {
  const line = bench.line('desk.py', 'Nothing is left');
  const column = (bench.read('desk.py').split('\n')[line - 1] ?? '').indexOf(' left') + 1;
  await bench.goTo('desk.py', line, column);
  await bench.page.keyboard.type(' more');
  const added = preview.locator('[data-name=close] .plus');
  await bench.until('the new text is marked', async () => text(await added.innerText()) === '    Nothing is more left to do.');
  expect(text(await preview.locator('[data-name=close] .minus').innerText())).toBe('    Nothing is left to do.');
  await bench.shot('preview');
  await preview.locator('#base').selectOption('head');
  await added.waitFor();
  await bench.save('desk.py');
  await bench.editor('desk.py').locator('.codelens-decoration a', { hasText: 'about 166 tokens' }).waitFor();
  await preview.locator('#base').selectOption('saved');
  await added.waitFor({ state: 'detached' });
  await preview.locator('#base').selectOption('head');
  await added.waitFor();
});

test('the name of an option leads to its code', async () => {
  await preview.locator('[data-name=escalate] .link').click();
  const line = bench.line('desk.py', 'def escalate');
  await bench.page.locator('.statusbar-item', { hasText: `Ln ${line}, Col 1` }).waitFor();
  await preview.locator('h1', { hasText: 'escalate' }).waitFor();
});

test('the tool spec is JSON that can be copied', async () => {
  await preview.locator('#tab-spec').click();
  const spec = JSON.parse(text(await preview.locator('#panel-spec pre').first().innerText())) as { name: string };
  expect(spec.name).toBe('escalate');
});

test('the form has the control that each parameter asks for', async () => {
  await bench.goTo('desk.py', bench.line('desk.py', HERE), 15);
  await preview.locator('h1', { hasText: 'decision.make' }).waitFor();
  await preview.locator('#tab-menu').focus();
  await preview.locator('#tab-spec').click();
  await bench.page.keyboard.press('ArrowRight');
  const form = preview.locator('form[aria-label=refund]');
  await form.waitFor();
  const widget = (name: string, of = 'refund'): ReturnType<Frame['locator']> => preview.locator(`form[aria-label=${of}] [data-field=${name}]`);
  expect(await widget('order').locator('input[type=text]').getAttribute('placeholder')).toBe('A-1001');
  expect(await widget('amount').locator('input[type=text]').count()).toBe(1);
  expect(await widget('reason').locator('.chip').allInnerTexts()).toEqual(['damaged', 'late']);
  await widget('reason').locator('.chip', { hasText: 'late' }).click();
  expect(await widget('reason').locator('input').inputValue()).toBe('late');
  expect(await widget('notify').locator('[role=switch]').getAttribute('aria-checked')).toBe('true');
  expect(await widget('note', 'escalate').locator('textarea').count()).toBe(1);
  await bench.until('the select has the functions', async () => (await widget('helper', 'escalate').locator('option').count()) === 4);
  expect(await widget('session').count()).toBe(0);
  expect(await widget('runtime').count()).toBe(0);
  await bench.shot('form');
});

test('a good reply shows the pick, a bad one what the model is asked', async () => {
  await bench.goTo('desk.py', bench.line('desk.py', HERE), 15);
  await bench.command('op-lint: Try a Reply');
  const input = preview.locator('#reply');
  await input.fill('Sure: {"call": "refund", "args": {"order": "A-1", "amount": 5, "reason": "Late", "session": "x"}}');
  await preview.locator('#try').click();
  await preview.locator('.good', { hasText: 'refund' }).waitFor();
  const picked = JSON.parse(text(await preview.locator('.arguments').innerText())) as Record<string, unknown>;
  expect(picked).toMatchObject({ order: 'A-1', amount: 5, reason: 'late' });
  expect(await preview.locator('.result li', { hasText: 'session' }).count()).toBe(1);
  await input.fill('{"call": "refnd"}');
  await bench.page.keyboard.press('Control+Enter');
  await preview.locator('.error', { hasText: 'unknown_call' }).waitFor();
  expect(text(await preview.locator('.prompt').innerText())).toContain('Pay money back for an order.');
  await bench.shot('reply');
});

test('the graph shows all decisions, and a click opens the code', async () => {
  await bench.command('op-lint: Show Decision Graph');
  const graph = await bench.webview('.node');
  expect(await graph.locator('.node text').allTextContents()).toEqual(expect.arrayContaining(['handle', 'refund', 'escalate', 'close']));
  const before = await graph.locator('svg').getAttribute('viewBox');
  await graph.locator('[aria-label="Zoom in"]').click();
  expect(await graph.locator('svg').getAttribute('viewBox')).not.toBe(before);
  await graph.locator('button', { hasText: 'Fit' }).click();
  await bench.shot('graph');
  await graph.locator('.node.function', { hasText: 'refund' }).click();
  const line = bench.line('desk.py', 'def refund');
  await bench.page.locator('.statusbar-item', { hasText: `Ln ${line}, Col 1` }).waitFor();
});

test('what a model will notice since the last commit is told', async () => {
  await bench.focus('desk.py');
  await bench.command('op-lint: Show What a Model Will Notice');
  const page = await bench.webview('.markdown-body li');
  await bench.until('the change is told', async () => text(await page.locator('body').innerText()).includes('Nothing is more left to do.'));
  await bench.page.keyboard.press('Control+W');
});

test('the tree lists functions, their decisions and findings', async () => {
  // The files give their room to the functions.
  const pane = (title: string): ReturnType<Frame['locator']> => bench.page.locator('.pane-header', { hasText: title }).first();
  await pane('desk').click();
  if ((await pane('Agentic Functions').getAttribute('aria-expanded')) === 'false') await pane('Agentic Functions').click();
  const row = (label: string): ReturnType<Frame['locator']> => bench.page.locator('.customview-tree .monaco-list-row', { hasText: label });
  await row('handle').first().waitFor();
  await row('refund, escalate, close').first().waitFor();
  fs.writeFileSync(bench.file('late.py'), agentic('late', 'order: str'));
  await row('late.py').first().waitFor();
  await row('1 finding').first().waitFor();
  await bench.shot('tree');
});

test('a server that is killed is started again', async () => {
  const [old] = bench.languageServers();
  expect(old).toBeDefined();
  process.kill(old ?? 0, 'SIGKILL');
  await bench.until('another server runs', () => bench.languageServers().some((pid) => pid !== old));
  await bench.goTo('desk.py', bench.line('desk.py', '"session": {"hidden": True}'), 20);
  await bench.page.keyboard.type('x');
  await bench.editor('desk.py').locator('.squiggly-warning, .squiggly-error').first().waitFor();
});

test('a change of pyproject.toml counts without a restart', async () => {
  const [server] = bench.languageServers();
  const marks = bench.editor('desk.py').locator('.squiggly-warning, .squiggly-error');
  fs.appendFileSync(bench.file('pyproject.toml'), '\n[tool.op-lint]\nignore = ["ALL"]\n');
  await bench.until('the findings are gone', async () => (await marks.count()) === 0);
  const rows = bench.page.locator('.customview-tree .monaco-list-row', { hasText: 'finding' });
  await bench.until('the tree has none either', async () => (await rows.count()) === 0);
  expect(bench.languageServers()).toEqual([server]);
});

test('the settings are completed in pyproject.toml', async () => {
  await bench.open('pyproject.toml');
  await bench.page.keyboard.press('Control+End');
  await bench.page.keyboard.type('sel');
  await bench.again('completion', async () => {
    await bench.page.keyboard.press('Control+Space');
    await bench.page.locator('.suggest-widget .monaco-list-row', { hasText: 'extend-select' }).waitFor({ timeout: 8000 });
  });
  await bench.shot('settings');
  fs.writeFileSync(bench.file('pyproject.toml'), '[project]\nname = "desk"\n');
  await bench.command('File: Revert File');
  await bench.page.locator('.tab.dirty', { hasText: 'pyproject.toml' }).waitFor({ state: 'detached' });
});

test('fixes on save come as a code action too', async () => {
  const settings = { 'opLint.interpreter': '${workspaceFolder}/spy.sh', 'editor.codeActionsOnSave': { 'source.fixAll.op-lint': 'explicit' } };
  fs.writeFileSync(bench.file('.vscode/settings.json'), JSON.stringify(settings));
  fs.writeFileSync(bench.file('fix_me.py'), agentic('fix_me', 'runtime=None', 'input={"runtime": {"hidden": True}}'));
  const editor = await bench.open('fix_me.py');
  await editor.locator('.squiggly-warning').first().waitFor();
  await bench.again('code action on save', async () => {
    await bench.focus('fix_me.py');
    await bench.page.keyboard.press('Control+End');
    await bench.page.keyboard.press('Enter');
    await bench.save('fix_me.py');
    await bench.page.waitForTimeout(300);
    if (bench.read('fix_me.py').includes('"hidden"')) throw new Error('not fixed yet');
  });
});

test('the page of a rule opens at its finding', async () => {
  fs.writeFileSync(bench.file('rule.py'), agentic('rule', 'order: str'));
  const editor = await bench.open('rule.py');
  await editor.locator('.squiggly-warning').first().waitFor();
  await bench.goTo('rule.py', bench.line('rule.py', 'def rule'), 11);
  await bench.command('op-lint: Open Rule Page');
  const page = await bench.webview('.markdown-body h1');
  expect(await page.locator('h1').first().innerText()).toBe('OP203 missing-description');
  await bench.page.keyboard.press('Control+W');
});

test('a file is migrated function by function', async () => {
  const legacy = agentic('one', 'a: str') + '\n\n' + agentic('two', 'b: str').split('\n').slice(3).join('\n');
  fs.writeFileSync(bench.file('legacy.py'), legacy.replaceAll('."""', '.\n\n    Args:\n        a: What A is.\n        b: What B is.\n    """'));
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

test('the cells of a notebook are one program', async () => {
  const cell = (source: string): object => ({ cell_type: 'code', execution_count: null, metadata: {}, outputs: [], source });
  const [imports = '', ...rest] = agentic('go', 'order: str, runtime=None').split('\n');
  const cells = [cell(imports + ', decision'), cell(rest.join('\n').trim()), cell('decision.make("Pick.", {"go": go})')];
  const notebook = { cells, metadata: { language_info: { name: 'python' } }, nbformat: 4, nbformat_minor: 5 };
  fs.writeFileSync(bench.file('cells.ipynb'), JSON.stringify(notebook));
  const editor = await bench.open('cells.ipynb', bench.page.locator('.notebookOverlay'));
  await editor.locator('.squiggly-warning').first().waitFor();
  await editor.locator('.codelens-decoration a', { hasText: 'menu: 1 option' }).first().waitFor();
  await bench.shot('notebook');
});
