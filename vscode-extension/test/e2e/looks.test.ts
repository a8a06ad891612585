/** How the panels look and answer to the keyboard, in every kind of theme and in little room. */
import * as fs from 'node:fs';
import * as path from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { desk, Workbench } from './workbench';

const THEMES = { light: 'Default Light Modern', dark: 'Default Dark Modern', 'high-contrast': 'Default High Contrast', 'high-contrast-light': 'Default High Contrast Light' };
const MANY = 200;

let bench: Workbench;
let preview: Frame;

beforeAll(async () => {
  bench = await Workbench.start('looks', {
    fill(folder) {
      desk(folder);
      const options = Array.from({ length: MANY }, (_, index) => `        "option_${index}": ("V${index}", "What happens with number ${index}."),\n`).join('');
      const unknown = '        "gone": gone,\n';
      fs.writeFileSync(path.join(folder, 'long.py'), `from desk import refund\nfrom op_runtime import decision\n\n\ndef pick():\n    return decision.make(\n        "Pick.",\n        {\n            "refund": refund,\n    ${unknown}${options}        },\n    )\n`);
    },
    settings: { 'security.workspace.trust.enabled': false },
  });
});

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await bench?.shot(`failed ${task.name.slice(0, 60)}`);
});

afterAll(async () => {
  await bench?.stop();
});

test('where there is nothing to show the panel says what to do', async () => {
  await bench.open('desk.py');
  await bench.command('op-lint: Show Menu Preview');
  preview = await bench.webview('.note');
  await preview.locator('.note', { hasText: 'put the cursor on decision.make' }).waitFor();
  await bench.shot('look empty');
  await bench.goTo('desk.py', bench.line('desk.py', 'decision.make'), 15);
  await preview.locator('[data-name=close]').waitFor();
});

test('the tabs and what is in them are reached by the keyboard, and one sees where it is', async () => {
  await preview.locator('#place').focus();
  const reached: string[] = [];
  for (let step = 0; step < 6; step++) {
    await bench.page.keyboard.press('Tab');
    reached.push(await preview.evaluate(() => document.activeElement?.id ?? ''));
  }
  expect(reached).toEqual(['tab-menu', 'panel-menu', 'base', 'copy-menu', 'link-0', 'text-0']);
  expect(await preview.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe('solid');
  await preview.locator('#tab-menu').focus();
  await bench.page.keyboard.press('End');
  expect(await preview.evaluate(() => document.activeElement?.id)).toBe('tab-reply');
  await bench.page.keyboard.press('Home');
  await preview.locator('#panel-menu').waitFor();
});

test('what is chosen differs from what is not in high contrast, too', async () => {
  await bench.settings({ 'workbench.colorTheme': THEMES['high-contrast'] });
  await preview.locator('body.vscode-high-contrast').waitFor();
  await preview.locator('#tab-form').click();
  const border = async (part: string): Promise<string> => preview.locator(`[role=switch] .${part}`).first().evaluate((part) => getComputedStyle(part).borderColor);
  expect(await border('yes')).not.toBe(await border('no'));
});

test.each(Object.entries(THEMES))('all tabs and the graph can be read in %s', async (name, theme) => {
  await bench.settings({ 'workbench.colorTheme': theme });
  const kind = { light: 'vscode-light', dark: 'vscode-dark' }[name] ?? 'vscode-high-contrast';
  await preview.locator(`body.${kind}`).waitFor();
  for (const tab of ['menu', 'spec', 'form', 'reply']) {
    await preview.locator(`#tab-${tab}`).click();
    await bench.shot(`look ${name} ${tab}`);
  }
  await bench.command('op-lint: Show Decision Graph');
  const graph = await bench.webview('.node');
  await graph.locator(`body.${kind}`).waitFor();
  await bench.shot(`look ${name} graph`);
  await bench.page.keyboard.press('Control+W');
  // What was hidden was put away, and comes back as it was.
  preview = await bench.webview('#panel-menu article');
});

test('a menu of 200 options, one of them not known, is shown whole', async () => {
  await bench.settings({});
  await bench.focus('desk.py');
  await bench.open('long.py');
  await bench.goTo('long.py', bench.line('long.py', 'decision.make'), 15);
  await preview.locator('#tab-menu').click();
  await preview.locator(`[data-name=option_${MANY - 1}]`).waitFor();
  expect(await preview.locator('#panel-menu article').count()).toBe(MANY + 2);
  expect(await preview.locator('.unknown').count()).toBe(1);
  await bench.shot('look long');
  await preview.locator('[data-name=refund] .link').click();
  await bench.editor('desk.py').waitFor();
  await bench.page.locator('.statusbar-item', { hasText: `Ln ${bench.line('desk.py', 'def refund')}, Col 5` }).waitFor();
});

test('300 pixels are enough', async () => {
  await bench.page.keyboard.press('Control+B');
  await bench.page.setViewportSize({ width: 48 + 600, height: 820 });
  const widths = (): Promise<[number, number]> => preview.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  await bench.until('the panel is narrow', async () => (await widths())[1] < 310);
  for (const tab of ['spec', 'form', 'reply', 'menu']) {
    await preview.locator(`#tab-${tab}`).click();
    const [wide, room] = await widths();
    expect(wide, tab).toBe(room);
  }
  await bench.shot('look narrow');
});
